//! Which key means what: the browser's keys, as far as a terminal has them. The screen carries it out; this file only
//! names it, and is what `?` lists.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::super::deeds::Part;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Press {
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    /// Does what the cursor is on.
    Do,
    /// Closes what is open.
    Close,
    /// To the row with this digit.
    Row(u8),
    /// From the choices to the map and back.
    Map,
    Part(Part),
    Stats,
    NextOne,
    Begin,
    Undo,
    Redo,
    Log,
    ReadOn,
    Odds,
    Why,
    Threats,
    Sight,
    Rules,
    Zoom,
    Turn,
    Help,
    /// The command line, with this in it.
    Type(&'static str),
    /// The command line, with what is proposed in it.
    Propose,
    /// A command that needs no more words.
    Command(&'static str),
    Quit,
}

/// What a key means; `map`: is the cursor on the map? Then some letters move it.
pub fn press(key: KeyEvent, map: bool) -> Option<Press> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Char('c' | 'q') if control => Press::Quit,
        KeyCode::Char('z') if control => Press::Undo,
        KeyCode::Char('y') if control => Press::Redo,
        _ if control || key.modifiers.contains(KeyModifiers::ALT) => return None,
        KeyCode::Up => Press::Up,
        KeyCode::Down => Press::Down,
        KeyCode::Left => Press::Left,
        KeyCode::Right => Press::Right,
        KeyCode::PageUp => Press::PageUp,
        KeyCode::PageDown => Press::PageDown,
        KeyCode::Enter => Press::Do,
        KeyCode::Esc => Press::Close,
        KeyCode::Tab | KeyCode::BackTab => Press::Map,
        KeyCode::Char(' ') => Press::ReadOn,
        KeyCode::Char(':') => Press::Type(""),
        KeyCode::Char('U') => Press::Redo,
        // Capitals move no cursor.
        KeyCode::Char('H') => Press::Command("hint"),
        KeyCode::Char('L') => Press::Log,
        // The list of keys shows capitals; both will do.
        KeyCode::Char(letter) => match letter.to_ascii_lowercase() {
            'h' if map => Press::Left,
            'j' if map => Press::Down,
            'k' if map => Press::Up,
            'l' if map => Press::Right,
            '1'..='9' => Press::Row(letter as u8 - b'0'),
            'u' => Press::Undo,
            'e' => Press::Part(Part::End),
            'r' => Press::Begin,
            'm' => Press::Part(Part::Move),
            'a' => Press::Part(Part::Act),
            's' => Press::Stats,
            'n' => Press::NextOne,
            'l' => Press::Log,
            'i' => Press::Odds,
            'w' => Press::Why,
            't' => Press::Threats,
            'v' => Press::Sight,
            'd' => Press::Rules,
            'o' => Press::Type("judge "),
            'g' => Press::Type("go"),
            'h' => Press::Command("hint"),
            'p' => Press::Propose,
            'f' | '+' | '=' | '-' => Press::Zoom,
            'q' => Press::Turn,
            '?' => Press::Help,
            _ => return None,
        },
        _ => return None,
    })
}

/// The keys and what they do.
pub const LIST: [(&str, &str); 24] = [
    ("1 – 9", "go to a choice; Enter then does it"),
    ("↑ ↓", "through the choices"),
    ("→ ←", "open a verb to see its targets, and close it"),
    ("Enter", "do it; where a place is wanted, point at it on the map"),
    ("E, Enter", "end the turn"),
    ("R, Enter", "roll initiative, or begin"),
    ("A  M", "to the first thing to do, or the first move"),
    ("N", "the next combatant who may act"),
    ("Tab", "to the map and back: arrows (h j k l) move, Enter acts there"),
    ("I", "the odds of a choice in full"),
    ("W", "why not? What cannot be done now, and by which rule"),
    ("H", "a hint: the best choices, and what each is worth"),
    ("P, Enter", "what is proposed"),
    ("T", "what the enemy could do to whoever is asked"),
    ("V", "lines of sight, from whoever is asked or where the cursor is"),
    ("S", "everybody with everything there is to know"),
    ("L", "the log, large or small; PgUp and PgDn go through it"),
    ("Space", "read on, where more has happened than fits"),
    ("U, Ctrl+Z", "undo;  Shift+U, Ctrl+Y: redo"),
    ("G, Enter", "go: a mind finishes your turn (also :go fight, :go all)"),
    ("O", "the judge's hand: type what it does"),
    ("D", "the rules"),
    ("+  Q", "a map of squares larger, or turned by a quarter"),
    (":", "type a command;  Ctrl+C: leave, and the game is kept"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: KeyCode, modifiers: KeyModifiers) -> KeyEvent {
        KeyEvent::new(code, modifiers)
    }

    #[test]
    fn letters_move_on_the_map_only() {
        let plain = |letter, map| press(key(KeyCode::Char(letter), KeyModifiers::NONE), map);
        assert_eq!((plain('l', true), plain('l', false)), (Some(Press::Right), Some(Press::Log)));
        assert_eq!((plain('3', true), plain('3', false)), (Some(Press::Row(3)), Some(Press::Row(3))));
        assert_eq!(
            (plain('E', false), plain('e', false)),
            (Some(Press::Part(Part::End)), Some(Press::Part(Part::End)))
        );
        assert_eq!((plain('U', false), plain('u', false)), (Some(Press::Redo), Some(Press::Undo)));
        assert_eq!((plain('0', false), plain('z', false)), (None, None));
        // As in the browser.
        let hint = Some(Press::Command("hint"));
        assert_eq!((plain('h', false), plain('H', true), plain('h', true)), (hint, hint, Some(Press::Left)));
        assert_eq!((plain('p', false), plain('x', false)), (Some(Press::Propose), None));
        assert_eq!(press(key(KeyCode::Char('z'), KeyModifiers::CONTROL), false), Some(Press::Undo));
        assert_eq!(press(key(KeyCode::Char('u'), KeyModifiers::CONTROL), false), None);
        assert_eq!(press(key(KeyCode::Char('c'), KeyModifiers::CONTROL), true), Some(Press::Quit));
    }
}
