//! What is worked out beside a table, so that no choice waits for it: odds, threats and hints that somebody asks for, and
//! the thoughts of minds.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use fracas_kernel::Who;
use fracas_minds::{Brain, Budget, Kind};
use fracas_table::Chosen;

use crate::fight::Fight;
use crate::messages::{Hint, Threats};
use crate::odds::Latest;
use crate::refusal::Refused;
use crate::table::{Command, Table, done, guarded};

/// The lane of a table's minds, beside those of its seats and of its odds.
const MINDS: u32 = u32::MAX - 1;
/// How many choices a hint has, and how long a mind thinks about them.
const HINTED: usize = 3;
const HINT_TIME: Duration = Duration::from_millis(400);

impl Table {
    pub(crate) fn one_odds(
        &mut self,
        connection: u64,
        seat: u32,
        id: &str,
        position: u64,
        choice: &str,
    ) -> Result<(), Refused> {
        let fight = self.fight.as_ref().ok_or_else(Refused::internal)?;
        if position != fight.position {
            return Err(Refused::new("stale", "the table has moved on"));
        }
        let row = fight.seat(seat).ok_or_else(Refused::internal)?;
        let controls = Fight::kernel_seat(row);
        if !fight.actor(choice).is_some_and(|who| controls.controls(who)) {
            return Err(Refused::new("not-yours", "that is not for you to choose"));
        }
        let listener = self.listeners.iter().filter(|listener| listener.id == connection);
        guarded(&self.house, || self.odds.work_out(fight, listener, Some(choice)))?;
        self.answer(connection, done(id));
        Ok(())
    }

    pub(crate) fn threats(
        &mut self,
        connection: u64,
        seat: u32,
        id: &str,
        who: Who,
        to: Option<&str>,
    ) -> Result<(), Refused> {
        let fight = self.fight.as_ref().ok_or_else(Refused::internal)?;
        let eyes = Fight::kernel_seat(fight.seat(seat).ok_or_else(Refused::internal)?);
        if !eyes.controls(who) {
            return Err(
                Refused::new("not-yours", "they are not yours").advise("ask about a combatant of your own")
            );
        }
        let position = fight.position;
        let job = guarded(&self.house, || fight.game.threats_later(eyes, who, to))??;
        self.answer(connection, done(id));
        let asked = Threats { id: id.to_owned(), position, who, threats: Vec::new(), complete: true };
        if let Some(listener) = self.listeners.iter().find(|listener| listener.id == connection) {
            let latest = Latest::next(&listener.wishes);
            self.odds.look_out(asked, job, seat, listener.out.clone(), latest);
        }
        Ok(())
    }

    /// Lets a mind think about what it is asked, beside the table.
    pub(crate) fn ponder(&mut self) {
        let Some(fight) = self.fight.as_ref() else { return };
        let position = fight.position;
        if self.pondering == Some(position) {
            return;
        }
        let Ok(Some(job)) = guarded(&self.house, || fight.to_ponder()) else { return };
        self.pondering = Some(position);
        let (table, turns, inbox) = (self.id.clone(), self.house.turns.clone(), self.house.knock(&self.id));
        tokio::spawn(async move {
            let turn = turns.take(&table, MINDS).await;
            let chosen = turn.work(move || catch_unwind(AssertUnwindSafe(job)).ok()).await.flatten();
            let _ = inbox.send(Command::Thought { position, chosen }).await;
        });
    }

    /// A mind has come to something.
    pub(crate) fn think(&mut self, position: u64, chosen: Option<Chosen>) {
        self.pondering = self.pondering.filter(|pondered| *pondered != position);
        let Some(fight) = self.fight.as_mut().filter(|fight| fight.position == position) else { return };
        if chosen.is_none() {
            tracing::error!(table = self.id, "a fault of the program in a mind's thinking");
            self.house.metrics.panics.inc();
        }
        fight.thought_of(position, chosen);
        // What it is about to do shows before it does it.
        if fight.pace != Some(0) {
            self.tell_all();
        }
        self.plan();
    }

    pub(crate) fn hint(
        &mut self,
        connection: u64,
        seat: u32,
        id: &str,
        position: u64,
    ) -> Result<(), Refused> {
        let fight = self.fight.as_ref().ok_or_else(Refused::internal)?;
        if position != fight.position {
            return Err(Refused::new("stale", "the table has moved on"));
        }
        let eyes = Fight::kernel_seat(fight.seat(seat).ok_or_else(Refused::internal)?);
        let asked = fight.game.ask().asked();
        if !asked.any(|who| eyes.controls(who)) {
            return Err(Refused::new("nothing", "none of yours has anything to decide now"));
        }
        let brain = Brain::new(Kind::Search(Budget::Time(HINT_TIME)));
        let job = guarded(&self.house, || fight.game.hint_later(eyes, asked, &brain, HINTED))??;
        self.answer(connection, done(id));
        let asked = Hint { id: id.to_owned(), position, best: Vec::new() };
        if let Some(listener) = self.listeners.iter().find(|listener| listener.id == connection) {
            self.odds.advise(asked, job, seat, listener.out.clone());
        }
        Ok(())
    }
}
