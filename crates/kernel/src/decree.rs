//! The judge's acts at a table: checks are rolled, what follows follows, play goes on as the rules say, and everybody is
//! told what they may know of it.

use fracas_dice::Seeded;

use crate::judge::tidy;
use crate::{
    AnyDice, AnyLog, Ask, Demand, Fiat, Judgement, Line, MapView, Named, Null, Record, Refusal, Rules, Seat,
    Sequel, Show, TableView, Tone, Veil, Who, any_dice, any_log,
};

/// Carries an act out. Returns what it says about rolls to come.
pub(crate) fn carry_out<R: Rules>(
    rules: &R,
    state: &mut R::State,
    veil: &mut Veil,
    act: &Judgement,
    dice: &mut AnyDice<'_>,
    log: &mut AnyLog<'_, R::Event>,
) -> Result<Vec<Fiat>, Refusal> {
    let before = state.clone();
    let mut done = Done { veil: std::mem::take(veil), ..Done::default() };
    match act.plain() {
        Judgement::Check { who, check, against, success, failure } => {
            let demand = rules.demand(state, *who, check, *against)?;
            can_follow(rules, state, &done.veil, [success, failure])?;
            let sequel = if demand.make(dice) { success } else { failure };
            done.follow(rules, state, sequel, dice, log)?;
        }
        Judgement::Attempt { who, check, against, success, failure, .. } => {
            if !matches!(rules.ask(state), Ask::Decide(asked) if asked.has(*who)) {
                let name = rules.name(state, *who);
                return Err(Refusal::new(format!("it is not {name}'s turn to do something")));
            }
            let demand = match check {
                Some(check) => Some(rules.demand(state, *who, check, *against)?),
                None => None,
            };
            rules.spend(state, *who, log)?;
            done.touched = true;
            can_follow(rules, state, &done.veil, [success, failure])?;
            let sequel = if demand.is_none_or(|demand| demand.make(dice)) { success } else { failure };
            done.follow(rules, state, sequel, dice, log)?;
        }
        _ => done.act(rules, state, act, dice, log)?,
    }
    if done.touched {
        rules.resume(&before, state, done.ended, dice, log);
    }
    *veil = done.veil;
    if !veil.is_empty() {
        veil.settle(rules, state, dice)?;
    }
    Ok(done.fiats)
}

/// What has come of an act so far.
#[derive(Default)]
struct Done {
    fiats: Vec<Fiat>,
    ended: bool,
    /// Was the state concerned at all?
    touched: bool,
    veil: Veil,
}

impl Done {
    fn act<R: Rules>(
        &mut self,
        rules: &R,
        state: &mut R::State,
        act: &Judgement,
        dice: &mut AnyDice<'_>,
        log: &mut AnyLog<'_, R::Event>,
    ) -> Result<(), Refusal> {
        if let Some(fiat) = Fiat::of(act) {
            self.fiats.push(fiat);
            return Ok(());
        }
        if matches!(act.plain(), Judgement::Say { .. } | Judgement::Decline { .. }) {
            return Ok(());
        }
        if self.veil.act(rules, state, act, dice, log)? {
            self.touched = true;
            return Ok(());
        }
        rules.decree(state, act.plain(), dice, log)?;
        self.ended |= act.ends();
        self.touched = true;
        Ok(())
    }

    fn follow<R: Rules>(
        &mut self,
        rules: &R,
        state: &mut R::State,
        sequel: &Sequel,
        dice: &mut AnyDice<'_>,
        log: &mut AnyLog<'_, R::Event>,
    ) -> Result<(), Refusal> {
        sequel.acts.iter().try_for_each(|act| self.act(rules, state, act, dice, log))
    }
}

/// What would be refused is refused before anybody rolls, whichever way the dice would fall.
fn can_follow<R: Rules>(
    rules: &R,
    state: &R::State,
    veil: &Veil,
    sequels: [&Sequel; 2],
) -> Result<(), Refusal> {
    sequels.into_iter().try_for_each(|sequel| {
        let mut thought = state.clone();
        let mut done = Done { veil: veil.clone(), ..Done::default() };
        let (mut unseen, mut nobody) = (Seeded::new(0), Null);
        done.follow(rules, &mut thought, sequel, &mut any_dice(&mut unseen), &mut any_log(&mut nobody))
    })
}

/// The table around an act.
#[derive(Clone, Copy)]
pub(crate) struct Around<'a, R: Rules> {
    pub rules: &'a R,
    pub before: &'a R::State,
    pub after: &'a R::State,
    /// What was hidden before it.
    pub veil: &'a Veil,
    pub rolls: &'a [Record],
}

impl<R: Rules> Around<'_, R> {
    /// Is a seat told of an act? Of what it could perceive, unless the judge says otherwise.
    pub(crate) fn tells(&self, act: &Judgement, seat: Seat) -> bool {
        match act.is_open() {
            _ if seat == Seat::Judge => true,
            Some(open) => open,
            None if self.veil.covers(act) && !matches!(act, Judgement::Reveal { .. }) => false,
            None => !self.rules.kept_back(self.before, act) && self.is_perceived(act, seat),
        }
    }

    fn is_perceived(&self, act: &Judgement, seat: Seat) -> bool {
        let (was, is) = (self.rules.view(self.before, seat), self.rules.view(self.after, seat));
        let in_sight = |who: Who| shows(&was, who) || shows(&is, who);
        match act {
            Judgement::Set { who, .. } | Judgement::Afflict { who, .. } | Judgement::Lift { who, .. } => {
                in_sight(*who) && was != is
            }
            // Whoever is listed without being seen joins and leaves without a word.
            Judgement::Remove { who } => (places(&was, *who) || places(&is, *who)) && was != is,
            Judgement::Move { who, .. } => places(&is, *who) && was != is,
            Judgement::Add { .. } => {
                is.tokens.iter().any(|token| token.place.is_some() && !shows(&was, token.who))
            }
            Judgement::Gauge { .. } => was.gauges != is.gauges,
            Judgement::Favour { roller, .. } => roller.is_none_or(in_sight),
            Judgement::Grant { who, .. }
            | Judgement::Check { who, .. }
            | Judgement::Attempt { who, .. }
            | Judgement::Decline { who, .. } => in_sight(*who),
            Judgement::Fate { .. }
            | Judgement::End { .. }
            | Judgement::EndAdventure { .. }
            | Judgement::Say { .. } => true,
            Judgement::Reveal { .. } | Judgement::RevealZone { .. } => true,
            Judgement::Hide { .. } | Judgement::HideZone { .. } => false,
            // What lies behind the rules shows by what comes of it.
            Judgement::Dice { .. } | Judgement::Decide { .. } => false,
            Judgement::Open { .. } | Judgement::Secret { .. } => false,
        }
    }

    /// An act as a seat is told of it.
    pub(crate) fn lines(&self, act: &Judgement, seat: Seat) -> Vec<Line> {
        if !self.tells(act, seat) {
            return Vec::new();
        }
        let name = |who: Who| self.rules.name(self.before, who);
        match act.plain() {
            Judgement::Check { who, check, against, success, failure } => {
                let what = format!("{} makes a check", name(*who));
                let demand = self.rules.demand(self.before, *who, check, *against).ok();
                self.tried(*who, what, demand, [success, failure], seat)
            }
            Judgement::Attempt { who, tries, check, against, success, failure } => {
                let what = format!("{}: {}", name(*who), tidy(tries));
                let demand = |check: &String| self.rules.demand(self.before, *who, check, *against).ok();
                self.tried(*who, what, check.as_ref().and_then(demand), [success, failure], seat)
            }
            act => {
                let about = act.about().filter(|&who| self.rules.everyone(self.before).has(who));
                let words = act_words(self.rules, self.before, act);
                vec![Line::new(Tone::Judge, format!("Judge: {words}")).about(about)]
            }
        }
    }

    /// What somebody tried, how it went, and what followed, as one deed.
    fn tried(
        &self,
        who: Who,
        what: String,
        demand: Option<Demand>,
        [success, failure]: [&Sequel; 2],
        seat: Seat,
    ) -> Vec<Line> {
        let mut line = Line::new(Tone::Judge, what).about([who]);
        let mut sequel = success;
        if let Some((demand, record)) = demand.zip(self.rolls.first()) {
            let rolled = demand.rolled(record);
            let passed = rolled.success == Some(true);
            sequel = if passed { success } else { failure };
            let result = if passed { "success" } else { "failure" };
            line.text += &format!(": {} against {} {}: {result}", rolled.text, demand.against, demand.target);
            line = Line { rule: demand.rule, ..line.rolled(rolled) };
        }
        if !sequel.says.is_empty() {
            line.text += &format!(". {}", tidy(&sequel.says));
        }
        let follows = sequel.acts.iter().flat_map(|act| self.lines(act, seat));
        std::iter::once(line).chain(follows).collect()
    }
}

/// An act in words, with everything by its name.
pub fn act_words<R: Rules>(rules: &R, state: &R::State, act: &Judgement) -> String {
    let called = |id: &str, all: Vec<Named>| {
        all.into_iter().find(|named| named.id == id).map_or_else(|| id.to_owned(), |named| named.name)
    };
    let there = |id: &str| match rules.view(state, Seat::Judge).map {
        MapView::Zones { zones, .. } => {
            zones.into_iter().find(|zone| zone.id == id).map_or_else(|| id.to_owned(), |zone| zone.name)
        }
        MapView::Squares { .. } => id.to_owned(),
    };
    let mut act = act.clone();
    match &mut act {
        Judgement::Add { creature, to, .. } => {
            (*creature, *to) = (called(creature, rules.repertoire().creatures), there(to));
        }
        Judgement::Move { to, .. } => *to = there(to),
        Judgement::HideZone { zone } | Judgement::RevealZone { zone } => *zone = there(zone),
        Judgement::Grant { what, .. } => *what = called(what, rules.repertoire().gifts).to_lowercase(),
        Judgement::Fate { encounter, .. } => {
            *encounter = called(encounter, rules.repertoire().encounters);
        }
        Judgement::Afflict { condition, .. } | Judgement::Lift { condition, .. } => {
            *condition = called(condition, rules.repertoire().conditions).to_lowercase();
        }
        _ => {}
    }
    act.words(&|who| rules.name(state, who))
}

/// Does a view say where somebody is?
fn places(view: &TableView, who: Who) -> bool {
    view.tokens.iter().any(|token| token.who == who && token.place.is_some())
}

fn shows(view: &TableView, who: Who) -> bool {
    view.tokens.iter().any(|token| token.who == who)
}

/// Can everybody at the table see `who`?
pub(crate) fn is_public<R: Show>(rules: &R, state: &R::State, who: Who) -> bool {
    shows(&rules.view(state, Seat::Watcher), who)
}
