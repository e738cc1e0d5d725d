//! The judge's hand in words: "set goblin-1 hp 3" becomes a [`Judgement`]. What rules make of it is theirs to say.

use fracas_content::nearest;
use fracas_kernel::{EdgeName, Fate, Judgement, MapView, Proposal, Sequel, Side, TableView, Who};

use super::screen::meant;

/// What the judge asked for.
#[derive(Debug, PartialEq, Eq)]
pub enum Asked {
    Act(Judgement),
    /// Take back this many steps.
    Back(usize),
}

pub const HELP: &str = " judge set WHO TRACK N             judge set goblin-1 hp 3
 judge move WHO ZONE               judge move brakk ford
 judge add CREATURE SIDE ZONE      judge add goblin monsters ford
 judge remove WHO                  judge remove goblin-2
 judge hide WHO, judge hide zone ZONE      judge hide goblin-2     (until it is revealed)
 judge reveal WHO, judge reveal zone ZONE   judge reveal zone crypt
 judge afflict WHO WHAT [N]        judge afflict brakk held
 judge lift WHO WHAT               judge lift brakk held
 judge favour [WHO] GIFT [on ROLL] judge favour brakk +2 advantage on to hit
 judge dice FACES [for WHO] [on ROLL]   judge dice 20 for brakk on to hit
 judge end heroes|monsters|draw    judge end draw        (the fight; between fights, the adventure)
 judge end adventure heroes|monsters|draw   judge end adventure draw
 judge gauge GAUGE N               judge gauge torches 3
 judge grant WHO WHAT [N]          judge grant brakk gold 20
 judge fate ENCOUNTER now|next|gone|back   judge fate wolves next
 judge decide [WHO] WHAT VALUE     judge decide surprise heroes      (what the system leaves to the judge)
 judge say WORDS                   judge say A horn sounds far off
 judge check WHO CHECK [N] [then ACTS] [else ACTS]
                                   judge check brakk might then say The gate gives else set brakk hp 3
 judge allow WHO [CHECK [N]] [then ACTS] [else ACTS]   the same for what WHO tries; acts are set apart by ;
 judge refuse WHO WHY              judge refuse brakk nobody flies here
 judge open ACT, judge secret ACT  judge secret set goblin-1 hp 9    (who is told; else who could see it)
 judge back [N]                    judge back 2";

const ACTS: [&str; 22] = [
    "set", "move", "add", "remove", "hide", "reveal", "afflict", "lift", "favour", "dice", "end", "gauge",
    "grant", "fate", "decide", "say", "check", "allow", "refuse", "open", "secret", "back",
];

/// Reads what stands after "judge"; `tries` is what people want to try.
pub fn read(words: &str, view: &TableView, tries: &[Proposal]) -> Result<Asked, String> {
    let words: Vec<&str> = words.split_whitespace().collect();
    match words.as_slice() {
        [] => Err(format!("what should the judge do?\n{HELP}")),
        ["back"] => Ok(Asked::Back(1)),
        ["back", steps] => match steps.parse() {
            Ok(steps) => Ok(Asked::Back(steps)),
            Err(_) => Err(format!("{steps:?} is not a number of steps")),
        },
        words => act(words, view, tries).map(Asked::Act),
    }
}

/// One act.
fn act(words: &[&str], view: &TableView, tries: &[Proposal]) -> Result<Judgement, String> {
    let Some((&act_word, rest)) = words.split_first() else {
        return Err(format!("an act is missing; what can be done:\n{HELP}"));
    };
    Ok(match (act_word, rest) {
        ("set", [name, track, value]) => {
            Judgement::Set { who: who(view, name)?, track: (*track).to_owned(), value: number(value)? }
        }
        ("move", [name, zone @ ..]) if !zone.is_empty() => {
            Judgement::Move { who: who(view, name)?, to: place(view, &zone.join(" "))? }
        }
        ("add", [creature, side, zone @ ..]) if !zone.is_empty() => Judgement::Add {
            creature: (*creature).to_owned(),
            side: side_named(side)?,
            to: place(view, &zone.join(" "))?,
        },
        ("remove", [name]) => Judgement::Remove { who: who(view, name)? },
        ("hide", ["zone", zone @ ..]) if !zone.is_empty() => {
            Judgement::HideZone { zone: place(view, &zone.join(" "))? }
        }
        ("hide", [name]) => Judgement::Hide { who: who(view, name)? },
        ("reveal", ["zone", zone @ ..]) if !zone.is_empty() => {
            Judgement::RevealZone { zone: place(view, &zone.join(" "))? }
        }
        ("reveal", [name]) => Judgement::Reveal { who: who(view, name)? },
        ("afflict", [name, condition]) => {
            Judgement::Afflict { who: who(view, name)?, condition: (*condition).to_owned(), rank: None }
        }
        ("afflict", [name, condition, rank]) => Judgement::Afflict {
            who: who(view, name)?,
            condition: (*condition).to_owned(),
            rank: Some(number(rank)?),
        },
        ("lift", [name, condition]) => {
            Judgement::Lift { who: who(view, name)?, condition: (*condition).to_owned() }
        }
        ("favour" | "favor", gift) if !gift.is_empty() => favour(view, gift)?,
        ("dice", faces) if !faces.is_empty() => dice(view, faces)?,
        ("end", ["adventure", winner]) => Judgement::EndAdventure { winner: winner_named(winner)? },
        ("end", [winner]) => Judgement::End { winner: winner_named(winner)? },
        ("gauge", [gauge, value]) => Judgement::Gauge { gauge: (*gauge).to_owned(), value: number(value)? },
        ("grant", [name, what]) => {
            Judgement::Grant { who: who(view, name)?, what: (*what).to_owned(), count: 1 }
        }
        ("grant", [name, what, count]) => {
            Judgement::Grant { who: who(view, name)?, what: (*what).to_owned(), count: number(count)? }
        }
        ("fate", [encounter, fate]) => {
            Judgement::Fate { encounter: (*encounter).to_owned(), fate: fate_named(fate)? }
        }
        ("decide", [what, value]) => {
            Judgement::Decide { what: (*what).to_owned(), who: None, value: (*value).to_owned() }
        }
        ("decide", [name, what, value]) => Judgement::Decide {
            what: (*what).to_owned(),
            who: Some(who(view, name)?),
            value: (*value).to_owned(),
        },
        ("say", text) if !text.is_empty() => Judgement::Say { text: text.join(" ") },
        ("check", [name, rest @ ..]) if !rest.is_empty() => {
            let (called, [success, failure]) = sequels(rest, view)?;
            let Some((check, against)) = called_for(called)? else { return Err(usage("check")) };
            Judgement::Check { who: who(view, name)?, check, against, success, failure }
        }
        ("allow", [name, rest @ ..]) => {
            let (called, [success, failure]) = sequels(rest, view)?;
            let (check, against) = called_for(called)?.unzip();
            let who = who(view, name)?;
            let tries = tried(who, name, tries)?;
            Judgement::Attempt { who, tries, check, against: against.flatten(), success, failure }
        }
        ("refuse", [name, why @ ..]) if !why.is_empty() => {
            let who = who(view, name)?;
            Judgement::Decline { who, tries: tried(who, name, tries)?, why: why.join(" ") }
        }
        ("open", of) if !of.is_empty() => Judgement::Open { of: Box::new(act(of, view, tries)?) },
        ("secret", of) if !of.is_empty() => Judgement::Secret { of: Box::new(act(of, view, tries)?) },
        _ => return Err(usage(act_word)),
    })
}

/// What somebody has said to try.
fn tried(who: Who, name: &str, tries: &[Proposal]) -> Result<String, String> {
    let proposal = tries.iter().find(|proposal| proposal.who == who);
    let said = proposal.map(|proposal| proposal.tries.clone());
    said.ok_or_else(|| format!("{name} has not said what to try; that is written so:\n try WORDS"))
}

/// A check, and what it is against.
fn called_for(words: &[&str]) -> Result<Option<(String, Option<i32>)>, String> {
    match words {
        [] => Ok(None),
        [check @ .., last] if !check.is_empty() && last.parse::<i32>().is_ok() => {
            Ok(Some((check.join(" "), Some(number(last)?))))
        }
        check => Ok(Some((check.join(" "), None))),
    }
}

/// What stands before "then" and "else", and what follows one way or the other.
fn sequels<'a, 'b>(words: &'a [&'b str], view: &TableView) -> Result<(&'a [&'b str], [Sequel; 2]), String> {
    let at = |word: &str| words.iter().position(|known| *known == word).unwrap_or(words.len());
    let (then, otherwise) = (at("then"), at("else"));
    if then > otherwise && then < words.len() {
        return Err("\"then\" comes before \"else\"".to_owned());
    }
    let success = sequel(words.get(then + 1..otherwise).unwrap_or_default(), view)?;
    let failure = sequel(words.get(otherwise + 1..).unwrap_or_default(), view)?;
    Ok((&words[..then.min(otherwise)], [success, failure]))
}

/// Acts that are set apart by a semicolon; what is said goes into one sentence.
fn sequel(words: &[&str], view: &TableView) -> Result<Sequel, String> {
    let (mut all, text) = (Sequel::default(), words.join(" "));
    for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let words: Vec<&str> = part.split_whitespace().collect();
        match act(&words, view, &[])? {
            Judgement::Say { text } if all.says.is_empty() => all.says = text,
            act => all.acts.push(act),
        }
    }
    Ok(all)
}

/// The line of the help that is about `act`, or all of it.
fn usage(act: &str) -> String {
    let act = if act == "favor" { "favour" } else { act };
    match ACTS.iter().find(|known| **known == act) {
        Some(known) => {
            let start = format!(" judge {known}");
            let found = HELP.lines().find(|line| line.starts_with(&start));
            let line = found.or_else(|| HELP.lines().find(|line| line.contains(&start))).unwrap_or(HELP);
            format!("that is written so:\n{line}")
        }
        None => match nearest(act, ACTS) {
            Some(near) => format!("the judge cannot {act:?}; did you mean {near:?}?"),
            None => format!("the judge cannot {act:?}; what can be done:\n{HELP}"),
        },
    }
}

fn favour(view: &TableView, words: &[&str]) -> Result<Judgement, String> {
    let (gift, roll) = split_on(words);
    let (mut roller, mut add, mut edge) = (None, 0, EdgeName::Level);
    for word in gift {
        match *word {
            "advantage" | "adv" => edge = EdgeName::Advantage,
            "disadvantage" | "dis" => edge = EdgeName::Disadvantage,
            _ => match word.parse::<i16>() {
                Ok(number) => add = number,
                Err(_) => roller = Some(who(view, word)?),
            },
        }
    }
    if add == 0 && edge == EdgeName::Level {
        return Err(usage("favour"));
    }
    Ok(Judgement::Favour { roller, roll, add, edge })
}

fn dice(view: &TableView, words: &[&str]) -> Result<Judgement, String> {
    let (rest, roll) = split_on(words);
    let (faces, roller) = match rest.iter().position(|word| *word == "for") {
        Some(at) => match rest[at + 1..] {
            [name] => (&rest[..at], Some(who(view, name)?)),
            _ => return Err(usage("dice")),
        },
        None => (rest, None),
    };
    let faces = faces.iter().map(|face| match face.parse::<u16>() {
        Ok(face) if face > 0 => Ok(face),
        _ => Err(format!("{face:?} is not a face of a die; {}", usage("dice"))),
    });
    let faces = faces.collect::<Result<Vec<u16>, String>>()?;
    if faces.is_empty() {
        return Err(usage("dice"));
    }
    Ok(Judgement::Dice { roller, roll, faces })
}

/// What stands before "on", and the name of the roll after it.
fn split_on<'a, 'b>(words: &'a [&'b str]) -> (&'a [&'b str], Option<String>) {
    match words.iter().position(|word| *word == "on") {
        Some(at) => (&words[..at], Some(words[at + 1..].join(" ")).filter(|roll| !roll.is_empty())),
        None => (words, None),
    }
}

fn who(view: &TableView, word: &str) -> Result<Who, String> {
    meant(&view.tokens, word).ok_or_else(|| {
        let ids = || view.tokens.iter().map(|token| token.id.as_str());
        match nearest(word, ids()) {
            Some(near) => format!("nobody here is {word:?}; did you mean {near:?}?"),
            None => format!("nobody here is {word:?}; there are {}", ids().collect::<Vec<_>>().join(", ")),
        }
    })
}

fn place(view: &TableView, word: &str) -> Result<String, String> {
    let MapView::Zones { zones, .. } = &view.map else { return Ok(word.to_owned()) };
    let same = |a: &str| a.eq_ignore_ascii_case(word);
    match zones.iter().find(|zone| same(&zone.id) || same(&zone.name)) {
        Some(zone) => Ok(zone.id.clone()),
        None => {
            let ids: Vec<&str> = zones.iter().map(|zone| zone.id.as_str()).collect();
            Err(format!("no zone is {word:?}; there are {}", ids.join(", ")))
        }
    }
}

fn side_named(word: &str) -> Result<Side, String> {
    let side = Side::BOTH.into_iter().find(|side| side.name() == word);
    side.ok_or_else(|| format!("a side is heroes or monsters, not {word:?}"))
}

fn winner_named(word: &str) -> Result<Option<Side>, String> {
    if word == "draw" {
        return Ok(None);
    }
    side_named(word).map(Some).map_err(|_| format!("heroes or monsters win, or it is a draw, not {word:?}"))
}

fn fate_named(word: &str) -> Result<Fate, String> {
    let known = [("now", Fate::Now), ("next", Fate::Next), ("gone", Fate::Gone), ("back", Fate::Back)];
    let fate = known.into_iter().find(|(name, _)| *name == word);
    fate.map(|(_, fate)| fate)
        .ok_or_else(|| format!("an encounter comes now, next, is gone, or is back, not {word:?}"))
}

fn number(word: &str) -> Result<i32, String> {
    word.parse().map_err(|_| format!("{word:?} is not a whole number"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fracas_kernel::{Status, Token, ZoneCard};

    fn view() -> TableView {
        let token = |who, id: &str, side| Token {
            who: Who(who),
            id: id.to_owned(),
            name: id.to_owned(),
            kind: String::new(),
            side,
            status: Status::Up,
            place: None,
            tracks: Vec::new(),
            badges: Vec::new(),
            to_act: false,
        };
        let zone = ZoneCard {
            id: "far-bank".into(),
            name: "Far bank".into(),
            tags: Vec::new(),
            at: (0, 0),
            exit: false,
            picture: Default::default(),
        };
        TableView {
            system: "test",
            health: Default::default(),
            title: String::new(),
            round: 1,
            phase: String::new(),
            map: MapView::Zones { zones: vec![zone], links: Vec::new(), sight: Vec::new() },
            tokens: vec![token(0, "brakk", Side::Heroes), token(1, "goblin-1", Side::Monsters)],
            question: None,
            choices: Vec::new(),
            quiet: Vec::new(),
            gauges: Vec::new(),
            outcome: None,
        }
    }

    fn act(words: &str) -> Judgement {
        let tries = [Proposal { who: Who(0), tries: "swings on the lamp".to_owned() }];
        match read(words, &view(), &tries) {
            Ok(Asked::Act(act)) => act,
            other => panic!("{words}: {other:?}"),
        }
    }

    fn wrong(words: &str) -> String {
        read(words, &view(), &[]).unwrap_err()
    }

    #[test]
    fn everything_in_the_help_is_understood() {
        assert_eq!(act("set goblin-1 hp 3"), Judgement::Set { who: Who(1), track: "hp".into(), value: 3 });
        assert_eq!(act("move b Far bank"), Judgement::Move { who: Who(0), to: "far-bank".into() });
        assert_eq!(
            act("add goblin monsters far-bank"),
            Judgement::Add { creature: "goblin".into(), side: Side::Monsters, to: "far-bank".into() }
        );
        assert_eq!(act("remove g1"), Judgement::Remove { who: Who(1) });
        assert_eq!(act("hide g1"), Judgement::Hide { who: Who(1) });
        assert_eq!(act("reveal g1"), Judgement::Reveal { who: Who(1) });
        assert_eq!(
            act("afflict brakk held 2"),
            Judgement::Afflict { who: Who(0), condition: "held".into(), rank: Some(2) }
        );
        assert_eq!(act("lift brakk held"), Judgement::Lift { who: Who(0), condition: "held".into() });
        assert_eq!(
            act("favour brakk +2 advantage on to hit"),
            Judgement::Favour {
                roller: Some(Who(0)),
                roll: Some("to hit".into()),
                add: 2,
                edge: EdgeName::Advantage
            }
        );
        assert_eq!(
            act("dice 20 3 for brakk on to hit"),
            Judgement::Dice { roller: Some(Who(0)), roll: Some("to hit".into()), faces: vec![20, 3] }
        );
        assert_eq!(act("dice 4"), Judgement::Dice { roller: None, roll: None, faces: vec![4] });
        assert_eq!(act("end heroes"), Judgement::End { winner: Some(Side::Heroes) });
        assert_eq!(act("end draw"), Judgement::End { winner: None });
        assert_eq!(act("end adventure draw"), Judgement::EndAdventure { winner: None });
        assert_eq!(act("end adventure monsters"), Judgement::EndAdventure { winner: Some(Side::Monsters) });
        assert_eq!(act("gauge torches 3"), Judgement::Gauge { gauge: "torches".into(), value: 3 });
        assert_eq!(
            act("grant brakk gold 20"),
            Judgement::Grant { who: Who(0), what: "gold".into(), count: 20 }
        );
        assert_eq!(act("fate wolves next"), Judgement::Fate { encounter: "wolves".into(), fate: Fate::Next });
        assert_eq!(read("back 3", &view(), &[]), Ok(Asked::Back(3)));
        let decide =
            |who, what: &str, value: &str| Judgement::Decide { what: what.into(), who, value: value.into() };
        assert_eq!(act("decide surprise heroes"), decide(None, "surprise", "heroes"));
        assert_eq!(act("decide brakk careful yes"), decide(Some(Who(0)), "careful", "yes"));
        assert_eq!(act("say A horn sounds"), Judgement::Say { text: "A horn sounds".into() });
        let set = |value| Judgement::Set { who: Who(0), track: "hp".into(), value };
        assert_eq!(act("secret set brakk hp 9"), Judgement::Secret { of: Box::new(set(9)) });
        assert_eq!(act("open set brakk hp 9"), Judgement::Open { of: Box::new(set(9)) });
    }

    #[test]
    fn checks_are_called_for_with_what_follows() {
        let set = |value| Judgement::Set { who: Who(0), track: "hp".into(), value };
        let says = |says: &str, acts: Vec<Judgement>| Sequel { says: says.into(), acts };
        assert_eq!(
            act("check brakk might 7 then say It gives; set brakk hp 5 else set brakk hp 3"),
            Judgement::Check {
                who: Who(0),
                check: "might".into(),
                against: Some(7),
                success: says("It gives", vec![set(5)]),
                failure: says("", vec![set(3)]),
            }
        );
        assert_eq!(
            act("check brakk might else set brakk hp 3"),
            Judgement::Check {
                who: Who(0),
                check: "might".into(),
                against: None,
                success: Sequel::default(),
                failure: says("", vec![set(3)]),
            }
        );
        let allow = |check: Option<&str>, success| Judgement::Attempt {
            who: Who(0),
            tries: "swings on the lamp".into(),
            check: check.map(str::to_owned),
            against: None,
            success,
            failure: Sequel::default(),
        };
        assert_eq!(act("allow brakk agility"), allow(Some("agility"), Sequel::default()));
        assert_eq!(act("allow brakk then say Easy"), allow(None, says("Easy", vec![])));
        let decline = Judgement::Decline {
            who: Who(0),
            tries: "swings on the lamp".into(),
            why: "there is no lamp".into(),
        };
        assert_eq!(act("refuse brakk there is no lamp"), decline);
        assert!(wrong("allow brakk might").contains("try WORDS"));
        assert!(wrong("check brakk").contains("judge check WHO CHECK"));
        assert!(wrong("check brakk might else say no then say yes").contains("before"));
        assert!(wrong("secret").contains("judge open ACT, judge secret ACT"));
    }

    #[test]
    fn what_is_wrong_is_said_with_what_would_be_right() {
        assert!(wrong("set goblin hp 3").contains("did you mean \"goblin-1\"?"));
        assert!(wrong("set goblin-1 hp many").contains("not a whole number"));
        assert!(wrong("set goblin-1").contains("judge set WHO TRACK N"));
        assert!(wrong("move brakk ford").contains("there are far-bank"));
        assert!(wrong("sett brakk").contains("did you mean \"set\"?"));
        assert!(wrong("favour brakk").contains("judge favour"));
        assert!(wrong("dice 0").contains("not a face of a die"));
        assert!(wrong("end badly").contains("heroes or monsters"));
        assert!(wrong("fate wolves soon").contains("now, next"));
        assert!(wrong("back soon").contains("not a number of steps"));
        assert!(wrong("").contains("judge back [N]"));
    }
}
