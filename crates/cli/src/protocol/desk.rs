//! One open table of a session: a game, and the list of faces that it may have been opened with.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use fracas_content::nearest;
use fracas_dice::Missing;
use fracas_kernel::{Crowd, Judgement, Seat, Stakes, Typing, Who};
use fracas_systems::open_replay;
use fracas_table::{Game, GameError, Stopped, choose_asking, judge_asking, play_back};
use serde_json::{Map, Value, json};

use super::reply::{Fault, Fields};

/// The most steps that a table makes, so that a bot in a loop does not eat the machine.
pub const MAX_STEPS: usize = 100_000;

pub struct Desk {
    pub game: Box<dyn Game>,
    /// Faces for every die, if it was opened with them. A step that is taken back gives its faces back.
    tape: Option<Vec<u16>>,
}

impl Desk {
    pub fn new(game: Box<dyn Game>, rolls: Option<Vec<u16>>) -> Desk {
        Desk { game, tape: rolls }
    }

    /// Faces that nothing has used; none if the dice come from the seed.
    pub fn unused(&self) -> Option<usize> {
        self.rest().map(<[u16]>::len)
    }

    /// The faces that are still to come.
    fn rest(&self) -> Option<&[u16]> {
        let used = (0..self.game.position()).filter_map(|index| self.game.step(index)).map(|step| step.faces);
        self.tape.as_ref().map(|faces| &faces[used.sum::<usize>().min(faces.len())..])
    }

    /// The same table once more, with the same dice to come or with others.
    pub fn fork(&self, seed: Option<u64>) -> Result<Desk, Fault> {
        let replay = self.game.replay();
        if replay.seedless && seed.is_none() {
            let message = "the dice of this table were drawn anew: a fork of it needs a \"seed\"";
            return Err(Fault::bad_request(message));
        }
        if seed.is_some() && self.tape.is_some() {
            return Err(Fault::bad_request(
                "this table was opened with \"rolls\": a fork of it has the same",
            ));
        }
        let mut game = open_replay(&replay)?;
        play_back(&replay, usize::MAX, &mut *game)?;
        if let Some(seed) = seed {
            game.draw_anew(seed);
        }
        Ok(Desk::new(game, self.tape.clone()))
    }

    /// The choices of some, or of everybody.
    pub fn choices(&self, ids: Option<&[String]>) -> Result<Vec<String>, Fault> {
        let mut choices = self.game.choices();
        if let Some(ids) = ids {
            self.crowd(ids)?;
            // A choice's text starts with the id of whoever makes it.
            choices.retain(|text| text.split(' ').next().is_some_and(|id| ids.iter().any(|one| one == id)));
        }
        Ok(choices)
    }

    /// The odds of some choices by their texts, as far as time allows.
    pub fn odds(&self, choices: &[String], budget: Option<u64>) -> Result<BTreeMap<String, Stakes>, Fault> {
        let (began, budget) = (Instant::now(), budget.map(Duration::from_millis));
        let mut known = BTreeMap::new();
        for choice in choices {
            if budget.is_some_and(|budget| began.elapsed() >= budget) {
                break;
            }
            known.insert(choice.clone(), self.game.odds(choice).map_err(|error| self.fault(error))?);
        }
        Ok(known)
    }

    /// Where the table is and whom it asks.
    pub fn fields(&self) -> Fields {
        let asked: Vec<String> = self.game.ask().asked().filter_map(|who| self.id(who)).collect();
        let over = self.game.outcome().map(|outcome| outcome.name());
        let mut fields = Fields::new();
        fields.insert("position".into(), self.game.position().into());
        let awaited = self.game.awaited().and(self.game.ask().asked());
        let awaited: Vec<String> = awaited.filter_map(|who| self.id(who)).collect();
        fields.insert("asked".into(), asked.into());
        fields.insert("awaited".into(), awaited.into());
        fields.insert("over".into(), json!(over));
        fields
    }

    fn id(&self, who: Who) -> Option<String> {
        self.game.combatants().into_iter().find(|one| one.who == who).map(|one| one.id)
    }

    pub fn fault(&self, error: fracas_table::GameError) -> Fault {
        Fault::of_game(error, |who| self.id(who))
    }

    pub fn who(&self, id: &str) -> Result<Who, Fault> {
        self.game.who(id).ok_or_else(|| {
            let known: Vec<String> = self.game.combatants().into_iter().map(|one| one.id).collect();
            let short: String = id.chars().take(60).collect();
            let fault = Fault::new("no-such-combatant", format!("nobody here is {short:?}"));
            match nearest(id, known.iter().map(String::as_str)) {
                Some(near) => fault.with("nearest", near),
                None => fault,
            }
        })
    }

    pub fn crowd(&self, ids: &[String]) -> Result<Crowd, Fault> {
        ids.iter().map(|id| self.who(id)).collect()
    }

    /// A seat by name; the judge's where none is named.
    pub fn seat(&self, seat: Option<&Value>) -> Result<Seat, Fault> {
        let wrong = || Fault::bad_request("\"seat\" is \"judge\", \"watcher\" or {\"player\": [ids]}");
        match seat {
            None | Some(Value::Null) => Ok(Seat::Judge),
            Some(Value::String(name)) if name == "judge" => Ok(Seat::Judge),
            Some(Value::String(name)) if name == "watcher" => Ok(Seat::Watcher),
            Some(Value::Object(fields)) if fields.len() == 1 => {
                let ids = fields.get("player").ok_or_else(wrong)?;
                let ids: Vec<String> = serde_json::from_value(ids.clone()).map_err(|_| wrong())?;
                Ok(Seat::Player(self.crowd(&ids)?))
            }
            Some(_) => Err(wrong()),
        }
    }

    /// Refuses a position that is not the present one.
    pub fn check_position(&self, position: Option<usize>) -> Result<(), Fault> {
        let now = self.game.position();
        match position {
            Some(meant) if meant != now => {
                let message = format!("the table is at position {now}, not {meant}");
                Err(Fault::new("stale-position", message).with("position", now))
            }
            _ => Ok(()),
        }
    }

    fn check_room(&self) -> Result<(), Fault> {
        match self.game.position() < MAX_STEPS {
            true => Ok(()),
            false => Err(Fault::new("too-many-steps", format!("a table makes at most {MAX_STEPS} steps"))),
        }
    }

    pub fn choose(&mut self, choice: &str, rolls: Option<Vec<u16>>) -> Result<Fields, Fault> {
        self.check_room()?;
        match (self.rest().map(<[u16]>::to_vec), rolls) {
            (Some(_), Some(_)) => {
                return Err(Fault::bad_request("this table was opened with \"rolls\": a choice brings none"));
            }
            (None, rolls) => {
                let typing = rolls.map_or_else(Typing::default, Typing::all);
                self.game.choose(choice, &typing).map_err(|error| self.fault(error))?;
            }
            (Some(rest), None) => {
                let mut faces = rest.iter();
                let next = |_: &_| faces.next().map(|&face| vec![face]).ok_or(());
                match choose_asking(&mut *self.game, choice, Typing::all(Vec::new()), next) {
                    Ok(_) => {}
                    Err(Stopped::Game(error)) => return Err(self.fault(error)),
                    Err(Stopped::Face(())) => return Err(self.ran_out(choice, rest)),
                }
            }
        }
        Ok(self.told(1))
    }

    /// The fault about the die for which the list has no face.
    fn ran_out(&mut self, choice: &str, rest: Vec<u16>) -> Fault {
        match self.game.choose(choice, &Typing::all(rest)) {
            Err(error) => self.fault(error),
            // It ran out a moment ago, with these very faces.
            Ok(()) => Fault::new("internal", "the list of rolls ran out, and then it did not"),
        }
    }

    pub fn judge(&mut self, act: Map<String, Value>, rolls: Option<Vec<u16>>) -> Result<Fields, Fault> {
        self.check_room()?;
        let act = self.judgement(act)?;
        match (self.rest().map(<[u16]>::to_vec), rolls) {
            (Some(_), Some(_)) => {
                return Err(Fault::bad_request("this table was opened with \"rolls\": an act brings none"));
            }
            (None, rolls) => {
                let typing = rolls.map_or_else(Typing::default, Typing::all);
                self.game.judge_with(act, &typing).map_err(|error| self.fault(error))?;
            }
            (Some(rest), None) => {
                let mut faces = rest.iter();
                let mut wanted = None;
                let next = |missing: &Missing| {
                    wanted = Some(*missing);
                    faces.next().map(|&face| vec![face]).ok_or(())
                };
                match judge_asking(&mut *self.game, &act, Typing::all(Vec::new()), next) {
                    Ok(_) => {}
                    Err(Stopped::Game(error)) => return Err(self.fault(error)),
                    Err(Stopped::Face(())) => {
                        let missing = wanted.expect("a face was wanted");
                        return Err(self.fault(GameError::Wanted(missing)));
                    }
                }
            }
        }
        Ok(self.told(1))
    }

    /// What somebody tries, or no longer does.
    pub fn propose(&mut self, who: &str, text: Option<&str>) -> Result<Fields, Fault> {
        let who = self.who(who)?;
        match text {
            Some(text) => self.game.propose(who, text).map_err(|error| self.fault(error))?,
            None => {
                self.game.withdraw(who);
            }
        }
        let mut fields = self.fields();
        fields.insert("proposals".into(), self.proposals());
        Ok(fields)
    }

    /// What the judge has to answer.
    pub fn proposals(&self) -> Value {
        let all = self.game.proposals(Seat::Judge).into_iter();
        all.map(|one| json!({ "who": self.id(one.who), "text": one.tries })).collect()
    }

    /// An act of the judge, in which combatants go by their ids.
    fn judgement(&self, act: Map<String, Value>) -> Result<Judgement, Fault> {
        let mut act = Value::Object(act);
        self.name_combatants(&mut act, 0)?;
        serde_json::from_value(act).map_err(|error| Fault::bad_request(format!("\"act\": {error}")))
    }

    /// Turns the ids in an act into numbers, in what follows from it too.
    fn name_combatants(&self, act: &mut Value, depth: usize) -> Result<(), Fault> {
        if depth > 4 {
            return Err(Fault::bad_request("\"act\": there is too much in it"));
        }
        let Some(fields) = act.as_object_mut() else { return Ok(()) };
        for name in ["who", "roller"] {
            match fields.get(name) {
                Some(Value::String(id)) => {
                    let who = self.who(id)?;
                    fields.insert(name.to_owned(), who.0.into());
                }
                None | Some(Value::Null) => {}
                Some(_) => return Err(Fault::bad_request(format!("\"{name}\" is the id of a combatant"))),
            }
        }
        if let Some(of) = fields.get_mut("of") {
            self.name_combatants(of, depth + 1)?;
        }
        for name in ["success", "failure"] {
            let acts = fields.get_mut(name).and_then(|sequel| sequel.get_mut("acts"));
            for act in acts.and_then(Value::as_array_mut).into_iter().flatten() {
                self.name_combatants(act, depth + 1)?;
            }
        }
        Ok(())
    }

    pub fn take_back(&mut self, steps: usize) -> Fields {
        let taken = self.game.take_back(steps);
        let mut fields = self.fields();
        fields.insert("steps".into(), taken.into());
        fields
    }

    pub fn undo(&mut self, steps: usize) -> Fields {
        let cost = json!(self.game.undo_cost());
        let taken = (0..steps).take_while(|_| self.game.undo()).count();
        let mut fields = self.fields();
        fields.insert("steps".into(), taken.into());
        fields.insert("cost".into(), cost);
        fields
    }

    pub fn redo(&mut self, steps: usize) -> Fields {
        let done = (0..steps).take_while(|_| self.game.redo()).count();
        let mut fields = self.told(done);
        fields.insert("steps".into(), done.into());
        fields
    }

    /// Where the table is after these steps, and what they told.
    fn told(&self, steps: usize) -> Fields {
        let now = self.game.position();
        let from = now.saturating_sub(steps);
        let mut fields = self.fields();
        let lines: Vec<_> = (from..now).flat_map(|index| self.game.step_lines(index, Seat::Judge)).collect();
        let rolls: Vec<_> = (from..now).flat_map(|index| self.game.replay_step(index).rolls).collect();
        fields.insert("lines".into(), json!(lines));
        fields.insert("rolls".into(), json!(rolls));
        fields
    }
}
