/**
 * One table as the server tells it: what this seat knows, and the messages that it may send. It knows no rule:
 * everything that can be done is a choice of the view. What the person at the screen is doing is in `person.svelte.ts`.
 */
import * as api from '../api';
import { freshId, Live, type Ask, type LinkState } from '../live';
import { marksFor, type Mark } from '../marks';
import type { Hint, Judgement, PictureView, Prospect, Reply, Said, ServerMessage } from '../types';
import type { Bond, ChoiceView, Place, Stakes, TableView, Threats, Token, Unit, Who } from '../types';
import { NOTHING, news, onOdds, onState, type Known } from './reduce';

/** A reply that takes longer than this is not waited for, in milliseconds. */
const PATIENCE = 5000;
/** So many odds are asked for at once. */
const AT_ONCE = 4;

export interface Notice {
  message: string;
  advice?: string | undefined;
}

/** Somebody points at a place, for a moment. */
export interface Pointed {
  key: number;
  name: string;
  place: Place;
}
/** How long that is to be seen, and how long a refusal stands there. */
const POINTED = 4000;
const NOTICED = 6000;

export class Table {
  readonly id: string;
  readonly token: string;
  link: LinkState = $state('connecting');
  known: Known = $state.raw(NOTHING);
  gone: Notice | null = $state.raw(null);
  /** What was refused last. */
  notice: Notice | null = $state.raw(null);
  /** What was said at the table, as far as this seat has heard it. */
  said: Said[] = $state.raw([]);
  /** Where somebody points just now. */
  points: Pointed[] = $state.raw([]);
  /** How the fight stands, where that is shown: the newest estimate, which may be of a moment before. */
  chance: Prospect | null = $state.raw(null);
  /** What a good mind would do, where it was asked; none while it thinks. */
  hint: Hint | null = $state.raw(null);
  /** Is a hint on its way? */
  hinting = $state(false);
  /** Called when the table has come to another position. */
  onmoved: () => void = () => undefined;

  /** What the other side could do, by whom it is done to and where they would stand. */
  #threats: Map<string, Threats> = $state.raw(new Map());
  /** The last question about it: only the newest is answered. */
  #asking = { id: '', key: '' };
  /** Choices whose odds were asked for at this position, and not refused. */
  #wanted = new Set<string>();
  #live: Live;
  #pointed = 0;
  /** Those who wait for another position. */
  #waiting: (() => void)[] = [];
  #noticed: ReturnType<typeof setTimeout> | undefined;
  /** What is known but not shown yet, while the page paints. */
  #latest: Known | null = null;
  #painting = false;

  view: TableView | null = $derived(this.known.state?.view ?? null);
  /** What health is counted in. */
  health: Unit = $derived(this.view?.health ?? { one: '', many: '', short: '' });
  tokens: Token[] = $derived(this.view?.tokens ?? []);
  marks: Map<Who, Mark> = $derived(marksFor(this.tokens));
  seat = $derived(this.known.state?.seat ?? null);
  isJudge: boolean = $derived(this.seat?.kind === 'judge');
  choices: ChoiceView[] = $derived(this.view?.choices ?? []);
  asked: Who[] = $derived(this.view?.question?.asked ?? []);
  /** Those for whom this seat may choose now. */
  able: Who[] = $derived([...new Set(this.choices.map((choice) => choice.who))]);
  /** Those of them who have not had their say yet. */
  waiting: Who[] = $derived(this.able.filter((who) => this.find(who)?.to_act));
  /** Is it really this seat that is asked, and not a mind or somebody else for whom the judge could choose too? */
  mine: boolean = $derived.by(() => {
    const state = this.known.state;
    if (!state) return false;
    const others = state.seats.filter((seat) => seat.id !== state.seat.id && seat.online && seat.kind === 'player');
    const elsewhere = others.flatMap((seat) => seat.controls);
    return this.able.some((who) => !state.minds.includes(who) && !elsewhere.includes(who));
  });
  /** Is this seat asked something in the middle of another's action? */
  reacts: boolean = $derived(this.mine && !!this.view?.question?.reaction);
  /** Does everything wait for this seat, and no mind is about to act? */
  settled: boolean = $derived.by(() => {
    const minds = this.asked.filter((who) => this.known.state?.minds.includes(who));
    if (!this.mine || minds.length === 0) return this.mine;
    // Where all may act in any order, only those who have something left to do will.
    const awaited = this.reacts ? [] : this.asked.filter((who) => this.find(who)?.to_act);
    return awaited.length > 0 && !minds.some((who) => awaited.includes(who));
  });

  constructor(id: string, token: string) {
    this.id = id;
    this.token = token;
    this.#live = new Live((since) => api.liveUrl(id, token, since), {
      message: (message) => this.#receive(message),
      link: (state) => (this.link = state),
      since: () => (this.#latest ?? this.known).state?.revision ?? null,
    });
  }

  #receive(message: ServerMessage): void {
    if (message.type === 'state') {
      this.#learn(onState(this.#latest ?? this.known, message));
    } else if (message.type === 'odds') {
      this.#learn(onOdds(this.#latest ?? this.known, message));
    } else if (message.type === 'threats') {
      const key = this.#asking.id === message.id ? this.#asking.key : null;
      if (key !== null && message.position === this.position) this.#threats = new Map(this.#threats).set(key, message);
    } else if (message.type === 'chance') {
      this.chance = message;
    } else if (message.type === 'hint') {
      if (message.position === this.position) this.hint = message;
      this.hinting = false;
    } else if (message.type === 'talk') {
      const known = new Set(this.said.map((one) => one.number));
      this.said = [...this.said, ...message.said.filter((one) => !known.has(one.number))];
    } else if (message.type === 'point') {
      const point = { key: ++this.#pointed, name: message.name, place: message.place };
      this.points = [...this.points, point];
      setTimeout(() => (this.points = this.points.filter((one) => one !== point)), POINTED);
    } else if (message.type === 'gone') {
      this.gone = { message: message.message, advice: message.advice ?? undefined };
    }
  }

  /** The first news is shown at once; what follows before it is painted is shown together, however fast minds act. */
  #learn(known: Known): void {
    if (this.#painting) {
      this.#latest = known;
      return;
    }
    this.#painting = true;
    afterPaint(() => {
      this.#painting = false;
      const latest = this.#latest;
      this.#latest = null;
      if (latest) this.#learn(latest);
    });
    const before = this.known;
    this.known = { ...known, fresh: news(before, known) };
    if (before.state?.position === known.state?.position) return;
    this.#threats = new Map();
    this.#asking = { id: '', key: '' };
    this.#wanted.clear();
    this.hint = null;
    this.hinting = false;
    this.tell(null);
    for (const wake of this.#waiting.splice(0)) wake();
    this.onmoved();
  }

  get position(): number {
    return this.known.state?.position ?? 0;
  }

  find(who: Who | null): Token | null {
    return this.tokens.find((token) => token.who === who) ?? null;
  }

  name(who: Who | null): string {
    return this.find(who)?.name ?? 'somebody';
  }

  stakes(choice: ChoiceView): Stakes | undefined {
    return this.known.odds.get(choice.text) ?? choice.odds ?? undefined;
  }

  /** What can be done, by one of them or by all, and has no odds yet. */
  uncounted(who?: Who | null): ChoiceView[] {
    const theirs = this.choices.filter((one) => one.role === 'act' && (who === undefined || one.who === who));
    return theirs.filter((one) => !this.stakes(one));
  }

  /** Asks for some of the odds that are missing; for more when those have come. */
  askMissing(who: Who | null): void {
    const missing = this.uncounted(who);
    const under = missing.filter(({ text }) => this.#wanted.has(text)).length;
    const next = missing.filter(({ text }) => !this.#wanted.has(text));
    for (const choice of next.slice(0, Math.max(0, AT_ONCE - under))) this.askOdds(choice);
  }

  /** Was something missing asked for at this position? */
  get isAsking(): boolean {
    return this.#wanted.size > 0;
  }

  /** Odds come by themselves, for as long as the server has patience; those that are looked at are asked for. */
  askOdds(choice: ChoiceView): void {
    const { position } = this;
    const { text } = choice;
    const known = this.stakes(choice);
    if ((known && !known.rough) || this.#wanted.has(text)) return;
    this.#wanted.add(text);
    void this.#live.ask({ type: 'odds', position, choice: text }).then(({ ok }) => {
      // Whoever asked too fast asks again.
      if (!ok && position === this.position) this.#wanted.delete(text);
    });
  }

  /** Is there something to say about a place even if nothing can be done there? */
  worthTelling(place: Place): boolean {
    const map = this.view?.map;
    if (map?.kind === 'zones') return !!map.zones.find((zone) => zone.id === place)?.tags.length;
    return !!map?.treasure.some(({ at }) => at.join() === place);
  }

  async ask(message: Ask, id?: string): Promise<Reply> {
    const reply = await this.#live.ask(message, id);
    // A wanted die is no fault: the state that follows asks for it.
    // A stale choice is none either: the table has visibly moved on.
    const fine = reply.ok || reply.code === 'dice-wanted' || reply.code === 'stale';
    if (!fine) this.tell({ message: reply.message ?? 'The server refused.', advice: reply.advice });
    return reply;
  }

  /** A refusal stands for a while, and goes when the table moves on. */
  tell(notice: Notice | null): void {
    this.notice = notice;
    clearTimeout(this.#noticed);
    if (notice) this.#noticed = setTimeout(() => (this.notice = null), NOTICED);
  }

  choose(choice: ChoiceView): Promise<Reply> {
    return this.ask({ type: 'choose', position: this.position, choice: choice.text });
  }

  /** When the table is at another position than this one; at once if it is already. */
  moved(was: number): Promise<void> {
    if (this.position !== was) return Promise.resolve();
    return new Promise((then) => this.#waiting.push(then));
  }

  /** What the other side could do to somebody who stood there; asked for when it is not known yet. */
  threats(who: Who, to: Place | null): Threats | null {
    return this.#threats.get(spotKey(who, to)) ?? null;
  }

  askThreats(who: Who, to: Place | null): void {
    const key = spotKey(who, to);
    if (this.#threats.has(key) || this.#asking.key === key) return;
    this.#asking = { id: freshId(), key };
    void this.ask({ type: 'threats', who, ...(to === null ? {} : { to }) }, this.#asking.id);
  }

  /** Asks for the best choices, or puts them away. */
  async askHint(): Promise<void> {
    if (this.hinting) return;
    if (this.hint) {
      this.hint = null;
      return;
    }
    this.hinting = true;
    const reply = await this.ask({ type: 'hint', position: this.position });
    if (!reply.ok) this.hinting = false;
  }

  faces(faces: number[]): Promise<Reply> {
    return this.ask({ type: 'faces', position: this.position, faces });
  }

  withdraw(): Promise<Reply> {
    return this.ask({ type: 'withdraw', position: this.position });
  }

  async undo(): Promise<void> {
    const may = this.known.state?.may_undo;
    if (may && !may.ok) this.tell({ message: 'That cannot be undone here.', advice: may.why ?? undefined });
    else await this.ask({ type: 'undo', position: this.position });
  }

  /** What undoing would take back: the first line of the log that would go. */
  undoes: string | null = $derived.by(() => {
    const state = this.known.state;
    if (!state?.may_undo.ok || state.may_undo.back_to === null) return null;
    const from = state.may_undo.back_to;
    return this.known.log.find((line) => line.step >= from)?.text ?? null;
  });

  /** Waits until everything waits for this seat and its odds are there, or for as long as that can take. */
  async free(): Promise<void> {
    const end = performance.now() + PATIENCE;
    while (!(this.settled && this.uncounted().length === 0) && !this.view?.outcome && performance.now() < end)
      await new Promise((soon) => setTimeout(soon, 15));
  }
  /** Waits until the table is at another position, or for as long as that can take. */
  async movedFrom(position: number | undefined): Promise<void> {
    const end = performance.now() + PATIENCE;
    while (this.known.state?.position === position && performance.now() < end)
      await new Promise((soon) => setTimeout(soon, 15));
  }
  /** Pictures that were handed to this seat; whoever runs the table has handed them out. */
  handouts: PictureView[] = $derived.by(() => {
    const given = (to: PictureView['to']) => to === null || to === 'everyone' || typeof to === 'object';
    return (this.known.state?.pictures ?? []).filter((picture) => !picture.map && given(picture.to));
  });
  /** The picture under the map. */
  backdrop: string | null = $derived.by(() => {
    const picture = (this.known.state?.pictures ?? []).find((one) => one.map);
    return picture ? api.pictureUrl(this.id, this.token, picture.id) : null;
  });
  /** What the judge hides from everybody else. */
  veiled = $derived.by(() => {
    const { who = [], zones = [] } = this.known.state?.veiled ?? {};
    return { who: new Set(who), zones: new Set(zones) };
  });
  /** Lines on the map: who heeds, holds and guards whom, and what whoever is about to act means to do. */
  bonds: Bond[] = $derived.by(() => {
    const state = this.known.state;
    if (!state) return [];
    const { meant } = state;
    if (!meant) return state.bonds;
    const side = this.find(meant.who)?.side;
    const strikes = meant.targets
      .filter((whom) => whom !== meant.who)
      .map((whom): Bond => {
        const kind = this.find(whom)?.side === side ? 'help' : 'strike';
        return { kind, who: meant.who, whom, place: null };
      });
    const goes: Bond[] = meant.to === null ? [] : [{ kind: 'go', who: meant.who, whom: null, place: meant.to }];
    return [...state.bonds, ...strikes, ...goes];
  });

  say(text: string, to: number | null): Promise<Reply> {
    return this.ask({ type: 'say', text, ...(to === null ? {} : { to }) });
  }

  point(place: Place): Promise<Reply> {
    return this.ask({ type: 'point', place });
  }

  raiseHand(up: boolean, seat?: number): Promise<Reply> {
    return this.ask({ type: 'hand', up, ...(seat === undefined ? {} : { seat }) });
  }

  async redo(): Promise<void> {
    if (this.known.state?.redo) await this.ask({ type: 'redo', position: this.position });
  }

  go(): Promise<Reply> {
    return this.ask({ type: 'go', position: this.position, turn: true });
  }

  judge(act: Judgement): Promise<Reply> {
    return this.ask({ type: 'judge', act });
  }

  takeBack(steps: number): Promise<Reply> {
    return this.ask({ type: 'take-back', position: this.position, steps });
  }

  hurry(): void {
    this.#live.hurry();
  }

  close(): void {
    this.#live.close();
  }
}

/** After the next picture, or soon where none is painted because the page is hidden. */
function afterPaint(then: () => void): void {
  let done = false;
  const once = () => {
    if (!done) then();
    done = true;
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, 200);
}

function spotKey(who: Who, to: Place | null): string {
  return `${who} ${to ?? ''}`;
}
