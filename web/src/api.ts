/** The server's REST side. Errors come back as `Failure`, worded by the server where it says anything. */
import type { Brought, CastView, Checked, Failure, Moments, NewTable, Opened, Offer, PuzzleCard } from './types';
import type { PuzzleVerdict, Reach, Review, Squares, SystemCard, TableCard } from './types';

export class ApiError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** What went wrong, in words, with what can be done about it. */
export function said(error: unknown): string {
  const { message, failure } = error as ApiError;
  const problems = (failure?.problems ?? []).slice(0, 3).map((problem) => `Line ${problem.line}: ${problem.message}`);
  return [message, failure?.advice ?? '', ...problems].filter(Boolean).map(sentence).join(' ');
}

const sentence = (text: string) =>
  text.charAt(0).toUpperCase() + text.slice(1) + ('.!?'.includes(text.at(-1) ?? '') ? '' : '.');

export async function call<T>(path: string, init?: RequestInit): Promise<T> {
  const { text, json } = await send(path, init);
  return (json && text ? JSON.parse(text) : text) as T;
}

async function send(path: string, init?: RequestInit): Promise<{ text: string; json: boolean }> {
  let reply: Response;
  try {
    reply = await fetch(path, init);
  } catch {
    throw new ApiError({
      code: 'offline',
      message: 'The server cannot be reached.',
      advice: 'Is it still running?',
      problems: [],
    });
  }
  const text = await reply.text();
  const json = reply.headers.get('content-type')?.includes('json') ?? false;
  if (!reply.ok) throw new ApiError(refusal(json && text ? JSON.parse(text) : text, reply.status));
  return { text, json };
}

function refusal(body: unknown, status: number): Failure {
  const said = (typeof body === 'object' && body !== null ? body : {}) as Partial<Failure>;
  const { code = String(status), message = `The server answered ${status}.`, advice = null, problems = [] } = said;
  return { code, message, advice, problems };
}

export const post = <T>(path: string, body: unknown) =>
  call<T>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const table = (id: string, what: string, token: string, more = '') =>
  `/api/tables/${encodeURIComponent(id)}/${what}?token=${encodeURIComponent(token)}${more}`;

export const scenarios = () => call<Offer[]>('/api/scenarios');
export const systems = () => call<SystemCard[]>('/api/systems');
export const open = (what: NewTable) => post<Opened>('/api/tables', what);
export const tables = (tokens: string[]) =>
  call<TableCard[]>('/api/tables', { headers: { 'x-fracas-tokens': tokens.join(',') } });
export const check = (toml: string) => post<Checked>('/api/scenarios/check', { toml });
export const puzzles = () => call<PuzzleCard[]>('/api/puzzles');
export const tryPuzzle = (id: string, choice: string) =>
  post<PuzzleVerdict>(`/api/puzzles/${id.split('/').map(encodeURIComponent).join('/')}`, { choice });
export const reach = () => call<Reach>('/api/reach');
export const rules = (system: string) => call<string>(`/api/rules/${encodeURIComponent(system)}`);
export const moments = (id: string, token: string, from: number, to: number) =>
  call<Moments>(table(id, 'moments', token, `&from=${from}&to=${to}`));
export const cast = (id: string, token: string) => call<CastView>(table(id, 'cast', token));
export const pictureUrl = (id: string, token: string, picture: string) =>
  table(id, `pictures/${encodeURIComponent(picture)}`, token);
/** Brings a picture to a table. */
export const bring = (id: string, token: string, name: string, file: Blob) =>
  call<Brought>(table(id, 'pictures', token, `&name=${encodeURIComponent(name)}`), {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  });
/** A map of another program as rows of squares. */
export const readMap = (text: string) =>
  call<Squares>('/api/maps', { method: 'POST', headers: { 'content-type': 'application/json' }, body: text });
export const partyFile = (id: string, token: string) => table(id, 'party', token);
export const replayFile = (id: string, token: string) => table(id, 'replay', token);
/** As it is: its numbers are larger than JavaScript's. */
export const replay = async (id: string, token: string) => (await send(replayFile(id, token))).text;
export const review = (id: string, token: string) => call<Review>(table(id, 'review', token));

export function liveUrl(table: string, token: string, since: number | null): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const tail = since === null ? '' : `&since=${since}`;
  const path = `/api/tables/${encodeURIComponent(table)}/live?token=${encodeURIComponent(token)}${tail}`;
  return `${scheme}://${location.host}${path}`;
}
