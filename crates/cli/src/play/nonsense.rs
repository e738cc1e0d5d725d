//! The terminal goes by what the display model says, never by words: with every word of a table replaced by nonsense it
//! draws the same rows, marks, dice and maps.

use fracas_kernel::{ChoiceView, Crowd, Line, MapView, Quiet, Rolled, Seat, Stakes, TableView, Typing, Unit};
use fracas_systems::{bundle_for, open};
use fracas_table::Game;

use super::screen::Screen;
use crate::paint::Paint;

const SEED: u64 = 4;
const STEPS: usize = 12;

/// Other letters for letters and other figures for figures, always the same, so that what was alike stays alike.
fn garbled(text: &str) -> String {
    text.chars()
        .map(|one| if one.is_ascii_digit() { turned(one, b'0', 10, 3) } else { renamed(one) })
        .collect()
}

/// The same for names, in which figures count those of a kind.
fn renamed(one: char) -> char {
    match one {
        'a'..='z' => turned(one, b'a', 26, 11),
        'A'..='Z' => turned(one, b'A', 26, 11),
        _ => one,
    }
}

fn turned(one: char, first: u8, count: u8, by: u8) -> char {
    char::from(first + (one as u8 - first + by) % count)
}

fn garble(text: &mut String) {
    *text = garbled(text);
}

fn rename(text: &mut String) {
    *text = text.chars().map(renamed).collect();
}

fn garble_word(text: &mut &'static str) {
    *text = String::leak(garbled(text));
}

fn garble_unit(unit: &mut Unit) {
    [&mut unit.one, &mut unit.many, &mut unit.short].into_iter().for_each(garble_word);
}

fn garble_rolled(rolled: &mut Rolled) {
    garble(&mut rolled.text);
    garble(&mut rolled.pool);
    rolled.modifiers.iter_mut().for_each(|modifier| garble(&mut modifier.name));
    rolled.target.iter_mut().for_each(|target| garble(&mut target.name));
}

fn garble_stakes(stakes: &mut Stakes) {
    stakes.chance.iter_mut().for_each(|chance| garble_word(&mut chance.means));
    stakes.befalls.iter_mut().for_each(|befall| garble_word(&mut befall.what));
    stakes.parts.iter_mut().for_each(|part| garble_unit(&mut part.unit));
    stakes.assumes.iter_mut().for_each(garble);
    stakes.because.iter_mut().for_each(garble_rolled);
}

fn garble_choice(choice: &mut ChoiceView) {
    garble(&mut choice.label);
    garble(&mut choice.deed.title);
    garble(&mut choice.deed.effect);
    choice.warnings.iter_mut().for_each(garble);
    choice.item.iter_mut().for_each(|item| rename(&mut item.name));
    choice.aim.iter_mut().for_each(garble_word);
    choice.odds.iter_mut().for_each(garble_stakes);
    if let Some(cost) = &mut choice.cost {
        garble_unit(&mut cost.unit);
    }
}

fn garble_line(line: &mut Line) {
    garble(&mut line.text);
    line.rolls.iter_mut().for_each(garble_rolled);
}

fn garble_view(view: &mut TableView) {
    garble(&mut view.title);
    garble(&mut view.phase);
    garble_unit(&mut view.health);
    for gauge in &mut view.gauges {
        garble_word(&mut gauge.name);
        garble(&mut gauge.text);
        garble(&mut gauge.means);
    }
    match &mut view.map {
        MapView::Zones { zones, links, .. } => {
            for zone in zones {
                rename(&mut zone.name);
                for tag in &mut zone.tags {
                    garble(&mut tag.text);
                    garble(&mut tag.means);
                }
            }
            links.iter_mut().filter_map(|link| link.note.as_mut()).for_each(garble);
        }
        MapView::Squares { treasure, auras, .. } => {
            treasure.iter_mut().flat_map(|heap| &mut heap.items).for_each(garble);
            auras.iter_mut().for_each(|aura| garble(&mut aura.name));
        }
    }
    for token in &mut view.tokens {
        rename(&mut token.name);
        garble(&mut token.kind);
        for track in &mut token.tracks {
            garble_word(&mut track.name);
            garble_unit(&mut track.unit);
        }
        for badge in &mut token.badges {
            garble(&mut badge.name);
            garble(&mut badge.means);
        }
    }
    view.question.iter_mut().for_each(|question| garble(&mut question.text));
    view.choices.iter_mut().for_each(garble_choice);
    for quiet in &mut view.quiet {
        garble(&mut quiet.label);
        garble(&mut quiet.why);
    }
    view.outcome.iter_mut().for_each(|outcome| garble(&mut outcome.text));
}

/// All that the terminal shows of a moment, in colour, with the odds of the first few choices.
fn screen(view: &TableView, lines: &[Line]) -> String {
    let screen = Screen { paint: Paint { colour: true }, columns: 100, pips: 10, look: Default::default() };
    let mut text =
        screen.table(view, Crowd::ALL) + &screen.gauges(view) + &screen.choices(view, &view.choices);
    let quiet: Vec<&Quiet> = view.quiet.iter().collect();
    text += &screen.quiet(&quiet);
    lines.iter().for_each(|line| text += &screen.line(line));
    for (choice, stakes) in view.choices.iter().filter_map(|choice| Some((choice, choice.odds.as_ref()?))) {
        text += &screen.odds_in_full(view, choice, stakes);
    }
    text
}

/// The same on the full screen.
fn full_screen(view: &TableView, lines: &[Line]) -> String {
    let lines = lines.iter().map(|line| (0, line.clone())).collect();
    super::full::picture(view.clone(), lines, (120, 40))
}

/// The screen without its words: every letter and figure is alike, colours and signs stay.
fn shape(text: &str) -> String {
    let mut escape = false;
    let shape = text.chars().map(|one| {
        escape = one == '\x1b' || escape;
        let kept = escape || !one.is_alphanumeric();
        escape = escape && one != 'm';
        if kept { one } else { 'x' }
    });
    shape.collect()
}

fn with_odds(game: &dyn Game, mut view: TableView) -> TableView {
    for choice in view.choices.iter_mut().take(4) {
        choice.odds = game.odds(&choice.text).ok();
    }
    view
}

#[test]
fn a_table_in_nonsense_looks_the_same() {
    let scenarios = ["the-jolly-otter", "goblins-at-the-ford", "ogre-bridge", "toll-bridge", "worm-orchard"];
    let adventures = [
        "the-false-light",
        "the-drowned-priory",
        "saltmarrow-cellars",
        "the-reeves-road",
        "the-drowned-mint",
    ];
    for scenario in scenarios.into_iter().chain(adventures) {
        let source = fracas_content::find(scenario).unwrap();
        let mut game = open(bundle_for(source).unwrap(), SEED, 0).unwrap();
        for step in 0..STEPS {
            let view = with_odds(&*game, game.view(Seat::Judge));
            let lines = game.lines(game.position().saturating_sub(1), Seat::Judge);
            let (mut strange, mut strange_lines) = (view.clone(), lines.clone());
            garble_view(&mut strange);
            strange_lines.iter_mut().for_each(garble_line);
            let (plain, nonsense) = (screen(&view, &lines), screen(&strange, &strange_lines));
            assert_ne!(plain, nonsense);
            for (one, other) in shape(&plain).lines().zip(shape(&nonsense).lines()) {
                assert_eq!(one, other, "{scenario}, step {step}:\n{plain}\n{nonsense}");
            }
            assert_eq!(plain.lines().count(), nonsense.lines().count(), "{scenario}, step {step}");
            let (plain, nonsense) = (full_screen(&view, &lines), full_screen(&strange, &strange_lines));
            assert_eq!(shape(&plain), shape(&nonsense), "{scenario}, step {step}:\n{plain}\n{nonsense}");
            let choices = game.choices();
            let Some(choice) = choices.get(step * 5 % choices.len().max(1)) else { break };
            game.choose(choice, &Typing::default()).unwrap();
        }
    }
}
