//! What somebody typed while playing, as a command.

use crate::args::DiceOf;

#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    /// Nothing was typed: show the question again.
    Nothing,
    /// The choice with this number.
    Pick(usize),
    /// The odds of a choice in full, by its number.
    Odds(usize),
    /// The same, by the words of the choice.
    OddsOf(String),
    Why,
    Log,
    /// The rules of this system, or what of them has this word in it.
    Rules(String),
    Map,
    /// Turns the map by a quarter.
    Turn,
    /// Draws the map larger.
    Zoom,
    /// Every choice of everybody who is asked.
    All,
    Dice(DiceOf),
    /// The answer with this number, now and whenever this kind of question comes again.
    Always(usize),
    /// No more standing answers to this kind of question; to none at all, if it is empty.
    AskMe(String),
    /// The mind makes this choice.
    Auto,
    /// What a mind would do, and what that is worth.
    Hint,
    /// Minds play on.
    Go(Until),
    /// What the adventure or the fight is about.
    About,
    Judge(String),
    /// What somebody tries that no choice stands for.
    Try(String),
    Save(String),
    /// The party of an adventure: shown, or written to a file.
    Party(Option<String>),
    Undo(Back),
    Redo,
    Help,
    Quit,
    /// A choice, or a combatant, by name.
    Words(String),
    Wrong(&'static str),
}

/// How far minds play on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The enemy's turn is over.
    Turn,
    Fight,
    End,
}

/// How far to take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Back {
    /// This many of our own questions.
    Questions(usize),
    /// To the start of our turn.
    Turn,
    Fight,
}

pub const HELP: &str =
    " 3                 make choice 3; its text, or part of it that fits no other, works too
 0, e              end the turn; a choice that leaves the field asks first
 brakk             show what Brakk can do, when several may act
 all               every choice of everybody who may act now
 o 3               the odds of choice 3 in full, or of a choice in words; the way of a move over squares
 why               what cannot be done now, and by which rule
 about             what this is about, and what the party came for
 map, look         the whole table: after a choice only what has changed is shown
 log               everything that happened, with the rules
 rules [WORD]      the rules, or only what has this word or code in it
 map turn, zoom    a map of squares turned by a quarter, or larger (map zoom)
 u, r              undo and redo (the same choice rolls the same dice)
 u 12              undo twelve of your choices; u turn, u fight: back to the start of your turn, or of the fight
 dice mine         you roll real dice for your side and type them
 dice all          you roll every die
 dice program      the program rolls
 always 2          answer 2, now and every time this kind of question comes
 ask parry         be asked about parries again; ask alone lifts every standing answer
 hint              the three best choices, and what each is worth
 auto              a mind makes this choice
 go                in a fight: a mind finishes your turn, then the enemy acts
 go fight, go all  minds play to the end of the fight (between fights: of the next one), or of everything
 try WORDS         something else within reason, in your own words: the judge says what it takes
 judge …           the judge's hand; judge alone tells what it can do
 save FILE         write the game so far to a file
 party [FILE]      the party as it is now, to take into another adventure
 quit              leave; the game is kept, and `fracas play --resume` goes on";

/// Reads one line.
pub fn read(line: &str) -> Command {
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or("").to_lowercase();
    let rest = words.collect::<Vec<_>>().join(" ");
    match (first.as_str(), rest.as_str()) {
        ("", _) => Command::Nothing,
        ("o" | "odds", number) => match number.parse() {
            Ok(number) => Command::Odds(number),
            Err(_) if number.is_empty() => Command::Wrong("type o and a choice, such as o 3"),
            Err(_) => Command::OddsOf(number.to_owned()),
        },
        ("why", "") => Command::Why,
        ("log" | "l", "") => Command::Log,
        ("rules" | "rule", word) => Command::Rules(word.to_owned()),
        ("map" | "m" | "look", "") => Command::Map,
        ("map" | "m", "turn") => Command::Turn,
        ("map" | "m", "zoom") => Command::Zoom,
        ("all", "") => Command::All,
        ("dice", whose) => match whose {
            "mine" => Command::Dice(DiceOf::Mine),
            "all" => Command::Dice(DiceOf::All),
            "program" => Command::Dice(DiceOf::Program),
            _ => Command::Wrong("dice mine, dice all or dice program?"),
        },
        ("always", number) => match number.parse() {
            Ok(number) => Command::Always(number),
            Err(_) => Command::Wrong("type always and the number of an answer, such as always 2"),
        },
        ("ask", question) => Command::AskMe(question.to_owned()),
        ("auto", "") => Command::Auto,
        ("hint", "") => Command::Hint,
        ("auto" | "go", "all") => Command::Go(Until::End),
        ("go", "") => Command::Go(Until::Turn),
        ("go", "fight") => Command::Go(Until::Fight),
        ("about" | "goal", "") => Command::About,
        ("judge" | "j", words) => Command::Judge(words.to_owned()),
        ("try", "") => Command::Wrong("try what? Such as try swing on the lamp"),
        ("try", words) => Command::Try(words.to_owned()),
        ("save", "") => Command::Wrong("save to which file? Such as save fight.json"),
        ("save", _) => Command::Save(line.trim_start()[4..].trim().to_owned()),
        ("party", "") => Command::Party(None),
        ("party", _) => Command::Party(Some(line.trim_start()[5..].trim().to_owned())),
        ("u" | "undo", "") => Command::Undo(Back::Questions(1)),
        ("u" | "undo", "turn") => Command::Undo(Back::Turn),
        ("u" | "undo", "fight") => Command::Undo(Back::Fight),
        ("u" | "undo", count) => match count.parse() {
            Ok(count @ 1..) => Command::Undo(Back::Questions(count)),
            _ => Command::Wrong("u alone, u and a number such as u 12, u turn or u fight?"),
        },
        ("e" | "end", "") => Command::Pick(0),
        ("r" | "redo", "") => Command::Redo,
        ("?" | "h" | "help", "") => Command::Help,
        ("q" | "quit" | "exit", "") => Command::Quit,
        (word, "") if word.bytes().all(|b| b.is_ascii_digit()) => {
            word.parse().map_or(Command::Wrong("there are fewer choices than that"), Command::Pick)
        }
        _ => Command::Words(line.trim().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_commands() {
        assert_eq!(read(" 12 "), Command::Pick(12));
        assert_eq!(read("99999999999999999999999"), Command::Wrong("there are fewer choices than that"));
        assert_eq!(read("O 3"), Command::Odds(3));
        assert_eq!(read("o move 7,4"), Command::OddsOf("move 7,4".into()));
        assert!(matches!(read("o"), Command::Wrong(_)));
        assert_eq!(read("auto all"), Command::Go(Until::End));
        assert_eq!(read("go fight"), Command::Go(Until::Fight));
        assert_eq!(read("u"), Command::Undo(Back::Questions(1)));
        assert_eq!(read("u 12"), Command::Undo(Back::Questions(12)));
        assert_eq!(read("undo turn"), Command::Undo(Back::Turn));
        assert!(matches!(read("u 0"), Command::Wrong(_)) && matches!(read("u soon"), Command::Wrong(_)));
        assert_eq!(read("goal"), Command::About);
        assert_eq!(read("always 2"), Command::Always(2));
        assert_eq!(read("ask parry"), Command::AskMe("parry".into()));
        assert_eq!(read("dice mine"), Command::Dice(DiceOf::Mine));
        assert_eq!(read("judge  set x hp 3"), Command::Judge("set x hp 3".into()));
        assert_eq!(read("save my  file.json"), Command::Save("my  file.json".into()));
        assert_eq!(read("party"), Command::Party(None));
        assert_eq!(read("party my company.toml"), Command::Party(Some("my company.toml".into())));
        assert_eq!(read("brakk attack goblin-1"), Command::Words("brakk attack goblin-1".into()));
        assert_eq!(read(""), Command::Nothing);
    }

    #[test]
    fn every_command_in_the_help_is_known() {
        for line in [
            "3", "all", "o 3", "why", "map", "log", "u", "r", "dice all", "always 2", "ask", "go", "about",
            "hint", "go fight", "auto all", "u 12", "u turn", "u fight", "judge", "try it", "quit",
        ] {
            assert!(!matches!(read(line), Command::Words(_) | Command::Wrong(_)), "{line}");
        }
    }
}
