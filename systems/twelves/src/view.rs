//! The fight on the screen: the display model, and choices as buttons with what one should know before. Nothing in this
//! system is secret, so every seat sees the same.

use fracas_kernel::{
    Badge, ChoiceView, Link, MapView, Outcome, OutcomeView, Question, Seat, Side, Status, Tab, TableView,
    Tag, Token, Track, TrackKind, Unit, Who, ZoneCard,
};

use crate::choices::Choice;
use crate::data::{Attribute, Does, Feature, Twelves};
use crate::state::{MOST_FEATURES, NOBODY, Phase, State, bit, bits, each, ix, zx};
use crate::words::{number_words, outcome_words};

impl Twelves {
    pub(crate) fn choice_view(&self, state: &State, choice: Choice) -> ChoiceView {
        let who = choice.who();
        let mut view = ChoiceView::new(choice.who(), self.choice_text(state, choice));
        match choice {
            Choice::Begin { .. } => {
                view.label = "Begin: agility checks".to_owned();
                view.tab = Tab::Turn;
                view.rule = Some("TWELVES-A2");
            }
            Choice::Attack { with, target, .. } => self.attack_view(state, who, with, target, &mut view),
            Choice::Pair { pair, target, .. } => self.pair_view(state, who, pair, target, &mut view),
            Choice::Second { target, .. } => {
                let number = number_words(self.number(state, who, target, true));
                view.label = format!("Second weapon on {} ({number})", self.name_of(state, target));
                view.tab = Tab::Answer;
                view.targets = vec![target];
                view.aim = Some("hits");
                view.rule = Some("TWELVES-R8");
            }
            Choice::Move { to, .. } => {
                view.label = format!("Move to {}", self.zone_name(to));
                view.tab = Tab::Move;
                view.rule = Some("TWELVES-A5");
                self.leave_view(state, who, &mut view);
                self.enter_view(state, who, to, &mut view);
            }
            Choice::Flee { .. } => {
                view.label = "Flee from the field".to_owned();
                view.tab = Tab::Move;
                view.rule = Some("TWELVES-R7");
                self.leave_view(state, who, &mut view);
            }
            Choice::Grapple { target, .. } => {
                let might = self.wrestling(state, who);
                view.label = format!("Grapple {} (might {might})", self.name_of(state, target));
                view.targets = vec![target];
                view.aim = Some("holds");
                view.rule = Some("TWELVES-R5");
            }
            Choice::Shove { target, to, .. } => self.shove_view(state, who, target, to, &mut view),
            Choice::BreakFree { .. } => {
                view.label = format!("Break free (might {})", self.struggling(state, who));
                view.aim = Some("frees");
                view.rule = Some("TWELVES-R5");
            }
            Choice::LetGo { .. } => {
                let held = state.held_of(who);
                view.label = held
                    .map_or("Let go".to_owned(), |held| format!("Let go of {}", self.name_of(state, held)));
                view.targets = held.into_iter().collect();
                view.rule = Some("TWELVES-R5");
            }
            Choice::Use { feature, target, .. } => self.use_view(state, who, feature, target, &mut view),
            Choice::Pass { .. } => {
                view.label = "Do nothing".to_owned();
                view.tab = Tab::Turn;
            }
        }
        view
    }

    fn attack_view(&self, state: &State, who: Who, with: u8, target: Who, view: &mut ChoiceView) {
        let weapon = self.weapon_of(state, who, with);
        let (name, arm) = (self.name_of(state, target), weapon.name.to_lowercase());
        let pool = format!("{}d12, {}", weapon.dice, number_words(self.number(state, who, target, false)));
        view.label = match self.verb(state, who, with, target) {
            "strike" => format!("Strike {name} with {arm} ({pool})"),
            "throw" => format!("Throw {arm} at {name} ({pool})"),
            _ => format!("Shoot {name} with {arm} ({pool})"),
        };
        view.targets = vec![target];
        view.aim = Some("hits");
        view.rule = Some("TWELVES-K1");
    }

    fn pair_view(&self, state: &State, who: Who, pair: u8, target: Who, view: &mut ChoiceView) {
        let [first, second] = self.pair_of(state, who, pair).map(|with| self.weapon_of(state, who, with));
        let name = self.name_of(state, target);
        let raised = number_words(self.number(state, who, target, true));
        let (a, b) = (first.name.to_lowercase(), second.name.to_lowercase());
        view.label = format!(
            "Both weapons on {name}: {a} ({}d12), then {b} ({}d12, {raised})",
            first.dice, second.dice
        );
        view.targets = vec![target];
        view.aim = Some("hits");
        view.rule = Some("TWELVES-K3");
    }

    /// What leaving the zone provokes, and whom it lets go.
    fn leave_view(&self, state: &State, who: Who, view: &mut ChoiceView) {
        let provoked = self.provoked(state, who);
        if provoked != 0 {
            let dice = |enemy: Who| {
                let sheet = self.sheet(state, enemy);
                format!("{} ({}d12)", self.name_of(state, enemy), sheet.arm(sheet.best[0]).dice)
            };
            let names: Vec<String> = each(provoked).map(dice).collect();
            view.warnings.push(format!("provokes {}", names.join(", ")));
            let stops = each(provoked).filter(|&enemy| self.sheet(state, enemy).knack.stops);
            let stops = self.names(state, stops);
            if !stops.is_empty() {
                view.warnings.push(format!("a hit by {stops} ends it"));
            }
            view.aim = Some("gets away");
        }
        if let Some(held) = state.held_of(who) {
            view.warnings.push(format!("lets go of {}", self.name_of(state, held)));
        }
    }

    /// Where it goes, and what that costs.
    fn enter_view(&self, state: &State, who: Who, to: u8, view: &mut ChoiceView) {
        view.to = self.zones.all().get(to as usize).map(|zone| zone.id.clone());
        if let Some(cost) = self.cost_of(state, who, to) {
            view.warnings.push(cost);
        }
    }

    fn cost_of(&self, state: &State, who: Who, zone: u8) -> Option<String> {
        let hazard = self.hazards.get(zone as usize)?.as_ref()?;
        let felt = state.hazards >> (zone & 31) & 1 == 1 && !self.sheet(state, who).knack.sure;
        felt.then(|| self.hazard_words(hazard))
    }

    fn shove_view(&self, state: &State, who: Who, target: Who, to: u8, view: &mut ChoiceView) {
        let might = self.wrestling(state, who);
        let cost = self.cost_of(state, target, to).map_or(String::new(), |cost| format!(", {cost}"));
        let (name, zone) = (self.name_of(state, target), self.zone_name(to));
        view.label = format!("Shove {name} to {zone} (might {might}{cost})");
        view.targets = vec![target];
        view.to = self.zones.all().get(to as usize).map(|zone| zone.id.clone());
        view.aim = Some("shoves");
        view.rule = Some("TWELVES-R5");
        if let Some(held) = state.held_of(who)
            && held == target
        {
            view.warnings.push(format!("ends your hold on {name}"));
        }
    }

    fn use_view(&self, state: &State, who: Who, feature: u8, target: Option<Who>, view: &mut ChoiceView) {
        let Some(offer) = self.feature(feature) else { return };
        let value = self.attribute(state, who, offer.check, 0, offer.hard);
        let on = target.map_or(String::new(), |one| format!(" on {}", self.name_of(state, one)));
        let (what, check) = (self.feature_words(offer), offer.check.name());
        view.label = format!("Use {}{on} ({check} {value}): {what}", offer.name.to_lowercase());
        view.targets = target.into_iter().collect();
        view.aim = Some("works");
        view.rule = Some("TWELVES-R6");
        if offer.moves_user() && !offer.safe {
            self.leave_view(state, who, view);
            view.aim = Some("works");
        }
        let mut caught = 0;
        for effect in &offer.effects {
            let touched = self.touched(state, who, effect) & state.friends(who);
            match effect.does {
                Does::Hits(_) | Does::Dice(_) | Does::Hold | Does::Daze if target.is_none() => {
                    caught |= touched
                }
                Does::Move(to) if touched & bit(who) != 0 => self.enter_view(state, who, to, view),
                _ => {}
            }
        }
        if caught != 0 {
            view.warnings.push(format!("takes {} too", self.names(state, each(caught))));
        }
    }

    pub(crate) fn table_view(&self, state: &State, _seat: Seat) -> TableView {
        let zones = (0..self.zones.len() as u8).map(|zone| self.zone_card(state, zone));
        let open = self.zones.links().filter(|&(a, b)| self.ways(state, a) >> b & 1 == 1);
        let links = open.map(|(a, b)| Link { a: a.into(), b: b.into(), note: None });
        TableView {
            system: "twelves",
            health: Unit::default(),
            title: self.title.clone(),
            round: state.round.into(),
            phase: phase_words(state.phase).to_owned(),
            map: MapView::Zones {
                zones: zones.collect(),
                links: links.collect(),
                sight: self.zones.sights(),
            },
            tokens: (0..state.count).map(|index| self.token(state, Who(index))).collect(),
            question: self.question(state),
            choices: Vec::new(),
            quiet: Vec::new(),
            gauges: Vec::new(),
            outcome: state.outcome.map(|outcome| OutcomeView {
                winner: match outcome {
                    Outcome::Won(side) => Some(side),
                    Outcome::Draw => None,
                },
                text: outcome_words(outcome).to_owned(),
            }),
        }
    }

    /// A zone with all that is to be known about it: what it costs to enter, what it gives, what can be used.
    fn zone_card(&self, state: &State, index: u8) -> ZoneCard {
        let zone = self.zones.zone(index);
        let mut tags: Vec<Tag> = zone.tags.iter().map(Tag::feature).collect();
        match state.cover[zx(index)] {
            0 => {}
            cover => tags.push(Tag::feature(format!("cover {cover}"))),
        }
        if let Some(hazard) = &self.hazards[index as usize]
            && state.hazards >> index & 1 == 1
        {
            tags.push(Tag::feature(format!("hazard: {}", self.hazard_words(hazard))));
        }
        for feature in bits(self.offered[zx(index)].into()) {
            let left = state.uses[feature as usize % MOST_FEATURES];
            let spent = match left {
                0 => " (used up)".to_owned(),
                Feature::ENDLESS => String::new(),
                left => format!(" ({left} left)"),
            };
            tags.push(Tag::feature(format!("use: {}{spent}", self.feature_name(feature))));
        }
        for (number, gate) in self.gates.iter().enumerate().filter(|(_, gate)| gate.between.contains(&index))
        {
            if state.open >> number & 1 == 0 {
                let other = if gate.between[0] == index { gate.between[1] } else { gate.between[0] };
                tags.push(Tag::feature(format!(
                    "shut to {}: {}",
                    self.zone_name(other),
                    gate.name.to_lowercase()
                )));
            }
        }
        ZoneCard {
            id: zone.id.clone(),
            name: zone.name.clone(),
            tags,
            at: zone.at,
            exit: zone.exit,
            picture: zone.picture,
        }
    }

    fn question(&self, state: &State) -> Option<Question> {
        if state.outcome.is_some() {
            return None;
        }
        if state.pending != NOBODY {
            let who = Who(state.pending);
            let weapon = self.weapon_of(state, who, state.pending_arm).name.to_lowercase();
            let text = format!(
                "The target has fallen. Whom does {} take with the {weapon}?",
                self.name_of(state, who)
            );
            let asked = State::crowd(bit(who));
            return Some(Question { asked, text, reaction: true, rule: Some("TWELVES-R8") });
        }
        let (text, rule) = match state.phase {
            Phase::Before => ("The fight is about to begin.", "TWELVES-A2"),
            Phase::Turn(_) => ("Who acts next, and how?", "TWELVES-A1"),
        };
        let asked = State::crowd(state.acting);
        Some(Question { asked, text: text.to_owned(), reaction: false, rule: Some(rule) })
    }

    pub(crate) fn token(&self, state: &State, who: Who) -> Token {
        let sheet = self.sheet(state, who);
        let index = ix(who);
        let status = if state.gone & bit(who) != 0 {
            Status::Gone
        } else if state.standing & bit(who) != 0 {
            Status::Up
        } else {
            Status::Down
        };
        let track = |id, name, value: u8, max: Option<u8>, kind| Track {
            id,
            name,
            value: value.into(),
            max: max.map(i32::from),
            kind,
            unit: Unit::default(),
        };
        let place = (status != Status::Gone).then(|| self.zones.zone(state.zone_of(who)).id.clone());
        let [might, agility, wits] = Attribute::ALL.map(|(_, attribute)| sheet.attribute(attribute));
        Token {
            who,
            id: self.id_of(state, who),
            name: self.name_of(state, who),
            // Might, agility, wits: short enough for a list.
            kind: format!("M{might} A{agility} W{wits}"),
            side: state.side_of(who),
            status,
            place,
            tracks: vec![
                track("hits", "hits", state.hits[index], Some(state.most_hits[index]), TrackKind::Health),
                track("th", "TH", state.th[index], None, TrackKind::Plain),
                track("rank", "rank", state.rank[index], None, TrackKind::Plain),
            ],
            badges: self.badges(state, who),
            to_act: state.acting & bit(who) != 0 && !state.is_before(),
        }
    }

    fn badges(&self, state: &State, who: Who) -> Vec<Badge> {
        let mut badges = Vec::new();
        let mut badge = |name: &str, means: String, good| {
            badges.push(Badge { name: name.to_owned(), means, good, mark: Default::default() })
        };
        if state.held & bit(who) != 0 {
            let by = match state.held_by[ix(who)] {
                NOBODY => String::new(),
                by => format!(" by {}", self.name_of(state, Who(by))),
            };
            badge("held", format!("held{by}: cannot move, strikes at nobody who leaves"), false);
        }
        if let Some(held) = state.held_of(who) {
            badge("holding", format!("holds {}", self.name_of(state, held)), true);
        }
        if state.dazed & bit(who) != 0 {
            badge("dazed", "loses the next turn".to_owned(), false);
        }
        if state.struck & bit(who) != 0 {
            badge("struck", "has made the opportunity attack of this round".to_owned(), false);
        }
        let sheet = self.sheet(state, who);
        for feat in sheet.feats.iter().filter_map(|&feat| self.feats.get(feat as usize)) {
            badge(&feat.name.to_lowercase(), feat.about.clone(), true);
        }
        badges
    }
}

fn phase_words(phase: Phase) -> &'static str {
    match phase {
        Phase::Before => "before the fight",
        Phase::Turn(Side::Heroes) => "the heroes act",
        Phase::Turn(Side::Monsters) => "the monsters act",
    }
}
