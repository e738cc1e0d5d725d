//! A session: some open tables by name, and what is done with them.

use std::collections::BTreeMap;

use fracas_content::{Source, find};
use fracas_kernel::{Crowd, Seat};
use fracas_minds::{Brain, NotAMind};
use fracas_systems::{System, bundle_with, open, open_replay};
use fracas_table::{Replay, play_back, verify};
use serde_json::{Value, json};

use super::LONGEST_LINE;
use super::desk::{Desk, MAX_STEPS};
use super::reply::{Fault, Fields, faulty, fine};
use super::request::{Choose, Envelope, Open, Request, name_of_table};

const MAX_TABLES: usize = 64;
/// The version of this protocol: it changes when a program that followed the document would break.
const PROTOCOL: u32 = 1;

#[derive(Default)]
pub struct Session {
    tables: BTreeMap<String, Desk>,
}

impl Session {
    /// Answers one line, whatever it is.
    pub fn answer(&mut self, line: &[u8]) -> String {
        let Envelope { id, table, request } = Envelope::read(line);
        match request.and_then(|request| self.carry_out(table, request)) {
            Ok(fields) => fine(id, fields),
            Err(fault) => faulty(id, fault),
        }
    }

    fn carry_out(&mut self, table: String, request: Request) -> Result<Fields, Fault> {
        match request {
            Request::Version {} => Ok(version()),
            Request::Open(open) => self.open(table, open),
            Request::Batch { requests } => self.batch(requests),
            Request::Fork { to, seed } => {
                let to = name_of_table(Some(Value::String(to)))?;
                self.check_free(&to)?;
                let desk = self.tables.get(&table).ok_or_else(|| no_table(&table))?.fork(seed)?;
                Ok(self.take_in(to, desk))
            }
            Request::Close {} => match self.tables.remove(&table) {
                Some(desk) => Ok(object(json!({ "closed": table, "unused": desk.unused() }))),
                None => Err(no_table(&table)),
            },
            request => {
                let desk = self.tables.get_mut(&table).ok_or_else(|| no_table(&table))?;
                at_desk(desk, request)
            }
        }
    }

    /// Several requests in one line, one after the other; one that fails does not stop the others.
    fn batch(&mut self, requests: Vec<Value>) -> Result<Fields, Fault> {
        if requests.iter().any(|request| request.get("op") == Some(&json!("batch"))) {
            return Err(Fault::bad_request("a batch holds no other batch"));
        }
        let replies = requests.into_iter().map(|request| {
            let reply = self.answer(request.to_string().as_bytes());
            serde_json::from_str(&reply).unwrap_or(Value::Null)
        });
        Ok(object(json!({ "replies": replies.collect::<Vec<Value>>() })))
    }

    /// May a table of this name be opened?
    fn check_free(&self, table: &str) -> Result<(), Fault> {
        if self.tables.contains_key(table) {
            let message = format!("the table {table:?} is open: close it first, or name another");
            return Err(Fault::new("table-open", message));
        }
        if self.tables.len() >= MAX_TABLES {
            return Err(Fault::new(
                "too-many-tables",
                format!("at most {MAX_TABLES} tables are open at once"),
            ));
        }
        Ok(())
    }

    fn open(&mut self, table: String, request: Open) -> Result<Fields, Fault> {
        self.check_free(&table)?;
        let desk = match request.replay {
            Some(replay) => from_replay(
                replay,
                request.steps,
                request.scenario.is_some()
                    || request.toml.is_some()
                    || request.party.is_some()
                    || request.seed.is_some()
                    || request.rolls.is_some(),
            )?,
            None => from_scenario(request)?,
        };
        Ok(self.take_in(table, desk))
    }

    fn take_in(&mut self, table: String, desk: Desk) -> Fields {
        let mut fields = desk.fields();
        fields.insert("table".into(), table.clone().into());
        fields.insert("system".into(), desk.game.system().into());
        fields.insert("title".into(), desk.game.title().into());
        fields.insert("seed".into(), desk.game.seed().into());
        fields.insert("combatants".into(), json!(desk.game.combatants()));
        self.tables.insert(table, desk);
        fields
    }
}

fn version() -> Fields {
    let systems: Vec<&str> = System::ALL.iter().map(|system| system.name()).collect();
    object(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "protocol": PROTOCOL,
        "systems": systems,
        "limits": { "line": LONGEST_LINE, "tables": MAX_TABLES, "steps": MAX_STEPS },
    }))
}

fn no_table(table: &str) -> Fault {
    Fault::new("no-such-table", format!("the table {table:?} is not open: {{\"op\": \"open\", …}} opens one"))
}

fn from_scenario(request: Open) -> Result<Desk, Fault> {
    if request.steps.is_some() {
        return Err(Fault::bad_request("\"steps\" goes with \"replay\""));
    }
    if request.seed.is_some() && request.rolls.is_some() {
        return Err(Fault::bad_request("the dice come from \"seed\" or from \"rolls\", not from both"));
    }
    let source = match (request.scenario, request.toml) {
        (Some(name), None) => find(&name)?,
        (None, Some(text)) => Source::new("inline", text),
        _ => return Err(Fault::bad_request("open with one of \"scenario\", \"toml\" and \"replay\"")),
    };
    let party = request.party.map(|text| Source::new("party", text));
    let game = open(bundle_with(source, party)?, request.seed.unwrap_or(0), 0)?;
    Ok(Desk::new(game, request.rolls))
}

fn from_replay(replay: Value, steps: Option<usize>, and_more: bool) -> Result<Desk, Fault> {
    if and_more {
        return Err(Fault::bad_request(
            "a replay brings its scenario and its dice: \"steps\" alone goes with it",
        ));
    }
    let replay = Replay::read(&replay.to_string())?;
    let mut game = open_replay(&replay)?;
    play_back(&replay, steps.unwrap_or(usize::MAX), &mut *game)?;
    Ok(Desk::new(game, None))
}

fn at_desk(desk: &mut Desk, request: Request) -> Result<Fields, Fault> {
    let mut fields = desk.fields();
    let mut tell = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    match request {
        Request::Question {} => {
            let question = desk.game.view(Seat::Judge).question;
            tell(
                "question",
                question.map_or(
                    Value::Null,
                    |q| json!({ "text": q.text, "reaction": q.reaction, "rule": q.rule }),
                ),
            );
            let proposals = desk.proposals();
            if proposals.as_array().is_some_and(|all| !all.is_empty()) {
                tell("proposals", proposals);
            }
        }
        Request::Choices { r#for: ids } => {
            tell("choices", desk.choices(ids.as_deref())?.into());
        }
        Request::Refusals { seat, r#for: ids } => {
            let crowd = ids.map_or(Ok(Crowd::ALL), |ids| desk.crowd(&ids))?;
            let view = desk.game.view_with(desk.seat(seat.as_ref())?, crowd);
            tell("refusals", json!(view.quiet));
        }
        Request::View { seat, odds, budget } => {
            // What cannot be chosen is a request of its own: it may be a thousand times as long as all the rest.
            let mut view = desk.game.view_with(desk.seat(seat.as_ref())?, Crowd::NONE);
            if odds {
                let texts: Vec<String> = view.choices.iter().map(|choice| choice.text.clone()).collect();
                let mut known = desk.odds(&texts, budget)?;
                tell("complete", (known.len() == texts.len()).into());
                view.choices.iter_mut().for_each(|choice| choice.odds = known.remove(&choice.text));
            }
            tell("view", json!(view));
        }
        Request::Odds { choice, r#for: ids, budget } => {
            let choices = match (choice, ids) {
                (Some(choice), None) => vec![choice],
                (None, ids) => desk.choices(ids.as_deref())?,
                _ => return Err(Fault::bad_request("odds of one \"choice\", or \"for\" some combatants")),
            };
            let mut known = desk.odds(&choices, budget)?;
            tell("complete", (known.len() == choices.len()).into());
            let odds = choices.into_iter().filter_map(|choice| {
                let stakes = known.remove(&choice)?;
                Some(json!({ "choice": choice, "stakes": stakes }))
            });
            tell("odds", odds.collect::<Vec<Value>>().into());
        }
        Request::State {} => {
            tell("state", desk.game.state());
        }
        Request::Log { from, seat } => {
            let seat = desk.seat(seat.as_ref())?;
            tell("lines", json!(desk.game.lines(from, seat)));
        }
        Request::Replay {} => {
            tell("replay", json!(desk.game.replay()));
        }
        Request::Verify {} => {
            let replay = desk.game.replay();
            tell("verify", json!(verify(&replay, &mut *open_replay(&replay)?)));
        }
        Request::Party {} => match desk.game.party_file() {
            Some(text) => {
                tell("party", text.into());
            }
            None => return Err(Fault::new("no-party", "a single fight has no party to take along")),
        },
        Request::Choose(request) => return choose(desk, request),
        Request::Instinct { r#for: ids, r#do, mind } => return instinct(desk, ids, r#do, mind),
        Request::Hint { seat, r#for: ids, mind, most } => {
            let crowd = ids.map_or(Ok(Crowd::ALL), |ids| desk.crowd(&ids))?;
            let brain = mind.map_or(Ok(Brain::playouts(2000)), |mind| read_mind(&mind))?;
            let seat = desk.seat(seat.as_ref())?;
            let advice = desk.game.hint(seat, crowd, &brain, most.unwrap_or(3).min(100));
            tell("advice", json!(advice.map_err(|error| desk.fault(error))?));
        }
        Request::Try { who, text } => return desk.propose(&who, text.as_deref()),
        Request::Judge { act: Some(act), back: None, rolls } => return desk.judge(act, rolls),
        Request::Judge { act: None, back: Some(steps), rolls: None } => return Ok(desk.take_back(steps)),
        Request::Judge { .. } => return Err(Fault::bad_request("the judge has one of \"act\" and \"back\"")),
        Request::Undo { steps } => return Ok(desk.undo(steps.unwrap_or(1))),
        Request::Redo { steps } => return Ok(desk.redo(steps.unwrap_or(1))),
        Request::Version {} | Request::Open(_) | Request::Close {} => {}
        Request::Batch { .. } | Request::Fork { .. } => {}
    }
    Ok(fields)
}

fn choose(desk: &mut Desk, request: Choose) -> Result<Fields, Fault> {
    desk.check_position(request.position)?;
    let choice = match (request.choice, request.index, request.position) {
        (Some(choice), None, _) => choice,
        (None, Some(index), Some(_)) => {
            let choices = desk.game.choices();
            let most = choices.len();
            choices.into_iter().nth(index).ok_or_else(|| {
                Fault::new(
                    "no-such-choice",
                    format!("there are {most} choices, counted from 0, and none is {index}"),
                )
            })?
        }
        (None, Some(_), None) => return Err(Fault::bad_request("\"index\" goes with \"position\"")),
        _ => return Err(Fault::bad_request("choose by \"choice\", or by \"index\" and \"position\"")),
    };
    let mut fields = desk.choose(&choice, request.rolls)?;
    fields.insert("choice".into(), choice.into());
    Ok(fields)
}

fn read_mind(text: &str) -> Result<Brain, Fault> {
    text.parse().map_err(|wrong: NotAMind| Fault::bad_request(wrong.to_string()))
}

fn instinct(
    desk: &mut Desk,
    ids: Option<Vec<String>>,
    and_do: bool,
    mind: Option<String>,
) -> Result<Fields, Fault> {
    let crowd = ids.map_or(Ok(Crowd::ALL), |ids| desk.crowd(&ids))?;
    let brain = mind.map(|mind| read_mind(&mind)).transpose()?;
    if desk.game.outcome().is_some() {
        return Err(desk.fault(fracas_table::GameError::Over));
    }
    let (choice, why) = match brain {
        None => (desk.game.instinct(crowd).map_err(|error| desk.fault(error))?, None),
        Some(brain) => {
            let chosen = desk.game.mind(crowd, &brain).map_err(|error| desk.fault(error))?;
            (chosen.choice, Some(chosen.why))
        }
    };
    let mut fields = if and_do { desk.choose(&choice, None)? } else { desk.fields() };
    if let Some(why) = why {
        fields.insert("why".into(), why.into());
    }
    fields.insert("choice".into(), choice.into());
    Ok(fields)
}

fn object(value: Value) -> Fields {
    match value {
        Value::Object(fields) => fields,
        _ => Fields::new(),
    }
}

#[cfg(test)]
mod tests;
