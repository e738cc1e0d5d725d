//! An adventure on the screen: the map, the heroes, the question, the choices, the gauges. Shows what it is given: a
//! player's view is made of what the party knows.

use fracas_adventure::Way;
use fracas_kernel::{
    Badge, ChoiceView, Gauge, MapView, Named, Outcome, OutcomeView, Play, Question, Seat, Side, Tab,
    TableView, Tag, Token, Track, TrackKind, Unit, Who,
};

use super::choices::Choice;
use super::data::{Attitude, DAY, HOUR, MINUTES, Trek, Ware, xp_for_next};
use super::meeting::STRANGER;
use super::state::{Stage, State, VENOM, bit32, has, hero_bit, hx};
use crate::data::Delve;

/// The time of day.
pub(crate) fn hour_words(turn: u16) -> String {
    let (hour, minute) = (turn % DAY / HOUR, turn % HOUR * MINUTES);
    format!("{hour:02}:{minute:02}")
}

impl Trek {
    /// What the judge can give to a hero.
    pub(crate) fn gifts(&self) -> Vec<Named> {
        ["gold", "xp"]
            .map(Named::word)
            .into_iter()
            .chain(Ware::ALL.map(|ware| Named::word(ware.id())))
            .collect()
    }

    pub(crate) fn table_view(&self, state: &State, seat: Seat) -> TableView {
        let fight = self.on_the_field(state, false);
        let rules = &self.fights[self.place.area_of(state.here.at)];
        let tokens = (0..self.heroes.len() as u8)
            .map(|index| self.token(state, rules.token(&fight, Who(index))))
            .collect();
        TableView {
            system: Delve::SYSTEM,
            health: Unit::default(),
            title: self.title.clone(),
            round: 0,
            phase: format!("Exploring: {}", self.place.zone(state.here.at).name),
            gauges: self.all_gauges(state),
            map: self.map(state, seat),
            tokens,
            question: self.question(state),
            choices: Vec::new(),
            quiet: Vec::new(),
            outcome: state.here.outcome.map(|outcome| OutcomeView {
                winner: match outcome {
                    Outcome::Won(side) => Some(side),
                    Outcome::Draw => None,
                },
                text: outcome_words(outcome).to_owned(),
            }),
        }
    }

    /// The place's map, with the traps and lairs of which the party knows.
    fn map(&self, state: &State, seat: Seat) -> MapView {
        let mut map = self.place.map(&state.here, seat);
        let live = state.armed.and(if seat == Seat::Judge { state.armed } else { state.spied });
        let MapView::Zones { zones, links, .. } = &mut map else { return map };
        let numbers: Vec<u8> = zones.iter().filter_map(|card| self.place.find_zone(&card.id)).collect();
        for (card, &zone) in zones.iter_mut().zip(&numbers) {
            if let Some(trap) = self.zones[usize::from(zone)].trap.filter(|_| has(live.zones, zone)) {
                card.tags.push(Tag::feature(format!("trap: {}", self.hazard_words(trap))));
            }
            let there = if seat == Seat::Judge { 0 } else { self.living_in(state, zone) };
            for band in (0..32).filter(|&band| there & bit32(band) != 0) {
                let met = state.met & bit32(band) != 0;
                let tag = if met { state.attitude_of(band).name() } else { "heard" };
                let whom = if met { self.band_words(state, band) } else { "somebody".into() };
                card.tags.push(Tag::feature(format!("{tag}: {whom}")));
            }
        }
        for link in links {
            let ends = [link.a, link.b].map(|end| numbers.get(end).copied().unwrap_or(u8::MAX));
            let joins = |way: &Way| [[way.a, way.b], [way.b, way.a]].contains(&ends);
            let way = self.place.ways.iter().position(joins).unwrap_or(usize::MAX);
            let trap = self.ways.get(way).and_then(|way| way.trap).filter(|_| has(live.ways, way as u8));
            if let Some(trap) = trap {
                let note = link.note.take().map_or(String::new(), |note| format!("{note}, "));
                link.note = Some(format!("{note}trap: {}", self.hazard_words(trap)));
            }
        }
        map
    }

    fn token(&self, state: &State, mut token: Token) -> Token {
        let who = token.who;
        let bad = |name: &str, means: &str| Badge {
            name: name.to_owned(),
            means: means.to_owned(),
            good: false,
            mark: Default::default(),
        };
        token.place = token.place.map(|_| self.place.zone(state.here.at).id.clone());
        let next = xp_for_next(self.heroes[hx(who)].level).into();
        let (value, kind) = (state.xp[hx(who)].into(), TrackKind::Plain);
        token.tracks.push(Track {
            id: "xp",
            name: "experience",
            value,
            max: Some(next),
            kind,
            unit: Unit::default(),
        });
        token.badges.clear();
        if state.with_us(self) & hero_bit(who) != 0 {
            if state.leader() == who {
                let means = "decides for the party, and speaks for it";
                token.badges.push(Badge {
                    name: "leader".to_owned(),
                    means: means.to_owned(),
                    good: true,
                    mark: Default::default(),
                });
            }
            for (number, what) in [
                (state.poison[hx(who)], "a save each turn, or it hurts"),
                (state.disease[hx(who)], "a save each day, or it hurts"),
            ] {
                if let Some(hazard) = number.checked_sub(1) {
                    token.badges.push(bad(&self.hazard_words(hazard), what));
                }
            }
        }
        let asked = state.asked() & hero_bit(who) != 0;
        token.to_act = asked && state.here.outcome.is_none();
        token
    }

    pub(crate) fn hazard_words(&self, number: u8) -> String {
        if number == VENOM - 1 {
            return "venom".to_owned();
        }
        self.hazards.get(usize::from(number)).map_or_else(String::new, |hazard| hazard.name.to_lowercase())
    }

    pub(crate) fn all_gauges(&self, state: &State) -> Vec<Gauge> {
        let (day, turn) = (state.turn / DAY + 1, state.turn);
        let left = self.last_turn.saturating_sub(turn);
        let dark = self.place.spots.get(usize::from(state.here.at)).is_some_and(|spot| spot.dark);
        let stirs = self.wandering.map_or_else(String::new, |wandering| {
            let (every, chance) = (wandering.every, wandering.chance);
            format!("; something may turn up every {every} turns, on {chance} in 6")
        });
        let light = match (state.light, dark) {
            (0, true) => "none: it is dark".to_owned(),
            (0, false) => "not needed here".to_owned(),
            (1, _) => "a torch, for one turn more".to_owned(),
            (turns, _) => format!("a torch, for {turns} turns"),
        };
        let mut gauges = vec![
            Gauge {
                id: "clock",
                name: "clock",
                text: format!("day {day}, {} (turn {turn})", hour_words(turn)),
                means: format!("a turn is ten minutes (T1); {} are left{stirs}", span_words(left)),
                low: left <= DAY / 2,
            },
            Gauge {
                id: "light",
                name: "light",
                text: light,
                means: "a torch burns for six turns; without one nobody searches in the dark, and fights are fought \
                        blind"
                    .to_owned(),
                low: dark && state.light <= 1 && state.wares[Ware::Torches as usize] == 0,
            },
        ];
        gauges.extend(Ware::ALL.map(|ware| Gauge {
            id: ware.id(),
            name: ware.id(),
            text: state.wares[ware as usize].to_string(),
            means: ware.means().to_owned(),
            low: match ware {
                Ware::Torches => state.wares[0] == 0,
                Ware::Rations => u32::from(state.wares[1]) < state.with_us(self).count_ones(),
                Ware::Salves | Ware::Tinctures => false,
            },
        }));
        let means = "pays those who want to be paid, and those who sell".to_owned();
        gauges.push(Gauge { id: "gold", name: "gold", text: state.gold.to_string(), means, low: false });
        gauges
    }

    fn question(&self, state: &State) -> Option<Question> {
        if state.here.outcome.is_some() {
            return None;
        }
        let (text, rule) = match state.meeting {
            None => ("What does the party do in this turn?".to_owned(), "DELVE-T1"),
            Some(meeting) => {
                let band = self.band_words(state, meeting.band);
                match (meeting.stage, state.attitude_of(meeting.band)) {
                    (Stage::Sighted, _) => (format!("{band} in sight. How do they take to you?"), "DELVE-M1"),
                    (Stage::Aftermath, _) => ("The fight is over. Go on?".to_owned(), "DELVE-T1"),
                    (_, Attitude::Unfriendly) => {
                        let price = self.band(meeting.band).price;
                        let paid = price.map_or(String::new(), |price| format!(" are paid {price} gold or"));
                        (
                            format!("{band}: unfriendly. They attack unless they{paid} are left alone."),
                            "DELVE-R8",
                        )
                    }
                    (_, attitude) => (format!("{band}: {}. What now?", attitude.name()), "DELVE-R8"),
                }
            }
        };
        let asked = State::crowd(state.asked());
        Some(Question { asked, text, reaction: false, rule: Some(rule) })
    }

    pub(crate) fn choice_view(&self, state: &State, choice: Choice) -> ChoiceView {
        let (label, tab, aim, rule) = self.wording(state, choice);
        let (to, targets) = match choice {
            Choice::Go { to, .. }
            | Choice::Listen { to, .. }
            | Choice::Pick { to, .. }
            | Choice::Force { to, .. }
            | Choice::Lure { to, .. } => (self.place.on_map(&state.here, to), Vec::new()),
            Choice::Cast { on: Some(on), .. } | Choice::Use { on, .. } | Choice::AskHeal { on, .. } => {
                (None, vec![on])
            }
            _ => (None, Vec::new()),
        };
        ChoiceView {
            label,
            tab,
            targets,
            to,
            warnings: self.warnings(state, choice),
            aim,
            rule,
            ..ChoiceView::new(choice.who(), self.choice_text(state, choice))
        }
    }

    #[allow(clippy::type_complexity, reason = "four words about one choice")]
    fn wording(
        &self,
        state: &State,
        choice: Choice,
    ) -> (String, Tab, Option<&'static str>, Option<&'static str>) {
        let going = |to| self.place.going(&state.here, to);
        let whither = |to| self.place.whither(&state.here, to);
        let name = |who: Who| self.sheet(who).name.clone();
        let cache = |cache: u8| self.place.caches[usize::from(cache)].name.to_lowercase();
        let lore = state.meeting.map_or(&STRANGER, |meeting| self.band(meeting.band));
        let turn = Some("DELVE-T1");
        let answer = Some("DELVE-R8");
        match choice {
            Choice::Lead { .. } => ("Take the lead".to_owned(), Tab::Turn, None, None),
            Choice::Go { to, .. } => (format!("Go {}", going(to)), Tab::Move, None, turn),
            Choice::Wait { .. } => ("Let the turn pass".to_owned(), Tab::Turn, None, turn),
            Choice::Idle { .. } => ("Do nothing in this turn".to_owned(), Tab::Turn, None, turn),
            Choice::Camp { .. } => ("Make camp for the night".to_owned(), Tab::Turn, None, Some("DELVE-D3")),
            Choice::Leave { .. } => ("Leave for home".to_owned(), Tab::Move, None, None),
            Choice::Search { .. } => ("Search".to_owned(), Tab::Action, Some("finds what is there"), turn),
            Choice::Listen { to, .. } => {
                (format!("Listen toward {}", whither(to)), Tab::Action, Some("hears what can be heard"), turn)
            }
            Choice::Pick { to, .. } => {
                (format!("Pick the lock of the door to {}", whither(to)), Tab::Action, Some("opens"), turn)
            }
            Choice::Force { to, .. } => {
                (format!("Force the door to {}", whither(to)), Tab::Action, Some("opens"), turn)
            }
            Choice::Disarm { cache: c, .. } => {
                (format!("Disarm the trap on {}", cache(c)), Tab::Action, Some("disarms it"), turn)
            }
            Choice::Take { cache: c, .. } => (format!("Take {}", cache(c)), Tab::Action, None, turn),
            Choice::Cast { who, spell, on } => {
                let spell = self.spell_of(who, spell).map_or("nothing", |spell| &spell.name);
                let on = on.map_or_else(String::new, |on| format!(" on {}", name(on)));
                (format!("Cast {spell}{on}"), Tab::Action, Some("heals"), Some("DELVE-R7"))
            }
            Choice::Use { ware, on, .. } => {
                let aim = (ware == Ware::Salves).then_some("heals");
                (format!("Give {} to {}", ware.one(), name(on)), Tab::Action, aim, turn)
            }
            Choice::Meet { .. } => {
                let aim = Some("leaves you in peace");
                ("See how they take to you".to_owned(), Tab::Answer, aim, Some("DELVE-M1"))
            }
            Choice::Attack { .. } => ("Attack".to_owned(), Tab::Answer, None, answer),
            Choice::Talk { .. } => {
                ("Talk to them".to_owned(), Tab::Answer, Some("wins them over"), Some("DELVE-M1"))
            }
            Choice::Pay { .. } => {
                (format!("Pay {} gold", lore.price.unwrap_or(0)), Tab::Answer, None, answer)
            }
            Choice::Withdraw { .. } => {
                let to = self.way_back(state).map_or_else(String::new, |to| format!(" {}", going(to)));
                (format!("Withdraw{to}"), Tab::Answer, None, answer)
            }
            Choice::Lure { to, .. } => (
                format!("Lure them over the trap toward {}", whither(to)),
                Tab::Answer,
                None,
                Some("DELVE-V2"),
            ),
            Choice::Pass { .. } => ("Go your own way".to_owned(), Tab::Answer, None, answer),
            Choice::AskHeal { on, .. } => {
                (format!("Ask them to tend {}", name(on)), Tab::Answer, Some("heals"), answer)
            }
            Choice::AskWay { .. } => {
                ("Ask what they know of this place".to_owned(), Tab::Answer, None, answer)
            }
            Choice::Buy { ware, .. } => {
                let price = lore.sells[ware as usize].unwrap_or(0);
                (format!("Buy {} for {price} gold", ware.one()), Tab::Answer, None, answer)
            }
            Choice::Gather { .. } => ("Gather the party".to_owned(), Tab::Turn, None, turn),
        }
    }

    fn warnings(&self, state: &State, choice: Choice) -> Vec<String> {
        let mut warnings = Vec::new();
        let ends_turn = matches!(choice, Choice::Go { .. } | Choice::Camp { .. });
        if ends_turn && state.busy != 0 {
            warnings.push("the turn that has begun passes first".to_owned());
        }
        match choice {
            Choice::Go { to, .. } => {
                let dark = self.place.spots[usize::from(to)].dark && has(state.here.seen.0, to);
                if dark && state.light <= 1 && state.wares[Ware::Torches as usize] == 0 {
                    warnings.push("it is dark there, and there is no torch left".to_owned());
                }
                let hostile = |band: &u8| state.attitude_of(*band) == Attitude::Hostile;
                let there = self.living_in(state, to) & state.met;
                if (0..32).filter(|&band| there & bit32(band) != 0).any(|band| hostile(&band)) {
                    warnings.push("those who live there will attack".to_owned());
                }
            }
            Choice::Camp { .. } => {
                let safe = self.zones[usize::from(state.here.at)].safe;
                if let Some(wandering) = self.wandering.filter(|wandering| !safe && wandering.night > 0) {
                    let quiet = f64::from(6 - wandering.chance.min(6)) / 6.0;
                    let broken = 100.0 * (1.0 - quiet.powi(wandering.night.into()));
                    warnings.push(format!(
                        "the night is broken with a chance of {broken:.0}%, if anybody is about"
                    ));
                }
                let rations = state.wares[Ware::Rations as usize];
                if u32::from(rations) < state.with_us(self).count_ones() {
                    warnings.push("not everybody has a meal: who has none regains nothing".to_owned());
                }
            }
            Choice::Leave { .. } if !self.place.achieved(&state.here) => {
                warnings.push(format!("not done yet: {}", self.place.goal.text));
            }
            Choice::Force { .. } => warnings.push("everybody beyond will hear it".to_owned()),
            Choice::Take { cache, .. } | Choice::Disarm { cache, .. } => {
                if let Some(trap) =
                    self.caches[usize::from(cache)].trap.filter(|_| has(state.armed.caches, cache))
                {
                    let how =
                        if matches!(choice, Choice::Take { .. }) { "sets off" } else { "failing sets off" };
                    warnings.push(format!("{how} the {}", self.hazard_words(trap)));
                }
                let here = self.living_in(state, state.here.at) & state.met;
                let wary = |band| matches!(state.attitude_of(band), Attitude::Neutral | Attitude::Unfriendly);
                if matches!(choice, Choice::Take { .. }) && (0..32).any(|b| here & bit32(b) != 0 && wary(b)) {
                    warnings.push("those who live here will attack".to_owned());
                }
            }
            _ => {}
        }
        warnings
    }
}

/// So many turns in words.
fn span_words(turns: u16) -> String {
    match (turns / DAY, turns % DAY / HOUR) {
        (0, hours) => format!("{hours} hours"),
        (1, hours) => format!("1 day and {hours} hours"),
        (days, hours) => format!("{days} days and {hours} hours"),
    }
}

pub(crate) fn outcome_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won(Side::Heroes) => "The party has done what it came for",
        Outcome::Won(Side::Monsters) => "Nobody of the party is left",
        Outcome::Draw => "The party goes home without what it came for",
    }
}
