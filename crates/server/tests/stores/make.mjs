// Makes a store with a built program, for the test that opens the stores of every released version:
//
//   node --experimental-websocket make.mjs PATH/TO/fracas 0.1.0
//
// writes 0.1.0.sqlite and 0.1.0.json (what its server told about each table). Run it once for each release, with the
// program of that release, and never again: the point is that old files stay as they are. Needs sqlite3.
import { execFileSync, spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'

const [program, version] = process.argv.slice(2)
const file = `${version}.sqlite`
for (const end of ['', '-wal', '-shm', '.lock']) rmSync(file + end, { force: true })
const server = spawn(program, ['serve', '--no-browser', '--port', '0', '--data', file])
const url = await new Promise((found) => {
  server.stdout.on('data', (text) => found(/http:\S+/.exec(String(text))?.[0]))
})

async function open(wanted) {
  const answer = await fetch(`${url}api/tables`, { method: 'POST', body: JSON.stringify(wanted) })
  if (answer.status !== 201) throw new Error(await answer.text())
  return answer.json()
}

/** A seat: `say` sends a message and waits for its reply, and for the state after it. */
async function join(table, token) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}api/tables/${table}/live?token=${token}`)
  const seat = { state: undefined, log: [] }
  const waiting = new Map()
  let shown = () => {}
  const first = new Promise((done) => (shown = done))
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data)
    if (message.type === 'state') {
      seat.log = seat.log.filter((line) => line.step < message.lines_from).concat(message.lines)
      seat.state = message
      shown()
    } else if (message.type === 'reply') waiting.get(message.id)(message)
  }
  let next = 0
  seat.say = async (message) => {
    const id = `m${next++}`
    const reply = new Promise((done) => waiting.set(id, done))
    const state = new Promise((done) => (shown = done))
    socket.send(JSON.stringify({ id, ...message }))
    const told = await reply
    if (told.ok || told.code === 'dice-wanted') await state
    else throw new Error(`${JSON.stringify(message)}: ${JSON.stringify(told)}`)
    return told
  }
  seat.choose = (index) => {
    const choices = seat.state.view.choices
    return seat.say({ type: 'choose', position: seat.state.position, choice: choices[index % choices.length].text })
  }
  seat.at = (type, more = {}) => seat.say({ type, position: seat.state.position, ...more })
  seat.close = () => socket.close()
  await first
  return seat
}

const told = []
async function keep(opened, judge) {
  const { steps, revision, view } = judge.state
  told.push({ table: opened.table, judge: opened.links.judge, steps, revision, round: view.round, log: judge.log })
  judge.close()
}

// Choices, things taken back and done again, settings, seats.
{
  const opened = await open({ scenario: 'delve/last-stand', mode: 'judge', seed: 11 })
  const judge = await join(opened.table, opened.links.judge)
  for (let turn = 0; turn < 12; turn++) await judge.choose(turn * 3)
  await judge.at('undo')
  await judge.at('redo')
  await judge.at('take-back', { steps: 2 })
  await judge.choose(1)
  await judge.say({ type: 'pause', on: true })
  await judge.say({ type: 'pace', ms: 5000 })
  await judge.say({ type: 'auto', who: [0], on: true })
  await judge.say({ type: 'invite', kind: 'player', name: 'Guest', controls: [1] })
  await keep(opened, judge)
}
// Typed dice.
{
  const opened = await open({ scenario: 'delve/last-stand', mode: 'judge', seed: 7 })
  const judge = await join(opened.table, opened.links.judge)
  await judge.say({ type: 'dice', mode: 'mine' })
  for (let turn = 0; turn < 6; turn++) {
    await judge.choose(turn)
    while (judge.state.wanted) await judge.at('faces', { faces: [1 + (turn % judge.state.wanted.sides)] })
  }
  await keep(opened, judge)
}
// One that is over, by the judge's hand.
{
  const opened = await open({ scenario: 'delve/last-stand', mode: 'solo', seed: 3 })
  const judge = await join(opened.table, opened.links.judge)
  await judge.say({ type: 'pause', on: true })
  await judge.choose(0)
  await judge.say({ type: 'judge', act: { act: 'end', winner: 'heroes' } })
  await keep(opened, judge)
}
server.kill('SIGTERM')
await new Promise((done) => server.on('exit', done))
execFileSync('sqlite3', [file, 'PRAGMA wal_checkpoint(TRUNCATE); VACUUM;'])
for (const end of ['-wal', '-shm', '.lock']) rmSync(file + end, { force: true })
writeFileSync(`${version}.json`, JSON.stringify(told, null, 1) + '\n')
