//! The display model: what a screen shows, whatever the system.
//!
//! Screens render this and send back a choice; they know no rule. What a seat must not know is not in it.

use fracas_dice::Throw;
use serde::{Deserialize, Serialize};

use crate::{Ask, Crowd, Outcome, Record, Seat, Side, Stakes, Who, Zone, Zones};

/// All that one seat sees.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TableView {
    pub system: &'static str,
    pub title: String,
    /// What health is counted in.
    pub health: Unit,
    pub round: u32,
    /// Where in the round the table is, in words.
    pub phase: String,
    /// The clock, light and supplies of an adventure, always in sight; none in a single fight.
    pub gauges: Vec<Gauge>,
    pub map: MapView,
    /// In the order in which they are listed beside the map.
    pub tokens: Vec<Token>,
    pub question: Option<Question>,
    /// What this seat may choose now.
    pub choices: Vec<ChoiceView>,
    /// What somebody might look for and cannot choose, and why.
    pub quiet: Vec<Quiet>,
    pub outcome: Option<OutcomeView>,
}

impl TableView {
    /// A table with nobody at it, before anything happens.
    pub fn new(system: &'static str, title: &str, health: Unit, map: MapView) -> TableView {
        TableView {
            system,
            title: title.to_owned(),
            health,
            round: 0,
            phase: String::new(),
            gauges: Vec::new(),
            map,
            tokens: Vec::new(),
            question: None,
            choices: Vec::new(),
            quiet: Vec::new(),
            outcome: None,
        }
    }
}

/// Something about the whole table that is counted: the time of day, torches, meals.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Gauge {
    /// As in the judge's `set` ("torches").
    pub id: &'static str,
    pub name: &'static str,
    /// As it is shown ("day 1, 14:20").
    pub text: String,
    pub means: String,
    /// Is there little or nothing left of it?
    pub low: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum MapView {
    Zones {
        zones: Vec<ZoneCard>,
        links: Vec<Link>,
        /// Pairs of zones that see each other, adjacent or not, each once; none where sight does not matter.
        sight: Vec<(usize, usize)>,
    },
    /// A grid. A place is "x,y", counted from 0 at the upper left; so is `to` of a choice.
    Squares {
        width: u8,
        height: u8,
        /// A row of characters for each row of squares: [`MapView::FLOOR`], [`MapView::OBSTRUCTED`], [`MapView::WALL`],
        /// or [`MapView::UNKNOWN`] where this seat must not know.
        cells: Vec<String>,
        /// As many characters, [`MapView::UNKNOWN`] where whoever acts now cannot see, [`MapView::FLOOR`] elsewhere.
        fog: Vec<String>,
        pieces: Vec<Piece>,
        treasure: Vec<Treasure>,
        auras: Vec<AuraView>,
        /// Where whoever acts now can move, for this seat to know.
        reach: Vec<Reachable>,
    },
}

impl MapView {
    /// A map of zones; `tags` says what is to be known about each beyond what its card always says.
    pub fn zones(zones: &Zones, tags: impl Fn(u8) -> Vec<Tag>) -> MapView {
        let card = |(index, zone): (u8, &Zone)| {
            let mut card = ZoneCard::of(zone);
            card.tags.extend(tags(index));
            card
        };
        MapView::Zones {
            zones: (0..).zip(zones.all()).map(card).collect(),
            links: zones.links().map(|(a, b)| Link { a: a.into(), b: b.into(), note: None }).collect(),
            sight: zones.sights(),
        }
    }

    pub const FLOOR: char = '.';
    pub const OBSTRUCTED: char = ',';
    pub const WALL: char = '#';
    pub const UNKNOWN: char = '?';
}

/// The body of a combatant on a grid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Piece {
    pub who: Who,
    /// Its upper left square.
    pub at: (u8, u8),
    /// How many squares it is wide and high.
    pub size: u8,
    pub colour: PieceColour,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum PieceColour {
    /// A hero has a colour of its own, by number.
    Own(u8),
    Black,
}

/// A pile that lies on a square of a grid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Treasure {
    pub at: (u8, u8),
    pub items: Vec<String>,
}

/// What surrounds a combatant on a grid, within some squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct AuraView {
    pub who: Who,
    pub reach: u8,
    pub name: String,
    pub good: bool,
}

/// A square that can be moved to, what that costs, and the way there, its end last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Reachable {
    pub at: (u8, u8),
    pub price: u8,
    pub path: Vec<(u8, u8)>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ZoneCard {
    pub id: String,
    pub name: String,
    pub tags: Vec<Tag>,
    pub at: (i16, i16),
    pub exit: bool,
    pub picture: Picture,
}

impl ZoneCard {
    /// A zone as its scenario describes it.
    pub fn of(zone: &Zone) -> ZoneCard {
        ZoneCard {
            id: zone.id.clone(),
            name: zone.name.clone(),
            tags: zone.tags.iter().map(Tag::feature).collect(),
            at: zone.at,
            exit: zone.exit,
            picture: zone.picture,
        }
    }

    /// Its tags as words.
    pub fn words(&self) -> Vec<String> {
        self.tags.iter().map(|tag| tag.text.clone()).collect()
    }
}

/// Something about a zone, in a word or two.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Tag {
    pub text: String,
    pub kind: TagKind,
    /// What it does, with its numbers; empty where the word says it all.
    pub means: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum TagKind {
    /// Something that stands or lies there and may matter.
    Feature,
    /// How far it is from whoever acts ("near").
    Distance,
    Hazard,
    /// Light or the want of it.
    Light,
    /// What can be picked up.
    Loot,
    /// Something that only the judge sees.
    Secret,
}

impl Tag {
    pub fn new(kind: TagKind, text: impl Into<String>) -> Tag {
        Tag { text: text.into(), kind, means: String::new() }
    }

    pub fn feature(text: impl Into<String>) -> Tag {
        Tag::new(TagKind::Feature, text)
    }

    #[must_use]
    pub fn meaning(mut self, means: impl Into<String>) -> Tag {
        self.means = means.into();
        self
    }
}

/// What a zone looks like, for a drawn hint. Content names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Picture {
    #[default]
    Open,
    Water,
    Fire,
    Trees,
    Height,
    Wall,
    Stone,
    Ground,
    Wood,
    Dark,
}

impl Picture {
    pub const ALL: [Picture; 10] = [
        Picture::Open,
        Picture::Water,
        Picture::Fire,
        Picture::Trees,
        Picture::Height,
        Picture::Wall,
        Picture::Stone,
        Picture::Ground,
        Picture::Wood,
        Picture::Dark,
    ];

    /// As content files call it.
    pub const fn name(self) -> &'static str {
        match self {
            Picture::Open => "open",
            Picture::Water => "water",
            Picture::Fire => "fire",
            Picture::Trees => "trees",
            Picture::Height => "height",
            Picture::Wall => "wall",
            Picture::Stone => "stone",
            Picture::Ground => "ground",
            Picture::Wood => "wood",
            Picture::Dark => "dark",
        }
    }
}

/// Two adjacent zones, by their place in the list.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Link {
    pub a: usize,
    pub b: usize,
    /// What bars or marks the way ("locked door").
    pub note: Option<String>,
}

/// A combatant on the map.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Token {
    pub who: Who,
    pub id: String,
    pub name: String,
    /// What it is, in a few words ("fighter 2", "1 HD").
    pub kind: String,
    pub side: Side,
    pub status: Status,
    /// The id of its zone; none when it is off the map.
    pub place: Option<String>,
    pub tracks: Vec<Track>,
    pub badges: Vec<Badge>,
    /// Has it still something to do in this turn?
    pub to_act: bool,
}

impl Token {
    /// Somebody who is up, with nothing more to tell.
    pub fn new(who: Who, id: String, name: String, side: Side) -> Token {
        Token {
            who,
            id,
            name,
            kind: String::new(),
            side,
            status: Status::Up,
            place: None,
            tracks: Vec::new(),
            badges: Vec::new(),
            to_act: false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Status {
    Up,
    Down,
    Dead,
    Gone,
}

/// A number that matters, with its limit where it has one.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Track {
    /// As in the judge's `set` ("hp").
    pub id: &'static str,
    pub name: &'static str,
    /// What is left.
    pub value: i32,
    pub max: Option<i32>,
    pub kind: TrackKind,
    /// What it counts.
    pub unit: Unit,
}

impl Track {
    pub fn health(id: &'static str, value: i32, max: i32, unit: Unit) -> Track {
        Track { id, name: unit.many, value, max: Some(max), kind: TrackKind::Health, unit }
    }
}

/// What a number counts, in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Unit {
    /// "hit point"
    pub one: &'static str,
    /// "hit points"
    pub many: &'static str,
    /// Where there is little room ("hp").
    pub short: &'static str,
}

impl Unit {
    pub const fn new(one: &'static str, many: &'static str, short: &'static str) -> Unit {
        Unit { one, many, short }
    }

    /// "1 hit point", "3 hit points"
    pub fn count(self, number: i32) -> String {
        format!("{number} {}", if number == 1 { self.one } else { self.many })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum TrackKind {
    /// Falls as one is hurt.
    Health,
    /// Is spent.
    Supply,
    /// Just a number.
    Plain,
}

/// A condition or a mark on a token.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Badge {
    pub name: String,
    /// What it does, with its numbers.
    pub means: String,
    pub good: bool,
    pub mark: BadgeMark,
}

impl Badge {
    pub fn good(mark: BadgeMark, name: impl Into<String>, means: impl Into<String>) -> Badge {
        Badge { name: name.into(), means: means.into(), good: true, mark }
    }

    pub fn bad(mark: BadgeMark, name: impl Into<String>, means: impl Into<String>) -> Badge {
        Badge { good: false, ..Badge::good(mark, name, means) }
    }
}

/// How a badge is drawn on a token. What needs no picture of its own is listed beside the map only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum BadgeMark {
    /// A condition with no picture of its own.
    #[default]
    Condition,
    /// Something that is carried, known or held ready: listed, never drawn.
    Gear,
    Hidden,
    Prone,
    Stunned,
    Asleep,
    Held,
    Poisoned,
    Burning,
    Guarding,
    Aiming,
    Heeding,
    /// An intent that all can see.
    Intent,
    /// An intent that lies face down.
    FaceDown,
    /// Leads the party.
    Leading,
    /// Has done something already.
    Busy,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Question {
    #[cfg_attr(feature = "types", ts(as = "Vec<Who>"))]
    pub asked: Crowd,
    pub text: String,
    /// Is it in the middle of another's action?
    pub reaction: bool,
    pub rule: Option<&'static str>,
}

impl Question {
    /// What the table waits for; nothing when it is over.
    pub fn of(ask: Ask, text: impl Into<String>, rule: Option<&'static str>) -> Option<Question> {
        let reaction = match ask {
            Ask::Over(_) => return None,
            Ask::React(_) => true,
            Ask::Decide(_) => false,
        };
        Some(Question { asked: ask.asked(), text: text.into(), reaction, rule })
    }
}

/// A choice as a button.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ChoiceView {
    /// Its stable text form.
    pub text: String,
    pub who: Who,
    /// What is done, whomever and wherever it is aimed at: choices with the same deed are one row with several aims.
    pub deed: Deed,
    /// What it is for at the table.
    pub role: Role,
    /// The whole choice in words.
    pub label: String,
    pub tab: Tab,
    /// Whom it is aimed at.
    pub targets: Vec<Who>,
    /// The place it is about: the id of a zone, or a square.
    pub to: Option<String>,
    /// What else tells it from others with the same deed: what is given, taken, paid.
    pub item: Option<Named>,
    /// What it costs whoever does it, beyond the turn itself.
    pub cost: Option<Cost>,
    /// What the player should know before, not after.
    pub warnings: Vec<String>,
    /// What its success is, as a verb: "hits", "takes hold".
    pub aim: Option<&'static str>,
    pub rule: Option<&'static str>,
    pub odds: Option<Stakes>,
}

impl ChoiceView {
    /// An act of `who` that is still to be filled in.
    pub fn new(who: Who, text: String) -> ChoiceView {
        ChoiceView {
            text,
            who,
            deed: Deed::default(),
            role: Role::Act,
            label: String::new(),
            tab: Tab::Action,
            targets: Vec::new(),
            to: None,
            item: None,
            cost: None,
            warnings: Vec::new(),
            aim: None,
            rule: None,
            odds: None,
        }
    }
}

/// The verb of a choice.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Deed {
    /// The same for the same thing done, for ever ("attack sword").
    pub id: String,
    /// For people, without whom or where ("Strike · sword").
    pub title: String,
    /// What it does, with its numbers: the text of the spell, card, ability or item.
    pub effect: String,
}

impl Deed {
    pub fn new(id: impl Into<String>, title: impl Into<String>) -> Deed {
        Deed { id: id.into(), title: title.into(), effect: String::new() }
    }

    #[must_use]
    pub fn with_effect(mut self, effect: impl Into<String>) -> Deed {
        self.effect = effect.into();
        self
    }
}

/// What a choice is for at the table, whatever a system calls it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Role {
    /// Starts a fight, or a round of it.
    Begin,
    /// Does something.
    #[default]
    Act,
    /// Goes somewhere.
    Move,
    /// Leaves the field in a fight that is not over.
    Retreat,
    /// Leaves the adventure for good.
    Leave,
    /// Answers a question in the middle of another's action.
    Answer,
    /// Does nothing more in this turn.
    EndTurn,
    /// Is about the table and costs nothing: taking the lead, changing one's mind.
    Aside,
}

/// What a choice costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Cost {
    pub amount: i32,
    pub unit: Unit,
}

/// Something by the word that [`crate::Judgement`] takes, and as people call it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Named {
    pub id: String,
    pub name: String,
}

impl Named {
    pub fn new(id: &str, name: &str) -> Named {
        Named { id: id.to_owned(), name: name.to_owned() }
    }

    /// Called by its word, with a capital.
    pub fn word(id: &str) -> Named {
        let mut letters = id.chars();
        let name = letters.next().map(|first| first.to_uppercase().chain(letters).collect());
        Named { id: id.to_owned(), name: name.unwrap_or_default() }
    }
}

/// What the judge can choose from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Repertoire {
    pub creatures: Vec<Named>,
    pub conditions: Vec<Named>,
    /// What can be given to somebody, and who can be met, in an adventure.
    pub gifts: Vec<Named>,
    pub encounters: Vec<Named>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Tab {
    Move,
    Action,
    Turn,
    Answer,
}

/// A choice that cannot be taken now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Quiet {
    pub who: Who,
    pub deed: Deed,
    pub label: String,
    pub why: String,
    pub rule: Option<&'static str>,
    /// Would a player look for it here?
    pub sought: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct OutcomeView {
    pub winner: Option<Side>,
    pub text: String,
}

impl OutcomeView {
    pub fn new(outcome: Outcome, text: impl Into<String>) -> OutcomeView {
        let winner = match outcome {
            Outcome::Won(side) => Some(side),
            Outcome::Draw => None,
        };
        OutcomeView { winner, text: text.into() }
    }
}

/// Of a fight.
impl From<Outcome> for OutcomeView {
    fn from(outcome: Outcome) -> OutcomeView {
        OutcomeView::new(outcome, outcome.words())
    }
}

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    pub text: String,
    pub tone: Tone,
    /// Whom it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Who>,
    /// The rolls in it, in the order in which they stand in the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Rolled>,
    /// The rule that it follows from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Tone {
    /// A new round.
    Round,
    /// Another part of a round, or a new scene.
    Heading,
    Plain,
    /// Good news for the seat that is told.
    Good,
    /// Bad news for it.
    Bad,
    /// The judge's doing.
    Judge,
}

impl Line {
    pub fn new(tone: Tone, text: impl Into<String>) -> Line {
        Line { text: text.into(), tone, about: Vec::new(), rolls: Vec::new(), rule: None }
    }

    #[must_use]
    pub fn by(mut self, rule: &'static str) -> Line {
        self.rule = Some(rule);
        self
    }

    #[must_use]
    pub fn about(mut self, who: impl IntoIterator<Item = Who>) -> Line {
        self.about.extend(who);
        self
    }

    /// A roll whose [`Rolled::text`] stands in the text of the line.
    #[must_use]
    pub fn rolled(mut self, rolled: Rolled) -> Line {
        self.rolls.push(rolled);
        self
    }

    /// The line cut into words and rolls. A roll whose arithmetic is not in the text comes last.
    pub fn parts(&self) -> Vec<LinePart> {
        let (mut parts, mut rest, mut last) = (Vec::new(), self.text.as_str(), Vec::new());
        for rolled in &self.rolls {
            let Some((before, after)) = rest.split_once(&rolled.text) else {
                last.push(LinePart::Roll(rolled.clone()));
                continue;
            };
            parts.extend((!before.is_empty()).then(|| LinePart::Words(before.to_owned())));
            parts.push(LinePart::Roll(rolled.clone()));
            rest = after;
        }
        parts.extend((!rest.is_empty()).then(|| LinePart::Words(rest.to_owned())));
        parts.extend(last);
        parts
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum LinePart {
    #[serde(rename = "text")]
    Words(String),
    Roll(Rolled),
}

/// A roll as a value: what lay on the table, what was added and why, what had to be reached, and how it went.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Rolled {
    /// The arithmetic in words, as it stands in the line: `d20 [14] + 3 = 17`.
    pub text: String,
    /// What was rolled, without what is added ("d20", "3d12!").
    pub pool: String,
    pub dice: Vec<DieView>,
    /// All that was added to the dice, and the parts of it that have a name.
    pub added: i32,
    pub modifiers: Vec<Modifier>,
    pub total: i32,
    /// What had to be reached.
    pub target: Option<Target>,
    pub success: Option<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DieView {
    pub sides: u16,
    pub face: u16,
    /// Does it count?
    pub kept: bool,
}

/// A number that is added to a roll, or changes a chance, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Modifier {
    pub name: String,
    pub value: i32,
}

/// What a roll is held against.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Target {
    pub name: String,
    pub value: i32,
    /// Must the roll stay at or below it?
    pub under: bool,
}

impl Rolled {
    /// Names a part of what was added.
    #[must_use]
    pub fn plus(mut self, name: impl Into<String>, value: i32) -> Rolled {
        if value != 0 {
            self.modifiers.push(Modifier { name: name.into(), value });
        }
        self
    }

    /// It had to reach this.
    #[must_use]
    pub fn against(mut self, name: impl Into<String>, value: i32) -> Rolled {
        self.success = Some(self.total >= value);
        self.target = Some(Target { name: name.into(), value, under: false });
        self
    }

    /// It had to stay at or below this.
    #[must_use]
    pub fn under(mut self, name: impl Into<String>, value: i32) -> Rolled {
        self.success = Some(self.total <= value);
        self.target = Some(Target { name: name.into(), value, under: true });
        self
    }

    /// Where that does not say it all.
    #[must_use]
    pub fn success(mut self, success: bool) -> Rolled {
        self.success = Some(success);
        self
    }
}

/// What is needed to tell an event: the state around it, who listens, and the dice as they lay.
#[derive(Clone, Copy, Debug)]
pub struct Telling<'a, S> {
    pub before: &'a S,
    pub state: &'a S,
    pub seat: Seat,
    pub rolls: &'a [Record],
}

impl<S> Telling<'_, S> {
    /// A roll with its arithmetic: `d20 [14] + 3 = 17`.
    pub fn sum(&self, throw: &Throw) -> String {
        match self.rolls.get(usize::from(throw.nth)) {
            Some(record) => record.sum(),
            None => format!("{} = {}", throw.roll, throw.value),
        }
    }

    /// The same as a value.
    pub fn rolled(&self, throw: &Throw) -> Rolled {
        match self.rolls.get(usize::from(throw.nth)) {
            Some(record) => record.rolled(),
            None => Rolled { text: self.sum(throw), total: throw.value, ..Rolled::default() },
        }
    }

    /// The tone of what is good or bad for `side`, as the seat that is told would take it. The judge and watchers feel
    /// with the heroes.
    pub fn news(&self, good: bool, side: Side, own: impl Fn(Who) -> Side) -> Tone {
        let mine = match self.seat {
            Seat::Player(crowd) => crowd.first().map_or(Side::Heroes, own),
            _ => Side::Heroes,
        };
        if good == (side == mine) { Tone::Good } else { Tone::Bad }
    }
}
