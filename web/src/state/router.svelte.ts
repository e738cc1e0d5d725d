/**
 * Where in the program one is, by the address: `/`, `/puzzles`, `/credits`, `/t/ID` and `/t/ID/result`, which shows
 * the review where it is followed by `?review`. A table that is a puzzle is `/t/ID?puzzle=SYSTEM/NAME`.
 * `/workshop` lists files of one's own, and `/workshop/SYSTEM/…/NAME` edits one.
 * A seat's token arrives after `#`, which no server log sees, and is then kept in this browser.
 */
export type Route =
  | { page: 'start' | 'puzzles' | 'credits' }
  | { page: 'table' | 'result'; table: string }
  | { page: 'workshop'; file: string | null }
  | { page: 'lost' };

const KEY = 'fracas.tokens';

export function parse(path: string): Route {
  const found = path.match(/^\/t\/([\w-]+)(\/result)?\/?$/);
  if (found) return { page: found[2] ? 'result' : 'table', table: found[1]! };
  if (path === '/credits') return { page: 'credits' };
  if (path === '/puzzles') return { page: 'puzzles' };
  const shop = path.match(/^\/workshop(?:\/(.+?))?\/?$/);
  if (shop) return { page: 'workshop', file: shop[1] ? `${unescaped(shop[1])}.toml` : null };
  return path === '/' || path === '/index.html' ? { page: 'start' } : { page: 'lost' };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function tokens(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, string>) : {};
  } catch {
    return {};
  }
}

function keep(table: string, token: string | null): void {
  const all = tokens();
  if (token) all[table] = token;
  else delete all[table];
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Private windows may refuse: the address still works for this visit.
  }
}

class Router {
  route: Route = $state({ page: 'start' });
  /** The table that was just opened for friends: it shows its seats first. */
  forFriends: string | null = null;
  /** Tokens by table; those that arrived with an address count before kept ones. */
  #fresh: Record<string, string> = {};

  constructor() {
    this.#read();
    addEventListener('popstate', () => this.#read());
    addEventListener('hashchange', () => this.#read());
  }

  #read(): void {
    const route = parse(location.pathname);
    if ('table' in route && location.hash.length > 1) {
      this.seat(route.table, decodeURIComponent(location.hash.slice(1)));
      history.replaceState(null, '', location.pathname + location.search);
    }
    this.route = route;
  }

  seat(table: string, token: string): void {
    this.#fresh[table] = token;
    keep(table, token);
  }

  forget(table: string): void {
    delete this.#fresh[table];
    keep(table, null);
  }

  token(table: string): string | null {
    return this.#fresh[table] ?? tokens()[table] ?? null;
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.#read();
    scrollTo(0, 0);
  }
}

export const router = new Router();

/** A seat's link, at the address under which others reach the server. */
export function invite(table: string, token: string, base = `${location.origin}/`): string {
  return `${base}t/${table}#${encodeURIComponent(token)}`;
}
