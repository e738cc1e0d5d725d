/**
 * The wire to one table: a WebSocket that comes back by itself, and replies matched to what was asked.
 * What had no reply when the connection broke is sent again with the same id; the server does nothing twice.
 * It knows nothing of what the messages mean.
 */
import type { ClientMessage, Reply, ServerMessage } from './types';

export type LinkState = 'connecting' | 'open' | 'lost' | 'closed';
type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
/** A message to which `Live` gives the id. */
export type Ask = Without<Exclude<ClientMessage, { type: 'ping' }>, 'id'>;

/** The first tries come quickly, because another server is there already: four of them within a second. */
const QUICK_WAITS = [0, 100, 200, 400];
const LONGEST_WAIT = 8000;
const PING_EVERY = 20_000;
/** A server that has not answered for so long is taken for gone. */
const SILENCE = 45_000;

/** How long to wait before the nth try, with some scatter so that a whole table does not come back at once. */
export function backoff(tries: number, scatter: number): number {
  const wait = QUICK_WAITS[tries] ?? 1000 * 2 ** (tries - QUICK_WAITS.length);
  return Math.min(LONGEST_WAIT, wait) * (0.75 + 0.5 * scatter);
}

/** An id that nobody else uses; `randomUUID` is not there on plain http to another machine. */
export function freshId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface Handlers {
  message: (message: ServerMessage) => void;
  link: (state: LinkState) => void;
  /** The last revision that was received. */
  since: () => number | null;
}
interface Pending {
  text: string;
  answer: (reply: Reply) => void;
}

export class Live {
  #socket: WebSocket | null = null;
  #pending = new Map<string, Pending>();
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pings: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #closed = false;
  #url: (since: number | null) => string;
  #on: Handlers;

  constructor(url: (since: number | null) => string, on: Handlers) {
    this.#url = url;
    this.#on = on;
    this.#connect();
  }

  #connect(): void {
    this.#on.link(this.#tries === 0 ? 'connecting' : 'lost');
    const socket = new WebSocket(this.#url(this.#on.since()));
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.#heard = Date.now();
      this.#on.link('open');
      for (const { text } of this.#pending.values()) socket.send(text);
      clearInterval(this.#pings);
      this.#pings = setInterval(() => this.#ping(), PING_EVERY);
    };
    socket.onmessage = (event) => this.#receive(String(event.data));
    socket.onclose = () => this.#lost();
  }

  #ping(): void {
    if (Date.now() - this.#heard > SILENCE) this.#socket?.close();
    else if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send('{"type":"ping"}');
  }

  #receive(data: string): void {
    this.#heard = Date.now();
    let message: ServerMessage;
    try {
      message = JSON.parse(data) as ServerMessage;
    } catch {
      return;
    }
    if (message.type === 'reply') {
      const id = message.id ?? '';
      this.#pending.get(id)?.answer(message);
      this.#pending.delete(id);
      return;
    }
    if (message.type === 'gone') this.close();
    this.#on.message(message);
  }

  #lost(): void {
    clearInterval(this.#pings);
    if (this.#closed) return;
    this.#on.link('lost');
    this.#timer = setTimeout(() => this.#connect(), backoff(this.#tries++, Math.random()));
  }

  /** Tries again at once, for instance when the browser says that it is online. */
  hurry(): void {
    const state = this.#socket?.readyState;
    if (this.#closed || state === WebSocket.OPEN || state === WebSocket.CONNECTING) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  ask(message: Ask, id = freshId()): Promise<Reply> {
    const text = JSON.stringify({ ...message, id });
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
    return new Promise((answer) => this.#pending.set(id, { text, answer }));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pings);
    this.#socket?.close();
    this.#on.link('closed');
  }
}
