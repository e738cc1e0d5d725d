/** Carries out what a key means, on a table. */
import { begins, endsTurn } from '../choices/group';
import type { Command } from '../keys';
import { neighbour } from '../map/layout';
import { unseenNames } from '../map/sight';
import { square } from '../map/places';
import { turn } from '../map/camera';
import type { Lens } from '../state/camera.svelte';
import type { Table } from '../state/table.svelte';
import type { Place } from '../types';

/** True if the key was ours. */
export function carryOut(command: Command, table: Table, lens: Lens): boolean {
  switch (command.do) {
    case 'cursor':
      return moveCursor(table, lens, command.dx, command.dy);
    case 'act':
      return tapCursor(table, lens);
    case 'pick':
      return focusOn('[data-answer], #tab-panel [data-choice]', command.nth);
    case 'tab':
      table.tab = command.tab;
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
      void table.undo();
      return true;
    case 'redo':
      void table.redo();
      return true;
    case 'end': {
      const end = table.choices.find((choice) => choice.who === table.actor && endsTurn(choice));
      return !!end && focusOn('[data-end]');
    }
    case 'roll': {
      const first = table.choices.find((choice) => choice.tab === 'turn' && begins(choice));
      if (first) void table.choose(first);
      return !!first;
    }
    case 'go':
      if (table.known.state?.waits) void table.go();
      return true;
    case 'next':
      table.nextActor();
      return true;
    case 'log':
      table.logOpen = !table.logOpen;
      return true;
    case 'rules':
      table.openRules(null);
      return true;
    case 'threats':
      table.watch(!table.watching);
      return true;
    case 'sight':
      table.sighting = !table.sighting;
      return true;
    case 'keys':
      table.keysOpen = true;
      return true;
    case 'judge':
      if (table.isJudge) table.tab = 'judge';
      return table.isJudge;
    case 'close':
      return closeTop(table);
  }
}

function closeTop(table: Table): boolean {
  if (table.placing) table.placing = null;
  else if (table.armed) table.armed = null;
  else if (table.tapped) table.tapped = null;
  else if (table.watching) table.watch(false);
  else if (table.sighting) table.sighting = false;
  else if (table.rulesOpen) table.rulesOpen = false;
  else if (table.logOpen) table.logOpen = false;
  else if (table.notice) table.notice = null;
  else if (table.cursor) table.cursor = null;
  else return false;
  return true;
}

function focusOn(selector: string, nth = 0): boolean {
  const visible = [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.offsetParent !== null);
  visible[nth]?.focus();
  return visible[nth] !== undefined;
}

function moveCursor(table: Table, lens: Lens, dx: number, dy: number): boolean {
  const view = table.view;
  if (!view) return false;
  document.querySelector<HTMLElement>('[data-map]')?.focus();
  const start = table.cursor ?? table.actorToken?.place ?? null;
  table.tapped = null;
  if (view.map.kind === 'zones') {
    const cards = lens.drawn?.cards ?? [];
    const from = cards.findIndex((card) => card.zone.id === start);
    const to = table.cursor === null ? Math.max(from, 0) : neighbour(cards, Math.max(from, 0), dx, dy);
    point(table, cards[to]?.zone.id ?? null);
    return true;
  }
  const { width, height } = view.map;
  const here = start ? square(start) : null;
  if (!here) return false;
  if (table.cursor === null) point(table, start);
  else {
    // The arrow points on the screen; the map may be turned.
    const [ox, oy] = turn(1, 1, 3, 3, 0);
    const [tx, ty] = turn(1 + dx, 1 + dy, 3, 3, (4 - lens.quarters) % 4);
    const x = Math.max(0, Math.min(width - 1, here[0] + tx - ox)),
      y = Math.max(0, Math.min(height - 1, here[1] + ty - oy));
    point(table, `${x},${y}`);
  }
  return true;
}

function point(table: Table, place: Place | null): void {
  table.cursor = place;
  table.over = { place, who: null };
}

/** What Enter does on the map: opens what can be done at the cursor. */
function tapCursor(table: Table, lens: Lens): boolean {
  const view = table.view;
  const place = table.cursor;
  if (!view || !place) return false;
  if (table.placing) {
    table.placing.put(place);
    table.placing = null;
    return true;
  }
  if (table.armed && table.aimAt(place)) return true;
  const here = table.tokens.filter((token) => token.place === place && token.status !== 'gone');
  const middle = lens.drawn?.middle(place);
  const { camera, screen } = lens;
  const at = middle
    ? {
        x: (middle.x - camera.x) * camera.scale + screen.width / 2,
        y: (middle.y - camera.y) * camera.scale + screen.height / 2,
      }
    : { x: 0, y: 0 };
  const alone = view.map.kind === 'squares' && here.length === 1 ? here[0]!.who : null;
  if (alone !== null) table.select(alone);
  table.tapped = { place, who: alone, everyone: alone === null, ...at };
  requestAnimationFrame(() => focusOn('.menu [data-choice]'));
  return true;
}

/** What the cursor points at, in words, for those who do not see it. */
export function describe(table: Table, place: Place | null): string {
  const view = table.view;
  if (!view || !place) return '';
  const zone = view.map.kind === 'zones' ? view.map.zones.find((one) => one.id === place) : null;
  const here = table.tokens
    .filter((token) => token.place === place && token.status !== 'gone')
    .map((token) => token.name);
  const can = table.around(place).length;
  const what = zone ? `${zone.name}${zone.tags.length ? `, ${zone.tags.join(', ')}` : ''}` : `Square ${place}`;
  const unseen = unseenNames(view.map, place);
  const sight = unseen.length ? ` Out of sight from there: ${unseen.join(', ')}.` : '';
  const who = here.length ? here.join(', ') : 'Nobody';
  const todo = can === 0 ? 'Nothing to do there.' : can === 1 ? 'One choice: Enter.' : `${can} choices: Enter.`;
  return `${what}.${sight} ${who} here. ${todo}`;
}
