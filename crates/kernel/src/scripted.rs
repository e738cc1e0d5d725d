//! A table for tests: played by script, with exactly the dice that the script says, and looked at in words. It panics
//! with what is wrong, and knows no system.

use std::sync::Arc;

use crate::{
    Ask, Care, ChoiceView, Crowd, Fate, History, Judgement, Line, MapView, Outcome, Play, Refusal, Rules,
    Seat, Stakes, Status, TableView, Token, Typing, Who,
};

#[derive(Debug)]
pub struct Scripted<R: Rules> {
    pub table: History<R>,
    /// How the table now spells what the script says.
    spelling: Spelling<R>,
}

type Spelling<R> = fn(&R, &<R as Play>::State, &str) -> String;

impl<R: Rules> Scripted<R> {
    pub fn new(rules: R) -> Scripted<R> {
        let table = History::new(Arc::new(rules), 0, 0);
        Scripted { table, spelling: |_, _, choice| choice.to_owned() }
    }

    /// With a script that calls things by other names than the table does.
    pub fn spelt(self, spelling: Spelling<R>) -> Scripted<R> {
        Scripted { spelling, ..self }
    }

    fn find(&self, choice: &str) -> Option<R::Choice> {
        self.table.find(&(self.spelling)(self.table.rules(), self.table.state(), choice))
    }

    /// Makes a choice with exactly these faces on the table, and returns what the log says.
    #[track_caller]
    pub fn play(&mut self, choice: &str, faces: &[u16]) -> Vec<String> {
        let Some(found) = self.find(choice) else {
            panic!("not legal now: {choice}; legal: {:#?}", self.choices());
        };
        if let Err(error) = self.table.choose(found, &Typing::all(faces.to_vec())) {
            panic!("{choice}: {error}");
        }
        self.told()
    }

    /// Several choices, of which only the last one rolls dice.
    #[track_caller]
    pub fn play_all(&mut self, choices: &[&str], faces: &[u16]) -> Vec<String> {
        let (last, first) = choices.split_last().expect("something is chosen");
        for choice in first {
            self.play(choice, &[]);
        }
        self.play(last, faces)
    }

    /// The judge's act, and what the log says of it.
    #[track_caller]
    pub fn judge(&mut self, act: Judgement) -> Vec<String> {
        if let Err(refusal) = self.table.judge(act) {
            panic!("{refusal}");
        }
        self.told()
    }

    /// The same with exactly these faces on the table.
    #[track_caller]
    pub fn judge_rolling(&mut self, act: Judgement, faces: &[u16]) -> Vec<String> {
        if let Err(error) = self.table.judge_with(act, &Typing::all(faces.to_vec())) {
            panic!("{error}");
        }
        self.told()
    }

    fn told(&self) -> Vec<String> {
        self.told_to(Seat::Judge)
    }

    /// What the log has told this seat of the last step.
    pub fn told_to(&self, seat: Seat) -> Vec<String> {
        self.lines_to(seat).into_iter().map(|line| line.text).collect()
    }

    /// The same as lines, with their rolls and tones.
    pub fn lines_to(&self, seat: Seat) -> Vec<Line> {
        self.table.step_lines(self.table.steps().len() - 1, seat)
    }

    /// What has come of the last choice or act, as the rules told it.
    pub fn events(&self) -> &[R::Event] {
        self.table.steps().last().map_or(&[], |step| &step.events)
    }

    pub fn rules(&self) -> &R {
        self.table.rules()
    }

    pub fn state(&self) -> &R::State {
        self.table.state()
    }

    #[track_caller]
    pub fn set_track(&mut self, id: &str, track: &str, value: i32) {
        let who = self.who(id);
        self.judge(Judgement::Set { who, track: track.to_owned(), value });
    }

    #[track_caller]
    pub fn afflict(&mut self, id: &str, condition: &str, rank: Option<i32>) {
        let who = self.who(id);
        self.judge(Judgement::Afflict { who, condition: condition.to_owned(), rank });
    }

    #[track_caller]
    pub fn put(&mut self, id: &str, to: &str) {
        let who = self.who(id);
        self.judge(Judgement::Move { who, to: to.to_owned() });
    }

    /// The zones on a seat's map.
    pub fn zones(&self, seat: Seat) -> Vec<String> {
        let MapView::Zones { zones, .. } = self.view(seat).map else { panic!("a map of zones") };
        zones.into_iter().map(|zone| zone.id).collect()
    }

    /// The judge sets something that is counted for all, or says what becomes of an encounter.
    #[track_caller]
    pub fn set_gauge(&mut self, gauge: &str, value: i32) {
        self.judge(Judgement::Gauge { gauge: gauge.to_owned(), value });
    }

    #[track_caller]
    pub fn fate(&mut self, encounter: &str, fate: Fate) {
        self.judge(Judgement::Fate { encounter: encounter.to_owned(), fate });
    }

    pub fn choices(&self) -> Vec<String> {
        let (rules, state) = (self.table.rules(), self.table.state());
        self.table.choices().into_iter().map(|choice| rules.text(state, choice)).collect()
    }

    pub fn can(&self, choice: &str) -> bool {
        self.find(choice).is_some()
    }

    #[track_caller]
    pub fn found(&self, choice: &str) -> R::Choice {
        self.find(choice).unwrap_or_else(|| panic!("not legal now: {choice}"))
    }

    /// Why a choice is refused that one could think of.
    #[track_caller]
    pub fn refusal(&self, choice: &str) -> Refusal {
        let (rules, state) = (self.table.rules(), self.table.state());
        let mut all = Vec::new();
        rules.conceivable(state, &mut all);
        let spelt = (self.spelling)(rules, state, choice);
        let found = all.into_iter().find(|&c| rules.text(state, c) == spelt);
        let found = found.unwrap_or_else(|| panic!("inconceivable: {choice}"));
        rules.legal(state, found).expect_err("it is legal")
    }

    /// The rule by which a choice is refused that one could think of.
    #[track_caller]
    pub fn refused(&self, choice: &str) -> Option<&'static str> {
        self.refusal(choice).rule
    }

    /// Who is asked, by id.
    pub fn asked(&self) -> Vec<String> {
        self.ids(self.table.ask().asked())
    }

    /// Without whom it cannot go on, by id.
    pub fn awaited(&self) -> Vec<String> {
        self.ids(self.table.rules().awaited(self.table.state()))
    }

    fn ids(&self, crowd: Crowd) -> Vec<String> {
        crowd.map(|who| self.table.rules().id(self.table.state(), who)).collect()
    }

    /// Everything that is told about choices that can and cannot be taken.
    pub fn labels(&self) -> String {
        let (rules, state) = (self.table.rules(), self.table.state());
        let mut all = Vec::new();
        rules.conceivable(state, &mut all);
        let told = |choice| format!("{:?} {:?}", rules.describe(state, choice), rules.legal(state, choice));
        all.into_iter().map(told).collect()
    }

    #[track_caller]
    pub fn shown(&self, choice: &str) -> ChoiceView {
        self.table.rules().describe(self.table.state(), self.found(choice))
    }

    #[track_caller]
    pub fn odds(&self, choice: &str) -> Stakes {
        self.table.odds(self.found(choice))
    }

    /// What decides the first roll of a choice, by name.
    #[track_caller]
    pub fn reasons(&self, choice: &str) -> Vec<String> {
        let stakes = self.table.odds_later()(self.found(choice), Care::QUICK);
        let roll = stakes.because.into_iter().next();
        roll.map_or_else(Vec::new, |roll| roll.modifiers.into_iter().map(|one| one.name).collect())
    }

    /// What instinct does for somebody.
    #[track_caller]
    pub fn instinct(&self, id: &str) -> String {
        let choice = self.table.instinct(Crowd::one(self.who(id)));
        self.rules().text(self.state(), choice)
    }

    /// The chance of what a choice is about, which must be counted exactly.
    #[track_caller]
    pub fn chance(&self, choice: &str) -> f64 {
        let stakes = self.odds(choice);
        assert!(stakes.exact, "{choice}: the odds are sampled");
        stakes.chance.unwrap_or_else(|| panic!("{choice}: no chance is told")).p
    }

    /// Who is asked in the middle of another's action, by id.
    pub fn reacts(&self) -> Option<String> {
        match self.table.ask() {
            Ask::React(who) => Some(self.rules().id(self.state(), who)),
            _ => None,
        }
    }

    #[track_caller]
    pub fn who(&self, id: &str) -> Who {
        self.table.who(id).unwrap_or_else(|| panic!("nobody is called {id}"))
    }

    pub fn view(&self, seat: Seat) -> TableView {
        self.table.rules().view(self.table.state(), seat)
    }

    #[track_caller]
    pub fn token(&self, id: &str) -> Token {
        let tokens = self.view(Seat::Judge).tokens;
        tokens.into_iter().find(|token| token.id == id).unwrap_or_else(|| panic!("nobody is called {id}"))
    }

    /// A number that is shown of somebody; none where it is not shown.
    #[track_caller]
    pub fn track(&self, id: &str, track: &str) -> Option<i32> {
        self.token(id).tracks.into_iter().find(|known| known.id == track).map(|track| track.value)
    }

    pub fn status(&self, id: &str) -> Status {
        self.token(id).status
    }

    /// The names of somebody's badges.
    pub fn badges(&self, id: &str) -> Vec<String> {
        self.token(id).badges.into_iter().map(|badge| badge.name).collect()
    }

    pub fn place(&self, id: &str) -> Option<String> {
        self.token(id).place
    }

    /// The tags on a zone's card, as everybody sees them.
    #[track_caller]
    pub fn tags(&self, zone: &str) -> Vec<String> {
        let MapView::Zones { zones, .. } = self.view(Seat::Watcher).map else { panic!("no map of zones") };
        let card = zones.into_iter().find(|card| card.id == zone);
        card.unwrap_or_else(|| panic!("no zone is called {zone}")).words()
    }

    pub fn is(&self, id: &str, badge: &str) -> bool {
        self.token(id).badges.iter().any(|known| known.name == badge)
    }

    /// A gauge as everybody sees it.
    #[track_caller]
    pub fn gauge(&self, id: &str) -> String {
        let gauges = self.view(Seat::Watcher).gauges;
        gauges.into_iter().find(|gauge| gauge.id == id).unwrap_or_else(|| panic!("no gauge {id}")).text
    }

    pub fn outcome(&self) -> Option<Outcome> {
        match self.table.ask() {
            Ask::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    pub fn party_file(&self) -> String {
        self.table.rules().party_file(self.table.state()).expect("an adventure has a party")
    }
}

/// A `Scene` for the tests of a system: a scripted table, to which a system adds what only its tests ask.
#[macro_export]
macro_rules! scene {
    ($rules:ty) => {
        /// The table, and what only these tests ask of it.
        pub struct Scene($crate::Scripted<$rules>);

        impl std::ops::Deref for Scene {
            type Target = $crate::Scripted<$rules>;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        impl std::ops::DerefMut for Scene {
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.0
            }
        }
    };
}
