//! Many tables at once, for learners.

use fracas_kernel::{Crowd, Side};
use fracas_minds::{Brain, Kind};
use fracas_systems::{Lanes, Stepped, WAIT, bundle_for, lanes};

fn open(name: &str, count: usize) -> Lanes {
    lanes(bundle_for(fracas_content::find(name).unwrap()).unwrap(), count).unwrap()
}

#[test]
fn almost_everything_that_can_be_chosen_has_a_number_of_its_own() {
    for built_in in fracas_content::scenarios() {
        let mut lanes = open(&format!("{}/{}", built_in.system, built_in.id), 1);
        // Spare numbers come last and have no name.
        let named = lanes.layout().actions.iter().rposition(|action| !action.is_empty());
        let spare = named.expect("some have names") + 1;
        let (mut own, mut strange) = (0, 0);
        let random = Brain::new(Kind::Random);
        for fight in 0..4 {
            lanes.open(0, 99, fight);
            for _ in 0..200 {
                let offers = lanes.offers(0, Crowd::ALL);
                for (number, text) in offers {
                    let known = number < spare;
                    own += u32::from(known);
                    strange += u32::from(!known);
                    let named = lanes.layout().actions[number].clone();
                    // What else it says may depend on the moment: which spell is ready to be cast.
                    let who = |text: &str| text.split(' ').next().map(str::to_owned);
                    assert!(!known || who(&named) == who(&text), "{named}: {text}");
                }
                if !lanes.follow(0, &random) {
                    break;
                }
            }
        }
        let (all, id) = (own + strange, &built_in.id);
        assert!(strange * 20 <= all, "{id}: {strange} of {all} have none; {spare} numbers");
    }
}

#[test]
fn the_same_seed_gives_the_same_steps_whatever_the_number_of_lanes() {
    let steps = |count: usize| {
        let mut lanes = open("goblins-at-the-ford", count);
        let (wide, many) = (lanes.layout().figures(), lanes.layout().actions.len());
        let (mut figures, mut mask) = (vec![0.0; wide * count], vec![0; many * count]);
        let (side, brain) = (Side::Heroes, Brain::new(Kind::Instinct));
        lanes.begin(side, &brain, 7, &mut figures, &mut mask);
        let mut told = vec![figures[..wide].to_vec()];
        let [mut over, mut cut, mut illegal] = [(); 3].map(|()| vec![false; count]);
        let mut reward = vec![0.0; count];
        for _ in 0..60 {
            let first = |mask: &[i8]| mask.iter().rposition(|&may| may == 1).unwrap() as i64;
            let actions: Vec<i64> = mask.chunks(many).map(first).collect();
            let out = Stepped {
                figures: &mut figures,
                mask: &mut mask,
                reward: &mut reward,
                over: &mut over,
                cut: &mut cut,
                illegal: &mut illegal,
            };
            lanes.step(side, &brain, &actions, 1000, out);
            assert!(!illegal[0]);
            told.push(figures[..wide].to_vec());
            if over[0] {
                break;
            }
        }
        told
    };
    let one = steps(1);
    assert_eq!(one, steps(40));
    assert!(one.len() > 3 && one[0] != one[1]);
}

#[test]
fn what_is_not_offered_loses_and_the_lane_goes_on_with_another_fight() {
    let mut lanes = open("last-stand", 2);
    let (wide, many) = (lanes.layout().figures(), lanes.layout().actions.len());
    let (mut figures, mut mask) = (vec![0.0; wide * 2], vec![0; many * 2]);
    let (side, brain) = (Side::Heroes, Brain::new(Kind::Instinct));
    lanes.begin(side, &brain, 1, &mut figures, &mut mask);
    let mut step = |actions: [i64; 2]| {
        let [mut over, mut cut, mut illegal] = [[false; 2]; 3];
        let mut reward = [0.0; 2];
        let out = Stepped {
            figures: &mut figures,
            mask: &mut mask,
            reward: &mut reward,
            over: &mut over,
            cut: &mut cut,
            illegal: &mut illegal,
        };
        lanes.step(side, &brain, &actions, 1, out);
        (reward, over, cut, illegal)
    };
    // Of the heroes only one may begin, by the first number of all; to wait is for those who are not asked.
    let (reward, over, cut, illegal) = step([WAIT as i64, 1]);
    assert_eq!((reward, over, cut, illegal), ([-1.0, 0.0], [true, false], [false, true], [true, false]));
    let (reward, over, _, illegal) = step([-5, 1_000_000]);
    assert_eq!((reward, over, illegal), ([0.0; 2], [false; 2], [false; 2]), "both begin anew");
}

#[test]
fn adventures_are_refused_with_a_reason() {
    let adventure = fracas_content::adventures().next().unwrap();
    let problems = lanes(bundle_for(adventure.source).unwrap(), 1).err().unwrap().to_string();
    assert!(problems.contains("no fixed list of choices"), "{problems}");
}
