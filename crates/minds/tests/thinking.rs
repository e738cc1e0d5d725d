//! Minds choose legally, and the same on any number of threads; temperaments and budgets make a difference.

mod common;

use std::time::Duration;

use common::{ardor, bundle, delve, heed, positions, ranks, twelves};
use fracas_dice::Seeded;
use fracas_kernel::{Ask, Made, Null, Outcome, Play, Rules, Side, Tell, Whim, Who};
use fracas_minds::tournament::{Ring, Terms, Verdict, run};
use fracas_minds::{Arena, Brain, Budget, Difficulty, Hall, Kind, Temper, Tempers, explain, think};

fn only_legal_choices<R: Rules>(rules: &R, step: usize, most: usize) {
    let brains = ["random", "greedy", "search:40"].map(|text| text.parse::<Brain>().unwrap());
    for (nth, state) in positions(rules, 7, step, most).iter().enumerate() {
        for brain in &brains {
            let asked = rules.ask(state).asked();
            let thought = think(brain, rules, state, asked, &mut Whim::stream(3, nth as u64));
            let legal = rules.legal(state, thought.choice);
            assert!(legal.is_ok(), "{brain}: {:?}: {legal:?}", thought.choice);
            assert!(!explain(rules, state, &thought).is_empty());
            let mut worth = thought.weighed.iter().map(|weighed| weighed.worth);
            assert!(worth.all(f64::is_finite));
        }
    }
}

#[test]
fn every_choice_is_legal_in_every_system() {
    only_legal_choices(&delve("crypt-door"), 9, 8);
    only_legal_choices(&twelves("sinking-chapel"), 7, 8);
    only_legal_choices(&heed("hexers-mill"), 17, 8);
    only_legal_choices(&ardor("the-masked-duelist"), 11, 8);
    only_legal_choices(&ranks("toll-bridge"), 41, 4);
}

fn same_on_any_number_of_threads<R: Rules>(rules: &R) {
    for state in positions(rules, 5, 13, 4) {
        let asked = rules.ask(&state).asked();
        let thoughts = [1, 2, 5].map(|threads| {
            let brain = Brain { threads, ..Brain::playouts(300) };
            think(&brain, rules, &state, asked, &mut Whim::new(11))
        });
        let told = |at: usize| {
            let all = thoughts[at].weighed.iter();
            all.map(|weighed| (weighed.choice, weighed.worth.to_bits(), weighed.tries)).collect::<Vec<_>>()
        };
        assert_eq!(told(0), told(1));
        assert_eq!(told(0), told(2));
    }
}

#[test]
fn playouts_give_the_same_thought_on_any_number_of_threads() {
    same_on_any_number_of_threads(&delve("last-stand"));
    same_on_any_number_of_threads(&ardor("the-heron-bridge"));
    same_on_any_number_of_threads(&twelves("captains-toll"));
    same_on_any_number_of_threads(&heed("under-the-barrow"));
    same_on_any_number_of_threads(&ranks("toll-bridge"));
}

#[test]
fn a_budget_of_playouts_is_kept() {
    let rules = delve("last-stand");
    for state in positions(&rules, 5, 13, 4) {
        let asked = rules.ask(&state).asked();
        for count in [1, 30, 400, 2000] {
            let thought = think(&Brain::playouts(count), &rules, &state, asked, &mut Whim::new(1));
            // Every line is tried at least once, quickly and at length.
            let least = 3 * thought.weighed.len() as u64;
            assert!(thought.playouts <= u64::from(count) + least, "{} of {count}", thought.playouts);
        }
    }
}

#[test]
fn a_mind_with_time_uses_it_and_stops() {
    let rules = delve("last-stand");
    let state = &positions(&rules, 5, 13, 1)[0];
    let brain = Brain::new(Kind::Search(Budget::Time(Duration::from_millis(30))));
    let thought = think(&brain, &rules, state, rules.ask(state).asked(), &mut Whim::new(1));
    assert!(thought.playouts > 0 && !thought.weighed.is_empty());
}

#[test]
fn a_tournament_tells_better_minds_and_is_the_same_on_any_number_of_threads() {
    let rings = || -> Vec<Box<dyn Ring>> {
        vec![
            Box::new(Hall::new(delve("last-stand"), "last-stand.toml")),
            Box::new(Hall::new(delve("goblins-at-the-ford"), "goblins-at-the-ford.toml")),
        ]
    };
    let minds = ["instinct", "random"].map(|text| text.parse::<Brain>().unwrap());
    let terms = Terms { seed: 3, pairs: 200, threads: 1, between: [0.0, 100.0] };
    let alone = run(&rings(), [&minds[0], &minds[1]], &terms, &mut |_| true);
    assert_eq!(alone.verdict, Verdict::Better, "{alone:?}");
    assert!(alone.fights < 800, "it stops when it is clear: {}", alone.fights);
    let together = run(&rings(), [&minds[0], &minds[1]], &Terms { threads: 3, ..terms }, &mut |_| true);
    assert_eq!((alone.elo, &alone.scenarios), (together.elo, &together.scenarios));
    let back = run(&rings(), [&minds[1], &minds[0]], &terms, &mut |_| true);
    assert_eq!(back.verdict, Verdict::NotBetter);
}

#[test]
fn greedy_beats_instinct_where_instinct_is_simple() {
    let rings: Vec<Box<dyn Ring>> =
        vec![Box::new(Hall::new(heed("under-the-barrow"), "under-the-barrow.toml"))];
    let minds = ["greedy", "instinct"].map(|text| text.parse::<Brain>().unwrap());
    let terms = Terms { seed: 1, pairs: 30, threads: 2, between: [0.0, 50.0] };
    let end = run(&rings, [&minds[0], &minds[1]], &terms, &mut |_| true);
    assert_eq!(end.verdict, Verdict::Better, "{end:?}");
}

/// Above the barred door of the tower and below it, whoever comes first loses by it. Somebody comes all the same.
#[test]
fn nobody_waits_for_ever() {
    let tempers = Tempers::read(&bundle("the-shrikes-tower").scenario).unwrap();
    let tower = Hall::new(twelves("the-shrikes-tower"), "the-shrikes-tower.toml").with_tempers(&tempers);
    let (heroes, monsters) = (Brain::new(Kind::Greedy), Brain::playouts(400));
    // One of these went on for 20,000 choices, the other for 243.
    for nth in [120, 32] {
        let bout = tower.bout([&heroes, &monsters], 1, nth);
        assert!(bout.outcome.is_some() && bout.choices < 200, "fight {nth}: {} choices", bout.choices);
    }
}

/// How often heroes who act by instinct win against monsters of a difficulty, in percent.
fn won(arena: &dyn Arena, level: Difficulty, fights: u64) -> u64 {
    let (heroes, monsters) = (Brain::new(Kind::Instinct), level.brain());
    let wins = (0..fights)
        .filter(|&nth| arena.bout([&heroes, &monsters], 1, nth).outcome == Some(Outcome::Won(Side::Heroes)));
    wins.count() as u64 * 100 / fights
}

/// Where monsters have somewhere to be, as the coiner who makes for his rope, a slip matters less, but helps nobody.
#[test]
fn easy_is_easier_than_normal_and_normal_than_hard() {
    let arenas: [(Box<dyn Arena>, u64); 3] = [
        (Box::new(Hall::new(delve("goblins-at-the-ford"), "goblins-at-the-ford.toml")), 105),
        (Box::new(Hall::new(heed("under-the-barrow"), "under-the-barrow.toml")), 105),
        (Box::new(Hall::new(ardor("over-the-coiners-roof"), "over-the-coiners-roof.toml")), 94),
    ];
    for (arena, more) in &arenas {
        let [easy, normal] = [Difficulty::Easy, Difficulty::Normal].map(|level| won(&**arena, level, 300));
        let hard = won(&**arena, Difficulty::Hard, 40);
        assert!(easy + 100 > normal + more, "{}: easy {easy} %, normal {normal} %", arena.name());
        assert!(normal > hard + 5, "{}: normal {normal} %, hard {hard} %", arena.name());
    }
}

/// How many goblins of some fights are alive at the end, on the field or off it, if they are of this temper.
fn left_alive(temper: Temper, kind: Kind, fights: u64) -> usize {
    let rules = delve("goblins-at-the-ford");
    let tempers = Tempers::new(["goblin", "goblin-shaman"].map(|id| (id.to_owned(), temper)));
    let brains = [Brain::new(Kind::Instinct), Brain::new(kind).with_tempers(&tempers)];
    let left = |nth| {
        let (mut state, mut dice, mut whim) = (rules.start(), Seeded::stream(4, nth), Whim::stream(5, nth));
        loop {
            let asked = match rules.ask(&state) {
                Ask::Over(_) => break,
                ask => ask.asked(),
            };
            let side = asked.first().map_or(0, |who| rules.side(&state, who).index());
            let choice = think(&brains[side], &rules, &state, asked, &mut whim).choice;
            rules.apply(&mut state, choice, &mut dice, &mut Null);
        }
        let alive = |who| {
            let vital = rules.vital(&state, who);
            rules.side(&state, who) == Side::Monsters && (vital.standing || vital.gone)
        };
        rules.everyone(&state).filter(|&who| alive(who)).count()
    };
    (0..fights).map(left).sum()
}

#[test]
fn cowards_outlive_the_aggressive() {
    for (kind, fights) in [(Kind::Instinct, 200), (Kind::Search(Budget::Playouts(60)), 12)] {
        let [cowards, bold] =
            [Temper::Cowardly, Temper::Aggressive].map(|temper| left_alive(temper, kind, fights));
        assert!(cowards > bold, "{kind:?}: {cowards} cowards and {bold} others are left");
    }
}

/// How many of the monsters' blows in the first round are aimed at the hero who falls soonest.
fn focus<R: Rules>(rules: &R, brain: &Brain, weakest: Who) -> f64 {
    let (mut aimed, mut all) = (0, 0);
    for nth in 0..200 {
        let (mut state, mut dice, mut whim) = (rules.start(), Seeded::stream(6, nth), Whim::stream(7, nth));
        while rules.round(&state) < 2
            && let Ask::Decide(asked) = rules.ask(&state)
        {
            let choice = think(brain, rules, &state, asked, &mut whim).choice;
            if rules.side(&state, choice.who()) == Side::Monsters {
                let targets = rules.describe(&state, choice).targets;
                aimed += usize::from(targets.contains(&weakest));
                all += usize::from(!targets.is_empty());
            }
            rules.apply(&mut state, choice, &mut dice, &mut Null);
        }
    }
    f64::from(aimed as u32) / f64::from(all.max(1) as u32)
}

#[test]
fn beasts_do_not_focus_unless_they_are_told_to() {
    let text = "system = 'delve'\ntitle = 'Wolves'\nzone = [{ id = 'room', name = 'Room', at = [0, 0] }]\n\
                party = [{ hero = 'brakk', at = 'room' }, { hero = 'quorra', at = 'room' }, { hero = 'pell', at = 'room' }]\n\
                foes = [{ creature = 'wolf', count = 4, at = 'room' }]\n";
    let scenario = fracas_content::Source::new("wolves.toml", text);
    let bundle = fracas_content::Bundle { scenario, library: fracas_content::library("delve"), party: None };
    let rules = fracas_delve::Delve::load(&bundle).unwrap();
    let wolves = |temper| Tempers::new([("wolf".to_owned(), temper)]);
    let quorra = Who(1);
    let beasts = focus(&rules, &Brain::new(Kind::Instinct), quorra);
    let cunning = Brain::new(Kind::Instinct).with_tempers(&wolves(Temper::Cunning));
    let tacticians = focus(&rules, &cunning, quorra);
    assert!(tacticians > beasts + 0.1, "{tacticians} of the blows on one hero, beasts {beasts}");
}

#[test]
fn a_table_s_difficulty_shifts_temperament_and_leaves_what_the_scenario_says() {
    let rules = delve("goblins-at-the-ford");
    let state = rules.start();
    let goblin = rules.everyone(&state).find(|&who| rules.id(&state, who) == "goblin-1").unwrap();
    let told = Tempers::new([("goblin".to_owned(), Temper::Loyal)]);
    let tempers = Difficulty::ALL.map(|level| level.brain().temper(&rules, &state, goblin));
    assert_eq!(tempers, [Temper::Mindless, Temper::Steady, Temper::Steady, Temper::Cunning]);
    for level in Difficulty::ALL {
        let brain = level.brain().with_tempers(&told);
        assert_eq!(brain.temper(&rules, &state, goblin), Temper::Loyal, "{level:?}");
    }
}

#[test]
fn a_hall_knows_the_tempers_of_its_scenario() {
    let brain = Brain::new(Kind::Instinct);
    let choices = |temper| {
        let tempers = Tempers::new([("goblin".to_owned(), temper)]);
        let hall = Hall::new(delve("goblins-at-the-ford"), "ford.toml").with_tempers(&tempers);
        let bouts: Vec<u32> = (0..12).map(|nth| hall.bout([&brain, &brain], 1, nth).choices).collect();
        (bouts, (0..4).map(|nth| hall.audit(&brain, 1, nth, 1000).made).collect::<Vec<u64>>())
    };
    let (cowards, bold) = (choices(Temper::Cowardly), choices(Temper::Aggressive));
    assert_ne!(cowards.0, bold.0, "bout");
    assert_ne!(cowards.1, bold.1, "audit");
}
