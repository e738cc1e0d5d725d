//! Choices as a person reads them, first the verb and then the target: those with the same deed are one row with several
//! aims, best first. It goes by ids, roles and figures; words are only shown.

use fracas_kernel::{ChoiceView, Cost, MapView, Role, Stakes, Tab, TableView, Unit, Who};

use super::offers::{by_tab, name_of, percent, place_name};
use super::session::departs;
use crate::paint::tame;

const NOTHING: f64 = 1e-9;
/// More names than these are counted instead.
const MANY: usize = 3;
/// More squares than these are better pointed at than listed.
const SQUARES: usize = 4;

/// What is done, and everything it can be aimed at.
#[derive(Debug)]
pub struct Deed {
    pub part: Part,
    pub id: String,
    pub title: String,
    /// Is it better pointed at on the map than listed?
    pub on_map: bool,
    pub targets: Vec<Target>,
    /// What surely brings nothing, apart from the rest.
    pub idle: Vec<Target>,
    /// The best of all its choices, by its place in the list.
    pub best: usize,
}

/// One target or place, and the ways to go about it.
#[derive(Debug)]
pub struct Target {
    pub key: String,
    pub name: String,
    /// By their places in the list, best first, each with what tells it from the others.
    pub ways: Vec<(usize, String)>,
}

/// Where in the panel a deed stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    Answer,
    Act,
    Move,
    Turn,
    /// It ends the turn, or leaves: it has no digit.
    End,
    Leave,
}

impl Part {
    fn of(choice: &ChoiceView) -> Part {
        match (choice.role, choice.tab) {
            _ if departs(choice) => Part::Leave,
            (Role::EndTurn, _) => Part::End,
            (_, Tab::Answer) => Part::Answer,
            (_, Tab::Action) => Part::Act,
            (_, Tab::Move) => Part::Move,
            (_, Tab::Turn) => Part::Turn,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Part::Answer => "Answer",
            Part::Act => "Act",
            Part::Move => "Move",
            Part::Turn | Part::End => "Turn",
            Part::Leave => "Leave",
        }
    }
}

/// Deeds by part, the best first where figures say so.
pub fn deeds(view: &TableView, choices: &[ChoiceView]) -> Vec<Deed> {
    let mut found: Vec<(Part, &str, Vec<usize>)> = Vec::new();
    for (index, choice) in choices.iter().enumerate() {
        let (part, id) = (Part::of(choice), choice.deed.id.as_str());
        match found.iter_mut().find(|(p, known, _)| (*p, *known) == (part, id)) {
            Some((.., all)) => all.push(index),
            None => found.push((part, id, vec![index])),
        }
    }
    let worth = |&index: &usize| worth(&choices[index]);
    let mut deeds: Vec<Deed> = found
        .into_iter()
        .map(|(part, id, mut all)| {
            all.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
            let best = all[0];
            let on_map = on_map(view, choices, &all);
            let (idle, good): (Vec<usize>, Vec<usize>) =
                all.into_iter().partition(|&index| is_pointless(choices[index].odds.as_ref()));
            let (targets, idle) = (by_target(view, choices, &good), by_target(view, choices, &idle));
            let title = tame(&choices[best].deed.title);
            Deed { part, id: id.to_owned(), title, on_map, targets, idle, best }
        })
        .collect();
    let value = |deed: &Deed| if deed.targets.is_empty() { -1.0 } else { worth(&deed.best).max(0.0) };
    deeds.sort_by(|a, b| {
        // Going somewhere stands before what else one does with one's feet.
        let place =
            |deed: &Deed| (deed.part, by_tab(choices[deed.best].tab), choices[deed.best].role != Role::Move);
        place(a).cmp(&place(b)).then(value(b).total_cmp(&value(a)))
    });
    deeds
}

fn on_map(view: &TableView, choices: &[ChoiceView], all: &[usize]) -> bool {
    let square = |&index: &usize| {
        let choice = &choices[index];
        choice.to.is_some() && choice.targets.iter().all(|&who| who == choice.who)
    };
    matches!(view.map, MapView::Squares { .. }) && all.len() > SQUARES && all.iter().all(square)
}

/// Ways that end at the same target, or at the same place where nobody is the target, are together.
fn by_target(view: &TableView, choices: &[ChoiceView], all: &[usize]) -> Vec<Target> {
    let mut found: Vec<Target> = Vec::new();
    for &index in all {
        let choice = &choices[index];
        let whom: Vec<String> =
            choice.targets.iter().filter(|&&who| who != choice.who).map(|who| who.0.to_string()).collect();
        let key = match (whom.is_empty(), &choice.to, &choice.item) {
            (false, ..) => whom.join(","),
            (_, Some(to), _) => to.clone(),
            (_, _, Some(item)) => item.id.clone(),
            _ => choice.text.clone(),
        };
        let (name, way) = names(view, choice);
        match found.iter_mut().find(|target| target.key == key) {
            Some(target) => target.ways.push((index, way)),
            None => found.push(Target { key, name, ways: vec![(index, way)] }),
        }
    }
    found
}

/// Whom, or else where, or else what; and the rest of it.
fn names(view: &TableView, choice: &ChoiceView) -> (String, String) {
    let names: Vec<String> = choice.targets.iter().map(|&who| name_of(view, who)).collect();
    let many = names.len() > MANY;
    let whom = if many { format!("{} targets", names.len()) } else { names.join(", ") };
    let place = choice.to.as_ref().map(|to| place_name(view, to)).unwrap_or_default();
    let item = choice.item.as_ref().map(|item| tame(&item.name)).unwrap_or_default();
    let parts = if many { [place, whom, item] } else { [whom, place, item] };
    let mut parts = parts.into_iter().filter(|part| !part.is_empty());
    let first = parts.next().unwrap_or_else(|| tame(&choice.label));
    (first, parts.collect::<Vec<_>>().join(" · "))
}

/// The chance that somebody else, and that whoever acts, goes down.
fn drops(stakes: &Stakes, own: Who) -> (f64, f64) {
    let most = |mine: bool| {
        let these = stakes.drops.iter().filter(|drop| (drop.who == own) == mine);
        these.map(|drop| drop.p).fold(0.0, f64::max)
    };
    (most(false), most(true))
}

/// More is better; what is unknown counts as nothing gained and nothing lost.
fn worth(choice: &ChoiceView) -> f64 {
    let Some(stakes) = &choice.odds else { return 0.0 };
    let (foe, own) = drops(stakes, choice.who);
    stakes.swing + 2.0 * foe - 2.0 * own + 0.01 * stakes.chance.as_ref().map_or(0.0, |chance| chance.p)
}

/// Does it cost health, and bring none and take none?
pub fn only_harms(choice: &ChoiceView) -> bool {
    choice.odds.as_ref().is_some_and(|stakes| harm(stakes).starts_with('−'))
}

/// Does it surely bring nothing, though it is done for something?
fn is_pointless(stakes: Option<&Stakes>) -> bool {
    let never = |stakes: &&Stakes| stakes.chance.as_ref().is_some_and(|chance| chance.p <= NOTHING);
    stakes.filter(never).is_some_and(|stakes| {
        let befalls = stakes.befalls.iter().any(|one| one.p > 0.0 && !one.ends);
        stakes.harm.most <= 0 && stakes.gain.most <= 0 && !befalls
    })
}

/// The few figures that stand beside a choice, each in its own column; empty where there is nothing to say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// "65%"
    pub chance: String,
    /// In units of health: "4.1", "+3" where it heals, "−2" where it only costs health.
    pub harm: String,
    /// "40%"
    pub drops: String,
    /// "2 Ardor"
    pub cost: String,
}

impl Figures {
    pub fn of(choice: &ChoiceView) -> Figures {
        let cost = choice.cost.filter(|cost| cost.amount != 0);
        let cost = cost.map(|Cost { amount, unit }| brief(f64::from(amount), unit)).unwrap_or_default();
        let Some(stakes) = &choice.odds else { return Figures { cost, ..Figures::default() } };
        let (foe, _) = drops(stakes, choice.who);
        let chance = stakes.chance.as_ref().filter(|chance| {
            let speaks = stakes.harm.most > 0 || stakes.gain.most > 0 || foe > 0.0;
            let beside = chance.p <= NOTHING && speaks;
            let sure = chance.p > 0.9999 && stakes.harm.most == 0;
            !beside && !sure
        });
        let about = if stakes.exact { "" } else { "~" };
        Figures {
            chance: chance.map(|chance| format!("{about}{}", percent(chance.p))).unwrap_or_default(),
            harm: harm(stakes),
            drops: if foe >= 0.005 { percent(foe) } else { String::new() },
            cost,
        }
    }

    pub fn all(&self) -> [&str; 4] {
        [&self.chance, &self.harm, &self.drops, &self.cost]
    }
}

fn harm(stakes: &Stakes) -> String {
    match (stakes.harm.mean, stakes.gain.mean, stakes.loss.mean) {
        (harm, ..) if harm > 0.05 => number(harm),
        (_, gain, _) if gain > 0.05 => format!("+{}", number(gain)),
        (.., loss) if loss > 0.05 => format!("−{}", number(loss)),
        _ => String::new(),
    }
}

/// "2 hp", "1 try"
fn brief(value: f64, unit: Unit) -> String {
    let (number, whole) = (number(value), unit.short == unit.many);
    let unit = if whole && number == "1" { unit.one } else { unit.short };
    format!("{number} {unit}").trim_end().to_owned()
}

fn number(value: f64) -> String {
    if (value - value.round()).abs() < 0.05 { format!("{value:.0}") } else { format!("{value:.1}") }
}
