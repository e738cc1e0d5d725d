//! Dice and logs of any kind behind one type each. Rules are compiled anew for each pair of dice and log that they are
//! played with. Whoever plays millions of fights wants that; all others (a table, the judge's hand, odds, reviews) go
//! through these, and share one copy.

use fracas_dice::Dice;

use crate::Log;

pub type AnyDice<'a> = &'a mut (dyn Dice + 'a);
pub type AnyLog<'a, E> = &'a mut (dyn Log<E> + 'a);

pub fn any_dice<'a>(dice: &'a mut (dyn Dice + 'a)) -> AnyDice<'a> {
    dice
}

pub fn any_log<'a, E>(log: &'a mut (dyn Log<E> + 'a)) -> AnyLog<'a, E> {
    log
}
