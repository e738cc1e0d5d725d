//! What holds for the adventures of every system, seen as a front end sees them.

use std::collections::BTreeSet;

use fracas_content::{Listed, Source, adventures, scenarios};
use fracas_kernel::{
    Fate, Judgement, Link, MapView, Outcome, Seat, Side, Status, TableView, Track, TrackKind, Typing,
};
use fracas_systems::{bundle_for, bundle_with, open};
use fracas_table::{Game, GameError};

fn begin(adventure: &Listed, seed: u64) -> Box<dyn Game> {
    open(bundle_for(adventure.source.clone()).expect("it is ours"), seed, 0).expect("it opens")
}

fn fighting(game: &dyn Game) -> bool {
    game.outcome().is_none() && game.combatants().iter().any(|one| one.side == Side::Monsters)
}

/// Plays by instinct, and calls `look` before each choice.
fn play(game: &mut dyn Game, mut look: impl FnMut(&mut dyn Game)) {
    while game.outcome().is_none() {
        look(game);
        let choice = game.instinct(game.ask().asked()).expect("somebody is asked");
        game.choose(&choice, &Typing::default()).expect("instinct is legal");
    }
}

#[test]
fn the_judge_can_end_an_adventure_at_any_time_and_a_fight_in_it() {
    let winners = [None, Some(Side::Heroes), Some(Side::Monsters)];
    for adventure in adventures() {
        let (mut ended, mut went_on, mut step) = ([0, 0], 0, 0);
        play(&mut *begin(&adventure, 3), |game| {
            step += 1;
            if step % 5 != 0 {
                return;
            }
            let (before, fought, winner) = (game.state(), fighting(game), winners[step % 3]);
            game.judge(Judgement::EndAdventure { winner }).expect("an adventure can be ended");
            let outcome = winner.map_or(Outcome::Draw, Outcome::Won);
            assert_eq!(game.outcome(), Some(outcome), "{}: step {step}", adventure.id);
            assert!(game.view(Seat::Watcher).outcome.is_some(), "{}", adventure.id);
            ended[usize::from(fought)] += 1;
            assert_eq!((game.take_back(1), &game.state()), (1, &before), "{}", adventure.id);
            if fought {
                game.judge(Judgement::End { winner: Some(Side::Heroes) }).expect("so can a fight");
                went_on += u32::from(game.outcome().is_none());
                assert_eq!((game.take_back(1), &game.state()), (1, &before), "{}", adventure.id);
            }
        });
        assert!(ended.iter().all(|&count| count > 1) && went_on > 1, "{}: {ended:?} {went_on}", adventure.id);
    }
}

#[test]
fn a_single_fight_is_no_adventure_to_end() {
    for fight in scenarios() {
        let refused = begin(&fight, 1).judge(Judgement::EndAdventure { winner: None }).unwrap_err();
        let GameError::Refused(refusal) = refused else { panic!("{}: {refused:?}", fight.id) };
        assert!(refusal.why.starts_with("this is a single fight, which \"end\" ends"), "{}", refusal.why);
    }
}

/// What lasts of wounds, of everybody on the heroes' side who is up: in ardor health is back before the next adventure, and
/// Trauma is not.
fn wounds(view: &TableView) -> Vec<(String, i32)> {
    let up = view.tokens.iter().filter(|token| token.side == Side::Heroes && token.status == Status::Up);
    up.flat_map(|token| {
        let lasts = |track: &&Track| match view.system {
            "ardor" => track.id == "trauma",
            // Damage does not last.
            "ranks" => track.id == "wounds-left",
            _ => track.kind == TrackKind::Health,
        };
        token.tracks.iter().filter(lasts).map(|track| (token.id.clone(), track.value))
    })
    .collect()
}

#[test]
fn in_the_middle_of_a_fight_the_party_is_written_as_it_is_then() {
    for adventure in adventures() {
        let (mut seen, mut hurt, mut lost) = (0, 0, 0);
        for seed in 1..5 {
            let (mut entered, mut step) = (String::new(), 0);
            // Whom somebody calls in a fight does not stay.
            let members: Vec<String> =
                begin(&adventure, seed).combatants().into_iter().map(|one| one.id).collect();
            play(&mut *begin(&adventure, seed), |game| {
                step = if fighting(game) { step + 1 } else { 0 };
                // Writing and reading a party takes its time: at the start of a fight, and then now and again.
                if step % 8 != 1 {
                    return;
                }
                let party = game.party_file().expect("an adventure has a party");
                if step == 1 {
                    entered = party;
                    return;
                }
                let file = Source::new("party.toml", party.clone());
                let bundle = bundle_with(adventure.source.clone(), Some(file)).expect("it is a party");
                let now = game.view(Seat::Judge);
                let again = match open(bundle, seed, 0) {
                    Ok(again) => again.view(Seat::Judge),
                    Err(problems) => panic!("{}: {problems}\n{party}", adventure.id),
                };
                let (here, there) = (wounds(&now), wounds(&again));
                for one in here.iter().filter(|(id, _)| members.contains(id)) {
                    assert!(there.contains(one), "{}: {one:?} is not in {there:?}\n{party}", adventure.id);
                }
                let dead = now
                    .tokens
                    .iter()
                    .filter(|token| token.side == Side::Heroes && token.status == Status::Dead);
                for token in dead {
                    lost += 1;
                    assert!(!there.iter().any(|(id, _)| *id == token.id), "{}: {}", adventure.id, token.id);
                }
                seen += 1;
                hurt += u32::from(entered != party);
            });
        }
        assert!(seen > 10 && hurt > 5, "{}: {seen} looks, {hurt} changes, {lost} dead", adventure.id);
    }
}

/// The zones of a map by their ids, and the pairs of them that are joined; nothing for a map of squares.
fn map_of(view: &TableView) -> (BTreeSet<String>, BTreeSet<(String, String)>) {
    let MapView::Zones { zones, links, .. } = &view.map else { return Default::default() };
    let id = |index: usize| zones[index].id.clone();
    let pair = |link: &Link| (id(link.a).min(id(link.b)), id(link.a).max(id(link.b)));
    (zones.iter().map(|zone| zone.id.clone()).collect(), links.iter().map(pair).collect())
}

#[test]
fn a_fight_shows_of_the_place_what_the_party_has_on_its_map() {
    for adventure in adventures() {
        let (mut zones, mut joined, mut all, mut fewest) = (BTreeSet::new(), BTreeSet::new(), 0, usize::MAX);
        play(&mut *begin(&adventure, 4), |game| {
            let (shown, links) = map_of(&game.view(Seat::Watcher));
            if fighting(game) {
                zones.extend(shown);
                joined.extend(links);
                return;
            }
            (all, fewest) = (map_of(&game.view(Seat::Judge)).0.len(), fewest.min(shown.len()));
            let new: Vec<&String> = zones.difference(&shown).collect();
            assert!(new.is_empty(), "{}: {new:?} only in a fight", adventure.id);
            let new: Vec<_> = joined.difference(&links).collect();
            assert!(new.is_empty(), "{}: {new:?} only in a fight", adventure.id);
        });
        assert!(fewest * 2 < all, "{}: {fewest} of {all} zones from the start", adventure.id);
    }
}

#[test]
fn what_the_judge_has_in_store_is_told_to_nobody_else() {
    for adventure in adventures() {
        let mut game = begin(&adventure, 1);
        // The refusal names all there are.
        let nobody = Judgement::Fate { encounter: "nobody".to_owned(), fate: Fate::Next };
        let known = game.judge(nobody).unwrap_err().to_string();
        let id = known.rsplit([' ', ',']).next().expect("the last of them").to_owned();
        let lines = |game: &dyn Game, seat| -> Vec<String> {
            game.lines(0, seat).into_iter().map(|line| line.text).collect()
        };
        let before = lines(&*game, Seat::Judge).len();
        game.judge(Judgement::Fate { encounter: id.clone(), fate: Fate::Next }).expect("it is one");
        let said = lines(&*game, Seat::Judge).split_off(before);
        let told = |game: &dyn Game| lines(game, Seat::Watcher).iter().any(|line| said.contains(line));
        assert!(!said.is_empty() && !told(&*game), "{}: {id}", adventure.id);
        // Nor when it is taken back.
        assert_eq!(game.take_back(1), 1);
        assert!(!told(&*game) && !game.lines(0, Seat::Watcher).is_empty(), "{}", adventure.id);
    }
}
