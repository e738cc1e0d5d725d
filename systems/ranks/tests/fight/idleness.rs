//! Over whole fights by instinct: nobody lets a turn go by with nothing done while there is something useful to do. What is
//! useful is judged here from outside, by exact odds and by the map, not by what the quick mind thinks of it.

use std::collections::VecDeque;

use fracas_content::{Bundle, Source, scenarios};
use fracas_dice::Seeded;
use fracas_kernel::{
    Ask, Judge, Judgement, MapView, Null, Offer, Play, Seat, Show, Tell, Think, Whim, Who, odds,
};
use fracas_ranks::{Choice, Deed, Ranks, State};

/// The ground as a mover of a size sees it: where it fits.
struct Ground {
    width: i16,
    height: i16,
    wall: Vec<bool>,
    size: i16,
}

impl Ground {
    fn new(rules: &Ranks, state: &State, size: i16) -> Ground {
        let MapView::Squares { width, height, cells, .. } = rules.view(state, Seat::Judge).map else {
            panic!("ranks is played on squares")
        };
        let wall = cells.iter().flat_map(|row| row.chars()).map(|cell| cell == MapView::WALL).collect();
        Ground { width: width.into(), height: height.into(), wall, size }
    }

    fn is_wall(&self, x: i16, y: i16) -> bool {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        !inside || self.wall[(y * self.width + x) as usize]
    }

    fn fits(&self, x: i16, y: i16) -> bool {
        (0..self.size).all(|dy| (0..self.size).all(|dx| !self.is_wall(x + dx, y + dy)))
    }

    fn steps_to(&self, x: i16, y: i16) -> impl Iterator<Item = (i16, i16)> + '_ {
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
        around.filter(|&step| step != (0, 0)).filter_map(move |(dx, dy)| {
            let slips = self.size == 1 && self.is_wall(x + dx, y) && self.is_wall(x, y + dy);
            (self.fits(x + dx, y + dy) && !slips).then_some((x + dx, y + dy))
        })
    }

    /// Steps from every place to the nearest one beside a body, whoever stands in between.
    fn ways_to(&self, bodies: &[(i16, i16, i16)]) -> Vec<Option<u32>> {
        let mut ways = vec![None; self.wall.len()];
        let beside = |x: i16, y: i16| {
            bodies.iter().any(|&(bx, by, size)| {
                (bx - self.size..=bx + size).contains(&x) && (by - self.size..=by + size).contains(&y)
            })
        };
        let all = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        let mut next: VecDeque<_> = all.filter(|&(x, y)| self.fits(x, y) && beside(x, y)).collect();
        next.iter().for_each(|&(x, y)| ways[(y * self.width + x) as usize] = Some(0));
        while let Some((x, y)) = next.pop_front() {
            let far = ways[(y * self.width + x) as usize].unwrap_or(0) + 1;
            for (x, y) in self.steps_to(x, y) {
                let way = &mut ways[(y * self.width + x) as usize];
                if way.is_none() {
                    *way = Some(far);
                    next.push_back((x, y));
                }
            }
        }
        ways
    }
}

/// A moment in which somebody ends its turn and has done nothing in it.
struct Idle<'a> {
    rules: &'a Ranks,
    state: &'a State,
    who: Who,
    choices: Vec<Choice>,
}

impl Idle<'_> {
    fn is_foe(&self, one: Who) -> bool {
        self.rules.side(self.state, one) != self.rules.side(self.state, self.who)
    }

    /// Conscious enemies whom its side sees.
    fn known(&self) -> Vec<Who> {
        let (rules, state) = (self.rules, self.state);
        let eyes = || rules.everyone(state).filter(|&one| !self.is_foe(one) && state.is_up(one));
        let foes = rules.everyone(state).filter(|&one| self.is_foe(one) && state.is_up(one));
        foes.filter(|&foe| eyes().any(|eye| rules.can_see(state, eye, foe))).collect()
    }

    fn in_sight(&self) -> bool {
        self.known().into_iter().any(|foe| self.rules.can_see(self.state, self.who, foe))
    }

    /// Does a card harm somebody who still stands, and more than its own side; or heal? Whoever lies is let be, but for
    /// the undead, who may rise again.
    fn is_worth_playing(&self, choice: Choice) -> bool {
        let (rules, state) = (self.rules, self.state);
        let stakes = odds(rules, state, choice);
        let threat = |&one: &Who| self.is_foe(one) && (state.is_up(one) || self.may_rise(one));
        let of_use = rules.describe(state, choice).targets.iter().any(threat);
        of_use && stakes.harm.mean > 2.0 * stakes.loss.mean || stakes.gain.mean > stakes.loss.mean
    }

    fn may_rise(&self, one: Who) -> bool {
        let tokens = self.rules.view(self.state, Seat::Judge).tokens;
        let undead = tokens.iter().any(|token| token.who == one && token.kind.contains("undead"));
        undead && self.state.is_unconscious(one)
    }

    fn size(&self, who: Who) -> i16 {
        let MapView::Squares { pieces, .. } = self.rules.view(self.state, Seat::Judge).map else {
            return 1;
        };
        pieces.iter().find(|piece| piece.who == who).map_or(1, |piece| piece.size.into())
    }

    /// A step to a place from which the way to an enemy is shorter, as the walls are.
    fn gets_nearer(&self, choices: &[Choice]) -> Option<Choice> {
        let ground = Ground::new(self.rules, self.state, self.size(self.who));
        let at = |who: Who| (i16::from(self.state.square(who).x()), i16::from(self.state.square(who).y()));
        let body = |foe: Who| (at(foe).0, at(foe).1, self.size(foe));
        let bodies: Vec<_> = self.known().into_iter().map(body).collect();
        let ways = ground.ways_to(&bodies);
        let way = |(x, y): (i16, i16)| ways[(y * ground.width + x) as usize];
        let here = way(at(self.who));
        choices.iter().copied().find(|&choice| match choice.deed {
            Deed::Move { to } => match (way((to.x().into(), to.y().into())), here) {
                (Some(there), Some(here)) => there < here,
                (there, None) => there.is_some(),
                (None, _) => false,
            },
            _ => false,
        })
    }

    /// What it could have done.
    fn missed(&self) -> Option<Choice> {
        let known = self.known();
        let found = self.choices.iter().copied().find(|&choice| match choice.deed {
            Deed::Act { .. } => self.is_worth_playing(choice),
            Deed::Hide => self.in_sight(),
            Deed::Scan => known.is_empty(),
            Deed::PickUp { .. } => self.rules.side(self.state, self.who) == fracas_kernel::Side::Heroes,
            _ => false,
        });
        // Who is near enough and does not make out whom friends see gains nothing by another step.
        found.or_else(|| if self.in_sight() { self.gets_nearer(&self.choices) } else { None })
    }

    /// The choices that there would be without its friends.
    fn alone(&self) -> Vec<Choice> {
        let (rules, mut state, mut choices) = (self.rules, self.state.clone(), Vec::new());
        for friend in rules.everyone(&state).filter(|&one| one != self.who && !self.is_foe(one)) {
            rules.judge(&mut state, &Judgement::Remove { who: friend }, &mut Null).expect("it is there");
        }
        rules.choices(&state, &mut choices);
        choices
    }

    fn moves(choices: &[Choice]) -> usize {
        choices.iter().filter(|choice| matches!(choice.deed, Deed::Move { .. })).count()
    }

    /// Friends all around leave it a few squares of the many that it could reach.
    fn is_penned_in(&self) -> bool {
        Idle::moves(&self.choices) * 2 < Idle::moves(&self.alone())
    }

    /// Why nothing useful was open to it.
    fn excuse(&self) -> Option<&'static str> {
        let alone = self.alone();
        if self.state.movement(self.who) == 0 {
            return Some("no movement points");
        }
        // Nobody knows where the enemy is, and pacing up and down is no use.
        if !self.in_sight() {
            return Some("sees nobody");
        }
        if self.gets_nearer(&alone).is_some() || self.is_penned_in() {
            return Some("friends are in the way");
        }
        if Idle::moves(&alone) == 0 {
            return Some("too few movement points for any step");
        }
        if self.gets_nearer(&alone).is_none() && !self.known().is_empty() {
            return Some("no nearer with so few movement points");
        }
        None
    }
}

fn generated(kind: &str, seed: u32, each: u32) -> Ranks {
    let heroes = ["orla", "tamsin", "brother-ansel", "vesk", "kestrel"];
    let foes = ["footpad", "toll-bruiser", "barrow-shade", "hex-sister", "bone-archer", "tusker"];
    let mut text = format!(
        "system = \"ranks\"\ntitle = \"{kind} {seed}\"\n[map]\nkind = \"{kind}\"\nsize = [22, 22]\nseed = {seed}\n"
    );
    heroes.iter().for_each(|hero| text += &format!("[[party]]\nhero = \"{hero}\"\ncount = {each}\n"));
    foes.iter().for_each(|foe| text += &format!("[[foes]]\ncreature = \"{foe}\"\ncount = {each}\n"));
    let bundle = Bundle::new(Source::new("generated.toml", text)).unwrap();
    Ranks::load(&bundle).unwrap_or_else(|problems| panic!("{problems}"))
}

fn continue_with(rules: &Ranks, state: &mut State, choice: Choice, dice: &mut Seeded) {
    rules.apply(state, choice, dice, &mut Null);
}

/// Turns, and those of them in which nothing was done, each with its excuse.
fn watch(rules: &Ranks, seed: u64) -> (u32, Vec<&'static str>) {
    let (mut state, mut dice, mut whim) = (rules.start(), Seeded::new(seed), Whim::new(seed));
    let (mut turns, mut done, mut excuses) = (0, None, Vec::new());
    while let Ask::Decide(asked) = rules.ask(&state) {
        let choice = rules.instinct(&state, asked, &mut whim);
        match choice.deed {
            Deed::End => {
                let who = choice.who;
                turns += 1;
                if done != Some((rules.round(&state), who)) {
                    let mut idle = Idle { rules, state: &state, who, choices: Vec::new() };
                    rules.choices(&state, &mut idle.choices);
                    let what = || {
                        let (round, id) = (rules.round(&state), rules.id(&state, who));
                        format!("{} {seed}, round {round}: {id} at {}", rules.title(), state.square(who))
                    };
                    let missed = idle.missed().map(|choice| rules.text(&state, choice));
                    if let Some(missed) = missed {
                        println!("{}: {missed}", what());
                        excuses.push("MISSED");
                        continue_with(rules, &mut state, choice, &mut dice);
                        continue;
                    }
                    excuses.push(idle.excuse().unwrap_or_else(|| panic!("{} has no excuse", what())));
                }
            }
            Deed::Roll => {}
            _ => done = Some((rules.round(&state), choice.who)),
        }
        rules.apply(&mut state, choice, &mut dice, &mut Null);
    }
    (turns, excuses)
}

#[test]
fn nobody_is_idle_while_there_is_something_useful_to_do() {
    let ours = scenarios().filter(|scene| scene.system == Ranks::SYSTEM);
    let mut all: Vec<Ranks> =
        ours.map(|scene| Ranks::load(&Bundle::new(scene.source).unwrap()).unwrap()).collect();
    for kind in ["rooms", "cavern", "street"] {
        all.extend([generated(kind, 1, 2), generated(kind, 2, 1)]);
    }
    let (mut turns, mut excuses) = (0, std::collections::BTreeMap::<_, u32>::new());
    for rules in &all {
        for seed in 0..10 {
            let (more, idle) = watch(rules, seed);
            turns += more;
            idle.into_iter().for_each(|excuse| *excuses.entry(excuse).or_default() += 1);
        }
    }
    println!("{turns} turns, idle: {excuses:?}");
    let idle: u32 = excuses.values().sum();
    // A large body between pillars may not see the way that there is.
    let missed = excuses.get("MISSED").copied().unwrap_or(0);
    assert!(missed * 2_000 < turns, "{missed} of {turns} let something useful be");
    assert!(turns > 10_000 && idle * 25 < turns, "of {turns}: {excuses:?}");
}
