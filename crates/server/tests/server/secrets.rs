//! What a seat must not know is not in anything that it receives, byte for byte, through whole fights in every system.
//!
//! What is hidden is worked out here from the judge's truth, not asked of the rules that do the hiding: the state behind
//! each message is changed in what is hidden from the seat, and the view must come out as it was sent. Delve, twelves and
//! heed hide nothing but the dice to come, the choices of others and their links.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;

use fracas_content::scenario as built_in;
use fracas_kernel::{Crowd, Rules, Seat, Side, Who};
use fracas_systems::{Visit, bundle_for, open as open_game, open_replay, visit};
use fracas_table::Replay;
use serde_json::{Value, json};

use crate::common::{Client, http, open, server};
use crate::fights::play;

/// A seed that nothing else looks like.
const SEED: u64 = 8_141_592_653_589_793;
/// What only the inside of a state or of the generator is called.
const INSIDE: [&str; 10] = [
    "\"dice\":{",
    "\"words\":",
    "\"fiats\":",
    "\"seed\":",
    "\"rng\":",
    "\"committed\":",
    "\"deck\":",
    "\"ones\":",
    "\"most_hp\":",
    "\"most_hits\":",
];

/// Does `text` hold `word` as a word of its own?
fn holds(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + word.len()..].chars().next());
        !before.is_some_and(part) && !after.is_some_and(part)
    })
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn bit(set: &Value, who: usize) -> bool {
    set.as_array().unwrap_or_else(|| panic!("{set} is no set")).iter().any(|one| *one == who)
}

/// A fight as the judge knows it: the state and the judge's view after each number of steps, and who made each step.
struct Truth {
    replay: Replay,
    states: Vec<Value>,
    views: Vec<Value>,
    actors: Vec<Option<Who>>,
}

impl Truth {
    fn new(replay: Replay) -> Truth {
        let mut game = open_replay(&replay).unwrap();
        let (mut states, mut views, mut actors) = (Vec::new(), Vec::new(), Vec::new());
        for step in replay.steps.iter().map(Some).chain([None]) {
            states.push(game.state());
            views.push(serde_json::to_value(game.view_with(Seat::Judge, Crowd::NONE)).unwrap());
            let Some(step) = step else { continue };
            let choice = step.choice.as_deref();
            actors.push(choice.and_then(|choice| game.who(choice.split(' ').next().unwrap())));
            step.redo(&mut *game).unwrap();
        }
        Truth { replay, states, views, actors }
    }

    /// Of those who are on the grid: those whom no standing enemy can possibly see, by Senses or by walls; and what hides
    /// each from all of them.
    fn unseen(&self, step: usize) -> BTreeMap<usize, Hidden> {
        let (state, view) = (&self.states[step], &self.views[step]);
        let rows = view["map"]["cells"].as_array().unwrap().iter();
        let cells: Vec<Vec<char>> = rows.map(|row| row.as_str().unwrap().chars().collect()).collect();
        let pieces = view["map"]["pieces"].as_array().unwrap();
        let is_hero = |piece: &Value| bit(&state["side"][0], number(&piece["who"]) as usize);
        let mut unseen = BTreeMap::new();
        for piece in pieces {
            let who = number(&piece["who"]) as usize;
            let hidden = number(&state["hidden"][who]);
            let eyes = pieces.iter().filter(|eye| {
                is_hero(eye) != is_hero(piece) && bit(&state["up"], number(&eye["who"]) as usize)
            });
            // RANKS-M8, RANKS-R7
            let ways = eyes.map(|eye| {
                let senses = number(&state["senses"][number(&eye["who"]) as usize]);
                Hidden { stealth: hidden > senses, walls: walled_off(&cells, eye, piece) }
            });
            let ways: Vec<Hidden> = ways.collect();
            if ways.iter().all(|way| way.stealth || way.walls) {
                let stealth = ways.iter().all(|way| way.stealth);
                let walls = ways.iter().all(|way| way.walls);
                unseen.insert(who, Hidden { stealth, walls });
            }
        }
        unseen
    }
}

/// What hides somebody from an enemy, or from all of them.
#[derive(Clone, Copy)]
struct Hidden {
    stealth: bool,
    walls: bool,
}

fn squares(piece: &Value) -> Vec<(f64, f64)> {
    let (x, y, size) = (number(&piece["at"][0]), number(&piece["at"][1]), number(&piece["size"]));
    (0..size * size).map(|n| ((x + n % size) as f64, (y + n / size) as f64)).collect()
}

/// Does a wall stand across every straight line between two bodies, wherever in their squares it begins and ends?
fn walled_off(cells: &[Vec<char>], one: &Value, other: &Value) -> bool {
    const POINTS: [f64; 3] = [0.02, 0.5, 0.98];
    let points = |(x, y): (f64, f64)| POINTS.map(|dx| POINTS.map(|dy| (x + dx, y + dy)));
    let is_wall = |x: f64, y: f64| {
        let inside = |at: f64| (0.01..0.99).contains(&at.fract());
        inside(x) && inside(y) && cells.get(y as usize).and_then(|row| row.get(x as usize)) == Some(&'#')
    };
    let crossed = |(x1, y1): (f64, f64), (x2, y2): (f64, f64)| {
        let steps = ((x2 - x1).abs().max((y2 - y1).abs()) * 40.0) as i32 + 1;
        (0..=steps).any(|n| {
            let part = f64::from(n) / f64::from(steps);
            is_wall(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part)
        })
    };
    let from: Vec<(f64, f64)> = squares(one).into_iter().flat_map(points).flatten().collect();
    let to: Vec<(f64, f64)> = squares(other).into_iter().flat_map(points).flatten().collect();
    from.iter().all(|&a| to.iter().all(|&b| crossed(a, b)))
}

/// The truth changed in what is hidden from a seat, and how many things are.
fn scrambled(truth: &Truth, step: usize, seat: Seat) -> (Value, usize) {
    let mut state = truth.states[step].clone();
    let hidden = match truth.replay.system.as_str() {
        "ranks" => scramble_ranks(&mut state, truth, step, seat),
        "ardor" => scramble_ardor(&mut state, truth, seat),
        _ => 0,
    };
    (state, hidden)
}

fn scramble_ranks(state: &mut Value, truth: &Truth, step: usize, seat: Seat) -> usize {
    let heroes = |who: usize| bit(&truth.states[step]["side"][0], who);
    let plays = matches!(seat, Seat::Player(_));
    // Everybody but the monsters' own player is kept from their cards; so is a watcher from the heroes'.
    for who in 0..truth.states[step]["count"].as_u64().unwrap() as usize {
        if !heroes(who) || !plays {
            let hand = state["hand"][who].take();
            state["hand"][who] = state["deck"][who].take();
            state["deck"][who] = hand;
        }
    }
    let unseen: Vec<(usize, Hidden)> =
        truth.unseen(step).into_iter().filter(|&(who, _)| !plays || !heroes(who)).collect();
    for &(who, _) in &unseen {
        for (track, more) in [("damage", 3), ("wounds", 1), ("movement", 5)] {
            state[track][who] = json!(number(&state[track][who]) + more);
        }
    }
    // Two who are hidden by the same thing would be so in each other's place, and a player's friends see the same.
    for pair in unseen.chunks_exact(2).filter(|_| plays) {
        let [(one, by), (other, by_other)] = [pair[0], pair[1]];
        let alike = by.stealth && by_other.stealth || by.walls && by_other.walls;
        if alike && state["size"][one] == state["size"][other] {
            let first = state["at"][one].take();
            state["at"][one] = state["at"][other].take();
            state["at"][other] = first;
        }
    }
    unseen.len()
}

fn scramble_ardor(state: &mut Value, truth: &Truth, seat: Seat) -> usize {
    if state["phase"] == "arduous" {
        return 0;
    }
    let mut changed = 0;
    for who in 0..state["count"].as_u64().unwrap() as usize {
        let (rolls, bluffs) = (bit(&state["rollers"], who), bit(&state["bluffers"], who));
        // ARDOR-R18: what a player states is open to the own side.
        let secret = rolls && !matches!(seat, Seat::Player(_)) || bluffs;
        if seat.controls(Who(who as u8)) || !secret || !bit(&state["committed"], who) {
            continue;
        }
        // ARDOR-R6: face down, or meant otherwise than shown. Any other intent of this fight will do.
        let mut others = truth.states.iter().flat_map(|state| state["intent"].as_array().unwrap());
        let now = state["intent"][who].clone();
        if let Some(other) = others.find(|intent| **intent != now) {
            state["intent"][who] = other.clone();
            changed += 1;
        }
    }
    changed
}

/// The view that a seat would have of each state.
fn views(replay: &Replay, states: Vec<Value>, seat: Seat) -> Vec<Value> {
    struct Look(Vec<Value>, Seat);
    impl Visit for Look {
        type Out = Vec<Value>;
        fn visit<R: Rules>(self, rules: R, _bundle: fracas_content::Bundle) -> Vec<Value> {
            let Look(states, seat) = self;
            let look = |state| {
                let state: R::State = serde_json::from_value(state).expect("a state");
                serde_json::to_value(rules.view(&state, seat)).unwrap()
            };
            states.into_iter().map(look).collect()
        }
    }
    visit(replay.bundle.clone().into(), Look(states, seat)).unwrap()
}

/// Without the choices, which are those of the true table.
fn bare(view: &Value) -> Value {
    let mut view = view.clone();
    for field in ["choices", "quiet"] {
        view.as_object_mut().unwrap().remove(field);
    }
    view
}

/// All strings in a message.
fn strings<'a>(value: &'a Value, all: &mut BTreeSet<&'a str>) {
    match value {
        Value::String(text) => drop(all.insert(text)),
        Value::Array(items) => items.iter().for_each(|item| strings(item, all)),
        Value::Object(fields) => fields.values().for_each(|field| strings(field, all)),
        _ => {}
    }
}

/// Somebody at the table, with every byte that came.
struct Witness {
    seat: Seat,
    client: Client,
    /// Answers to requests, which a seat may make at any time.
    rest: Vec<String>,
    foreign: Vec<String>,
}

impl Witness {
    /// Checks everything; returns how many hidden things could have been in it.
    fn check(&self, truth: &Truth, at: &str) -> usize {
        // Whom its heroes have called obeys it too.
        let called =
            |who: Who| self.client.state["seat"]["controls"].as_array().unwrap().contains(&json!(who.0));
        let own = |who: Who| self.seat.controls(who) || called(who);
        let others: BTreeSet<&str> = (truth.replay.steps.iter().zip(&truth.actors))
            .filter(|(_, actor)| actor.is_none_or(|who| !own(who)))
            .filter_map(|(step, _)| step.choice.as_deref())
            .collect();
        let mut messages: Vec<Value> = Vec::new();
        for text in self.client.received.iter().chain(&self.rest) {
            assert!(!text.contains(&SEED.to_string()), "{at}: the seed is in {text}");
            // Also where it is wrapped into a string.
            let unwrapped = text.replace('\\', "");
            for word in INSIDE {
                assert!(!unwrapped.contains(word), "{at}: {word} is in {text}");
            }
            for token in &self.foreign {
                assert!(!text.contains(token.as_str()), "{at}: another's link is in {text}");
            }
            let message: Value = serde_json::from_str(text).unwrap();
            let mut told = BTreeSet::new();
            strings(&message, &mut told);
            let choice = others.intersection(&told).next();
            assert!(choice.is_none(), "{at}: another's choice {choice:?} is in {text}");
            messages.push(message);
        }
        let states: Vec<&Value> = messages.iter().filter(|message| message["type"] == "state").collect();
        assert!(states.len() > truth.replay.steps.len() / 2, "{at}: states came");
        self.check_views(truth, &states, at) + self.check_lines(truth, &states, at)
    }

    fn check_views(&self, truth: &Truth, states: &[&Value], at: &str) -> usize {
        let steps: Vec<usize> = states.iter().map(|state| number(&state["steps"]) as usize).collect();
        let (changed, hidden): (Vec<Value>, Vec<usize>) =
            steps.iter().map(|&step| scrambled(truth, step, self.seat)).unzip();
        let expected = views(&truth.replay, changed, self.seat);
        for ((state, expected), &step) in states.iter().zip(expected).zip(&steps) {
            let (sent, expected) = (bare(&state["view"]), bare(&expected));
            assert_eq!(sent, expected, "{at}: {:?} can tell what is hidden after {step} steps", self.seat);
            if truth.replay.system == "ranks" {
                self.check_unseen(truth, state, step, at);
            }
        }
        hidden.into_iter().sum()
    }

    /// Whom this seat cannot see has no place, and nothing can be done to it.
    fn check_unseen(&self, truth: &Truth, state: &Value, step: usize, at: &str) {
        let plays = matches!(self.seat, Seat::Player(_));
        for who in truth.unseen(step).into_keys() {
            let is_hero = bit(&truth.states[step]["side"][0], who);
            if plays && is_hero {
                continue;
            }
            let of = |list: &Value| list.as_array().unwrap().iter().any(|one| one["who"] == who);
            let tokens = state["view"]["tokens"].as_array().unwrap();
            let token = tokens.iter().find(|token| token["who"] == who).unwrap();
            assert!(token["place"].is_null() && token["tracks"] == json!([]), "{at}: {step}: {token}");
            assert!(
                !of(&state["view"]["map"]["pieces"]) && !of(&state["view"]["map"]["auras"]),
                "{at}: {step}"
            );
            for choice in state["view"]["choices"].as_array().unwrap() {
                let targets = choice["targets"].as_array().unwrap();
                assert!(targets.iter().all(|target| target != who), "{at}: {step}: {choice}");
            }
        }
    }

    /// Lines about what somebody unseen did tell no place; lines about an intent that lies face down tell nothing of it.
    fn check_lines(&self, truth: &Truth, states: &[&Value], at: &str) -> usize {
        let mut checked = 0;
        let lines = states.iter().flat_map(|state| state["lines"].as_array().unwrap());
        let by_step = lines.fold(BTreeMap::<usize, BTreeSet<&str>>::new(), |mut all, line| {
            all.entry(number(&line["step"]) as usize).or_default().insert(line["text"].as_str().unwrap());
            all
        });
        for (step, actor) in truth.actors.iter().enumerate() {
            let Some(who) = actor.filter(|&who| !self.seat.controls(who)) else { continue };
            let told = by_step.get(&step).into_iter().flatten();
            let secrets: Vec<String> = match truth.replay.system.as_str() {
                // ARDOR-R18: the own side hears it.
                "ardor" if !matches!(self.seat, Seat::Player(_)) && committed_in_secret(truth, step, who) => {
                    names_but(&truth.views[step], who)
                }
                "ranks" if self.never_saw(truth, step, who) => places(truth, step, who),
                _ => continue,
            };
            for line in told {
                for secret in &secrets {
                    assert!(!holds(line, secret), "{at}: {secret:?} after {step} steps in {line:?}");
                    checked += 1;
                }
            }
        }
        checked
    }

    fn never_saw(&self, truth: &Truth, step: usize, who: Who) -> bool {
        let is_hero = bit(&truth.states[step]["side"][0], who.0.into());
        let unseen = |step| truth.unseen(step).contains_key(&who.0.into());
        !(is_hero && matches!(self.seat, Seat::Player(_))) && unseen(step) && unseen(step + 1)
    }
}

/// Did this step lay an intent face down, and nothing more?
fn committed_in_secret(truth: &Truth, step: usize, who: Who) -> bool {
    let (before, after) = (&truth.states[step], &truth.states[step + 1]);
    before["phase"] == "commit" && after["phase"] == "commit" && bit(&before["rollers"], who.0.into())
}

fn names_but(view: &Value, who: Who) -> Vec<String> {
    let tokens = view["tokens"].as_array().unwrap().iter().filter(|token| token["who"] != who.0);
    tokens.map(|token| token["name"].as_str().unwrap().to_owned()).collect()
}

/// Where somebody was before and after a step, as places are written.
fn places(truth: &Truth, step: usize, who: Who) -> Vec<String> {
    let place = |view: &Value| {
        let pieces = view["map"]["pieces"].as_array().unwrap();
        let piece = pieces.iter().find(|piece| piece["who"] == who.0)?;
        Some(format!("{},{}", piece["at"][0], piece["at"][1]))
    };
    [&truth.views[step], &truth.views[step + 1]].into_iter().filter_map(place).collect()
}

/// The heroes of a scenario in two seats.
fn two_seats(scenario: &str) -> Value {
    let game = open_game(bundle_for(built_in(scenario).unwrap().source).unwrap(), 0, 0).unwrap();
    let heroes: Vec<String> =
        game.combatants().into_iter().filter(|one| one.side == Side::Heroes).map(|one| one.id).collect();
    let (some, others) = heroes.split_at(heroes.len() / 2);
    json!([{ "heroes": some }, { "heroes": others }])
}

/// Everything that a seat can ask for without a socket, while the fight goes on.
async fn requests(address: SocketAddr, table: &str, token: &str) -> Vec<String> {
    let mut answers = Vec::new();
    for path in ["replay", "moments", "export"] {
        let url = format!("http://{address}/api/tables/{table}/{path}?token={token}");
        let response = http().get(url).send().await.unwrap();
        assert_eq!(response.status(), 403, "{path}");
        answers.push(response.text().await.unwrap());
    }
    let url = format!("http://{address}/api/tables");
    let list = http().get(url).header("x-fracas-tokens", token).send().await.unwrap();
    answers.push(list.text().await.unwrap());
    answers
}

/// Plays a scenario to its end: two players, who choose a little and then let minds go on, and a watcher. Returns how
/// many hidden things could have been told.
async fn watched(scenario: &str) -> usize {
    let server = server().await;
    let address = server.address();
    let wanted = json!({ "scenario": scenario, "mode": "judge", "seed": SEED, "seats": two_seats(scenario) });
    let opened = open(address, wanted).await;
    let (table, links) = (&opened.table, &opened.links);
    let mut tokens: Vec<&String> = links.players.iter().map(|player| &player.token).collect();
    tokens.push(&links.watcher);
    let mut playing = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let mut client = Client::join(address, table, token, None).await;
        let controls = client.state["seat"]["controls"].as_array().unwrap().clone();
        let seat = match index {
            2 => Seat::Watcher,
            _ => Seat::Player(controls.iter().map(|who| Who(number(who) as u8)).collect()),
        };
        let rest = requests(address, table, token).await;
        let foreign = tokens.iter().filter(|other| other != &token).map(|other| other.to_string());
        let foreign = foreign.chain([links.judge.clone()]).collect();
        playing.push(tokio::spawn(async move {
            client = match seat {
                Seat::Watcher => {
                    client.until(|c| c.is_over()).await;
                    client
                }
                _ => {
                    client.ok(json!({ "type": "threats", "who": controls[0] })).await;
                    let client = play(client, 4).await;
                    assert!(client.received.iter().any(|text| text.contains("\"type\":\"threats\"")));
                    client
                }
            };
            Witness { seat, client, rest, foreign }
        }));
    }
    let mut judge = Client::join(address, table, &links.judge, None).await;
    judge.ok(json!({ "type": "pace", "ms": 0 })).await;
    judge.leave().await;
    let mut witnesses = Vec::new();
    for client in playing {
        witnesses.push(client.await.unwrap_or_else(|error| panic!("{scenario}: {error}")));
    }
    let url = format!("http://{address}/api/tables/{table}/replay?token={}", links.watcher);
    let text = http().get(url).send().await.unwrap().text().await.unwrap();
    server.stop().await;
    let truth = Truth::new(Replay::read(&text).expect("a replay, now that it is over"));
    witnesses.iter().map(|witness| witness.check(&truth, scenario)).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_hidden_is_in_any_byte_that_a_seat_receives_in_delve() {
    watched("delve/goblins-at-the-ford").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_hidden_is_in_any_byte_that_a_seat_receives_in_twelves() {
    watched("twelves/kiln-yard").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_hidden_is_in_any_byte_that_a_seat_receives_in_heed() {
    watched("heed/ogre-bridge").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_hidden_is_in_any_byte_that_a_seat_receives_in_ardor() {
    assert!(watched("ardor/the-heron-bridge").await > 100, "intents lay face down");
    assert!(watched("ardor/the-masked-duelist").await > 20, "somebody bluffed");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_hidden_is_in_any_byte_that_a_seat_receives_in_ranks() {
    assert!(watched("ranks/lantern-street").await > 100, "somebody was out of sight");
    assert!(watched("ranks/drowned-crypt").await > 100, "somebody was out of sight");
}

/// What a seat is sent, without what differs between any two tables.
fn comparable(state: &Value) -> Value {
    let mut state = state.clone();
    for field in ["revision", "position", "seats", "name"] {
        state.as_object_mut().unwrap().remove(field);
    }
    state
}

/// ARDOR-R18: two tables that differ only in what one player intends look the same to a watcher until all intents are in, and
/// not to a friend, who is told.
#[tokio::test(flavor = "multi_thread")]
async fn an_intent_is_told_to_the_own_side_alone() {
    let server = server().await;
    let address = server.address();
    // In the open, behind a door, and where somebody bluffs: what is told of an intent depends on nothing else.
    for scenario in ["ardor/the-heron-bridge", "ardor/the-drowned-chapel", "ardor/the-masked-duelist"] {
        let mut seen: Vec<(String, Value, Value)> = Vec::new();
        for last in [false, true] {
            let opened = open(address, json!({ "scenario": scenario, "mode": "judge", "seed": 5 })).await;
            let mut judge = Client::join(address, &opened.table, &opened.links.judge, None).await;
            let mut chooser =
                Client::join(address, &opened.table, &opened.links.players[0].token, None).await;
            let mut friend = Client::join(address, &opened.table, &opened.links.players[1].token, None).await;
            let mut other = Client::join(address, &opened.table, &opened.links.watcher, None).await;
            // Foes show theirs first; the judge makes their choices.
            while chooser.choices().len() < 2 {
                let (position, choice) = (judge.position(), judge.choices()[0].clone());
                judge.ok(judge.choose(&choice)).await;
                judge.until(|c| c.position() != position).await;
                let position = judge.position();
                chooser.until(|c| c.position() == position).await;
            }
            let choices = chooser.choices();
            let choice = if last { choices.last() } else { choices.first() }.unwrap().clone();
            chooser.ok(chooser.choose(&choice)).await;
            chooser.until(|c| c.steps() == judge.steps() + 1).await;
            let position = chooser.position();
            other.until(|c| c.position() == position).await;
            friend.until(|c| c.position() == position).await;
            seen.push((choice, comparable(&other.state), comparable(&friend.state)));
        }
        assert_ne!(seen[0].0, seen[1].0, "two different intents");
        assert_eq!(seen[0].1, seen[1].1, "{scenario}: a watcher");
        assert_ne!(seen[0].2, seen[1].2, "{scenario}: a friend");
    }
    server.stop().await;
}
