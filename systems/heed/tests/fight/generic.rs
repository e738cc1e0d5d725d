//! The kernel's checks, on every scenario that ships.

use fracas_heed::Heed;
use fracas_kernel::checks::{Effort, Meddling};
use fracas_kernel::{
    MapView, Picture, Play, Seat, Show, check_endings, check_every, check_golden, check_judge, check_odds,
    check_shown, shipped,
};

shipped!(scenarios, 4, Heed, Heed::load);

check_every!(all, Effort::FULL);
check_odds!(all, Effort { nth: 197, ..Effort::FULL });
check_endings!(all);
check_shown!(all, 0..3);
check_golden!(all);

const MEDDLING: Meddling<'_> = Meddling {
    creatures: &["goblin"],
    heroes: &["hanno"],
    tracks: &["grit", "focus", "setup", "action", "items"],
    conditions: &["held", "prone", "asleep"],
    faces: &[6],
    ends: true,
    ..Meddling::NONE
};

check_judge!(all, MEDDLING, 0..30);

#[test]
fn every_zone_has_a_picture() {
    for rules in all() {
        let MapView::Zones { zones, .. } = rules.view(&rules.start(), Seat::Judge).map else {
            panic!("zones")
        };
        assert!(zones.iter().all(|card| card.picture != Picture::Open), "every zone has a picture");
    }
}
