//! A system with one flaw fails the check that is there for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use fracas_dice::{Dice, Roll, Why};
use fracas_kernel::{
    Allow, Ask, ChoiceView, Crowd, Doubts, Foresee, Judge, Judgement, Know, Line, Log, Made, MapView, Mark,
    Narrate, Null, Offer, Play, Plight, Ponder, Refusal, Report, Seat, Show, Side, Status, TableView, Tell,
    Telling, Think, Unit, Vital, Whim, Who, checks, odds,
};
use serde::{Deserialize, Serialize};

use crate::system::{Choice, Duel, Event, Guard, State, Turn};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flaw {
    None,
    ListsIllegal,
    ListsForOthers,
    ListsTwice,
    Forgets,
    TextsAlike,
    TextWithoutActor,
    IdOfTwoWords,
    PanicsOnIllegal,
    RollsUnseen,
    HangsOnLog,
    LosesAField,
    IllegalInstinct,
    InstinctForAnother,
    NeverEnds,
    KeepsTheValue,
    HurtsByTheValue,
    AsksAfterManyRolls,
    StormsAfterRounds,
    StormsAfterTurns,
    ResolvesOtherwise,
    CountsTheFallen,
    GoneAndUp,
    AnswersAlike,
    ShowsSecrets,
    InstinctPeeks,
    KnowledgeChangesTheQuestion,
    JudgeLeavesNobody,
    JudgeCannotEnd,
    TellsNothing,
    ForeseesOtherwise,
    ForeseesNoScratches,
    ForeseesNoRain,
    ResolvesTooLittle,
    RefusesBySecrets,
    ListsBySecrets,
    EndsTwice,
    TellsAfterTheEnd,
    WakesTheDead,
    NamesTheUnseen,
    ForeseesWhileOthersChoose,
    DoubtsTheCertain,
}

/// Duel with a flaw.
#[derive(Debug)]
struct Mutant {
    duel: Duel,
    flaw: Flaw,
    outside: AtomicU32,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Husk {
    inner: State,
    #[serde(skip)]
    lost: u32,
    kept: u32,
}

fn mutant(flaw: Flaw) -> Mutant {
    Mutant { duel: Duel::four(), flaw, outside: AtomicU32::new(0) }
}

/// Has a log been read? Only a cheat would ask.
fn is_read<L>() -> bool {
    size_of::<L>() != size_of::<Null>()
}

impl Mutant {
    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == flaw
    }

    /// Hail comes when time goes by.
    fn storms(&self) -> bool {
        self.has(Flaw::StormsAfterRounds) || self.has(Flaw::StormsAfterTurns)
    }

    /// Every choice wears people down, and odds do not know.
    fn wears(&self) -> bool {
        self.has(Flaw::ForeseesNoScratches) || self.has(Flaw::ForeseesNoRain)
    }

    /// A choice of one who is not asked.
    fn for_another(&self, state: &Husk) -> Option<Choice> {
        match (state.inner.turn, state.inner.blow) {
            (Turn::Of(who), None) => Some(Choice::Hold(Who((who.0 + 1) % 4))),
            _ => None,
        }
    }

    fn on_hold(&self, state: &mut Husk, who: Who, dice: &mut impl Dice) {
        let own = state.inner.of_mut(who);
        match self.flaw {
            Flaw::KeepsTheValue => {
                own.breath = dice.check(Why::table("luck"), Roll::d(20), 11).throw.value as u8 % 10;
            }
            Flaw::HurtsByTheValue => {
                // The value nearest to the target is 10 or 11: as likely to hurt as not, to all appearances.
                let check = dice.check(Why::table("luck"), Roll::d(20), 11);
                own.health -= i8::from(check.throw.value % 5 == 0 && own.health > 1);
            }
            _ => {}
        }
    }
}

impl Play for Mutant {
    type State = Husk;
    type Choice = Choice;
    type Event = Event;
    const SYSTEM: &'static str = "mutant";

    fn start(&self) -> Husk {
        Husk { inner: self.duel.start(), lost: 0, kept: 0 }
    }

    fn ask(&self, state: &Husk) -> Ask {
        match self.duel.ask(&state.inner) {
            Ask::Over(_) if self.has(Flaw::JudgeCannotEnd) && state.inner.blow.is_none() => {
                Ask::Decide(Crowd::one(Who(0)))
            }
            ask => ask,
        }
    }

    fn apply(&self, state: &mut Husk, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        fn read<L: Log<Event>>(_: &L) -> bool {
            is_read::<L>()
        }
        if self.has(Flaw::NeverEnds) {
            return;
        }
        if self.has(Flaw::PanicsOnIllegal) {
            self.duel.legal(&state.inner, choice).expect("no illegal choice ever comes here");
        }
        if let Choice::Hold(who) = choice {
            self.on_hold(state, who, dice);
        }
        if let (Choice::Strike(..), Flaw::AsksAfterManyRolls) = (choice, self.flaw) {
            state.kept = dice.roll(Why::table("omen"), Roll::d(100)).value as u32;
        }
        if self.has(Flaw::RollsUnseen) {
            state.kept = self.outside.fetch_add(1, Ordering::Relaxed) % 7;
        }
        state.lost += u32::from(self.has(Flaw::LosesAField));
        state.kept += u32::from(self.wears());
        state.kept += u32::from(self.has(Flaw::HangsOnLog) && read(log));
        self.duel.apply(&mut state.inner, choice, dice, log);
        if self.has(Flaw::TellsAfterTheEnd) && state.inner.over.is_some() {
            log.tell(Event::Shown);
        }
        if self.storms() {
            let harm = dice.roll(Why::table("hail"), Roll::d(2)).value as i8;
            state.inner.fencers[1].health -= harm.min(state.inner.fencers[1].health);
            state.kept += 1;
        }
    }

    fn everyone(&self, state: &Husk) -> Crowd {
        self.duel.everyone(&state.inner)
    }

    fn side(&self, state: &Husk, who: Who) -> Side {
        self.duel.side(&state.inner, who)
    }

    fn vital(&self, state: &Husk, who: Who) -> Vital {
        let vital = self.duel.vital(&state.inner, who);
        Vital { gone: vital.gone || self.has(Flaw::GoneAndUp), ..vital }
    }

    fn standing(&self, state: &Husk) -> Crowd {
        let standing = self.duel.standing(&state.inner);
        if self.has(Flaw::CountsTheFallen) { self.duel.everyone(&state.inner) } else { standing }
    }

    fn round(&self, state: &Husk) -> u32 {
        self.duel.round(&state.inner) + if self.has(Flaw::StormsAfterRounds) { state.kept } else { 0 }
    }
}

impl Offer for Mutant {
    fn choices(&self, state: &Husk, out: &mut Vec<Choice>) {
        self.duel.choices(&state.inner, out);
        let actor = out.first().map(|choice| choice.who());
        match (self.flaw, actor) {
            (Flaw::ListsIllegal, Some(who)) if state.inner.turn != Turn::Guards => {
                out.push(Choice::Leave(who))
            }
            (Flaw::ListsForOthers, Some(_)) => out.extend(self.for_another(state)),
            (Flaw::ListsTwice, Some(_)) => out.push(out[0]),
            (Flaw::ListsBySecrets, Some(_)) if state.inner.fencers[2].guard == Some(Guard::Low) => {
                out.pop();
            }
            (Flaw::Forgets, _) if out.len() > 4 => {
                out.pop();
            }
            (Flaw::JudgeCannotEnd, None) => out.push(Choice::Hold(Who(0))),
            _ => {}
        }
    }

    fn conceivable(&self, state: &Husk, out: &mut Vec<Choice>) {
        self.duel.conceivable(&state.inner, out);
    }
}

impl Allow for Mutant {
    fn legal(&self, state: &Husk, choice: Choice) -> Result<(), Refusal> {
        match self.flaw {
            // So that the check must find out by who is asked.
            Flaw::ListsForOthers if self.for_another(state) == Some(choice) => Ok(()),
            Flaw::JudgeCannotEnd if state.inner.over.is_some() => Ok(()),
            Flaw::RefusesBySecrets => self.duel.legal(&state.inner, choice).map_err(|refusal| {
                Refusal::new(format!("{refusal}, and Carl's guard is {:?}", state.inner.fencers[2].guard))
            }),
            _ => self.duel.legal(&state.inner, choice),
        }
    }
}

impl Ponder for Mutant {}

impl Think for Mutant {
    fn instinct(&self, state: &Husk, asked: Crowd, whim: &mut Whim) -> Choice {
        let choice = self.duel.instinct(&state.inner, asked, whim);
        let foe = state.inner.fencers[2].guard;
        match (self.flaw, choice) {
            (Flaw::IllegalInstinct, Choice::Hold(who) | Choice::Move(who, _)) => Choice::Leave(who),
            (Flaw::InstinctForAnother, Choice::Guard(..)) => {
                let last = self.ask(state).asked().last().expect("somebody is asked");
                Choice::Guard(last, Guard::High)
            }
            (Flaw::InstinctPeeks, Choice::Guard(who, _)) if foe == Some(Guard::Low) => {
                Choice::Guard(who, Guard::High)
            }
            (Flaw::InstinctPeeks, Choice::Guard(who, _)) => Choice::Guard(who, Guard::Low),
            _ => choice,
        }
    }
}

impl Know for Mutant {
    fn known(&self, state: &Husk, seat: Seat) -> Husk {
        let mut known = Husk { inner: self.duel.known(&state.inner, seat), ..state.clone() };
        if self.has(Flaw::KnowledgeChangesTheQuestion) && state.inner.turn == Turn::Guards {
            known.inner.fencers[0].guard = None;
        }
        known
    }
}

impl Foresee for Mutant {
    fn resolve(&self, state: &mut Husk, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        match self.flaw {
            // No flaw at all: hail comes of itself, and is nobody's choice.
            _ if self.storms() => return self.duel.apply(&mut state.inner, choice, dice, log),
            Flaw::ResolvesOtherwise => {
                dice.roll(Why::table("whim"), Roll::d(4));
            }
            Flaw::ResolvesTooLittle => {
                let health = state.inner.fencers.map(|fencer| fencer.health);
                self.apply(state, choice, dice, log);
                for (fencer, health) in state.inner.fencers.iter_mut().zip(health) {
                    fencer.health = health;
                }
                return;
            }
            _ => {}
        }
        self.apply(state, choice, dice, log);
    }

    fn foresee(&self, state: &mut Husk, choice: Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        let kept = state.kept;
        self.resolve(state, choice, dice, log);
        if self.wears() {
            state.kept = kept;
        }
        if let (Flaw::ForeseesOtherwise, Choice::Hold(who)) = (self.flaw, choice) {
            let own = state.inner.of_mut(who);
            own.health -= i8::from(own.health > 1);
        }
        if let (Flaw::ForeseesWhileOthersChoose, Choice::Guard(who, _)) = (self.flaw, choice) {
            state.inner.of_mut(who).health -= i8::from(self.is_pending(state, choice));
        }
    }

    /// A guard is of use when all have chosen one.
    fn is_pending(&self, state: &Husk, choice: Choice) -> bool {
        let chooses = matches!(choice, Choice::Guard(..)) && state.inner.turn == Turn::Guards;
        chooses && self.has(Flaw::ForeseesWhileOthersChoose)
    }

    fn about(&self, _state: &Husk, choice: Choice) -> Option<Crowd> {
        self.has(Flaw::ForeseesWhileOthersChoose).then(|| Crowd::one(choice.who()))
    }

    fn doubts(&self, state: &Husk, _choice: Choice) -> Doubts<Husk> {
        let doubted = self.has(Flaw::DoubtsTheCertain).then(|| state.clone());
        Doubts { presumed: Vec::new(), instead: doubted.into_iter().collect() }
    }

    fn answer(&self, state: &Husk, choice: Choice) -> Option<(&'static str, &'static str)> {
        let (question, answer) = self.duel.answer(&state.inner, choice)?;
        Some((question, if self.has(Flaw::AnswersAlike) { "yes" } else { answer }))
    }

    fn parts(&self, state: &Husk, _: Who, out: &mut Vec<(Unit, i32)>) {
        if self.has(Flaw::ForeseesNoScratches) {
            out.push((Unit::new("scratch", "scratches", "s"), -(state.kept as i32)));
        }
    }

    fn plights(&self, state: &Husk, who: Who, out: &mut Vec<Plight>) {
        if self.has(Flaw::ForeseesNoRain) && who.0 < 2 {
            out.push(Plight { name: "wet", worth: -(state.kept as i32) });
        }
    }

    fn turn(&self, state: &Husk) -> u32 {
        if self.has(Flaw::StormsAfterTurns) { state.kept } else { 0 }
    }

    fn mark(&self, event: &Event) -> Mark {
        // No flaw at all: whatever happens is what was wanted.
        if self.has(Flaw::DoubtsTheCertain) { Mark::Success } else { self.duel.mark(event) }
    }
}

impl Tell for Mutant {
    fn title(&self) -> &str {
        self.duel.title()
    }

    fn id(&self, state: &Husk, who: Who) -> String {
        let id = self.duel.id(&state.inner, who);
        if self.has(Flaw::IdOfTwoWords) { format!("old {id}") } else { id }
    }

    fn name(&self, state: &Husk, who: Who) -> String {
        self.duel.name(&state.inner, who)
    }

    fn text(&self, state: &Husk, choice: Choice) -> String {
        let text = self.duel.text(&state.inner, choice);
        match (self.flaw, choice) {
            (Flaw::TextsAlike, Choice::Guard(..)) => text.split(' ').take(2).collect::<Vec<_>>().join(" "),
            (Flaw::TextWithoutActor, _) => text.split(' ').skip(1).collect::<Vec<_>>().join(" "),
            _ => text,
        }
    }

    fn describe(&self, state: &Husk, choice: Choice) -> ChoiceView {
        self.duel.describe(&state.inner, choice)
    }
}

impl Narrate for Mutant {
    fn line(&self, telling: &Telling<'_, Husk>, event: &Event) -> Option<Line> {
        let Telling { seat, rolls, .. } = *telling;
        let telling = Telling { before: &telling.before.inner, state: &telling.state.inner, seat, rolls };
        let over = state_over(&telling);
        let line = self.duel.line(&telling, event).filter(|_| !self.has(Flaw::TellsNothing))?;
        Some(match over.filter(|_| self.has(Flaw::EndsTwice)) {
            Some(outcome) => Line { text: outcome.words().to_owned(), ..line },
            None => line,
        })
    }
}

/// How the fight has ended that is told of.
fn state_over(telling: &Telling<'_, State>) -> Option<fracas_kernel::Outcome> {
    telling.state.over
}

impl Show for Mutant {
    fn view(&self, state: &Husk, seat: Seat) -> TableView {
        let seat = if self.has(Flaw::ShowsSecrets) { Seat::Judge } else { seat };
        let mut view = self.duel.view(&state.inner, seat);
        if self.has(Flaw::WakesTheDead) && state.inner.round % 2 == 1 {
            let fallen = view.tokens.iter_mut().filter(|token| token.status == Status::Down);
            fallen.for_each(|token| token.status = Status::Dead);
        }
        if let (MapView::Zones { zones, .. }, true) = (&mut view.map, self.has(Flaw::NamesTheUnseen)) {
            zones.truncate(if seat == Seat::Judge { zones.len() } else { 1 });
        }
        view
    }
}

impl Judge for Mutant {
    fn judge(&self, state: &mut Husk, act: &Judgement, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        self.duel.judge(&mut state.inner, act, log)?;
        if self.has(Flaw::JudgeLeavesNobody) {
            state.inner.turn = Turn::Guards;
            state.inner.blow = None;
            state.inner.fencers.iter_mut().for_each(|fencer| fencer.guard = Some(Guard::High));
        }
        Ok(())
    }
}

impl Report for Mutant {}

#[test]
fn the_mutant_without_a_flaw_passes() {
    let sound = mutant(Flaw::None);
    checks::legal_exactly_when_listed(&sound, 0..3);
    checks::illegal_choices_do_not_panic(&sound, 0..1);
    checks::playouts_end(&sound, 0..3);
    checks::instinct_is_legal(&sound, 0..3);
    checks::same_seed_same_fight(&sound, 0..3);
    checks::state_survives_json(&sound, 0..3);
    checks::odds_come_true(&sound, 0..1, 40);
    checks::nobody_peeks(&sound, 0..2);
    checks::secrets_are_kept(&sound, 0..2, 1);
    checks::endings_are_final(Arc::new(mutant(Flaw::None)), 0..2);
    checks::shortcuts_agree(&sound, 0..3);
    checks::everything_can_be_shown(Arc::new(mutant(Flaw::None)), 0);
    checks::judge_never_breaks_the_table(Arc::new(mutant(Flaw::None)), &crate::generic::acts(), 0);
}

/// What is certain is within its bounds, however many small chances it is made of.
#[test]
fn what_is_certain_is_no_flaw() {
    checks::odds_come_true(&mutant(Flaw::DoubtsTheCertain), 0..1, 20);
}

/// One test for each flaw, the check that must find it, and what the check must say.
macro_rules! caught {
    ($($name:ident: $flaw:ident, $says:literal, $check:expr;)*) => {$(
        #[test]
        #[should_panic(expected = $says)]
        fn $name() {
            let check: fn(Mutant) = $check;
            check(mutant(Flaw::$flaw));
        }
    )*};
}

caught! {
    an_illegal_choice_is_listed: ListsIllegal, "is listed and Err",
        |m| checks::legal_exactly_when_listed(&m, 0..5);
    a_choice_of_somebody_else_is_listed: ListsForOthers, "not asked",
        |m| checks::legal_exactly_when_listed(&m, 0..5);
    a_choice_is_listed_twice: ListsTwice, "two choices read alike",
        |m| checks::legal_exactly_when_listed(&m, 0..5);
    a_legal_choice_is_forgotten: Forgets, "is not listed and legal",
        |m| checks::legal_exactly_when_listed(&m, 0..5);
    two_choices_have_one_text: TextsAlike, "two choices read alike",
        |m| checks::legal_exactly_when_listed(&m, 0..5);
    a_text_does_not_name_its_actor: TextWithoutActor, "starts with who makes it",
        |m| checks::legal_exactly_when_listed(&m, 0..5);
    an_id_has_two_words: IdOfTwoWords, "one word in lower case",
        |m| checks::legal_exactly_when_listed(&m, 0..5);
    an_illegal_choice_panics: PanicsOnIllegal, "no illegal choice ever",
        |m| checks::illegal_choices_do_not_panic(&m, 0..1);
    luck_comes_from_outside: RollsUnseen, "the same seed gave two fights",
        |m| checks::same_seed_same_fight(&m, 0..20);
    the_log_is_part_of_the_rules: HangsOnLog, "a log that is read changes the fight",
        |m| checks::same_seed_same_fight(&m, 0..2);
    a_field_is_lost_in_json: LosesAField, "lost on the way through JSON",
        |m| checks::state_survives_json(&m, 0..1);
    instinct_makes_an_illegal_choice: IllegalInstinct, "instinct is illegal",
        |m| checks::instinct_is_legal(&m, 0..20);
    instinct_chooses_for_another: InstinctForAnother, "instinct chooses for another",
        |m| checks::instinct_is_legal(&m, 0..1);
    random_choices_never_end: NeverEnds, "no end after",
        |m| { checks::playouts_end(&m, 0..1); };
    instinct_never_ends: NeverEnds, "goes on for ever",
        |m| checks::instinct_is_legal(&m, 0..1);
    the_value_of_a_check_stays: KeepsTheValue, "not among the counted ends",
        |m| checks::odds_come_true(&m, 0..5, 1);
    the_value_of_a_check_hurts: HurtsByTheValue, "loss: played",
        |m| checks::odds_come_true(&m, 0..5, 1);
    resolving_rolls_what_applying_does_not: ResolvesOtherwise, "resolving rolls",
        |m| checks::shortcuts_agree(&m, 0..1);
    the_fallen_stand: CountsTheFallen, "standing, of",
        |m| checks::shortcuts_agree(&m, 0..20);
    somebody_is_gone_and_up: GoneAndUp, "both up and gone",
        |m| checks::shortcuts_agree(&m, 0..1);
    two_answers_have_one_name: AnswersAlike, "two answers have one name",
        |m| checks::shortcuts_agree(&m, 0..5);
    a_view_shows_secrets: ShowsSecrets, "shows what it does not know",
        |m| checks::nobody_peeks(&m, 0..5);
    instinct_looks_at_secrets: InstinctPeeks, "instinct peeks",
        |m| checks::nobody_peeks(&m, 0..5);
    knowledge_changes_the_question: KnowledgeChangesTheQuestion, "changes who is asked",
        |m| checks::nobody_peeks(&m, 0..5);
    the_judge_leaves_nobody_to_ask: JudgeLeavesNobody, "nobody can go on",
        |m| checks::judge_never_breaks_the_table(Arc::new(m), &crate::generic::acts(), 0);
    the_judge_cannot_end_it: JudgeCannotEnd, "and it goes on",
        |m| checks::judge_never_breaks_the_table(Arc::new(m), &crate::generic::acts()[18..], 0);
    odds_foresee_what_never_happens: ForeseesOtherwise, "loss: played",
        |m| checks::odds_come_true(&m, 0..5, 1);
    odds_forget_a_part_of_health: ForeseesNoScratches, "scratches: played",
        |m| checks::odds_come_true(&m, 0..1, 1);
    odds_forget_what_a_plight_is_worth: ForeseesNoRain, "swing: played",
        |m| checks::odds_come_true(&m, 0..1, 1);
    resolving_leaves_something_out: ResolvesTooLittle, "does otherwise to",
        |m| checks::shortcuts_agree(&m, 0..20);
    a_refusal_gives_a_secret_away: RefusesBySecrets, "learns by trying",
        |m| checks::secrets_are_kept(&m, 0..5, 1);
    a_list_gives_a_secret_away: ListsBySecrets, "can choose by what it does not know",
        |m| checks::secrets_are_kept(&m, 0..5, 1);
    a_zone_is_named_that_is_on_no_map: NamesTheUnseen, "reads of an unseen zone",
        |m| checks::secrets_are_kept(&m, 0..5, 1);
    odds_foresee_a_loss_while_others_choose: ForeseesWhileOthersChoose, "loss: played",
        |m| checks::odds_come_true(&m, 0..1, 1);
    the_end_is_announced_twice: EndsTwice, "an end is announced",
        |m| checks::endings_are_final(Arc::new(m), 0..5);
    something_is_told_after_the_end: TellsAfterTheEnd, "after the end of a fight",
        |m| checks::endings_are_final(Arc::new(m), 0..5);
    the_dead_wake_up: WakesTheDead, "was dead",
        |m| checks::endings_are_final(Arc::new(m), 0..5);
    nothing_is_told: TellsNothing, "the judge is told nothing",
        |m| checks::everything_can_be_shown(Arc::new(m), 0);
}

/// A hundred different questions are more than anybody thinks through: the rest is answered by instinct, and that is
/// said; nothing is lost or counted twice.
#[test]
fn too_many_questions_are_left_to_instinct() {
    let rules = mutant(Flaw::AsksAfterManyRolls);
    let mut state = rules.start();
    state.inner = crate::turn_of(&rules.duel, crate::ANNA);
    let stakes = odds(&rules, &state, Choice::Strike(crate::ANNA, Who(2)));
    assert!(stakes.exact);
    assert!((stakes.harm.total() - 1.0).abs() < 1e-12);
    assert_eq!(stakes.assumes, ["Carl: block (the best answer)", "Carl: block (by instinct)"]);
}

/// What comes of itself after a choice happens, but is not put down to the choice.
#[test]
fn odds_end_where_the_choice_ends() {
    for flaw in [Flaw::StormsAfterRounds, Flaw::StormsAfterTurns] {
        let rules = mutant(flaw);
        checks::shortcuts_agree(&rules, 0..3);
        checks::odds_come_true(&rules, 0..1, 40);
        let mut state = rules.start();
        state.inner = crate::turn_of(&rules.duel, crate::ANNA);
        let hold = Choice::Hold(crate::ANNA);
        assert_eq!(odds(&rules, &state, hold).loss.most, 0);
        rules.apply(&mut state, hold, &mut fracas_dice::Seeded::new(1), &mut Null);
        assert!(state.inner.fencers[1].health < rules.start().inner.fencers[1].health);
    }
}
