//! What happened, in words, as a seat may know it: of those whom it does not see it hears nothing but what shows.

use fracas_dice::{Check, Throw, Versus};
use fracas_kernel::grid::Square;
use fracas_kernel::plot::{Happening, line_of};
use fracas_kernel::{Beat, Line, Modifier, Narrate, Rolled, Tell, Telling, Tone, Who};

use crate::action::FAILS;
use crate::data::{Ability, Ranks};
use crate::doors::Handle;
use crate::event::{Event, Halt};
use crate::state::{NOTHING, State};

impl Narrate for Ranks {
    fn beat(&self, event: &Event) -> Beat {
        if matches!(event, Event::Over { .. }) { Beat::End } else { Beat::Within }
    }

    fn line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        // RANKS-R23: what is done out of sight is not told, nor where.
        match (event, self.subject(event)) {
            (Event::Moved { who, .. }, _) => self.line_of_move(telling, event, *who),
            (Event::Door { who, .. }, _) if self.is_out_of_sight(telling, *who) => {
                self.line_of_door(telling, event)
            }
            (Event::Ground { at, .. }, _) if !self.saw(telling, *at) => None,
            (Event::Burst { at }, _) if !self.saw(telling, *at) => None,
            (_, Some(who)) if self.is_out_of_sight(telling, who) => self.line_unseen(telling, event),
            _ => Teller { rules: self, telling }.line(event),
        }
    }

    fn reveals(&self, event: &Event) -> bool {
        match event {
            Event::Moved { halted, .. } => matches!(halted, Halt::Sighted | Halt::Blocked),
            Event::Found { .. } | Event::Door { .. } | Event::Burst { .. } => true,
            _ => false,
        }
    }
}

impl Ranks {
    /// Whom an event is about, if it is something that must be seen to be known.
    fn subject(&self, event: &Event) -> Option<Who> {
        match *event {
            Event::Turn { who, .. }
            | Event::Scans { who, .. }
            | Event::Hides { who, .. }
            | Event::PickedUp { who, .. }
            | Event::Equipped { who, .. }
            | Event::Unequipped { who, .. }
            | Event::Dropped { who, .. }
            | Event::Inspires { who, .. }
            | Event::Plays { who, .. }
            | Event::Tries { who, .. }
            | Event::Hurt { who, .. }
            | Event::Endures { who, .. }
            | Event::Wounded { who, .. }
            | Event::Healed { who, .. }
            | Event::Mended { who, .. }
            | Event::Afflicted { who, .. }
            | Event::Wears { who, .. }
            | Event::Relieved { who, .. }
            | Event::Turned { who, .. }
            | Event::KnockedDown { who }
            | Event::Stunned { who }
            | Event::Unstunned { who }
            | Event::Stands { who }
            | Event::Shifted { who, .. }
            | Event::Summoned { who, .. }
            | Event::ActsAgain { who }
            | Event::Revealed { who }
            | Event::Disarmed { who, .. }
            | Event::PassedOn { who, .. }
            | Event::Spilled { who, .. }
            | Event::Clings { who, .. }
            | Event::Dazed { who } => Some(who),
            // Whoever comes to the field is known to be there.
            Event::Plot { happening: Happening::Came { .. } } => None,
            Event::Plot { happening } => happening.people()[0],
            _ => None,
        }
    }

    /// Neither before nor after can this seat see that one.
    fn is_out_of_sight(&self, telling: &Telling<'_, State>, who: Who) -> bool {
        let unknown = |state: &State| self.unknown_to(state, telling.seat).has(who);
        unknown(telling.state) && (unknown(telling.before) || who.0 >= telling.before.count)
    }

    /// Does this seat see a square, before or after?
    fn saw(&self, telling: &Telling<'_, State>, at: Square) -> bool {
        [telling.before, telling.state].iter().any(|state| self.ground_known_to(state, telling.seat).has(at))
    }

    /// Of a move, as much as is seen: where somebody goes out of sight, and where it comes into view.
    fn line_of_move(&self, telling: &Telling<'_, State>, event: &Event, who: Who) -> Option<Line> {
        let Event::Moved { from, to, .. } = *event else { return None };
        let sees = |state: &State| !self.unknown_to(state, telling.seat).has(who);
        let name = self.name(telling.state, who);
        let text = match (sees(telling.before), sees(telling.state)) {
            (true, true) => return Teller { rules: self, telling }.line(event),
            (true, false) => format!("{name} leaves {from} and is out of sight"),
            (false, true) => format!("{name} comes into view at {to}"),
            (false, false) => return None,
        };
        Some(plain(who, text).by("RANKS-U5"))
    }

    /// Of a door that somebody unseen has handled: what becomes of it, for those who see it.
    fn line_of_door(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let Event::Door { at, how, check, .. } = *event else { return None };
        let fate = match (how, check.is_none_or(|check| check.success)) {
            (Handle::Open | Handle::Pick, true) => "opens",
            (Handle::Shut, _) => "shuts",
            (Handle::Force, true) => "breaks",
            (Handle::Force, false) => "shakes",
            (_, false) => return None,
        };
        self.saw(telling, at)
            .then(|| Line::new(Tone::Plain, format!("The door at {at} {fate}")).by("RANKS-J10"))
    }

    /// That something goes on, and no more.
    fn line_unseen(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        match *event {
            Event::Turn { who, .. } => {
                let text = format!("{}, out of sight", self.name(telling.state, who));
                Some(Line::new(Tone::Heading, text).about([who]).by("RANKS-M8"))
            }
            _ => None,
        }
    }
}

/// Tells a seat what it may know in full.
struct Teller<'a> {
    rules: &'a Ranks,
    telling: &'a Telling<'a, State>,
}

impl Teller<'_> {
    fn line(&self, event: &Event) -> Option<Line> {
        self.turn(event)
            .or_else(|| self.movement(event))
            .or_else(|| self.card(event))
            .or_else(|| self.harm(event))
            .or_else(|| self.condition(event))
            .or_else(|| self.change(event))
    }

    /// Rounds, turns and the end.
    fn turn(&self, event: &Event) -> Option<Line> {
        Some(match *event {
            Event::Round { number } => Line::new(Tone::Round, format!("Round {number}")).by("RANKS-T1"),
            Event::Initiative { who, ref throw } => {
                let rolled = self.rolled(throw);
                let text = format!("{}: initiative {}", self.name(who), rolled.text);
                plain(who, text).rolled(rolled).by("RANKS-R2")
            }
            Event::Turn { who, ref speed, bonus, movement, ref perception } => {
                let speed = adding(self.rolled(speed), &[("conditions and auras", bonus.into())]);
                let senses = self.rolled(perception);
                let text = format!(
                    "{}: {movement} movement points ({}), Senses {}",
                    self.name(who),
                    speed.text,
                    senses.text
                );
                Line::new(Tone::Heading, text).about([who]).rolled(speed).rolled(senses).by("RANKS-T3")
            }
            Event::Drawn { who } => {
                let (rules, state) = (self.rules, self.telling.state);
                if !rules.confides(state, self.telling.seat, who) {
                    return None;
                }
                let sheet = rules.sheet(state, who);
                let hand = state.hand[who] - sheet.held;
                let cards = hand.map(|place| &rules.cards[usize::from(sheet.cards[usize::from(place)])]);
                let names: Vec<&str> = cards.map(|card| card.name.as_str()).collect();
                plain(who, format!("{} draws {}", self.name(who), names.join(", "))).by("RANKS-R11")
            }
            Event::Dazed { who } => {
                self.bad(who, format!("{} is stunned and can do nothing", self.name(who))).by("RANKS-T4")
            }
            Event::Clings { who, ref throw } => {
                let rolled = self.rolled(throw).against("", 2).success(throw.value > 1);
                let text = format!("{} is unconscious, Resolve: {}", self.name(who), rolled.text);
                plain(who, text).rolled(rolled).by("RANKS-T2")
            }
            Event::Reanimated { who } => {
                self.good(who, format!("{} rises again", self.name(who))).by("RANKS-R5")
            }
            Event::ActsAgain { who } => {
                self.good(who, format!("{} may act again", self.name(who))).by("RANKS-A1")
            }
            Event::Ended { who } => plain(who, format!("{} ends the turn", self.name(who))).by("RANKS-T5"),
            Event::Retreat { who } => {
                let text = format!("{} calls a retreat: the heroes leave the field", self.name(who));
                Line::new(Tone::Heading, text).about([who]).by("RANKS-R20")
            }
            Event::Plot { happening } => {
                let rule = if happening.people()[0].is_some() { "RANKS-G2" } else { "RANKS-G3" };
                let seen = self.rules.areas_in_view(self.telling);
                return line_of(self.rules, self.telling, happening, seen).map(|line| line.by(rule));
            }
            Event::Over { outcome } => Line::new(Tone::Heading, outcome.words()).by("RANKS-R14"),
            _ => return None,
        })
    }

    /// What movement points are spent on.
    fn movement(&self, event: &Event) -> Option<Line> {
        Some(match *event {
            Event::Moved { who, from, to, price, halted } => {
                let why = match halted {
                    Halt::No => "",
                    Halt::Sighted => ", and stops: an enemy is in sight",
                    Halt::Blocked => ", and stops: somebody is in the way",
                    Halt::Spent => ", and stops: the next step costs too much",
                };
                let text = format!("{} moves from {from} to {to} for {price}{why}", self.name(who));
                plain(who, text).by("RANKS-M1")
            }
            Event::Found { who, by } => {
                let text = format!("{} walks into {}, who was hidden", self.name(by), self.name(who));
                self.bad(who, text).about([by]).by("RANKS-M8")
            }
            Event::Inspires { who, ref check } => {
                let rolled = self.rolled(&check.throw).against("", check.target).success(check.success);
                let fate = if check.success { "friends take heart" } else { "nobody listens" };
                let text =
                    format!("{} inspires: {} against {}: {fate}", self.name(who), rolled.text, check.target);
                let line = if check.success { self.good(who, text) } else { plain(who, text) };
                line.rolled(rolled).by("RANKS-M4")
            }
            Event::Scans { who, ref throw, senses } => {
                let rolled = self.rolled(throw);
                let text = format!("{} looks around: {}; Senses {senses}", self.name(who), rolled.text);
                plain(who, text).rolled(rolled).by("RANKS-M5")
            }
            Event::Hides { who, ref throw, hidden } => {
                let rolled = self.rolled(throw);
                let text = format!("{} hides: {}; Hidden {hidden}", self.name(who), rolled.text);
                plain(who, text).rolled(rolled).by("RANKS-M6")
            }
            Event::PickedUp { who, item } => self.handles(who, "picks up", item),
            Event::Equipped { who, item } => self.handles(who, "equips", item),
            Event::Unequipped { who, item } => self.handles(who, "puts away", item),
            Event::Dropped { who, item } => self.handles(who, "drops", item),
            Event::Spilled { who, items } => {
                let items = items.into_iter().filter(|&item| item != NOTHING).map(|item| self.item(item));
                let items: Vec<String> = items.collect();
                plain(who, format!("{} drops {}", self.name(who), items.join(", "))).by("RANKS-R21")
            }
            Event::Door { who, at, how, ref check } => self.door(who, at, how, check.as_ref()),
            Event::Burst { at } => Line::new(Tone::Plain, format!("The door at {at} bursts")).by("RANKS-J10"),
            _ => return None,
        })
    }

    /// Cards played, and attacks.
    fn card(&self, event: &Event) -> Option<Line> {
        Some(match *event {
            Event::Plays { who, card, aim } => {
                let card = &self.rules.cards[usize::from(card)];
                let mut text = format!("{} plays {}", self.name(who), card.name);
                text.extend(card.attack.map(|attack| format!(" ({attack})")));
                let seen: Vec<Who> =
                    aim.targets().filter(|&one| !self.rules.is_out_of_sight(self.telling, one)).collect();
                if !seen.is_empty() {
                    let names: Vec<String> = seen.iter().map(|&one| self.name(one)).collect();
                    text += &format!(" on {}", names.join(" and "));
                }
                if aim.square != Square::NOWHERE && self.rules.saw(self.telling, aim.square) {
                    text += &format!(" at {}", aim.square);
                }
                if let Some(item) = self.rules.carried_item(self.telling.before, who, aim.with) {
                    text += &format!(" with {}", item.name.to_lowercase());
                }
                plain(who, text).about(seen).by("RANKS-A1")
            }
            Event::Tries { who, item, ref check } => {
                let rolled = self.rolled(&check.throw).under("to work", FAILS - 1).success(!check.success);
                let fate = if check.success { "it fails" } else { "it works" };
                let name = self.name(who);
                let text = format!("{name}'s {} is unreliable: {}: {fate}", self.item(item), rolled.text);
                let line = if check.success { self.bad(who, text) } else { plain(who, text) };
                line.rolled(rolled).by("RANKS-A2")
            }
            Event::Attacks { who, target, attack, ref contest, .. } => {
                let hits = contest.result.is_gt();
                let (mine, theirs) = self.contest(contest, &attack.against.title());
                let (mine, theirs) =
                    (self.ranked(mine, who, attack.skill), self.ranked(theirs, target, attack.against));
                let unseen = self.rules.is_out_of_sight(self.telling, who);
                let attacker = if unseen { "Somebody unseen".to_owned() } else { self.name(who) };
                let fate = if hits { "hit" } else { "miss" };
                let text = format!(
                    "{attacker} attacks {}, {attack}: {} against {}: {fate}",
                    self.name(target),
                    mine.text,
                    theirs.text
                );
                let line = if hits { self.bad(target, text) } else { plain(target, text) };
                line.about((!unseen).then_some(who)).rolled(mine).rolled(theirs).by("RANKS-A3")
            }
            _ => return None,
        })
    }

    /// Damage, wounds and what comes of them.
    fn harm(&self, event: &Event) -> Option<Line> {
        Some(match *event {
            Event::Hurt { who, by, harm, ref throw, bonus, resisted, dealt, damage } => {
                let against = if resisted < 0 { "vulnerability" } else { "resistance" };
                let parts = [
                    ("card", bonus.card.into()),
                    ("weapon", bonus.weapon.into()),
                    ("own bonus", bonus.own.into()),
                    (against, -i32::from(resisted)),
                ];
                let rolled = adding(self.rolled(throw), &parts);
                let (name, kind) = (self.name(who), harm.name());
                let line = if dealt == 0 {
                    plain(who, format!("{name} takes no {kind} damage: {}", rolled.text))
                } else {
                    let text =
                        format!("{name} takes {dealt} {kind} damage: {}; Damage {damage}", rolled.text);
                    self.bad(who, text)
                };
                let seen = by.filter(|&by| !self.rules.is_out_of_sight(self.telling, by));
                line.about(seen).rolled(rolled).by("RANKS-W1")
            }
            Event::Endures { who, ref check } => {
                let rolled = self.rolled(&check.throw).against("Damage", check.target).success(check.success);
                let rolled = self.ranked(rolled, who, Ability::Endurance);
                let fate = if check.success { "endures" } else { "does not endure" };
                let text = format!(
                    "{}, Endurance against Damage {}: {}: {fate}",
                    self.name(who),
                    check.target,
                    rolled.text
                );
                plain(who, text).rolled(rolled).by("RANKS-W2")
            }
            Event::Wounded { who, wounds } => {
                let text = format!("{} is wounded: {}", self.name(who), self.wounds_left(who, wounds));
                self.bad(who, text).by("RANKS-W2")
            }
            Event::Healed { who, ref throw, damage } => {
                let rolled = self.rolled(throw);
                let text = format!("{} heals: {}; Damage {damage}", self.name(who), rolled.text);
                self.good(who, text).rolled(rolled).by("RANKS-R18")
            }
            Event::Mended { who, wounds } => {
                let text = format!("A wound of {} closes: {}", self.name(who), self.wounds_left(who, wounds));
                self.good(who, text).by("RANKS-R18")
            }
            Event::Unconscious { who } => {
                self.bad(who, format!("{} falls unconscious", self.name(who))).by("RANKS-W3")
            }
            Event::Dead { who } => self.bad(who, format!("{} dies", self.name(who))).by("RANKS-W3"),
            Event::Conscious { who } => {
                self.good(who, format!("{} is conscious again, and prone", self.name(who))).by("RANKS-W4")
            }
            _ => return None,
        })
    }

    /// Conditions, prone and stunned.
    fn condition(&self, event: &Event) -> Option<Line> {
        let named = |index: u8| self.rules.conditions[usize::from(index)].name.to_lowercase();
        Some(match *event {
            Event::Afflicted { who, condition, rank } => {
                let good = self.rules.conditions[usize::from(condition)].does.is_good();
                let text = format!("{}: {} {rank}", self.name(who), named(condition));
                if good { self.good(who, text) } else { self.bad(who, text) }.by("RANKS-R13")
            }
            Event::Wears { who, condition, ref contest, rank } => {
                let left = if rank == 0 { "gone".to_owned() } else { format!("now {rank}") };
                let lead = format!("{}, {}:", self.name(who), named(condition));
                let line = match contest {
                    None => plain(who, format!("{lead} {left}")),
                    Some(contest) => {
                        let (mine, theirs) = self.contest(contest, &named(condition));
                        let text = format!("{lead} {} against {}, {left}", mine.text, theirs.text);
                        plain(who, text).rolled(mine).rolled(theirs)
                    }
                };
                line.by("RANKS-T5")
            }
            Event::Relieved { who, condition } => {
                plain(who, format!("{} is rid of {}", self.name(who), named(condition))).by("RANKS-R13")
            }
            Event::Turned { who, from, to } => {
                let text = format!("{}: {} turns into {}", self.name(who), named(from), named(to));
                plain(who, text).by("RANKS-R13")
            }
            Event::PassedOn { who, to, condition, rank } => {
                let text =
                    format!("{} passes {} {rank} on to {}", self.name(who), named(condition), self.name(to));
                self.good(who, text).about([to]).by("RANKS-R13")
            }
            Event::KnockedDown { who } => {
                self.bad(who, format!("{} is knocked down", self.name(who))).by("RANKS-M3")
            }
            Event::Stunned { who } => self.bad(who, format!("{} is stunned", self.name(who))).by("RANKS-T4"),
            Event::Unstunned { who } => {
                self.good(who, format!("{} is no longer stunned", self.name(who))).by("RANKS-M4")
            }
            Event::Stands { who } => plain(who, format!("{} stands up", self.name(who))).by("RANKS-R9"),
            Event::Revealed { who } => {
                self.bad(who, format!("{} is revealed", self.name(who))).by("RANKS-M8")
            }
            _ => return None,
        })
    }

    /// What else cards do: to places, things and the ground.
    fn change(&self, event: &Event) -> Option<Line> {
        Some(match *event {
            Event::Shifted { who, to } => plain(who, format!("{} is now at {to}", self.name(who))),
            Event::Disarmed { who, item } => {
                self.bad(who, format!("{} loses hold of {}", self.name(who), self.item(item))).by("RANKS-R20")
            }
            Event::Stolen { who, by, item } => {
                let text = format!("{} takes {} from {}", self.name(by), self.item(item), self.name(who));
                self.bad(who, text).about([by])
            }
            Event::Ground { at, ground } => {
                Line::new(Tone::Plain, format!("Square {at} is now {}", ground.name()))
            }
            Event::Summoned { who, by } => {
                let text = format!("{} answers the call of {}", self.name(who), self.name(by));
                self.good(by, text).about([who])
            }
            _ => return None,
        })
    }

    fn door(&self, who: Who, at: Square, how: Handle, check: Option<&Check>) -> Line {
        let name = self.name(who);
        let verb = match how {
            Handle::Open => "opens",
            Handle::Shut => "shuts",
            Handle::Force => "throws all weight against",
            Handle::Pick => "works at the lock of",
        };
        let line = match check {
            None => plain(who, format!("{name} {verb} the door at {at}")),
            Some(check) => {
                let label = if how == Handle::Force { "to break it" } else { "to open it" };
                let rolled = self.rolled(&check.throw).against(label, check.target).success(check.success);
                let fate = match (how, check.success) {
                    (Handle::Force, true) => "it breaks",
                    (_, true) => "it opens",
                    (_, false) => "it holds",
                };
                let text = format!(
                    "{name} {verb} the door at {at}: {} against {}: {fate}",
                    rolled.text, check.target
                );
                plain(who, text).rolled(rolled)
            }
        };
        line.by("RANKS-J10")
    }

    // --- words ---

    fn name(&self, who: Who) -> String {
        self.rules.name(self.telling.state, who)
    }

    fn item(&self, item: u8) -> String {
        self.rules.item_name(item).to_lowercase()
    }

    fn handles(&self, who: Who, verb: &str, item: u8) -> Line {
        plain(who, format!("{} {verb} {}", self.name(who), self.item(item))).by("RANKS-M7")
    }

    /// How many more wounds somebody can take.
    fn wounds_left(&self, who: Who, wounds: u8) -> String {
        let resolve = self.rules.rank(self.telling.state, who, Ability::Resolve);
        format!("{} of {resolve} wounds left", resolve.saturating_sub(wounds))
    }

    fn good(&self, who: Who, text: String) -> Line {
        self.news(true, who, text)
    }

    fn bad(&self, who: Who, text: String) -> Line {
        self.news(false, who, text)
    }

    /// What is good or bad for somebody.
    fn news(&self, good: bool, who: Who, text: String) -> Line {
        let state = self.telling.state;
        let tone = self.telling.news(good, state.side_of(who), |one| state.side_of(one));
        Line::new(tone, text).about([who])
    }

    fn rolled(&self, throw: &Throw) -> Rolled {
        self.telling.rolled(throw)
    }

    /// RANKS-D1: as many dice as the rank, which is why there are so many.
    fn ranked(&self, mut rolled: Rolled, who: Who, ability: Ability) -> Rolled {
        let rank = self.rules.rank(self.telling.before, who, ability);
        rolled.modifiers.push(Modifier { name: format!("{} rank {rank}", ability.title()), value: 0 });
        rolled
    }

    /// Both rolls of a contest, the first one against the second by its name.
    fn contest(&self, contest: &Versus, against: &str) -> (Rolled, Rolled) {
        let (mine, theirs) = (self.rolled(&contest.mine), self.rolled(&contest.theirs));
        (mine.against(against, theirs.total).success(contest.result.is_gt()), theirs)
    }
}

fn plain(who: Who, text: String) -> Line {
    Line::new(Tone::Plain, text).about([who])
}

/// A roll to which something is added, each part by its name.
fn adding(mut rolled: Rolled, parts: &[(&str, i32)]) -> Rolled {
    let sum: i32 = parts.iter().map(|(_, value)| value).sum();
    let dice = rolled.text.rsplit_once(" = ").map_or(rolled.text.clone(), |(dice, _)| dice.to_owned());
    let added = parts.iter().filter(|(_, value)| *value != 0).map(|(name, value)| {
        let sign = if *value < 0 { '-' } else { '+' };
        format!(" {sign} {} ({name})", value.abs())
    });
    rolled.total += sum;
    rolled.added += sum;
    rolled.text = format!("{dice}{} = {}", added.collect::<String>(), rolled.total);
    parts.iter().fold(rolled, |rolled, &(name, value)| rolled.plus(name, value))
}
