/** Carries out what a key means, on a person.table. */
import { begins, endsTurn } from '../choices/group';
import type { Command } from '../keys';
import { neighbour } from '../map/layout';
import { unseenNames } from '../map/sight';
import { square } from '../map/places';
import { turn } from '../map/camera';
import type { Lens } from '../state/camera.svelte';
import type { Person } from '../state/person.svelte';
import type { Place } from '../types';

/** True if the key was ours. */
export function carryOut(command: Command, person: Person, lens: Lens): boolean {
  switch (command.do) {
    case 'cursor':
      return moveCursor(person, lens, command.dx, command.dy);
    case 'act':
      return tapCursor(person, lens);
    case 'pick':
      return focusOn(
        '[data-answer], #tab-panel :is([data-choice], [data-deed][aria-expanded=false], [data-open])',
        command.nth,
      );
    case 'tab':
      person.tab = command.tab;
      focusOn(`#tab-${command.tab}`);
      return true;
    case 'zoom':
      lens.zoom(command.by > 0 ? 1.25 : 0.8);
      return true;
    case 'fit':
      lens.fit();
      return true;
    case 'turn':
      lens.turn();
      return true;
    case 'undo':
      person.undo();
      return true;
    case 'redo':
      void person.table.redo();
      return true;
    case 'end': {
      const end = person.choices.find(endsTurn);
      return !!end && focusOn('[data-end]');
    }
    case 'plan':
      return focusOn('[data-together]');
    case 'roll': {
      // Where everybody ticks something off first, all are ready together.
      if (press('[data-ready]')) return true;
      const first = person.table.choices.find(begins);
      if (first) void person.choose(first);
      return !!first;
    }
    case 'go':
      if (person.table.known.state?.waits) void person.table.go();
      return true;
    case 'next':
      person.nextActor();
      return true;
    case 'log':
      person.logOpen = !person.logOpen;
      return true;
    case 'rules':
      person.openRules(null);
      return true;
    case 'threats':
      person.watch(!person.watching);
      return true;
    case 'hint':
      if (person.table.mine) void person.table.askHint();
      return person.table.mine;
    case 'sight':
      person.sighting = !person.sighting;
      return true;
    case 'keys':
      person.keysOpen = true;
      return true;
    case 'judge':
      if (person.table.isJudge) person.tab = 'judge';
      return person.table.isJudge;
    case 'close':
      return closeTop(person);
  }
}

function closeTop(person: Person): boolean {
  if (person.placing) person.placing = null;
  else if (person.armed) person.armed = null;
  else if (person.tapped) person.tapped = null;
  else if (person.watching) person.watch(false);
  else if (person.sighting) person.sighting = false;
  else if (person.rulesOpen) person.rulesOpen = false;
  else if (person.logOpen) person.logOpen = false;
  else if (person.table.notice) person.table.tell(null);
  else if (person.talking) person.talk(false);
  else if (person.cursor) person.cursor = null;
  else return false;
  return true;
}

function focusOn(selector: string, nth = 0): boolean {
  const visible = [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.offsetParent !== null);
  visible[nth]?.focus();
  return visible[nth] !== undefined;
}

function press(selector: string): boolean {
  const button = document.querySelector<HTMLElement>(selector);
  button?.click();
  return button !== null;
}

function moveCursor(person: Person, lens: Lens, dx: number, dy: number): boolean {
  const view = person.table.view;
  if (!view) return false;
  document.querySelector<HTMLElement>('[data-map]')?.focus();
  const start = person.cursor ?? person.actorToken?.place ?? null;
  person.tapped = null;
  if (view.map.kind === 'zones') {
    const cards = lens.drawn?.cards ?? [];
    const from = cards.findIndex((card) => card.zone.id === start);
    const to = person.cursor === null ? Math.max(from, 0) : neighbour(cards, Math.max(from, 0), dx, dy);
    point(person, cards[to]?.zone.id ?? null);
    return true;
  }
  const { width, height } = view.map;
  const here = start ? square(start) : null;
  if (!here) return false;
  if (person.cursor === null) point(person, start);
  else {
    // The arrow points on the screen; the map may be turned.
    const [ox, oy] = turn(1, 1, 3, 3, 0);
    const [tx, ty] = turn(1 + dx, 1 + dy, 3, 3, (4 - lens.quarters) % 4);
    const x = Math.max(0, Math.min(width - 1, here[0] + tx - ox)),
      y = Math.max(0, Math.min(height - 1, here[1] + ty - oy));
    point(person, `${x},${y}`);
  }
  return true;
}

function point(person: Person, place: Place | null): void {
  person.cursor = place;
  person.over = { place, who: null };
}

/** What Enter does on the map: opens what can be done at the cursor. */
function tapCursor(person: Person, lens: Lens): boolean {
  const view = person.table.view;
  const place = person.cursor;
  if (!view || !place) return false;
  if (person.placing) {
    const here = person.table.tokens.filter((token) => token.place === place);
    person.placing.put(place, here.length === 1 ? here[0]!.who : null);
    if (!person.placing.again) person.placing = null;
    return true;
  }
  if (person.armed && person.aimAt(place)) return true;
  const here = person.table.tokens.filter((token) => token.place === place && token.status !== 'gone');
  const middle = lens.drawn?.middle(place);
  const { camera, screen } = lens;
  const at = middle
    ? {
        x: (middle.x - camera.x) * camera.scale + screen.width / 2,
        y: (middle.y - camera.y) * camera.scale + screen.height / 2,
      }
    : { x: 0, y: 0 };
  const alone = view.map.kind === 'squares' && here.length === 1 ? here[0]!.who : null;
  if (alone !== null) person.select(alone);
  person.tapped = { place, who: alone, everyone: alone === null, ...at };
  requestAnimationFrame(() => focusOn('.menu [data-choice]'));
  return true;
}

/** What the cursor points at, in words, for those who do not see it. */
export function describe(person: Person): string {
  const place = person.cursor;
  const view = person.table.view;
  if (!view || !place) return '';
  const zone = view.map.kind === 'zones' ? view.map.zones.find((one) => one.id === place) : null;
  const here = person.table.tokens
    .filter((token) => token.place === place && token.status !== 'gone')
    .map((token) => token.name);
  const can = person.around(place).length;
  const what = zone ? [zone.name, ...zone.tags.map((tag) => tag.text)].join(', ') : `Square ${place}`;
  const unseen = unseenNames(view.map, place);
  const sight = unseen.length ? ` Out of sight from there: ${unseen.join(', ')}.` : '';
  const who = here.length ? here.join(', ') : 'Nobody';
  const todo = can === 0 ? 'Nothing to do there.' : can === 1 ? 'One choice: Enter.' : `${can} choices: Enter.`;
  return `${what}.${sight} ${who} here. ${todo}`;
}
