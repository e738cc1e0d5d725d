//! The display model: what a screen shows, whatever the system.
//!
//! Screens render this and send back a choice; they know no rule. What a seat must not know is not in it.

use serde::{Deserialize, Serialize};

use crate::{Ask, Crowd, Outcome, Refusal, Side, Stakes, Who, Zone, Zones};

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
    /// Always in sight: the clock, light and supplies of an adventure; the goals of a fight, whose ids begin with `goal`.
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

impl Gauge {
    /// One of which there is enough.
    pub fn new(
        id: &'static str,
        name: &'static str,
        text: impl Into<String>,
        means: impl Into<String>,
    ) -> Gauge {
        Gauge { id, name, text: text.into(), means: means.into(), low: false }
    }

    #[must_use]
    pub fn low(self, low: bool) -> Gauge {
        Gauge { low, ..self }
    }
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
        /// a door as [`crate::Door::glyph`] draws it, or [`MapView::UNKNOWN`] where this seat must not know.
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
    /// What stands on the button that does it, where it is chosen first and done after.
    pub button: Option<&'static str>,
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
            button: None,
            rule: None,
            odds: None,
        }
    }

    /// What is done, and under the same words; what it is aimed at may be added to them.
    pub fn name(&mut self, id: impl Into<String>, title: impl Into<String>, effect: impl Into<String>) {
        self.deed = Deed::new(id, title).with_effect(effect);
        self.label = self.deed.title.clone();
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
    /// For a card that is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub card: Option<CardFace>,
}

/// What stands on a card, above its text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CardFace {
    pub name: String,
    /// For an attack: what is rolled, and against what.
    pub versus: Option<(String, String)>,
}

impl Deed {
    pub fn new(id: impl Into<String>, title: impl Into<String>) -> Deed {
        Deed { id: id.into(), title: title.into(), effect: String::new(), card: None }
    }

    #[must_use]
    pub fn on_card(mut self, name: &str, versus: Option<(String, String)>) -> Deed {
        self.card = Some(CardFace { name: name.to_owned(), versus });
        self
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
    /// What the judge can call for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<Named>>"))]
    pub checks: Vec<Named>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<Decision>>"))]
    pub decisions: Vec<Decision>,
}

/// Something that the judge of a system can decide, and what it can be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Decision {
    pub id: String,
    pub name: String,
    /// What it can be; empty for a number.
    pub values: Vec<Named>,
    /// The least and the most that a number can be.
    pub range: Option<(i32, i32)>,
    /// Is it about somebody?
    pub of_somebody: bool,
}

impl Decision {
    /// One of these, by their words.
    pub fn one_of(id: &str, values: &[&str]) -> Decision {
        let values = values.iter().map(|value| Named::word(value)).collect();
        Decision { values, ..Decision::number(id, 0, 0) }.with_range(None)
    }

    pub fn number(id: &str, least: i32, most: i32) -> Decision {
        let Named { id, name } = Named::word(id);
        Decision { id, name, values: Vec::new(), range: Some((least, most)), of_somebody: false }
    }

    #[must_use]
    pub fn of_somebody(self) -> Decision {
        Decision { of_somebody: true, ..self }
    }

    fn with_range(self, range: Option<(i32, i32)>) -> Decision {
        Decision { range, ..self }
    }

    /// The id of the one that is meant, if this can be decided about it.
    pub fn fit(all: &[Decision], what: &str, who: Option<Who>, value: &str) -> Result<String, Refusal> {
        let meant = |one: &&Decision| one.id == what || one.name.eq_ignore_ascii_case(what);
        let Some(one) = all.iter().find(meant) else {
            return Err(Refusal::unknown("decision", what, all.iter().map(|one| one.id.as_str())));
        };
        if one.of_somebody != who.is_some() {
            let wrong = if one.of_somebody { "is about somebody: say whom" } else { "is about nobody" };
            return Err(Refusal::new(format!("{} {wrong}", one.id)));
        }
        if let Some((least, most)) = one.range {
            let number = value.parse::<i32>();
            let number =
                number.map_err(|_| Refusal::new(format!("{} is a number, not {value:?}", one.id)))?;
            Refusal::within(&one.id, number, least..=most)?;
        } else if one.values.iter().all(|known| known.id != value) {
            return Err(Refusal::unknown(&one.id, value, one.values.iter().map(|known| known.id.as_str())));
        }
        Ok(one.id.clone())
    }
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
    /// Whom it would be aimed at, and the place it would be about.
    pub targets: Vec<Who>,
    pub to: Option<String>,
}

/// What ties somebody to somebody else or to a place, for a line on the map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Bond {
    pub kind: BondKind,
    pub who: Who,
    /// Whom it is about; none where it is about a place.
    pub whom: Option<Who>,
    pub place: Option<String>,
}

impl Bond {
    pub fn to(kind: BondKind, who: Who, whom: Who) -> Bond {
        Bond { kind, who, whom: Some(whom), place: None }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum BondKind {
    /// Means to strike or otherwise harm.
    Strike,
    /// Means to help.
    Help,
    /// Means to go there.
    Go,
    Heed,
    Aim,
    Hold,
    Guard,
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
