// Four fighters against four orcs in dnd-combat-simulator, timed by this process's own CPU time. `runFight` rolls
// initiative itself: calling `initiateCombat` as well would let everybody act twice in each round.
'use strict';
const { Combat, Combatant, Party } = require('dnd-combat-simulator');

function party(name, ...numbers) {
  const members = new Party();
  for (let nth = 1; nth <= 4; nth++) members.addMember(new Combatant(`${name} ${nth}`, ...numbers));
  return members;
}

// Hit points, armour class, initiative, to hit, damage die, how many, damage bonus.
const combat = new Combat();
combat.addParty(party('fighter', 28, 16, 0, 5, 8, 1, 3), 'heroes');
combat.addParty(party('orc', 15, 13, 0, 5, 12, 1, 3), 'monsters');

function run(fights) {
  let won = 0;
  for (let nth = 0; nth < fights; nth++) {
    if (combat.runFight()[0].party_id === 'heroes') won++;
    combat.reset();
  }
  return won;
}

run(20000); // Until the code is compiled.
let best = Infinity, won = 0, all = 0;
for (let times = 0; times < 5; times++) {
  const fights = 40000;
  const start = process.cpuUsage();
  won += run(fights);
  const { user, system } = process.cpuUsage(start);
  all += fights;
  best = Math.min(best, (user + system) / 1e6 / fights);
}
console.log(JSON.stringify({ seconds_per_fight: best, heroes_win: won / all }));
