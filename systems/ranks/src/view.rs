//! The display model: the map with fog, reach and auras, the tokens with their tracks, and the question.

use fracas_kernel::grid::{Board, Square};
use fracas_kernel::{
    AuraView, Badge, Crowd, MapView, Outcome, OutcomeView, Piece, PieceColour, Question, Reachable, Seat,
    Side, Status, TableView, Token, Track, TrackKind, Treasure, Unit, Who,
};

use crate::choices::Choice;
use crate::data::{Ability, Ranks};
use crate::state::{NOTHING, Phase, State, bit, each, ix};
use crate::words::lasting_words;

impl Ranks {
    pub(crate) fn table_view(&self, state: &State, seat: Seat) -> TableView {
        let unknown = self.unknown_to(state, seat);
        let state = &self.as_known(state, seat);
        TableView {
            system: "ranks",
            health: Unit::default(),
            title: self.title.clone(),
            round: state.round.into(),
            phase: self.phase_words(state),
            map: self.map_view(state, seat, unknown),
            tokens: self.listed(state).map(|who| self.token(state, seat, who, unknown)).collect(),
            question: self.question(state, seat, unknown),
            choices: Vec::new(),
            quiet: Vec::new(),
            gauges: Vec::new(),
            outcome: state.outcome.map(|outcome| OutcomeView {
                winner: match outcome {
                    Outcome::Won(side) => Some(side),
                    Outcome::Draw => None,
                },
                text: outcome_words(outcome).to_owned(),
            }),
        }
    }

    /// RANKS-U1: everybody, in the order of initiative once there is one.
    fn listed<'a>(&self, state: &'a State) -> impl Iterator<Item = Who> + use<'a> {
        let turns = if state.phase == Phase::Initiative { 0 } else { usize::from(state.turns) };
        let order = state.order[..turns].iter().map(|&who| Who(who));
        let ordered = order.clone().fold(0, |set, who| set | bit(who));
        order.chain(each(state.everyone() & !ordered))
    }

    fn phase_words(&self, state: &State) -> String {
        match (state.outcome, state.phase) {
            (Some(_), _) => String::new(),
            (None, Phase::Initiative) => "initiative".to_owned(),
            (None, _) => format!("{}'s turn", self.name_of(state, state.current())),
        }
    }

    fn question(&self, state: &State, seat: Seat, unknown: u128) -> Option<Question> {
        if state.outcome.is_some() {
            return None;
        }
        let (asked, text, rule) = match state.phase {
            // RANKS-T1
            Phase::Initiative => {
                (self.spokesman(state), "Roll initiative for the next round?".to_owned(), "RANKS-T1")
            }
            _ => {
                let who = state.current();
                // RANKS-U2, RANKS-U7: a monster has decided; Go makes it act.
                let text = match state.side_of(who) {
                    Side::Heroes => format!("{}: move, act, or end the turn?", self.name_of(state, who)),
                    Side::Monsters => self.intention(state, seat, who, unknown),
                };
                let rule = if state.side_of(who) == Side::Heroes { "RANKS-T4" } else { "RANKS-U7" };
                (who, text, rule)
            }
        };
        Some(Question { asked: Crowd::one(asked), text, reaction: false, rule: Some(rule) })
    }

    /// What a monster means to do, for those who see it.
    fn intention(&self, state: &State, seat: Seat, who: Who, unknown: u128) -> String {
        let name = self.name_of(state, who);
        if unknown & bit(who) != 0 {
            return format!("{name} acts unseen. Go?");
        }
        // Its side's eyes are open to the judge and to its own players only; others see what it does to whom.
        if !self.confides(state, seat, who) {
            return format!("{name} has made up its mind. Go?");
        }
        let means = match self.think(state) {
            Choice::Move { to, .. } => format!("to move to {to}"),
            Choice::End { .. } => "to end its turn".to_owned(),
            Choice::Scan { .. } => "to look around".to_owned(),
            Choice::Hide { .. } => "to hide".to_owned(),
            choice => self.choice_view(state, choice).label,
        };
        format!("{name} means {means}. Go?")
    }

    // --- tokens ---

    pub(crate) fn token(&self, state: &State, seat: Seat, who: Who, unknown: u128) -> Token {
        let sheet = self.sheet(state, who);
        let status = if state.dead & bit(who) != 0 {
            Status::Dead
        } else if state.gone & bit(who) != 0 {
            Status::Gone
        } else if state.up & bit(who) != 0 {
            Status::Up
        } else {
            Status::Down
        };
        let hidden = unknown & bit(who) != 0;
        let at = state.at[ix(who)];
        let badges = if hidden {
            vec![badge("unseen", "nobody of this side sees it", false)]
        } else {
            self.badges(state, seat, who)
        };
        let acts = state.phase != Phase::Initiative && state.outcome.is_none();
        let waits = acts
            && state.order[..usize::from(state.turns)].iter().skip(state.now.into()).any(|&n| n == who.0);
        Token {
            who,
            id: self.id_of(state, who),
            name: self.name_of(state, who),
            kind: self.kind_words(sheet),
            side: state.side_of(who),
            status,
            place: (!hidden && at != Square::NOWHERE && status != Status::Gone).then(|| at.to_string()),
            tracks: if hidden { Vec::new() } else { self.tracks(state, seat, who) },
            badges,
            to_act: waits,
        }
    }

    /// RANKS-U6: movement points, Senses, Hidden, Damage, Wounds; less for a monster.
    fn tracks(&self, state: &State, seat: Seat, who: Who) -> Vec<Track> {
        let index = ix(who);
        let resolve = i32::from(self.rank(state, who, Ability::Resolve));
        let track = |id, name, value, max, kind| Track { id, name, value, max, kind, unit: Unit::default() };
        let wounds = i32::from(state.wounds[index]);
        let mut tracks = vec![
            track("wounds", "Wounds", wounds, Some(resolve), TrackKind::Plain),
            track("damage", "Damage", state.damage[index].into(), None, TrackKind::Plain),
        ];
        if self.confides(state, seat, who) {
            tracks.extend([
                track("movement", "Movement points", state.movement[index].into(), None, TrackKind::Supply),
                track("senses", "Senses", state.senses[index].into(), None, TrackKind::Plain),
                track("hidden", "Hidden", state.hidden[index].into(), None, TrackKind::Plain),
            ]);
        }
        tracks
    }

    fn badges(&self, state: &State, seat: Seat, who: Who) -> Vec<Badge> {
        let mut badges = Vec::new();
        if state.prone & bit(who) != 0 {
            badges.push(badge("prone", "moving costs double", false));
        }
        if state.stunned & bit(who) != 0 {
            badges.push(badge("stunned", "can do nothing in its next turn", false));
        }
        if state.hidden[ix(who)] > 0 {
            badges.push(badge(
                "hidden",
                "seen only by Senses as high as its Hidden; moving costs double",
                true,
            ));
        }
        for borne in state.conditions(who) {
            let condition = &self.conditions[borne.condition as usize];
            let name = format!("{} {}", condition.name.to_lowercase(), borne.rank);
            let means = format!(
                "{}; {} against it",
                lasting_words(condition.does, borne.rank),
                condition.resisted.name()
            );
            badges.push(badge(&name, &means, condition.does.is_good()));
        }
        let sheet = self.sheet(state, who);
        if let Some(aura) = &sheet.aura {
            let means = format!("{}, {} squares around", lasting_words(aura.does, aura.rank), aura.reach);
            badges.push(badge(&aura.name.to_lowercase(), &means, aura.does.is_good()));
        }
        // RANKS-U8: the cards in hand that are left, for whoever holds them.
        if self.confides(state, seat, who) && sheet.is_hero() && state.up & bit(who) != 0 {
            let played = if who == state.current() { state.played } else { 0 };
            let drawn = state.hand[ix(who)] & !sheet.held & !played;
            for (_, &card) in (0..).zip(&sheet.cards).filter(|&(place, _): &(u32, _)| drawn >> place & 1 == 1)
            {
                let card = &self.cards[card as usize];
                badges.push(badge(&format!("card: {}", card.name), &self.card_words(card), true));
            }
        }
        badges
    }

    // --- the map ---

    fn map_view(&self, state: &State, seat: Seat, unknown: u128) -> MapView {
        let seen = self.squares_seen(state, seat, unknown);
        let known = if seat == Seat::Judge { self.grid.inside() } else { seen };
        let (width, height) = (self.grid.width(), self.grid.height());
        let draw = |cell: &dyn Fn(Square) -> char| -> Vec<String> {
            (0..height).map(|y| (0..width).map(|x| cell(Square::new(x, y))).collect()).collect()
        };
        // RANKS-U4
        let cells = draw(&|square| match () {
            () if !known.has(square) => MapView::UNKNOWN,
            () if state.walls.has(square) => MapView::WALL,
            () if state.rough.has(square) => MapView::OBSTRUCTED,
            () => MapView::FLOOR,
        });
        // RANKS-U5
        let fog = draw(&|square| if seen.has(square) { MapView::FLOOR } else { MapView::UNKNOWN });
        MapView::Squares {
            width,
            height,
            cells,
            fog,
            pieces: self.pieces(state),
            treasure: self.piles(state, &known),
            auras: self.aura_views(state),
            reach: self.reachable(state, seat, unknown),
        }
    }

    /// What whoever acts sees; on the other side's turn, what the own side sees.
    fn squares_seen(&self, state: &State, seat: Seat, unknown: u128) -> Board {
        let who = state.current();
        let acts = state.phase != Phase::Initiative && state.outcome.is_none();
        if acts && unknown & bit(who) == 0 && self.follows(state, seat, who) {
            return self.view_of(state, who);
        }
        let eyes = match seat {
            Seat::Judge | Seat::Watcher => return self.grid.inside(),
            Seat::Player(crowd) => {
                let sides = state.side.iter().filter(|&&side| side & crowd.0 != 0);
                sides.fold(0, |set, side| set | side) & state.up
            }
        };
        each(eyes).fold(Board::EMPTY, |seen, who| seen.or(&self.view_of(state, who)))
    }

    /// Does this seat look at the field with the eyes of whoever acts?
    fn follows(&self, state: &State, seat: Seat, who: Who) -> bool {
        matches!(seat, Seat::Judge | Seat::Watcher) || self.confides(state, seat, who)
    }

    fn pieces(&self, state: &State) -> Vec<Piece> {
        let here = each(state.everyone() & !state.gone).filter(|&who| state.at[ix(who)] != Square::NOWHERE);
        here.map(|who| {
            let at = state.at[ix(who)];
            // RANKS-U3: a hero's colour is its own, from the place among the heroes.
            let colour = match state.side_of(who) {
                Side::Heroes => PieceColour::Own((state.side[0] & (bit(who) - 1)).count_ones() as u8),
                Side::Monsters => PieceColour::Black,
            };
            Piece { who, at: (at.x(), at.y()), size: state.size[ix(who)], colour }
        })
        .collect()
    }

    fn piles(&self, state: &State, known: &Board) -> Vec<Treasure> {
        let mut piles: Vec<Treasure> = Vec::new();
        for thing in state.lying.iter().filter(|thing| thing.item != NOTHING && known.has(thing.at)) {
            let (at, item) = ((thing.at.x(), thing.at.y()), self.item_name(thing.item).to_owned());
            match piles.iter_mut().find(|pile| pile.at == at) {
                Some(pile) => pile.items.push(item),
                None => piles.push(Treasure { at, items: vec![item] }),
            }
        }
        piles
    }

    fn aura_views(&self, state: &State) -> Vec<AuraView> {
        let owners = each(state.auras & state.up).filter(|&who| state.at[ix(who)] != Square::NOWHERE);
        owners
            .filter_map(|who| {
                let aura = self.sheet(state, who).aura.as_ref()?;
                Some(AuraView { who, reach: aura.reach, name: aura.name.clone(), good: aura.does.is_good() })
            })
            .collect()
    }

    fn reachable(&self, state: &State, seat: Seat, unknown: u128) -> Vec<Reachable> {
        let who = state.current();
        let acts = state.phase == Phase::Turn && state.outcome.is_none() && state.turns > 0;
        if !acts || unknown & bit(who) != 0 || !self.confides(state, seat, who) {
            return Vec::new();
        }
        let steps = self.steps(state, who, self.seen_foes(state, who));
        let times = 1 + u8::from(state.is_slowed(who));
        self.explore(state, who, &steps, None, |rings, ways| {
            let mut reach = Vec::new();
            let mut path = [Square::NOWHERE; fracas_kernel::grid::MOST_PRICE];
            for price in 1..=rings.last() {
                for square in rings.ring(price).squares() {
                    let steps = rings.path(square, ways, &mut path);
                    let path = path[..steps].iter().rev().map(|s| (s.x(), s.y())).collect();
                    let price = price.saturating_mul(times);
                    reach.push(Reachable { at: (square.x(), square.y()), price, path });
                }
            }
            reach
        })
    }
}

fn badge(name: &str, means: &str, good: bool) -> Badge {
    Badge { name: name.to_owned(), means: means.to_owned(), good, mark: Default::default() }
}

pub(crate) fn outcome_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won(Side::Heroes) => "The heroes have won",
        Outcome::Won(Side::Monsters) => "The monsters have won",
        Outcome::Draw => "Nobody is left: a draw",
    }
}
