/** What the person at the screen is doing: whose controls are shown, what is pointed at, tapped, taken up and open. */
import { deeds, departs, endsTurn, onMap, stands, type DeedRow } from '../choices/group';
import { LEAST, plan, type Line } from '../choices/plan';
import { obvious, worth } from '../choices/worth';
import { isLow } from '../parts/TrackBar.svelte';
import type { ChoiceView, Place, Tab, Token, Who } from '../types';
import { settings } from './settings.svelte';
import type { Table } from './table.svelte';

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

/** The most answers that still make a small prompt. */
const FEW = 4;
/** After a change, what lies under the pointer is not what it was: for this long clicks do not count. */
const SETTLE = 400;
/** A turn in which only gear is left to handle ends by itself after this long, unless somebody says to wait. */
const LINGER = 2000;
/** Where the odds are this much worse than those that were shown, nothing is done without asking. */
const WORSE = 0.1;
/** At this chance or better, what a step was meant to lead to is done without asking again. */
const LIKELY = 0.5;
/** How long it is told what was answered for the person. */
const ANSWERED = 6000;
/** An answer that goes without saying is given within this time, or left to the person. */
const PROMPT = 1500;

export class Person {
  readonly table: Table;
  /** The token whose information is shown. */
  selected: Who | null = $state(null);
  tab: PanelTab = $state('action');
  /** The choice that is pointed at: its targets light up. */
  lit: ChoiceView | null = $state.raw(null);
  /** The choice that a long press asked about, where nothing can hover. */
  explained: ChoiceView | null = $state.raw(null);
  /** A choice that is made only when it is confirmed. */
  confirming: ChoiceView | null = $state.raw(null);
  /** What is pointed at on the map: the choices about it light up. */
  over: { place: Place | null; who: Who | null } = $state.raw({ place: null, who: null });
  tapped: Tapped | null = $state.raw(null);
  cursor: Place | null = $state(null);
  logOpen = $state(false);
  rulesAt: string | null = $state(null);
  rulesOpen = $state(false);
  keysOpen = $state(false);
  /** The judge has taken something up and now points at where it goes. */
  placing: {
    words: string;
    put: (place: Place, who: Who | null) => void;
    /** Does it go on until it is put away? */
    again?: boolean;
  } | null = $state.raw(null);
  /** A deed that was taken up and now needs a place: its places light up, the next tap does it. */
  armed: DeedRow | null = $state.raw(null);
  /** Does the screen show what the other side could do to whoever acts? */
  watching = $state(false);
  /** Are lines of sight shown? */
  sighting = $state(false);
  /** Has the screen little room? */
  small = $state(false);
  /** Is the next answer to stand for all like it? */
  always = $state(false);
  /** Has something just changed under the pointer? */
  settling = $state(false);
  /** What went without saying, and was answered for the person. */
  answered: { who: Who; label: string } | null = $state.raw(null);
  /** The end of a turn that comes by itself in a moment, because only gear is left to handle. */
  leaving: ChoiceView | null = $state.raw(null);
  #leave: ReturnType<typeof setTimeout> | undefined;
  /** The last choice that was made here and taken. */
  made: ChoiceView | null = $state.raw(null);
  /** What everybody did last, for doing the same again. */
  readonly last = new Map<Who, ChoiceView>();
  /** Those who are left out of what is done together, until the round is over. */
  leftOut: Who[] = $state.raw([]);
  /** Is the same done again each round, until something changes? */
  keeping = $state(false);
  /** What the person had seen when they last said so: the odds of each, and who was badly hurt. */
  #seen: { odds: Map<Who, number>; badly: Who[] } = { odds: new Map(), badly: [] };
  /** Are the lines of the plan being done, one after the other? */
  acting = $state(false);
  /** Is what people say to each other shown? */
  talking = $state(false);
  #heard = $state(0);
  /** How much was said since that was last looked at. */
  unheard: number = $derived.by(() =>
    this.talking ? 0 : this.table.said.filter((one) => one.number > this.#heard).length,
  );
  /** Deeds and targets that were opened or closed by hand. */
  opened: Map<string, boolean> = $state.raw(new Map());
  #settled: ReturnType<typeof setTimeout> | undefined;
  /** What was just undone is not done again by itself. */
  #undid = false;
  #round: number | undefined;
  /** Did the last own choice go somewhere? */
  #went = false;
  #since = 0;
  #actor: Who | null = $state(null);
  /** A choice is on its way: a second click must not become another. */
  #choosing = false;

  /** Whose controls are shown. */
  actor: Who | null = $derived.by(() => {
    const { able, waiting, asked } = this.table;
    if (this.#actor !== null && able.includes(this.#actor)) return this.#actor;
    return waiting[0] ?? able[0] ?? asked[0] ?? null;
  });
  actorToken: Token | null = $derived.by(() => this.table.find(this.actor));
  selectedToken: Token | null = $derived.by(() => this.table.find(this.selected) ?? this.actorToken);
  /** All that the actor may choose. */
  choices: ChoiceView[] = $derived.by(() => this.table.choices.filter((choice) => choice.who === this.actor));
  /** What the actor can do, by tab: sorted once for everything that shows it. */
  #deeds: Record<Tab, DeedRow[]> = $derived.by(() => {
    const of = (tab: Tab) =>
      this.group(this.choices.filter((choice) => choice.tab === tab && !departs(choice) && !stands(choice)));
    return { move: of('move'), action: of('action'), turn: of('turn'), answer: of('answer') };
  });
  /** Where there is room, a reaction with few answers is a small prompt; otherwise it is a list like any other. */
  prompted: boolean = $derived.by(() => this.table.reacts && !this.small && this.choices.length <= FEW);

  /** Has somebody to find out what is best? Then nothing is proposed before the first choice. */
  readonly quizzed: boolean;

  constructor(table: Table, quizzed = false) {
    this.table = table;
    this.quizzed = quizzed;
    table.onmoved = () => this.#moved();
  }

  /** The table has moved on: what was pointed at is no longer there. */
  #moved(): void {
    const { table } = this;
    this.lit = null;
    this.explained = null;
    this.confirming = null;
    this.tapped = null;
    this.armed = null;
    this.always = false;
    this.opened = new Map();
    if (this.#round !== table.view?.round) this.leftOut = [];
    this.#round = table.view?.round;
    this.wait();
    this.#since = performance.now();
    this.settle();
    // Whoever has had their say makes room for the next who has not.
    if (this.#actor !== null && table.waiting.length > 0 && !table.waiting.includes(this.#actor)) this.#actor = null;
    if (this.selected !== null && !table.find(this.selected)) this.selected = null;
    this.#openUsefulTab();
  }

  /** Clicks do not count until the eye has seen what changed. Keys always do. */
  settle(): void {
    this.settling = true;
    clearTimeout(this.#settled);
    this.#settled = setTimeout(() => (this.settling = false), SETTLE);
  }

  /** Where there is something to do: after a step what can be done there, otherwise whatever reaches an enemy. */
  #openUsefulTab(): void {
    if (this.tab === 'judge' || !this.table.mine) return;
    const of = (tab: Tab) => this.choices.filter((choice) => choice.tab === tab && !departs(choice) && !stands(choice));
    const [acts, moves] = [[...of('action'), ...of('answer'), ...of('turn')], of('move')];
    const own = this.actorToken?.side;
    const reaches = acts.some(
      (choice) => choice.tab === 'answer' || choice.targets.some((who) => this.table.find(who)?.side !== own),
    );
    if (acts.length === 0) this.tab = moves.length ? 'move' : 'action';
    else this.tab = reaches || this.#went || moves.length === 0 ? 'action' : 'move';
    this.#went = false;
  }

  /** Gives the answer that goes without saying, unless the person wants to be asked. */
  answerObvious(): void {
    const { table } = this;
    if (settings.askAll || this.#undid || this.#choosing || !table.settled) return;
    if (table.known.state?.paused || table.known.state?.wanted || table.view?.outcome) return;
    if (performance.now() - this.#since > PROMPT) return;
    const choice = this.#obvious();
    if (!choice) return;
    const answered = table.reacts ? { who: choice.who, label: choice.label } : null;
    this.answered = answered;
    setTimeout(() => {
      if (this.answered === answered) this.answered = null;
    }, ANSWERED);
    void this.choose(choice);
  }

  /** Ends the turn of whoever has acted and can only handle gear now: soon, so that the person can say to wait. */
  leaveSoon(): void {
    const { table } = this;
    const { state } = table.known;
    if (
      settings.askAll ||
      !settings.endTurns ||
      this.#undid ||
      this.acting ||
      this.leaving ||
      !table.settled ||
      state?.paused ||
      state?.wanted
    )
      return;
    const [end, ...others] = this.enders;
    const last = this.made;
    if (!end || others.length || last?.who !== end.who || last.tab === 'turn') return;
    const left = table.choices.filter((choice) => choice !== end && !departs(choice));
    if (left.length === 0 || left.some((choice) => choice.tab !== 'turn')) return;
    this.leaving = end;
    this.#leave = setTimeout(() => {
      this.leaving = null;
      void this.choose(end);
    }, LINGER);
  }

  /** The turn does not end by itself. */
  wait(): void {
    clearTimeout(this.#leave);
    this.leaving = null;
  }

  #obvious(): ChoiceView | null {
    const { table } = this;
    const { choices } = table;
    if (table.reacts) return obvious(choices, (choice) => table.stakes(choice));
    // Nothing is left but to end the turn, and there is nothing that could be undone before that.
    const [only] = choices;
    const final = choices.length === 1 && only!.role === 'end-turn' && table.known.state?.undo !== 'free';
    // Another round begins; the first is for the person to begin.
    const another = choices.filter(({ role }) => role === 'begin').length === 1 && (table.view?.round ?? 0) > 0;
    const rest = choices.filter((choice) => !departs(choice));
    return final ? only! : another && rest.length === 1 && settings.endTurns ? rest[0]! : null;
  }

  /** Everybody of this seat who is asked and could leave it at that, each with the choice that does. */
  enders: ChoiceView[] = $derived.by(() => {
    const { able, choices, reacts } = this.table;
    const found = able.flatMap((who) => choices.find((one) => one.who === who && endsTurn(one)) ?? []);
    return reacts ? [] : found;
  });

  /** Ends the turn of all of them, one after the other, for as long as nothing else is asked. */
  async endAll(): Promise<void> {
    const { table } = this;
    const round = table.view?.round;
    for (let left = this.enders.length; left > 0 && this.enders.length && table.view?.round === round; left--) {
      const was = table.known.state?.position;
      await this.choose(this.enders[0]!);
      await table.movedFrom(was);
    }
  }

  /** What everybody who may act could do now, a line each. */
  together: Line[] = $derived.by(() => {
    const { table } = this;
    if (!table.view || !table.mine || table.reacts || table.view.outcome) return [];
    if (this.quizzed && !this.made) return [];
    const able = table.waiting.length ? table.waiting : table.able;
    return plan(table.view, able, this.last, (choice) => table.stakes(choice));
  });

  /** Those lines of it that are not left out; none where all would only end their turns. */
  proposed: Line[] = $derived.by(() => {
    const lines = this.together.filter(({ who }) => !this.leftOut.includes(who));
    return lines.some(({ why }) => why !== 'rest') ? lines : [];
  });

  /** Does the lines one after the other, for as long as nothing is asked and the odds are about as they were shown. */
  async actTogether(lines: Line[]): Promise<void> {
    const { table } = this;
    const shown = new Map(lines.map(({ who, choice }) => [who, table.stakes(choice)?.chance?.p ?? 1]));
    this.#seen = { odds: new Map([...this.#seen.odds, ...shown]), badly: this.#badly() };
    this.acting = true;
    for (const { who } of lines) {
      await table.free();
      const line = this.acting ? this.together.find((one) => one.who === who) : undefined;
      if (!line || (table.stakes(line.choice)?.chance?.p ?? 1) < shown.get(who)! - WORSE) continue;
      await this.#do(line.choice);
      if (line.why === 'rest' || !settings.endTurns || settings.askAll) continue;
      await table.free();
      if (line.why === 'nearer' && !(await this.#actThere(who))) continue;
      const end = this.acting && !this.#wants(who) ? this.enders.find((one) => one.who === who) : undefined;
      if (end) await this.#do(end);
    }
    this.acting = false;
  }
  /**
   * Can it be kept up by itself, round after round? Not where somebody would do something else, the odds are worse than
   * those that were shown, or one of us is badly hurt.
   */
  keptUp: boolean = $derived.by(() => {
    const { table, together } = this;
    if (!this.keeping || together.length === 0 || !table.settled || this.leftOut.length) return false;
    const { paused, wanted } = table.known.state ?? {};
    const same = together.every(({ why }) => why === 'again' || why === 'rest');
    const worse = ({ who, choice }: Line) =>
      (table.stakes(choice)?.chance?.p ?? 1) < (this.#seen.odds.get(who) ?? 1) - WORSE;
    return (
      !paused &&
      !wanted &&
      same &&
      together.some(({ why }) => why === 'again') &&
      !together.some(worse) &&
      this.#badly().every((who) => this.#seen.badly.includes(who))
    );
  });
  /** Those of this seat who are badly hurt, or no longer up. */
  #badly(): Who[] {
    const { tokens, seat } = this.table;
    const own = tokens.filter(({ who }) => seat?.controls.includes(who));
    return own.filter((one) => one.status !== 'up' || one.tracks.some(isLow)).map(({ who }) => who);
  }
  /** Whoever went nearer does what is best there, if it is likely to succeed and nothing warns against it. */
  async #actThere(who: Who): Promise<boolean> {
    const { table } = this;
    const next = this.acting ? this.together.find((one) => one.who === who) : undefined;
    const acts = next?.why === 'best' || next?.why === 'again';
    if (!acts || next.choice.warnings.length || (table.stakes(next.choice)?.chance?.p ?? 1) < LIKELY) return false;
    await this.#do(next.choice);
    await table.free();
    return true;
  }
  async #do(choice: ChoiceView): Promise<void> {
    const was = this.table.known.state?.position;
    await this.choose(choice);
    await this.table.movedFrom(was);
  }
  /** Is there something left that is worth an action? */
  #wants(who: Who): boolean {
    const { table } = this;
    return table.choices.some(
      (choice) => choice.who === who && choice.role === 'act' && worth(choice, table.stakes(choice)) > LEAST,
    );
  }

  /** Opens or closes a deed of the list. */
  open(key: string, on: boolean): void {
    this.opened = new Map(this.opened).set(key, on);
    this.settle();
  }

  /** Shows what a choice means, where nothing can hover; the next tap does it. */
  preview(choice: ChoiceView): void {
    this.explained = choice;
    this.lit = choice;
  }

  /** Takes a choice up. One with a button of its own is shown beside that first; taken up again it is done. */
  pick(choice: ChoiceView): void {
    if (!choice.button || this.explained?.text === choice.text) return void this.choose(choice);
    this.tapped = null;
    this.armed = null;
    this.preview(choice);
  }

  undo(): void {
    this.#undid = true;
    this.acting = this.keeping = false;
    void this.table.undo();
  }

  group(choices: ChoiceView[]): DeedRow[] {
    const { view, tokens } = this.table;
    return view ? deeds(choices, view.map, tokens) : [];
  }

  /** Choices of the actor on one tab, as deeds. */
  deeds(tab: Tab): DeedRow[] {
    return this.#deeds[tab];
  }

  /** Does this have enough squares to choose from that the deed is picked first, and the square on the map? */
  armable(choice: ChoiceView): boolean {
    const { view } = this.table;
    const deed = this.deeds(choice.tab).find((row) => row.aims.some((aim) => aim.choice === choice));
    return !!view && !!deed && onMap(deed, view.map);
  }

  /** Choices that concern a place or somebody, for the one who acts. */
  about(place: Place | null, who: Who | null): ChoiceView[] {
    return this.choices.filter(
      (choice) => (who !== null && choice.targets.includes(who)) || (place !== null && choice.to === place),
    );
  }

  /** Choices about a place and about everybody who stands there. */
  around(place: Place): ChoiceView[] {
    const here = new Set(this.table.tokens.filter((token) => token.place === place).map((token) => token.who));
    return this.choices.filter(
      (choice) => choice.to === place || choice.targets.some((who) => who !== this.actor && here.has(who)),
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

  /** Why nothing can be done with what was tapped, a reason each. */
  whyNot(): { title: string; why: string; rule: string | null }[] {
    const { place, who } = this.tapped ?? { place: null, who: null };
    const about = (this.table.view?.quiet ?? []).filter(
      (quiet) =>
        quiet.who === this.actor &&
        quiet.sought &&
        (who !== null ? quiet.targets.includes(who) : place !== null && quiet.to === place),
    );
    const found = new Map(about.map(({ deed, why, rule }) => [`${deed.id} ${why}`, { title: deed.title, why, rule }]));
    return [...found.values()];
  }

  act(who: Who): void {
    if (!this.table.able.includes(who)) return;
    this.#actor = who;
    this.armed = null;
    this.lit = null;
    this.tapped = null;
    this.#openUsefulTab();
  }

  nextActor(): void {
    const { able } = this.table;
    const next = able[(able.indexOf(this.actor ?? -1) + 1) % Math.max(1, able.length)];
    if (next !== undefined) this.act(next);
  }

  select(who: Who | null): void {
    this.selected = who;
    if (who !== null && this.table.able.includes(who)) this.act(who);
  }

  openRules(rule: string | null): void {
    this.rulesAt = rule;
    this.rulesOpen = true;
  }

  /** Makes a choice; one that leaves the others behind only when it was confirmed. */
  async choose(choice: ChoiceView, confirmed = false): Promise<void> {
    if (this.#choosing) return;
    this.wait();
    this.tapped = null;
    this.armed = null;
    this.lit = null;
    this.confirming = departs(choice) && !confirmed ? choice : null;
    if (this.confirming) return;
    this.#choosing = true;
    this.#undid = false;
    this.#went = choice.tab === 'move';
    this.explained = null;
    const { table } = this;
    const habit = this.always ? table.known.state?.habits.find((one) => one.choice === choice.text) : undefined;
    if (habit) await table.ask({ type: 'standing', who: habit.who, question: habit.question, answer: habit.answer });
    this.always = false;
    const { ok } = await table.choose(choice);
    if (ok) this.made = choice;
    if (ok && choice.role === 'act') this.last.set(choice.who, choice);
    this.#choosing = false;
  }

  /** Does the deed that was taken up at this place, if it can be done there. */
  aimAt(place: Place): boolean {
    const aim = this.armed?.aims.find(({ choice }) => choice.to === place);
    if (aim) this.pick(aim.choice);
    return !!aim;
  }

  talk(on: boolean): void {
    this.talking = on;
    this.#heard = this.table.said.at(-1)?.number ?? this.#heard;
  }

  watch(on: boolean): void {
    this.watching = on;
  }
}
