//! The rules with dice on the table, and the kernel's checks on every scenario that ships.

use std::sync::Arc;

use fracas_content::{Bundle, Source};
use fracas_kernel::checks::Effort;
use fracas_kernel::{Scripted, check_every};
use fracas_template::Template;

const CREATURES: &str = include_str!("../content/creatures.toml");
const BROOK: &str = include_str!("../content/scenarios/the-brook.toml");

fn load() -> Template {
    let library = vec![Source::new("creatures.toml", CREATURES)];
    let bundle = Bundle { scenario: Source::new("the-brook.toml", BROOK), library, party: None };
    Template::load(&bundle).unwrap_or_else(|problems| panic!("{problems}"))
}

fn all() -> [Arc<Template>; 1] {
    [Arc::new(load())]
}

check_every!(all, Effort::FULL);

#[test]
fn a_strike_that_reaches_the_guard_hurts() {
    let mut table = Scripted::new(load());
    table.play("ann move bank", &[]);
    assert_eq!(table.play("rat-1 strike ann", &[10]), ["Rat 1 strikes Ann: d20 [10] + 2 = 12, miss"]);
    let told = table.play("rat-2 strike ann", &[11, 4]);
    assert_eq!(told[0], "Rat 2 strikes Ann: d20 [11] + 2 = 13, hit, d6 [4] = 4 harm");
    assert_eq!(table.track("ann", "health"), Some(8));
}

#[test]
fn eleven_catches_breath_and_ten_does_not() {
    let mut table = Scripted::new(load());
    table.set_track("ann", "health", 3);
    assert_eq!(table.play("ann rally", &[11]), ["Ann catches breath: d20 [11] = 11; 5 left"]);
    assert_eq!(table.play("rat-1 rally", &[10]), ["Rat 1 catches breath: d20 [10] = 10; 4 left"]);
    assert_eq!(table.refusal("rat-2 strike ann").why, "that one is in another zone");
}
