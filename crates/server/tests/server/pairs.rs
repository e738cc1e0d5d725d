//! Non-interference: two tables that differ only in what is hidden send a seat the same bytes, refusals, odds and threats
//! included, through whole playthroughs of all shipped content.
//!
//! A playthrough is made here first, with the rules alone. What nobody has come to know by its end is then changed in a
//! second file: creatures out of sight, not met or still to come, what happens later, ground, zones, doors, secret ways,
//! traps, what lies where, names. What is hidden is judged by what really happened, as the judge is told it, and by the maps
//! that were shown. Both files are played over the wire with the same choices and the same faces, on tables with different
//! seeds where nothing is drawn, so that the dice to come are hidden too; and at every few steps a player asks about
//! everything that might tell one from the other. One that bluffs means something else at the second table.
//!
//! `FRACAS_PAIRS=1000` compares as many pairs.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;

use fracas_content::{Source, adventures, scenario as built_in};
use fracas_dice::{Dice, Roll, Seeded, Why};
use fracas_kernel::{Crowd, MapView, Seat, Side, Typing, Who};
use fracas_systems::{bundle_for, open as open_game};
use fracas_table::{Game, Replay, ReplayStep};
use fracas_workshop::{Edit, Step, document, edited};
use serde_json::{Value, json};

use crate::common::{Client, every_scenario, http, open, server};
use crate::treks::{Known, Veiled, moments, veil, words};

/// How long a playthrough is followed.
const STEPS: usize = 60;
/// After how many steps a player asks about everything.
const ASKED: usize = 12;
/// The fights of the default run: with doors or ground out of sight, with those who come later, and with one that bluffs.
const FIGHTS: [&str; 6] = [
    "ardor/the-masked-duelist",
    "ardor/a-bell-before-midnight",
    "delve/the-drowned-bell",
    "heed/the-debtors-tower",
    "ranks/the-lime-kilns",
    "twelves/the-powder-mill",
];

fn pairs() -> usize {
    std::env::var("FRACAS_PAIRS").ok().and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// Numbers for this test, which are the same each time.
struct Lots(Seeded);

impl Lots {
    fn below(&mut self, count: usize) -> usize {
        self.0.roll(Why::table("a lot"), Roll::d(count.clamp(1, 1000) as u16)).value as usize - 1
    }
}

fn game_of(text: &str, seed: u64) -> Option<Box<dyn Game>> {
    open_game(bundle_for(Source::new("scenario.toml", text)).ok()?, seed, 0).ok()
}

/// A playthrough: minds, and now and then something that is only legal.
fn playthrough(text: &str, seed: u64, steps: usize) -> Replay {
    let mut game = game_of(text, seed).expect("the file can be played");
    let mut lots = Lots(Seeded::new(seed));
    for step in 0..steps {
        let asked = game.ask().asked();
        if asked.is_empty() {
            break;
        }
        let stays = |choice: &String| !choice.contains(" leave");
        let choices: Vec<String> = game.choices().into_iter().filter(stays).collect();
        let choice = match step % 4 {
            3 if !choices.is_empty() => choices[lots.below(choices.len())].clone(),
            _ => game.instinct(asked).unwrap(),
        };
        game.choose(&choice, &Typing::default()).unwrap();
    }
    game.replay()
}

/// Something hidden that is otherwise in the second file: what kind of thing it is, and how the file has it.
struct Change {
    what: &'static str,
    edits: Vec<Edit>,
}

fn path<const N: usize>(keys: [&str; N]) -> Vec<Step> {
    keys.into_iter().map(|key| key.parse().map_or_else(|_| Step::Key(key.to_owned()), Step::Nth)).collect()
}

fn set<const N: usize>(what: &'static str, keys: [&str; N], value: Value) -> Change {
    Change { what, edits: vec![Edit::Set { path: path(keys), value }] }
}

fn list<'a>(document: &'a Value, key: &str) -> impl Iterator<Item = (String, &'a Value)> + use<'a> {
    let all = document[key].as_array().map_or(&[][..], Vec::as_slice);
    all.iter().enumerate().map(|(number, one)| (number.to_string(), one))
}

/// What the heroes and whoever watches had before them in a whole playthrough of a fight, and what really happened.
struct Witnessed {
    squares: BTreeSet<(usize, usize)>,
    size: (usize, usize),
    zones: BTreeSet<String>,
    tokens: Crowd,
    /// All that the judge was told.
    truth: String,
}

fn witnessed(replay: &Replay) -> Witnessed {
    let mut game = fracas_systems::open_replay(replay).unwrap();
    let heroes: Crowd =
        game.combatants().into_iter().filter(|one| one.side == Side::Heroes).map(|one| one.who).collect();
    let mut all = Witnessed {
        squares: BTreeSet::new(),
        size: (0, 0),
        zones: BTreeSet::new(),
        tokens: Crowd::NONE,
        truth: String::new(),
    };
    for (number, step) in replay.steps.iter().map(Some).chain([None]).enumerate() {
        for seat in [Seat::Player(heroes), Seat::Watcher] {
            let view = game.view(seat);
            all.tokens = view.tokens.iter().fold(all.tokens, |all, token| all.with(token.who));
            match view.map {
                MapView::Squares { cells, .. } => {
                    all.size = (cells.first().map_or(0, |row| row.chars().count()), cells.len());
                    for (y, row) in cells.iter().enumerate() {
                        let known = row.chars().enumerate().filter(|(_, cell)| *cell != MapView::UNKNOWN);
                        all.squares.extend(known.map(|(x, _)| (x, y)));
                    }
                }
                MapView::Zones { zones, .. } => all.zones.extend(zones.into_iter().map(|zone| zone.id)),
            }
        }
        if let Some(step) = step {
            step.redo(&mut *game).unwrap();
            all.truth.extend(game.step_lines(number, Seat::Judge).into_iter().map(|line| line.text + "\n"));
        }
    }
    all
}

/// Everything of a fight that nobody but the judge knew at the end of a playthrough, as it might be instead.
fn hidden_in_fight(text: &str, replay: &Replay, lots: &mut Lots) -> Vec<Change> {
    let Some(file) = document(text) else { return Vec::new() };
    let seen = witnessed(replay);
    let mut all = Vec::new();
    let creatures: Vec<&Value> = list(&file, "foes").map(|(_, foe)| &foe["creature"]).collect();
    let happened = |event: &Value| event["text"].as_str().is_none_or(|text| seen.truth.contains(text));
    let to_come: Vec<&Value> =
        list(&file, "event").map(|(_, event)| event).filter(|event| !happened(event)).collect();
    for (n, event) in list(&file, "event").filter(|(_, event)| !happened(event)) {
        all.push(set("event to come", ["event", &n, "text"], json!("Something else entirely.")));
        if let Some(round) = event["when"]["round"].as_u64() {
            all.push(set("event to come", ["event", &n, "when", "round"], json!(round + 1)));
        }
        if event["hazard"].is_string() && event["zones"].as_array().is_some_and(|zones| zones.len() > 1) {
            all.push(set("event to come", ["event", &n, "zones"], json!([event["zones"][0]])));
        }
    }
    let zones: Vec<&Value> = list(&file, "zone").map(|(_, zone)| &zone["id"]).collect();
    let unseen: Vec<&Value> =
        zones.iter().copied().filter(|id| !seen.zones.contains(id.as_str().unwrap())).collect();
    let game = game_of(text, 0).expect("the file can be played");
    let heroes = game.combatants().iter().filter(|one| one.side == Side::Heroes).count();
    let mut next = heroes;
    for (n, foe) in list(&file, "foes") {
        let count = foe["count"].as_u64().unwrap_or(1);
        let numbers = next..next + count as usize;
        next = numbers.end;
        let comes = to_come.iter().any(|event| event["id"] == foe["comes"]);
        let hidden = foe["comes"].is_null() && !numbers.clone().any(|who| seen.tokens.has(Who(who as u8)));
        if !comes && !hidden {
            continue;
        }
        let what = if comes { "comes later" } else { "creature out of sight" };
        all.push(set(what, ["foes", &n, "creature"], creatures[lots.below(creatures.len())].clone()));
        if comes {
            all.push(set(what, ["foes", &n, "count"], json!(count + 1)));
        }
        let elsewhere = if comes { &zones } else { &unseen };
        if foe["at"].is_string() && !elsewhere.is_empty() {
            all.push(set(what, ["foes", &n, "at"], elsewhere[lots.below(elsewhere.len())].clone()));
        }
    }
    for (n, zone) in list(&file, "zone").filter(|(_, zone)| unseen.contains(&&zone["id"])) {
        all.push(set("zone", ["zone", &n, "name"], json!("Some other place")));
        all.push(set("zone", ["zone", &n, "about"], json!("It is not what it was.")));
        all.push(set("zone", ["zone", &n, "cover"], json!(1 - zone["cover"].as_i64().unwrap_or(0).min(1))));
        all.push(set("zone", ["zone", &n, "dark"], json!(zone["dark"] != true)));
        if !zone["feature"].is_null() {
            all.push(Change {
                what: "zone",
                edits: vec![Edit::Remove { path: path(["zone", &n, "feature"]) }],
            });
        }
    }
    let inner = |&(x, y): &(usize, usize)| x > 0 && y > 0 && x + 1 < seen.size.0 && y + 1 < seen.size.1;
    let squares = (0..seen.size.1).flat_map(|y| (0..seen.size.0).map(move |x| (x, y)));
    let squares: Vec<(usize, usize)> =
        squares.filter(inner).filter(|at| !seen.squares.contains(at)).collect();
    if let Some(rows) = file["map"]["rows"].as_array().filter(|_| !squares.is_empty()) {
        for _ in 0..6 {
            let (x, y) = squares[lots.below(squares.len())];
            let row = rows[y].as_str().unwrap_or_default();
            let other = |cell: char| match cell {
                '#' => '.',
                '.' => ['#', ','][x % 2],
                ',' => '.',
                other => other,
            };
            let row: String =
                row.chars().enumerate().map(|(n, cell)| if n == x { other(cell) } else { cell }).collect();
            // A row may have been changed before: so it is one change a row.
            all.push(set("ground", ["map", "rows", &y.to_string()], json!(row)));
        }
        for (n, treasure) in list(&file, "treasure") {
            let at = |axis: usize| treasure["at"][axis].as_u64().unwrap_or(0) as usize;
            if squares.contains(&(at(0), at(1))) {
                let (x, y) = squares[lots.below(squares.len())];
                all.push(set("cache", ["treasure", &n, "at"], json!([x, y])));
                all.push(set("cache", ["treasure", &n, "items"], json!([treasure["items"][0]])));
            }
        }
    }
    all
}

/// The same of an adventure. Those who turn up anywhere are drawn by lot, and are left as they are.
fn hidden_in_place(text: &str, veiled: &Veiled, known: &Known, lots: &mut Lots) -> Vec<Change> {
    let Some(file) = document(text) else { return Vec::new() };
    let mut all = Vec::new();
    let unknown = |word: String| !known.may_name(veiled, &word);
    let numbered = |id: &Value| list(&file, "zone").position(|(_, zone)| zone["id"] == *id).unwrap();
    let visited = |id: &Value| !unknown(format!("qz{}about", numbered(id)));
    let unseen: Vec<&Value> = list(&file, "zone")
        .filter(|(n, _)| unknown(format!("qz{n}name")))
        .map(|(_, zone)| &zone["id"])
        .collect();
    let creatures: Vec<&Value> = list(&file, "encounter")
        .flat_map(|(_, one)| list(one, "foes").map(|(_, foe)| &foe["creature"]))
        .collect();
    for (n, cache) in list(&file, "cache").filter(|(n, _)| unknown(format!("qc{n}name"))) {
        for key in ["gold", "silver", "food", "rations", "salves", "tinctures"] {
            if let Some(some) = cache[key].as_u64() {
                all.push(set("cache", ["cache", &n, key], json!(some + 1)));
            }
        }
        if cache["items"].is_array() {
            all.push(Change {
                what: "cache",
                edits: vec![Edit::Remove { path: path(["cache", &n, "items"]) }],
            });
        }
        if !unseen.is_empty() && cache["key"].is_null() {
            all.push(set("cache", ["cache", &n, "at"], unseen[lots.below(unseen.len())].clone()));
        }
    }
    for (n, one) in list(&file, "encounter").filter(|(n, _)| unknown(format!("qe{n}name"))) {
        if one["at"].is_null() {
            continue;
        }
        for (foe, who) in list(one, "foes") {
            let count = who["count"].as_u64().unwrap_or(1);
            all.push(set("creature not met", ["encounter", &n, "foes", &foe, "count"], json!(count + 1)));
            let other = creatures[lots.below(creatures.len())].clone();
            all.push(set("creature not met", ["encounter", &n, "foes", &foe, "creature"], other));
        }
        for (event, _) in list(one, "event") {
            let keys = ["encounter", &n, "event", &event, "text"];
            all.push(set("event to come", keys, json!("Something else entirely.")));
        }
    }
    for (n, way) in list(&file, "way") {
        let ends = [&way["between"][0], &way["between"][1]];
        if way["secret"] == true && !known.has_found(n.parse().unwrap()) && !unseen.is_empty() {
            for end in ["0", "1"] {
                let elsewhere = unseen[lots.below(unseen.len())].clone();
                if unseen.contains(&&way["between"][end.parse::<usize>().unwrap()]) {
                    all.push(set("secret way", ["way", &n, "between", end], elsewhere));
                }
            }
        }
        if ends.iter().all(|end| !visited(end)) {
            let door = if way["door"] == "locked" { "closed" } else { "locked" };
            all.push(set("door", ["way", &n, "door"], json!(door)));
        }
    }
    for key in ["zone", "way", "cache"] {
        for (n, thing) in list(&file, key).filter(|(_, thing)| thing["trap"].is_string()) {
            let known = known.knows_trap_of(veiled, &format!("{key}s"), n.parse().unwrap());
            if !known && !(key == "zone" && visited(&thing["id"])) {
                all.push(Change {
                    what: "trap",
                    edits: vec![Edit::Remove { path: path([key, &n, "trap"]) }],
                });
            }
        }
    }
    all
}

/// A second file: another one in what nobody knew by the end, by name of what is another; and the steps, as they have to be
/// made there. Only what still gives the same playthrough is changed.
struct Other {
    text: String,
    steps: Vec<(String, Vec<u16>)>,
    differs: BTreeSet<&'static str>,
}

/// The most that is tried of each kind of change.
const TRIED: usize = 4;

fn faces(step: &ReplayStep) -> Vec<u16> {
    step.rolls.iter().filter(|roll| !roll.drawn).flat_map(|roll| roll.faces.clone()).collect()
}

/// The same playthrough with another file, if it can be had. Those whom nobody sees may have other names there.
fn played_again(text: &str, replay: &Replay) -> Option<Vec<(String, Vec<u16>)>> {
    let (mut before, mut game) = (fracas_systems::open_replay(replay).unwrap(), game_of(text, 99)?);
    let mut steps = Vec::new();
    for step in &replay.steps {
        let names: BTreeMap<Who, String> =
            game.combatants().into_iter().map(|one| (one.who, one.id)).collect();
        let renamed: BTreeMap<String, String> = before
            .combatants()
            .into_iter()
            .filter_map(|one| Some((one.id, names.get(&one.who)?.clone())))
            .collect();
        let choice = step.choice.as_deref().expect("nobody judged");
        let words = choice.split(' ').map(|word| renamed.get(word).map_or(word, String::as_str));
        let choice = words.collect::<Vec<&str>>().join(" ");
        let again = ReplayStep { choice: Some(choice.clone()), ..step.clone() };
        again.redo(&mut *game).ok()?;
        step.redo(&mut *before).ok()?;
        let made = game.replay_step(game.position() - 1);
        let rolled = |step: &ReplayStep| -> Vec<(Vec<u16>, bool)> {
            step.rolls.iter().map(|roll| (roll.faces.clone(), roll.drawn)).collect()
        };
        if rolled(&made) != rolled(step) {
            return None;
        }
        steps.push((choice, faces(step)));
    }
    Some(steps)
}

fn changed(text: &str, replay: &Replay, system: &str, original: &str, lots: &mut Lots) -> Other {
    let mut other = Other { text: text.to_owned(), steps: Vec::new(), differs: BTreeSet::new() };
    other.steps = played_again(text, replay).expect("the same file gives the same");
    let mut changes = if is_trek(original) {
        let (veiled, known) = (veil(system, original), moments(replay).pop().unwrap_or_default());
        let renamed = other_names(&veiled, &known);
        if let Some(steps) = played_again(&renamed, replay).filter(|_| renamed != text) {
            (other.text, other.steps) = (renamed, steps);
            other.differs.insert("name");
        }
        hidden_in_place(&other.text, &veiled, &known, lots)
    } else {
        hidden_in_fight(text, replay, lots)
    };
    let mut tried: BTreeMap<&'static str, usize> = BTreeMap::new();
    while !changes.is_empty() {
        let Change { what, edits } = changes.swap_remove(lots.below(changes.len()));
        let tried = tried.entry(what).or_default();
        *tried += 1;
        let Ok(text) = edited(&other.text, &edits) else { continue };
        if *tried > TRIED || text == other.text {
            continue;
        }
        if let Some(steps) = played_again(&text, replay) {
            (other.text, other.steps) = (text, steps);
            other.differs.insert(what);
        }
    }
    other
}

/// Other names for all that was not found out.
fn other_names(veiled: &Veiled, known: &Known) -> String {
    let lower = veiled.text.to_lowercase();
    let mut text = veiled.text.clone();
    for word in words(&lower).into_iter().filter(|word| !known.may_name(veiled, word)) {
        let other = format!("another{}x{}", &word[1..], word.len());
        text = text.replace(&format!("\"{word}\""), &format!("\"{other}\""));
    }
    text
}

/// Two tables of ardor of which one that bluffs means something else, as far as both go alike: until intents are revealed.
fn bluffed(text: &str, replay: &Replay) -> Option<(usize, Other)> {
    let mut game = game_of(text, replay.seed)?;
    for (number, step) in replay.steps.iter().enumerate() {
        let choice = step.choice.as_deref().expect("nobody judged");
        if let Some((who, _)) = choice.split_once(" mean ") {
            let meant = format!("{who} mean ");
            let others = game.choices().into_iter().filter(|one| one.starts_with(&meant) && one != choice);
            for other in others {
                if let Some(found) = meant_otherwise(text, replay, number, other) {
                    return Some(found);
                }
            }
        }
        step.redo(&mut *game).unwrap();
    }
    None
}

fn meant_otherwise(text: &str, replay: &Replay, at: usize, meant: String) -> Option<(usize, Other)> {
    let (mut one, mut two) = (game_of(text, replay.seed)?, game_of(text, replay.seed)?);
    let mut steps = Vec::new();
    for (number, step) in replay.steps.iter().enumerate() {
        let choice = if number == at { Some(meant.clone()) } else { step.choice.clone() };
        let again = ReplayStep { choice: choice.clone(), ..step.clone() };
        step.redo(&mut *one).ok()?;
        let alike = again.redo(&mut *two).is_ok();
        // ARDOR-R6: the score is that of the real intent, and everybody sees it.
        if number == at && one.state()["score"] != two.state()["score"] {
            return None;
        }
        let revealed = |game: &dyn Game| game.state()["phase"] == "arduous";
        if number >= at && (!alike || revealed(&*one) || revealed(&*two)) {
            break;
        }
        steps.push((choice.unwrap(), faces(step)));
    }
    let differs = BTreeSet::from(["bluff"]);
    (steps.len() > at).then(|| (steps.len(), Other { text: text.to_owned(), steps, differs }))
}

/// One of the two tables.
struct Half {
    judge: Client,
    player: Client,
    watcher: Client,
    table: String,
    token: String,
}

impl Half {
    async fn open(address: SocketAddr, text: &str, seed: u64) -> Half {
        let game = game_of(text, 0).unwrap();
        let heroes: Vec<String> =
            game.combatants().into_iter().filter(|one| one.side == Side::Heroes).map(|one| one.id).collect();
        let (some, others) = heroes.split_at(heroes.len().div_ceil(2));
        let mut seats = vec![json!({ "heroes": some, "name": "One" })];
        if !others.is_empty() {
            seats.push(json!({ "heroes": others, "name": "Two" }));
        }
        let wanted = json!({ "toml": text, "mode": "judge", "seed": seed, "seats": seats, "name": "A pair" });
        let opened = open(address, wanted).await;
        let (table, links) = (opened.table.clone(), &opened.links);
        let mut judge = Client::join(address, &table, &links.judge, None).await;
        // All dice are typed, so that they can be the same.
        for player in &links.players {
            let mut player = Client::join(address, &table, &player.token, None).await;
            player.ok(json!({ "type": "dice", "mode": "mine" })).await;
            player.leave().await;
        }
        judge.ok(json!({ "type": "dice", "mode": "mine" })).await;
        let all = links.players.len() as u64 + 1;
        // Until everybody is seen to have left, so that nobody joins earlier in one of the two.
        let alone = |client: &Client| {
            let online =
                client.state["seats"].as_array().unwrap().iter().filter(|seat| seat["online"] == true);
            client.revision() == all && online.count() == 1
        };
        judge.until(alone).await;
        let player = Client::join(address, &table, &links.players[0].token, None).await;
        let watcher = Client::join(address, &table, &links.watcher, None).await;
        Half { judge, player, watcher, token: links.players[0].token.clone(), table }
    }

    /// Makes a step, with these faces, and waits until everybody has seen it.
    async fn step(&mut self, choice: &str, faces: &[u16]) {
        let position = self.judge.position();
        let message = json!({ "type": "choose", "position": position, "choice": choice, "faces": faces });
        self.judge.ok(message).await;
        self.judge.until(|c| c.position() != position).await;
        let revision = self.judge.revision();
        self.player.until(|c| c.revision() >= revision).await;
        self.watcher.until(|c| c.revision() >= revision).await;
    }

    /// The answers to everything that a player may ask; threats too, as far as there was time for all of them.
    async fn asked(&mut self, messages: &[Value], address: SocketAddr) -> BTreeMap<String, Option<String>> {
        let mut answers = BTreeMap::new();
        for message in messages {
            let (id, player) = (message["id"].as_str().unwrap(), &mut self.player);
            player.send_text(message.to_string()).await;
            let reply = player.reply(id).await;
            answers.insert(format!("{id}: {message}"), Some(reply.to_string()));
            if message["type"] == "threats" && reply["ok"] == true {
                player.until(|c| c.threats.contains_key(id)).await;
                let threats = &player.threats[id];
                let all = (threats["complete"] == true).then(|| threats.to_string());
                answers.insert(format!("{id}: the threats of {message}"), all);
            }
        }
        for path in ["replay", "export", "moments", "party"] {
            let url = format!("http://{address}/api/tables/{}/{path}?token={}", self.table, self.token);
            let response = http().get(url).send().await.unwrap();
            answers.insert(path.to_owned(), Some(response.text().await.unwrap()));
        }
        answers
    }
}

/// What a player might try, to find out what there is: the same for both tables.
fn questions(side: &Half, places: &[String], choices: &[String], step: usize, lots: &mut Lots) -> Vec<Value> {
    let (state, position) = (&side.player.state, side.player.position());
    let own = state["seat"]["controls"].as_array().unwrap();
    let mut all = Vec::new();
    if let Some(who) = own.first() {
        all.push(json!({ "type": "threats", "who": who }));
        for _ in 0..4 {
            all.push(json!({ "type": "threats", "who": who, "to": places[lots.below(places.len())] }));
        }
    }
    all.push(json!({ "type": "threats", "who": 40 }));
    for _ in 0..3 {
        // Perhaps its own, perhaps another's, perhaps of somebody hidden.
        let choice = &choices[lots.below(choices.len())];
        let mine = side.player.choices().contains(choice);
        all.push(json!({ "type": "odds", "position": position, "choice": choice }));
        if !mine {
            all.push(json!({ "type": "choose", "position": position, "choice": choice }));
        }
        all.push(json!({ "type": "choose", "position": position, "choice": format!("{choice}x") }));
    }
    if state["undo"] != "free" {
        all.push(json!({ "type": "undo", "position": position }));
    }
    all.push(json!({ "type": "redo", "position": position }));
    all.push(json!({ "type": "go", "position": position }));
    all.push(json!({ "type": "faces", "position": position, "faces": [1] }));
    all.push(json!({ "type": "withdraw", "position": position }));
    all.push(json!({ "type": "take-back", "position": position, "steps": 1 }));
    for who in [0, 5, 9, 30] {
        if !own.contains(&json!(who)) {
            all.push(json!({ "type": "auto", "who": [who], "on": true }));
            all.push(json!({ "type": "standing", "who": who, "question": "parry", "answer": "yes" }));
        }
    }
    all.push(json!({ "type": "judge", "act": { "act": "move", "who": 0, "to": places[0] } }));
    all.push(json!({ "type": "seat", "seat": 0, "controls": [0, 30] }));
    for (number, message) in all.iter_mut().enumerate() {
        message["id"] = json!(format!("q{step}-{number}"));
    }
    all
}

/// States and replies in the order in which they came: these do not wait for anything but the table.
fn told(client: &Client) -> Vec<&String> {
    let told =
        |text: &&String| text.starts_with("{\"type\":\"state\"") || text.starts_with("{\"type\":\"reply\"");
    client.received.iter().filter(told).collect()
}

/// Odds by moment and choice, and by how many tries they were estimated from. Not all come in time.
fn odds(client: &Client) -> BTreeMap<(String, String, String), String> {
    let mut all = BTreeMap::new();
    for text in client.received.iter().filter(|text| text.starts_with("{\"type\":\"odds\"")) {
        let message: Value = serde_json::from_str(text).unwrap();
        for one in message["odds"].as_array().unwrap() {
            let (text, stakes) = (one["text"].to_string(), &one["stakes"]);
            all.insert(
                (message["position"].to_string(), text, stakes["tries"].to_string()),
                stakes.to_string(),
            );
        }
    }
    all
}

/// Were both told the same? Otherwise what differs, and after how many messages.
fn the_same(one: &Client, other: &Client) -> Result<(), String> {
    let (ours, theirs) = (told(one), told(other));
    for (n, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
        if ours != theirs {
            let at = ours.bytes().zip(theirs.bytes()).take_while(|(a, b)| a == b).count();
            let around = |text: &str| {
                String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(300)..(at + 200).min(text.len())])
                    .into_owned()
            };
            return Err(format!("message {n} differs:\n{}\n{}", around(ours), around(theirs)));
        }
    }
    if ours.len() != theirs.len() {
        return Err(format!("{} messages, and {}", ours.len(), theirs.len()));
    }
    let (ours, theirs) = (odds(one), odds(other));
    match ours.iter().find(|(of, stakes)| theirs.get(of).is_some_and(|other| other != *stakes)) {
        Some((of, stakes)) => Err(format!("the odds of {of:?} are {stakes}, and {}", theirs[of])),
        None => Ok(()),
    }
}

/// A pair that was compared: in what its tables differ, and how many messages were the same.
struct Compared {
    differs: BTreeSet<&'static str>,
    messages: usize,
}

/// Plays a pair, and one more where somebody bluffs; none if nothing could be hidden.
async fn compared(address: SocketAddr, name: &str, original: &str, seed: u64, steps: usize) -> Vec<Compared> {
    let mut lots = Lots(Seeded::new(seed ^ 0x7061_6972));
    let system = name.split('/').next().unwrap();
    let text = if is_trek(original) { veil(system, original).text } else { original.to_owned() };
    let replay = playthrough(&text, seed, steps);
    let mut all = Vec::new();
    if let Some((length, other)) = bluffed(&text, &replay) {
        let known = Replay { steps: replay.steps[..length].to_vec(), ..replay.clone() };
        all.extend(pair(address, name, &text, &known, other, &mut lots).await);
    }
    let other = changed(&text, &replay, system, original, &mut lots);
    all.extend(pair(address, name, &text, &replay, other, &mut lots).await);
    all
}

/// Plays two tables with the same choices and the same faces, and compares what they send.
async fn pair(
    address: SocketAddr,
    name: &str,
    text: &str,
    replay: &Replay,
    mut other: Other,
    lots: &mut Lots,
) -> Option<Compared> {
    let seed = replay.seed;
    // Dice are typed, but draws are not: where there are any, the generators must be the same.
    let draws = replay.steps.iter().flat_map(|step| &step.rolls).any(|roll| roll.drawn);
    let other_seed = if draws { seed } else { seed + 1_000_000 };
    if !draws {
        other.differs.insert("dice to come");
    }
    if other.differs.is_empty() {
        return None;
    }
    let steps: Vec<(String, Vec<u16>)> =
        replay.steps.iter().map(|step| (step.choice.clone().unwrap(), faces(step))).collect();
    assert!(
        text != other.text || seed != other_seed || steps != other.steps,
        "{name}: one table, and no pair"
    );
    let mut one = Half::open(address, text, seed).await;
    let mut two = Half::open(address, &other.text, other_seed).await;
    // Places that there are in one of them, or in none.
    let mut places: Vec<String> = ["x", "", "0,0", "3,-1", "250,250"].map(str::to_owned).to_vec();
    for file in [text, &other.text] {
        let file: toml::Table = file.parse().unwrap();
        let zones = file.get("zone").and_then(toml::Value::as_array).into_iter().flatten();
        places.extend(zones.filter_map(|zone| Some(zone.get("id")?.as_str()?.to_owned())));
    }
    places.extend((0..30).map(|_| format!("{},{}", lots.below(24), lots.below(18))));
    let differs = other.differs.iter().copied().collect::<Vec<&str>>().join(", ");
    let at = format!("{name} with seed {seed}, other {differs}");
    for (number, ((choice, faces), (others, _))) in steps.iter().zip(&other.steps).enumerate() {
        if number % ASKED == ASKED - 1 || number + 1 == steps.len() {
            let choices = one.judge.choices();
            let all = questions(&one, &places, &choices, number, lots);
            let (ours, theirs) = (one.asked(&all, address).await, two.asked(&all, address).await);
            for (of, answer) in &ours {
                let answered = &theirs[of];
                assert!(
                    answer.is_none() || answered.is_none() || answer == answered,
                    "{at}, step {number}: {of}\n{answer:?}\n{answered:?}\n{}",
                    other.text
                );
            }
        }
        one.step(choice, faces).await;
        two.step(others, faces).await;
    }
    if let Err(why) = the_same(&one.player, &two.player).and(the_same(&one.watcher, &two.watcher)) {
        panic!("{at}: {why}\n{}", other.text);
    }
    let messages = told(&one.player).len() + told(&one.watcher).len();
    for side in [one, two] {
        side.judge.leave().await;
        side.player.leave().await;
        side.watcher.leave().await;
    }
    Some(Compared { differs: other.differs, messages })
}

fn is_trek(text: &str) -> bool {
    text.contains("[[encounter]]")
}

/// All shipped content, by name, with its text.
fn content() -> Vec<(String, String)> {
    let fights = every_scenario().into_iter().map(|name| {
        let text = built_in(&name).unwrap().source.text;
        (name, text)
    });
    let treks = adventures().map(|one| (format!("{}/{}", one.system, one.id), one.source.text));
    let all: BTreeMap<String, String> = fights.chain(treks).collect();
    all.into_iter().collect()
}

async fn compare_all(system: &str) {
    let server = server().await;
    let content: Vec<(String, String)> =
        content().into_iter().filter(|(name, _)| name.starts_with(&format!("{system}/"))).collect();
    let share = pairs().div_ceil(fracas_systems::System::ALL.len());
    let (mut made, mut messages) = (0, 0);
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 1.. {
        for (name, text) in &content {
            // By default the fights that stand for their system and its adventures, and not to the end.
            if share == 0 && !is_trek(text) && !FIGHTS.contains(&name.as_str()) {
                continue;
            }
            let steps = if share == 0 { STEPS / 2 } else { 2_000 };
            for pair in compared(server.address(), name, text, seed, steps).await {
                (made, messages) = (made + 1, messages + pair.messages);
                pair.differs.into_iter().for_each(|what| *kinds.entry(what).or_default() += 1);
            }
        }
        if made >= share {
            break;
        }
        assert!(seed < 10_000, "{system}: nothing can be hidden");
    }
    println!(
        "{system}: {made} pairs, {messages} messages the same; what was otherwise, in how many: {kinds:?}"
    );
    assert!(made > 0 && messages > 20);
    let expected = ["creature not met", "cache"];
    assert!(expected.iter().all(|what| kinds.contains_key(what)), "{system}: {kinds:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_hidden_changes_no_byte_in_ardor() {
    compare_all("ardor").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_hidden_changes_no_byte_in_delve() {
    compare_all("delve").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_hidden_changes_no_byte_in_heed() {
    compare_all("heed").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_hidden_changes_no_byte_in_ranks() {
    compare_all("ranks").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_hidden_changes_no_byte_in_twelves() {
    compare_all("twelves").await;
}
