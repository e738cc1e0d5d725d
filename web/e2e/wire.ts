/**
 * Tables without a screen: opened over HTTP, and played over a second connection to a seat. For tests that need a fight
 * that is under way, and are not about how it came so far.
 */
import type { Page } from 'playwright-core';
import type { ClientMessage, NewTable, Opened, ServerMessage } from '../src/types';

/** A table that was opened over HTTP. */
export async function opened(url: string, what: NewTable): Promise<Opened> {
  const reply = await fetch(`${url}/api/tables`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(what),
  });
  if (!reply.ok) throw new Error(`no table: ${await reply.text()}`);
  return (await reply.json()) as Opened;
}

/** Where a seat is taken with the token of its link. */
export const seatUrl = (url: string, table: string, token: string): string => `${url}/t/${table}#${token}`;

/**
 * What is done over the second connection: a number of choices; ending turns until this seat has to react to something;
 * or everything by a mind until it is over.
 */
type Task = { choices: number } | { until: 'reaction' } | { minds: true };

/** Runs in the page, which has the token; done when this seat is asked again or all is over. Says where that is. */
async function work(task: Task): Promise<number> {
  const table = location.pathname.split('/')[2]!;
  const token = (JSON.parse(localStorage.getItem('fracas.tokens')!) as Record<string, string>)[table]!;
  let [sent, made] = [-1, 0];
  let socket: WebSocket;
  const last = await new Promise<number>((done, failed) => {
    // Minds act faster than a busy browser reads. Whoever falls behind is let go with 1013, and comes back; what was on
    // its way then is said again.
    const connect = () => {
      sent = -1;
      socket = new WebSocket(`ws://${location.host}/api/tables/${table}/live?token=${token}`);
      socket.onclose = ({ code, reason }) => {
        if (code === 1013) connect();
        else failed(new Error(`the connection is closed: ${code} ${reason}`));
      };
      socket.onmessage = hear;
    };
    const hear = ({ data }: MessageEvent) => {
      const message = JSON.parse(String(data)) as ServerMessage;
      if (message.type === 'reply' && !message.ok && message.code !== 'stale')
        return failed(new Error(message.message ?? message.code ?? 'refused'));
      if (message.type !== 'state') return;
      const { view, position, minds } = message;
      if (view.outcome) return done(position);
      const own = view.choices.filter(({ who }) => !minds.includes(who));
      const staying = own.filter(({ role }) => role !== 'leave' && role !== 'retreat');
      if (staying.length === 0 || position === sent) return;
      sent = position;
      const id = `wire-${Date.now()}-${position}`;
      const say = (what: ClientMessage) => socket.send(JSON.stringify(what));
      if ('minds' in task) return say({ type: 'auto', id, who: [...new Set(own.map(({ who }) => who))], on: true });
      const choose = (choice: string) => say({ type: 'choose', id, position, choice });
      if ('until' in task) {
        if (view.question?.reaction) return done(position);
        return choose((staying.find(({ role }) => role === 'end-turn' || role === 'begin') ?? staying.at(-1)!).text);
      }
      if (made === task.choices) return done(position);
      const acts = staying.filter(({ role }) => role === 'act' || role === 'begin' || role === 'answer');
      const among = acts.length ? acts : staying;
      // Another one each time, and always the same ones.
      choose(among[(made++ * 5) % among.length]!.text);
    };
    connect();
  });
  socket!.onclose = null;
  socket!.close();
  return last;
}

/** Waits until the page has come as far, and nothing moves any more; true if all is over. */
async function shown(page: Page, position: number): Promise<boolean> {
  await page.waitForFunction((least) => {
    const screen = document.querySelector<HTMLElement>('.screen');
    const there = Number(screen?.dataset.position) >= least && screen?.dataset.turn;
    return there || document.querySelector('.outcome');
  }, position);
  return (await page.locator('.outcome').count()) > 0;
}

/** Makes this many choices for the page's seat; true if all is over then. */
export const playOn = async (page: Page, choices: number): Promise<boolean> =>
  shown(page, await page.evaluate(work, { choices }));

/** Lets a mind play the page's seat to the end. */
export const finish = async (page: Page): Promise<boolean> =>
  shown(page, await page.evaluate(work, { minds: true as const }));

/** Ends turns until the page's seat has to react to what somebody does. */
export async function untilReaction(page: Page): Promise<void> {
  const over = await shown(page, await page.evaluate(work, { until: 'reaction' as const }));
  if (over) throw new Error('nobody had to react');
}

/** Monsters act at once at a table that waits for Go, as the judge's settings have it. */
export const hurry = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const table = location.pathname.split('/')[2]!;
    const token = (JSON.parse(localStorage.getItem('fracas.tokens')!) as Record<string, string>)[table]!;
    const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/live?token=${token}`);
    await new Promise<void>((done, failed) => {
      socket.onopen = () => socket.send(JSON.stringify({ type: 'pace', id: 'hurry', ms: 0 }));
      socket.onclose = () => failed(new Error('the connection is closed'));
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(String(data)) as ServerMessage;
        if (message.type === 'reply' && message.id === 'hurry') done();
      };
    });
    socket.onclose = null;
    socket.close();
  });
