//! The bodies of the workshop's routes.

use std::collections::BTreeMap;

use fracas_workshop::Edit;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::messages::ProblemView;

/// What there is to work on.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Workshop {
    /// The folder of the library; none if the server has none, so that nothing can be saved.
    pub folder: Option<String>,
    pub systems: Vec<String>,
    /// Of one's own, by path.
    pub files: Vec<WorkshopFile>,
    /// Those that come with the program, to be copied.
    pub built_in: Vec<WorkshopFile>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct WorkshopFile {
    /// Below the library's folder ("delve/scenarios/inn.toml"), or "content/delve/…" for one that is built in.
    pub path: String,
    pub system: String,
    /// "fight", "adventure", "party" or "library".
    pub kind: String,
    /// Its title; of a part of a library what is in it, in words.
    pub title: String,
    pub about: String,
}

/// A file as it is on disk.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FileText {
    pub path: String,
    pub text: String,
    /// Has to be given when it is saved again, so that nobody's work is overwritten unseen.
    pub version: String,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SaveFile {
    pub text: String,
    /// The version that was read; without it there must be no such file yet.
    #[cfg_attr(feature = "types", ts(optional))]
    pub version: Option<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SavedFile {
    pub path: String,
    pub version: String,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RenameFile {
    pub to: String,
    pub version: String,
}

/// What a kind of file can hold, for forms.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SystemForms {
    pub system: String,
    /// By kind of file: "fight", "adventure", "party", and "library" for what all but parties can hold.
    pub files: BTreeMap<String, Vec<TableForm>>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TableForm {
    /// As in a header, without numbers ("zone.feature"); empty for the top of the file.
    pub path: String,
    pub meaning: String,
    /// Several of them can stand in a file.
    pub list: bool,
    /// "always", "sometimes" or "never".
    pub needed: String,
    pub fields: Vec<FieldForm>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FieldForm {
    pub key: String,
    pub meaning: String,
    /// What holds where it is left out, in words.
    pub left_out: String,
    pub needed: String,
    /// How it stands in a file.
    pub example: String,
    /// What the value may be.
    pub forms: Vec<ValueForm>,
    /// If it may be a list: what its values may be.
    pub items: Option<Vec<ValueForm>>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "is", rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum ValueForm {
    Text,
    /// Text in a notation of its own, such as dice.
    Notation,
    Flag,
    /// None where any will do.
    Whole {
        least: Option<i64>,
        most: Option<i64>,
    },
    Number {
        least: f64,
        most: f64,
    },
    /// A list of this many whole numbers.
    Numbers {
        many: usize,
    },
    Choice {
        of: Vec<String>,
    },
    /// The name by which others refer to a thing of this kind.
    Id {
        of: String,
    },
    /// The id of a thing of this kind.
    Reference {
        to: String,
    },
    Table,
    Tables,
}

/// Something of a library: a creature, a hero, a weapon, a spell.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Thing {
    /// The list that it stands in ("creature").
    pub list: String,
    pub id: String,
    pub name: String,
    pub about: String,
    /// Where it stands; the path of a file of one's own can be opened.
    pub file: String,
    pub yours: bool,
    /// All that is said of it.
    #[schema(value_type = Object)]
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"))]
    pub fields: serde_json::Value,
}

/// The text of a new file.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NewFile {
    pub text: String,
}

/// A file that is being edited: its text, and what is to be changed in it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DraftEdits {
    /// Where in the library it is, or will be: what it is depends on that.
    pub path: String,
    pub text: String,
    /// Each `{op: "set", path: ["zone", 0, "name"], value}`, or `insert`, `remove`, `move` with `to`.
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    #[cfg_attr(feature = "types", ts(type = "unknown[]"))]
    pub edits: Vec<Edit>,
}

/// The file after that, and what is wrong with it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Draft {
    pub text: String,
    /// What it says; none if it is not TOML.
    #[schema(value_type = Option<Object>)]
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown> | null"))]
    pub document: Option<serde_json::Value>,
    /// As `fracas check` says it.
    pub problems: Vec<ProblemView>,
    pub omitted: usize,
    /// What can be played and is hardly meant, as `fracas check` warns of it.
    pub warnings: Vec<ProblemView>,
}

/// Whose next steps are wanted: a table of the list `hero` or `party`.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct GrowthOf {
    pub draft: DraftEdits,
    pub list: String,
    pub number: usize,
}

/// A step of growth by the system's rules.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct GrowthStep {
    /// In a few words.
    pub name: String,
    #[schema(value_type = Vec<Object>)]
    #[cfg_attr(feature = "types", ts(type = "unknown[]"))]
    pub edits: Vec<Edit>,
}

/// A scenario to be tried out.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TrialOf {
    pub draft: DraftEdits,
    /// A part of the library that is being edited as well, and counts as it is here.
    #[cfg_attr(feature = "types", ts(optional))]
    pub beside: Option<DraftEdits>,
    /// The text of a party's file; in a fight its heroes are as on their sheets.
    #[cfg_attr(feature = "types", ts(optional))]
    pub party: Option<String>,
    /// Who decides for the heroes and for the monsters: "random", "instinct", "greedy", "search:200".
    #[cfg_attr(feature = "types", ts(optional))]
    pub minds: Option<(String, String)>,
    /// How long it may take, in milliseconds.
    #[cfg_attr(feature = "types", ts(optional))]
    pub millis: Option<u32>,
}

/// A share of fights, and between which bounds its true chance lies.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Share {
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

/// How it went.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Trial {
    pub fights: u64,
    pub heroes: Share,
    pub monsters: Share,
    /// Rounds, on average; hours or turns of an adventure are in `time`.
    pub rounds: f64,
    /// How often each falls, most often first.
    pub falls: Vec<Felled>,
    /// Where it happens in an adventure, by the number of the zone.
    pub zones: Vec<ZoneFalls>,
    /// What does not work, as far as these fights tell: as `fracas check` warns of it.
    pub warnings: Vec<String>,
    pub millis: u64,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Felled {
    pub id: String,
    pub name: String,
    pub hero: bool,
    /// Of the fights in which they were there.
    pub share: f64,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ZoneFalls {
    pub zone: usize,
    /// Heroes who fall here, for each party that sets out.
    pub falls: f64,
    /// Parties that are lost here.
    pub lost: f64,
}

/// What number gives a wanted win rate?
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct BalanceOf {
    pub trial: TrialOf,
    /// From 0 to 1.
    pub wanted: f64,
    /// What may be changed ("heroes.level=1..5"); without it, how many foes of each kind there are.
    #[cfg_attr(feature = "types", ts(optional))]
    pub by: Option<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Balanced {
    /// What to change, and to what ("foes.goblin.count", "4").
    pub path: String,
    pub value: String,
    pub heroes: Share,
    /// Do its bounds hold what was wanted?
    pub met: bool,
    pub fights: u64,
    /// The scenario with it.
    pub text: String,
}

/// What somebody in a fight can do, as players read it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Deeds {
    /// What it is, in a few words.
    pub kind: String,
    /// Its numbers as the rules have them at the start of a fight.
    pub facts: Vec<Fact>,
    pub deeds: Vec<DeedPreview>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Fact {
    /// As files call it, where they say it at all ("hp").
    pub id: String,
    pub name: String,
    pub value: i32,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DeedPreview {
    pub title: String,
    pub effect: String,
    /// The best chance at this moment, and what success means ("hits").
    pub chance: Option<f64>,
    pub means: String,
    /// Health that the other side loses, on average.
    pub harm: f64,
}

/// Whose deeds are wanted.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DeedsOf {
    pub trial: TrialOf,
    /// The id of the hero or creature.
    pub who: String,
}
