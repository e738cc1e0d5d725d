/**
 * One table as this page holds it: what the server said, and what the person at the screen is looking at.
 * It knows no rule: everything that can be done is a choice of the view.
 */
import * as api from '../api';
import { names, deeds, type Deed } from '../choices/group';
import { freshId, Live, type Ask, type LinkState } from '../live';
import { marksFor, type Mark } from '../marks';
import type { Judgement, Reply, ServerMessage } from '../types';
import type { ChoiceView, Place, Stakes, Tab, TableView, Threats, Token, Who } from '../types';
import { NOTHING, news, onOdds, onState, type Known } from './reduce';

export type PanelTab = 'stats' | 'move' | 'action' | 'judge';
/** What was tapped on the map, and where on the screen. */
export interface Tapped {
  place: Place | null;
  who: Who | null;
  /** Everybody who stands there too? */
  everyone?: boolean;
  x: number;
  y: number;
}
export interface Notice {
  message: string;
  advice?: string | undefined;
}

/** So many answers still make a small prompt. */
const FEW = 3;

export class Table {
  readonly id: string;
  readonly token: string;
  link: LinkState = $state('connecting');
  known: Known = $state.raw(NOTHING);
  gone: Notice | null = $state.raw(null);
  notice: Notice | null = $state.raw(null);

  /** The token whose information is shown. */
  selected: Who | null = $state(null);
  tab: PanelTab = $state('action');
  /** The choice that is pointed at: its targets light up. */
  lit: ChoiceView | null = $state.raw(null);
  /** The choice that a long press asked about, where nothing can hover. */
  explained: ChoiceView | null = $state.raw(null);
  /** What is pointed at on the map: the choices about it light up. */
  over: { place: Place | null; who: Who | null } = $state.raw({ place: null, who: null });
  tapped: Tapped | null = $state.raw(null);
  cursor: Place | null = $state(null);
  logOpen = $state(false);
  rulesAt: string | null = $state(null);
  rulesOpen = $state(false);
  keysOpen = $state(false);
  /** The judge has taken something up and now points at where it goes. */
  placing: { words: string; put: (place: Place) => void } | null = $state.raw(null);
  /** A deed that was taken up and now needs a place: its places light up, the next tap does it. */
  armed: Deed | null = $state.raw(null);
  /** Does the screen show what the other side could do to whoever acts? */
  watching = $state(false);
  /** Are lines of sight shown? */
  sighting = $state(false);
  /** Has the screen little room? */
  small = $state(false);
  /** Is the next answer to stand for all like it? */
  always = $state(false);
  /** What it could do, by whom it is done to and where they would stand. */
  #threats: Map<string, Threats> = $state.raw(new Map());
  /** The last question about it: only the newest is answered. */
  #asking = { id: '', key: '' };
  #actor: Who | null = $state(null);
  /** A choice is on its way: a second click must not become another. */
  #choosing = false;
  #live: Live;
  /** What is known but not shown yet, while the page paints. */
  #latest: Known | null = null;
  #painting = false;

  view: TableView | null = $derived(this.known.state?.view ?? null);
  tokens: Token[] = $derived(this.view?.tokens ?? []);
  marks: Map<Who, Mark> = $derived(marksFor(this.tokens));
  seat = $derived(this.known.state?.seat ?? null);
  choices: ChoiceView[] = $derived(this.view?.choices ?? []);
  asked: Who[] = $derived(this.view?.question?.asked ?? []);
  /** Those for whom this seat may choose now. */
  able: Who[] = $derived([...new Set(this.choices.map((choice) => choice.who))]);
  /** Is it really this seat that is asked, and not a mind or somebody else for whom the judge could choose too? */
  mine: boolean = $derived.by(() => {
    const state = this.known.state;
    if (!state) return false;
    const elsewhere = state.seats
      .filter((seat) => seat.id !== state.seat.id && seat.online && seat.kind === 'player')
      .flatMap((seat) => seat.controls);
    return this.able.some((who) => !state.minds.includes(who) && !elsewhere.includes(who));
  });
  /** Those of them who have not had their say yet. */
  #waiting: Who[] = $derived(this.able.filter((who) => this.find(who)?.to_act));
  /** Whose controls are shown. */
  actor: Who | null = $derived.by(() => {
    if (this.#actor !== null && this.able.includes(this.#actor)) return this.#actor;
    return this.#waiting[0] ?? this.able[0] ?? this.asked[0] ?? null;
  });
  actorToken: Token | null = $derived(this.find(this.actor));
  selectedToken: Token | null = $derived(this.find(this.selected) ?? this.actorToken);
  names: string[] = $derived(this.view ? names(this.view.map, this.tokens) : []);
  isJudge: boolean = $derived(this.seat?.kind === 'judge');

  /** What the actor can do, by tab: sorted once for everything that shows it. */
  #deeds: Record<Tab, Deed[]> = $derived.by(() => {
    const { view, actor, choices, tokens } = this;
    const of = (tab: Tab) =>
      view
        ? deeds(
            choices.filter((choice) => choice.who === actor && choice.tab === tab),
            view.map,
            tokens,
          )
        : [];
    return { move: of('move'), action: of('action'), turn: of('turn'), answer: of('answer') };
  });
  /** Is something asked in the middle of another's action? */
  reacts: boolean = $derived(this.mine && !!this.view?.question?.reaction);
  /** A reaction with few answers is a prompt over a large map; otherwise it is a list like any other. */
  prompted: boolean = $derived(
    this.reacts && !this.small && this.choices.filter((choice) => choice.who === this.actor).length <= FEW,
  );

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
      if (key !== null && message.position === this.#position) this.#threats = new Map(this.#threats).set(key, message);
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
    if (before.state?.position !== known.state?.position) this.#moved();
  }

  /** The table has moved on: what was pointed at is no longer there. */
  #moved(): void {
    this.#threats = new Map();
    this.#asking = { id: '', key: '' };
    this.lit = null;
    this.explained = null;
    this.tapped = null;
    this.armed = null;
    this.always = false;
    if (this.reacts && this.tab === 'stats') this.tab = 'action';
    // Whoever has had their say makes room for the next who has not.
    if (this.#actor !== null && this.#waiting.length > 0 && !this.#waiting.includes(this.#actor)) this.#actor = null;
    if (this.selected !== null && !this.find(this.selected)) this.selected = null;
    const offered = new Set(this.choices.filter((choice) => choice.who === this.actor).map((choice) => choice.tab));
    if (this.tab === 'action' && !offered.has('action') && offered.has('move')) this.tab = 'move';
    else if (this.tab === 'move' && !offered.has('move') && offered.has('action')) this.tab = 'action';
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

  /** Choices of the actor on one tab, as deeds. */
  deeds(tab: Tab): Deed[] {
    return this.#deeds[tab];
  }

  /** Choices that concern a place or somebody, for the one who acts. */
  about(place: Place | null, who: Who | null): ChoiceView[] {
    return this.choices.filter(
      (choice) =>
        choice.who === this.actor &&
        ((who !== null && choice.targets.includes(who)) || (place !== null && choice.to === place)),
    );
  }

  /** Choices about a place and about everybody who stands there. */
  around(place: Place): ChoiceView[] {
    const here = new Set(this.tokens.filter((token) => token.place === place).map((token) => token.who));
    return this.choices.filter(
      (choice) =>
        choice.who === this.actor &&
        (choice.to === place || choice.targets.some((who) => who !== this.actor && here.has(who))),
    );
  }

  tappedAt(place: Place | null): ChoiceView[] {
    return place === null ? [] : this.about(place, null);
  }

  /** Choices about what was tapped. */
  tappedChoices(): ChoiceView[] {
    if (!this.tapped) return [];
    const { place, who, everyone } = this.tapped;
    if (who !== null) return this.about(null, who);
    if (place === null) return [];
    return everyone ? this.around(place) : this.tappedAt(place);
  }

  /** Is there something to say about a place even if nothing can be done there? */
  worthTelling(place: Place): boolean {
    const map = this.view?.map;
    if (map?.kind === 'zones') return !!map.zones.find((zone) => zone.id === place)?.tags.length;
    return !!map?.treasure.some(({ at }) => at.join() === place);
  }

  act(who: Who): void {
    if (!this.able.includes(who)) return;
    this.#actor = who;
    this.armed = null;
    this.lit = null;
    this.tapped = null;
    const offered = new Set(this.choices.filter((choice) => choice.who === who).map((choice) => choice.tab));
    if (!offered.has('action') && offered.has('move') && this.tab === 'action') this.tab = 'move';
  }

  nextActor(): void {
    const at = this.able.indexOf(this.actor ?? -1);
    const next = this.able[(at + 1) % Math.max(1, this.able.length)];
    if (next !== undefined) this.act(next);
  }

  select(who: Who | null): void {
    this.selected = who;
    if (who !== null && this.able.includes(who)) this.act(who);
  }

  openRules(rule: string | null): void {
    this.rulesAt = rule;
    this.rulesOpen = true;
  }

  async ask(message: Ask, id?: string): Promise<Reply> {
    const reply = await this.#live.ask(message, id);
    // A wanted die is no fault: the state that follows asks for it.
    // A stale choice is none either: the table has visibly moved on.
    this.notice =
      reply.ok || reply.code === 'dice-wanted' || reply.code === 'stale'
        ? null
        : { message: reply.message ?? 'The server refused.', advice: reply.advice };
    return reply;
  }

  get #position(): number {
    return this.known.state?.position ?? 0;
  }

  async choose(choice: ChoiceView): Promise<void> {
    if (this.#choosing) return;
    this.#choosing = true;
    this.tapped = null;
    this.armed = null;
    this.lit = null;
    const habit = this.always ? this.known.state?.habits.find((one) => one.choice === choice.text) : undefined;
    if (habit) await this.ask({ type: 'standing', who: habit.who, question: habit.question, answer: habit.answer });
    this.always = false;
    await this.ask({ type: 'choose', position: this.#position, choice: choice.text });
    this.#choosing = false;
  }

  /** Does the deed that was taken up at this place, if it can be done there. */
  aimAt(place: Place): boolean {
    const aim = this.armed?.aims.find(({ choice }) => choice.to === place);
    if (aim) void this.choose(aim.choice);
    return !!aim;
  }

  watch(on: boolean): void {
    this.watching = on;
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

  faces(faces: number[]): Promise<Reply> {
    return this.ask({ type: 'faces', position: this.#position, faces });
  }

  withdraw(): Promise<Reply> {
    return this.ask({ type: 'withdraw', position: this.#position });
  }

  async undo(): Promise<void> {
    const may = this.known.state?.may_undo;
    if (may && !may.ok) this.notice = { message: 'That cannot be undone here.', advice: may.why ?? undefined };
    else await this.ask({ type: 'undo', position: this.#position });
  }

  async redo(): Promise<void> {
    if (this.known.state?.redo) await this.ask({ type: 'redo', position: this.#position });
  }

  go(): Promise<Reply> {
    return this.ask({ type: 'go', position: this.#position });
  }

  judge(act: Judgement): Promise<Reply> {
    return this.ask({ type: 'judge', act });
  }

  takeBack(steps: number): Promise<Reply> {
    return this.ask({ type: 'take-back', position: this.#position, steps });
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
