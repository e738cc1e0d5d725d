// Battles of @pkmn/sim, three against three by the rules of the first generation, which are its quickest, in which
// both sides choose at random among everything that is legal. Timed by this process's own CPU time.
'use strict';
const { Battle, toID } = require('@pkmn/sim');

const TEAM = [
  ['Tauros', ['Body Slam', 'Hyper Beam', 'Blizzard', 'Earthquake']],
  ['Starmie', ['Surf', 'Thunderbolt', 'Blizzard', 'Thunder Wave']],
  ['Snorlax', ['Body Slam', 'Reflect', 'Earthquake', 'Hyper Beam']],
];
const team = () =>
  TEAM.map(([species, moves]) => ({
    name: species, species, moves, level: 100, ability: 'No Ability', item: '', nature: '', gender: '',
    evs: { hp: 255, atk: 255, def: 255, spa: 255, spd: 255, spe: 255 },
    ivs: { hp: 30, atk: 30, def: 30, spa: 30, spd: 30, spe: 30 },
  }));

// A generator of our own, so that runs are the same.
let word = 1;
function below(n) {
  word = (Math.imul(word, 1664525) + 1013904223) >>> 0;
  return Math.floor((word / 4294967296) * n);
}

function legal(request) {
  const bench = request.side.pokemon
    .map((one, at) => ({ at: at + 1, ready: !one.active && !one.condition.endsWith(' fnt') }))
    .filter((one) => one.ready)
    .map((one) => `switch ${one.at}`);
  if (request.forceSwitch) return bench;
  const active = request.active[0];
  const moves = active.moves.map((move, at) => [move, at + 1]).filter(([move]) => !move.disabled);
  return [...moves.map(([, at]) => `move ${at}`), ...(active.trapped ? [] : bench)];
}

let choices = 0;
let listed = 0;
function battle(seed) {
  const fight = new Battle({
    formatid: toID('gen1customgame'),
    seed: [seed & 0xffff, 2, 3, 4],
    p1: { name: 'heroes', team: team() },
    p2: { name: 'monsters', team: team() },
  });
  for (let turns = 0; turns < 2000 && !fight.ended; turns++) {
    for (const side of [fight.p1, fight.p2]) {
      const request = side.activeRequest;
      if (!request || request.wait || fight.ended) continue;
      const all = legal(request);
      listed += all.length;
      const chosen = all[below(all.length)];
      if (!fight.choose(side.id, chosen)) throw new Error(`${chosen} is not legal: ${side.choice.error}`);
      choices++;
    }
  }
}

for (let nth = 0; nth < 60; nth++) battle(nth); // Until the code is compiled.
let best = 0;
let battles = 0;
for (let times = 0; times < 5; times++) {
  choices = 0;
  listed = 0;
  const start = process.cpuUsage();
  for (let nth = 0; nth < 60; nth++) battle(1000 + nth);
  const { user, system } = process.cpuUsage(start);
  battles += 60;
  best = Math.max(best, choices / ((user + system) / 1e6));
}
console.log(JSON.stringify({ choices_per_second: best, listed: listed / choices, battles }));
