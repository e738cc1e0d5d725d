//! What happened, in words, as a seat may know it: of those whom it does not see it hears nothing but what shows.

use fracas_dice::Versus;
use fracas_kernel::grid::Square;
use fracas_kernel::{Line, Side, Telling, Tone, Who};

use crate::data::Ranks;
use crate::event::{Event, Halt};
use crate::state::{NOTHING, State, bit, ix};
use crate::view::outcome_words;

impl Ranks {
    pub(crate) fn event_line(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        match self.subject(event) {
            Some(who) if self.is_out_of_sight(telling, who) => self.line_unseen(telling, event),
            _ => self.line_in_full(telling, event),
        }
    }

    /// Whom an event is about, if it is something that must be seen to be known.
    fn subject(&self, event: &Event) -> Option<Who> {
        match *event {
            Event::Turn { who, .. }
            | Event::Moved { who, .. }
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
            | Event::Clings { who, .. }
            | Event::Dazed { who } => Some(who),
            _ => None,
        }
    }

    /// Neither before nor after can this seat see that one.
    fn is_out_of_sight(&self, telling: &Telling<'_, State>, who: Who) -> bool {
        let unknown = |state: &State| self.unknown_to(state, telling.seat) & bit(who) != 0;
        unknown(telling.state) && (unknown(telling.before) || who.0 >= telling.before.count)
    }

    /// That something goes on, and no more.
    fn line_unseen(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        match *event {
            Event::Turn { who, .. } => Some(
                Line::new(Tone::Heading, format!("{}, somewhere", self.name_of(telling.state, who)))
                    .by("RANKS-M8"),
            ),
            _ => None,
        }
    }

    fn line_in_full(&self, telling: &Telling<'_, State>, event: &Event) -> Option<Line> {
        let state = telling.state;
        let name = |who| self.name_of(state, who);
        let item = |item| self.item_name(item).to_lowercase();
        let condition = |index: u8| self.conditions[index as usize].name.to_lowercase();
        let serves = |who| if state.side_of(who) == Side::Heroes { Tone::Good } else { Tone::Bad };
        let harms = |who| if state.side_of(who) == Side::Heroes { Tone::Bad } else { Tone::Good };
        let sum = |throw| telling.sum(throw);
        let line = Line::new;
        Some(match *event {
            Event::Round { number } => line(Tone::Heading, format!("Round {number}")).by("RANKS-T1"),
            Event::Initiative { who, ref throw } => {
                line(Tone::Plain, format!("{}: initiative {}", name(who), sum(throw))).by("RANKS-R2")
            }
            Event::Turn { who, ref speed, bonus, movement, ref perception } => {
                let bonus = if bonus == 0 { String::new() } else { format!(" {bonus:+}") };
                let text = format!(
                    "{}: {movement} movement points ({}{bonus}), Senses {}",
                    name(who),
                    sum(speed),
                    sum(perception)
                );
                line(Tone::Heading, text).by("RANKS-T3")
            }
            Event::Drawn { who } => {
                if !self.confides(state, telling.seat, who) {
                    return None;
                }
                let cards = self.drawn(state, who);
                line(Tone::Plain, format!("{} draws {cards}", name(who))).by("RANKS-R11")
            }
            Event::Dazed { who } => {
                line(harms(who), format!("{} is stunned and can do nothing", name(who))).by("RANKS-T4")
            }
            Event::Clings { who, ref throw } => {
                line(Tone::Plain, format!("{} is unconscious, Resolve: {}", name(who), sum(throw)))
                    .by("RANKS-T2")
            }
            Event::Reanimated { who } => {
                line(serves(who), format!("{} rises again", name(who))).by("RANKS-R5")
            }
            Event::Moved { who, from, to, price, halted } => {
                self.moved(telling, who, from, to, price, halted)
            }
            Event::Found { who, by } => {
                line(harms(who), format!("{} walks into {}, who was hidden", name(by), name(who)))
                    .by("RANKS-M8")
            }
            Event::Inspires { who, ref check } => {
                let fate = if check.success { "friends take heart" } else { "nobody listens" };
                let tone = if check.success { serves(who) } else { Tone::Plain };
                line(
                    tone,
                    format!("{} inspires: {} against {}: {fate}", name(who), sum(&check.throw), check.target),
                )
                .by("RANKS-M4")
            }
            Event::Scans { who, ref throw, senses } => {
                line(Tone::Plain, format!("{} looks around: {}, Senses now {senses}", name(who), sum(throw)))
                    .by("RANKS-M5")
            }
            Event::Hides { who, ref throw, hidden } => {
                line(Tone::Plain, format!("{} hides: {}, Hidden now {hidden}", name(who), sum(throw)))
                    .by("RANKS-M6")
            }
            Event::PickedUp { who, item: it } => {
                line(Tone::Plain, format!("{} picks up {}", name(who), item(it))).by("RANKS-M7")
            }
            Event::Equipped { who, item: it } => {
                line(Tone::Plain, format!("{} equips {}", name(who), item(it))).by("RANKS-M7")
            }
            Event::Unequipped { who, item: it } => {
                line(Tone::Plain, format!("{} puts away {}", name(who), item(it))).by("RANKS-M7")
            }
            Event::Dropped { who, item: it } => {
                line(Tone::Plain, format!("{} drops {}", name(who), item(it))).by("RANKS-M7")
            }
            Event::Plays { who, card, aim } => {
                let card = &self.cards[card as usize];
                let mut text = format!("{} plays {}", name(who), card.name);
                let seen = |one: &Who| !self.is_out_of_sight(telling, *one);
                let targets: Vec<String> =
                    [aim.one, aim.two].into_iter().flatten().filter(seen).map(name).collect();
                if !targets.is_empty() {
                    text += &format!(" on {}", targets.join(" and "));
                }
                if aim.square != Square::NOWHERE {
                    text += &format!(" at {}", aim.square);
                }
                let used = telling.before.items[ix(who)].get(aim.with as usize).copied().unwrap_or(NOTHING);
                if used != NOTHING {
                    text += &format!(" with {}", item(used));
                }
                line(Tone::Plain, text).by("RANKS-A1")
            }
            Event::Tries { who, item: it, ref check } => {
                let fate = if check.success { "it fails" } else { "it works" };
                let tone = if check.success { harms(who) } else { Tone::Plain };
                line(
                    tone,
                    format!("The {} of {} is unreliable: {}: {fate}", item(it), name(who), sum(&check.throw)),
                )
                .by("RANKS-A2")
            }
            Event::Attacks { who, target, ref contest } => {
                let fate = if contest.result.is_gt() { "hit" } else { "miss" };
                let tone = if contest.result.is_gt() { serves(who) } else { Tone::Plain };
                let attacker =
                    if self.is_out_of_sight(telling, who) { "Somebody unseen".to_owned() } else { name(who) };
                let text =
                    format!("{attacker} against {}: {}: {fate}", name(target), versus(telling, contest));
                line(tone, text).by("RANKS-A3")
            }
            Event::Hurt { who, harm, ref throw, bonus, resisted, dealt, damage, .. } => {
                let mut arithmetic = sum(throw);
                if bonus != 0 {
                    arithmetic += &format!(" {bonus:+}");
                }
                match resisted {
                    0 => {}
                    n if n > 0 => arithmetic += &format!(" less {n} resisted"),
                    n => arithmetic += &format!(" and {} for vulnerability", -n),
                }
                let kind = harm.name();
                if dealt == 0 {
                    line(Tone::Plain, format!("{} takes no {kind} damage: {arithmetic}", name(who)))
                        .by("RANKS-W1")
                } else {
                    let text =
                        format!("{} takes {dealt} {kind} damage: {arithmetic}; Damage {damage}", name(who));
                    line(harms(who), text).by("RANKS-W1")
                }
            }
            Event::Endures { who, ref check } => {
                let fate = if check.success { "endures" } else { "does not endure" };
                line(
                    Tone::Plain,
                    format!("{} against Damage {}: {}: {fate}", name(who), check.target, sum(&check.throw)),
                )
                .by("RANKS-W2")
            }
            Event::Wounded { who, wounds } => {
                line(harms(who), format!("{} is wounded: {wounds} now", name(who))).by("RANKS-W2")
            }
            Event::Healed { who, ref throw, damage } => {
                line(serves(who), format!("{} heals: {}; Damage {damage}", name(who), sum(throw)))
                    .by("RANKS-R18")
            }
            Event::Mended { who, wounds } => {
                line(serves(who), format!("A wound of {} closes: {wounds} left", name(who))).by("RANKS-R18")
            }
            Event::Afflicted { who, condition: which, rank } => {
                let good = self.conditions[which as usize].does.is_good();
                let tone = if good { serves(who) } else { harms(who) };
                line(tone, format!("{}: {} {rank}", name(who), condition(which))).by("RANKS-R13")
            }
            Event::Wears { who, condition: which, ref contest, rank } => {
                let how = contest
                    .as_ref()
                    .map_or(String::new(), |contest| format!(" {},", versus(telling, contest)));
                let left = if rank == 0 { "gone".to_owned() } else { format!("now {rank}") };
                line(Tone::Plain, format!("{}, {}:{how} {left}", name(who), condition(which))).by("RANKS-T5")
            }
            Event::Relieved { who, condition: which } => {
                line(Tone::Plain, format!("{} is rid of {}", name(who), condition(which))).by("RANKS-R13")
            }
            Event::Turned { who, from, to } => {
                line(Tone::Plain, format!("{}: {} turns into {}", name(who), condition(from), condition(to)))
                    .by("RANKS-R13")
            }
            Event::PassedOn { who, to, condition: which, rank } => {
                let text = format!("{} passes {} {rank} on to {}", name(who), condition(which), name(to));
                line(serves(who), text).by("RANKS-R13")
            }
            Event::KnockedDown { who } => {
                line(harms(who), format!("{} is knocked down", name(who))).by("RANKS-M3")
            }
            Event::Stunned { who } => line(harms(who), format!("{} is stunned", name(who))).by("RANKS-T4"),
            Event::Unstunned { who } => {
                line(serves(who), format!("{} is stunned no longer", name(who))).by("RANKS-M4")
            }
            Event::Stands { who } => line(Tone::Plain, format!("{} stands up", name(who))).by("RANKS-R9"),
            Event::Revealed { who } => line(harms(who), format!("{} is revealed", name(who))).by("RANKS-M8"),
            Event::Shifted { who, to } => line(Tone::Plain, format!("{} is now at {to}", name(who))),
            Event::Disarmed { who, item: it } => {
                line(harms(who), format!("{} loses hold of {}", name(who), item(it))).by("RANKS-R20")
            }
            Event::Stolen { who, by, item: it } => {
                line(harms(who), format!("{} takes {} from {}", name(by), item(it), name(who)))
            }
            Event::Ground { at, ground } => {
                line(Tone::Plain, format!("The square {at} is {} now", ground.name()))
            }
            Event::Summoned { who, by } => {
                line(serves(by), format!("{} answers the call of {}", name(who), name(by)))
            }
            Event::ActsAgain { who } => {
                line(serves(who), format!("{} may act again", name(who))).by("RANKS-A1")
            }
            Event::Unconscious { who } => {
                line(harms(who), format!("{} falls unconscious", name(who))).by("RANKS-W3")
            }
            Event::Dead { who } => line(harms(who), format!("{} dies", name(who))).by("RANKS-W3"),
            Event::Conscious { who } => {
                line(serves(who), format!("{} is conscious again, and prone", name(who))).by("RANKS-W4")
            }
            Event::Ended { who } => line(Tone::Plain, format!("{} is done", name(who))).by("RANKS-T5"),
            Event::Retreat { who } => {
                line(Tone::Heading, format!("{} calls the retreat: the heroes leave the field", name(who)))
                    .by("RANKS-R20")
            }
            Event::Over { outcome } => line(Tone::Heading, outcome_words(outcome).to_owned()).by("RANKS-R14"),
        })
    }

    fn drawn(&self, state: &State, who: Who) -> String {
        let sheet = self.sheet(state, who);
        let hand = state.hand[ix(who)] & !sheet.held;
        let cards = (0_u32..).zip(&sheet.cards).filter(|&(place, _)| hand >> place & 1 == 1);
        let names: Vec<&str> = cards.map(|(_, &card)| self.cards[card as usize].name.as_str()).collect();
        names.join(", ")
    }

    fn moved(
        &self,
        telling: &Telling<'_, State>,
        who: Who,
        from: Square,
        to: Square,
        price: u8,
        halted: Halt,
    ) -> Line {
        let name = self.name_of(telling.state, who);
        let why = match halted {
            Halt::No => "",
            Halt::Sighted => ", and stops: an enemy is in sight",
            Halt::Blocked => ", and stops: somebody is in the way",
            Halt::Spent => ", and stops: the next step is too dear",
        };
        Line::new(Tone::Plain, format!("{name} moves from {from} to {to} for {price}{why}")).by("RANKS-M1")
    }
}

fn versus(telling: &Telling<'_, State>, contest: &Versus) -> String {
    format!("{} against {}", telling.sum(&contest.mine), telling.sum(&contest.theirs))
}
