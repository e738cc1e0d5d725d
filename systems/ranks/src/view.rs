//! The display model: the map with fog, reach and auras, the tokens with their tracks, and the question.

use fracas_kernel::grid::{Board, MAX_PRICE, Square};
use fracas_kernel::plot::dress;
use fracas_kernel::{
    AuraView, Badge, BadgeMark, Crowd, Know, MapView, Piece, PieceColour, Play, Question, Reachable, Report,
    Seat, Show, Side, Status, TableView, Tell, Think, Token, Track, TrackKind, Treasure, Unit, Whim, Who,
};

use crate::apply::WOUND_WORTH;
use crate::choices::Deed;
use crate::data::{Ability, Harm, Lasting, Ranks};
use crate::state::{NOTHING, Phase, State};
use crate::words::POINTS;

/// What odds count: a wound is ten of it, Damage towards one at most nine.
pub(crate) const HEALTH: Unit = Unit::new("health", "health", "health");
pub(crate) const WOUNDS: Unit = Unit::new("wound", "wounds", "wounds");
pub(crate) const DAMAGE: Unit = Unit::new("point of Damage", "points of Damage", "Damage");
const SCORE: Unit = Unit::new("point", "points", "pts");

impl Report for Ranks {}

impl Show for Ranks {
    fn view(&self, state: &State, seat: Seat) -> TableView {
        let unknown = self.unknown_to(state, seat);
        let state = &self.known(state, seat);
        let to_come = state.course.away.only_if(seat != Seat::Judge);
        let mut view = TableView {
            system: Ranks::SYSTEM,
            health: HEALTH,
            title: self.title.clone(),
            round: state.round.into(),
            phase: self.phase_words(state),
            map: self.map_view(state, seat, unknown),
            tokens: self
                .listed(state)
                .filter(|&who| !to_come.has(who))
                .map(|who| self.token(state, seat, who, unknown))
                .collect(),
            question: self.question(state, seat, unknown),
            choices: Vec::new(),
            quiet: Vec::new(),
            gauges: Vec::new(),
            outcome: state.outcome.map(Into::into),
        };
        if self.plotted {
            dress(self, state, seat, &mut view);
            view.gauges.extend(self.risen_gauge(state));
            if let MapView::Squares { treasure, .. } = &mut view.map {
                treasure.extend(self.prizes_on_the_map(state));
            }
        }
        view
    }
}

impl Ranks {
    /// RANKS-U1: everybody, in the order of initiative once there is one.
    fn listed<'a>(&self, state: &'a State) -> impl Iterator<Item = Who> + use<'a> {
        let turns = if state.phase == Phase::Initiative { 0 } else { usize::from(state.turns) };
        let order = state.order.iter().copied().take(turns);
        let ordered: Crowd = order.clone().collect();
        order.chain(state.everyone() - ordered)
    }

    fn phase_words(&self, state: &State) -> String {
        match (state.outcome, state.phase) {
            (Some(_), _) => String::new(),
            (None, Phase::Initiative) => "initiative".to_owned(),
            (None, Phase::Ending) => "between turns".to_owned(),
            (None, Phase::Turn) => format!("{}'s turn", self.name(state, state.current())),
        }
    }

    fn question(&self, state: &State, seat: Seat, unknown: Crowd) -> Option<Question> {
        let who = state.current();
        let (text, rule) = match (state.phase, state.side_of(who)) {
            (Phase::Ending, _) => {
                let next = self.name(state, self.next_up(state));
                (format!("The turn is over: {next} goes on?"), "RANKS-R22")
            }
            (Phase::Initiative, _) => ("Roll initiative for the next round?".to_owned(), "RANKS-T1"),
            (_, Side::Heroes) => {
                (format!("{}: move, act, or end the turn?", self.name(state, who)), "RANKS-T4")
            }
            // RANKS-U2, RANKS-U7, RANKS-R22: a monster has decided on its turn; Go carries all of it out.
            (_, Side::Monsters) => (self.intention(state, seat, who, unknown), "RANKS-U7"),
        };
        Question::of(self.ask(state), text, Some(rule))
    }

    /// What a monster means to do, for those who see it.
    fn intention(&self, state: &State, seat: Seat, who: Who, unknown: Crowd) -> String {
        let name = self.name(state, who);
        if unknown.has(who) {
            return format!("{name} acts unseen. Go?");
        }
        // Only the judge and its own players are told what it has in mind; others see what it does to whom.
        if !self.confides(state, seat, who) {
            return format!("{name} has made up its mind. Go?");
        }
        let choice = self.instinct(state, Crowd::one(who), &mut Whim::new(0));
        let means = match choice.deed {
            Deed::Move { to } => format!("to move to {to}"),
            Deed::End => "to end its turn".to_owned(),
            Deed::Scan => "to look around".to_owned(),
            Deed::Hide => "to hide".to_owned(),
            Deed::Act { .. } => format!("to play {}", self.describe(state, choice).label),
            _ => format!("to {}", self.describe(state, choice).label.to_lowercase()),
        };
        format!("{name} means {means}. Go?")
    }

    // --- tokens ---

    pub(crate) fn token(&self, state: &State, seat: Seat, who: Who, unknown: Crowd) -> Token {
        let sheet = self.sheet(state, who);
        let status = if state.dead.has(who) {
            Status::Dead
        } else if state.gone.has(who) {
            Status::Gone
        } else if state.up.has(who) {
            Status::Up
        } else {
            Status::Down
        };
        let unseen = unknown.has(who);
        let at = state.at[who];
        let acts = state.phase != Phase::Initiative && state.outcome.is_none();
        Token {
            who,
            id: self.id(state, who),
            name: self.name(state, who),
            kind: self.kind_words(sheet),
            side: state.side_of(who),
            status,
            place: (!unseen && at != Square::NOWHERE && status != Status::Gone).then(|| at.to_string()),
            tracks: if unseen { Vec::new() } else { self.tracks(state, seat, who) },
            badges: if unseen {
                vec![Badge::bad(BadgeMark::Hidden, "unseen", "Nobody on this side sees it.")]
            } else {
                self.badges(state, seat, who)
            },
            to_act: acts && state.order().skip(state.now.into()).any(|one| one == who),
        }
    }

    /// RANKS-U6: movement points, Senses, Hidden, Wounds; less for a monster. Health is what is left of Damage and wounds
    /// together. Damage has no limit, and is told with what it leads to.
    fn tracks(&self, state: &State, seat: Seat, who: Who) -> Vec<Track> {
        let resolve = i32::from(self.rank(state, who, Ability::Resolve));
        let left = (resolve - i32::from(state.wounds[who])).max(0);
        let health = self.health(state, who).max(0);
        let track = |id, name, value, max, kind, unit| Track { id, name, value, max, kind, unit };
        let mut tracks = vec![
            track("health", "health", health, Some(resolve * WOUND_WORTH), TrackKind::Health, HEALTH),
            track("wounds-left", "wounds left", left, Some(resolve), TrackKind::Plain, WOUNDS),
        ];
        if self.confides(state, seat, who) {
            let (movement, senses, hidden) = (state.movement[who], state.senses[who], state.hidden[who]);
            tracks.extend([
                track("movement", "movement points", movement.into(), None, TrackKind::Supply, POINTS),
                track("senses", "Senses", senses.into(), None, TrackKind::Plain, SCORE),
                track("hidden", "Hidden", hidden.into(), None, TrackKind::Plain, SCORE),
            ]);
        }
        tracks
    }

    fn badges(&self, state: &State, seat: Seat, who: Who) -> Vec<Badge> {
        let mut badges = Vec::new();
        if state.prone.has(who) {
            badges.push(Badge::bad(BadgeMark::Prone, "prone", "Moving costs double until it stands up."));
        }
        if state.stunned.has(who) {
            badges.push(Badge::bad(BadgeMark::Stunned, "stunned", "Can do nothing in its next turn."));
        }
        let hidden = state.hidden[who];
        if hidden > 0 {
            let means = format!("Seen only by enemies with Senses of {hidden} or more. Moving costs double.");
            badges.push(Badge::good(BadgeMark::Hidden, "hidden", means));
        }
        for borne in state.conditions(who) {
            let condition = &self.conditions[usize::from(borne.condition)];
            let name = format!("{} {}", condition.name.to_lowercase(), borne.rank);
            let mark = match condition.does {
                Lasting::Hurts(Harm::Fire) => BadgeMark::Burning,
                Lasting::Hurts(Harm::Poison) => BadgeMark::Poisoned,
                _ => BadgeMark::Condition,
            };
            let means = self.condition_effect(condition, borne.rank);
            badges.push(Badge { name, means, good: condition.does.is_good(), mark });
        }
        badges.extend(damage_badge(state.damage[who]));
        badges.extend(self.possessions(state, seat, who));
        badges
    }

    /// What somebody is and has, which is listed and not drawn: aura, ranks, keywords, gear, cards.
    fn possessions(&self, state: &State, seat: Seat, who: Who) -> Vec<Badge> {
        let mut badges = Vec::new();
        let (sheet, confides) = (self.sheet(state, who), self.confides(state, seat, who));
        let gear = |name: String, means: String| Badge::good(BadgeMark::Gear, name, means);
        if let Some(aura) = &sheet.aura {
            let good = aura.does.is_good();
            badges.push(Badge { good, ..gear(aura.name.to_lowercase(), self.aura_effect(aura)) });
        }
        badges.extend(sheet.keywords.map(|word| gear(word.name().to_owned(), word.effect())));
        badges.extend(sheet.words.iter().map(|[name, means]| gear(name.to_lowercase(), means.clone())));
        let ranks = Ability::ALL.map(|(_, ability)| self.rank(state, who, ability));
        badges.push(gear("ranks".to_owned(), self.sheet_effect(sheet, ranks)));
        for (place, item) in state.carried(who) {
            let item = &self.items[usize::from(item)];
            if state.has_equipped(who, place) {
                badges.push(gear(item.name.to_lowercase(), self.item_effect(item)));
            } else if confides {
                badges.push(gear(format!("{}, carried", item.name.to_lowercase()), self.item_effect(item)));
            }
        }
        // RANKS-U8: the cards in hand that are left, for whoever holds them.
        if confides && sheet.is_hero() && state.up.has(who) {
            let mut drawn = state.hand[who] - sheet.held;
            if who == state.current() {
                drawn -= state.played;
            }
            for place in drawn {
                let card = &self.cards[usize::from(sheet.cards[usize::from(place)])];
                let left = self.uses_of(state, who, place).map(|[used, most]| most.saturating_sub(used));
                let left = left.map_or(String::new(), |left| format!(" ({left} left)"));
                badges.push(gear(format!("card: {}{left}", card.title()), self.card_effect(card, None)));
            }
        }
        badges
    }

    // --- the map ---

    fn map_view(&self, state: &State, seat: Seat, unknown: Crowd) -> MapView {
        let seen = self.squares_seen(state, seat, unknown);
        let known = if seat == Seat::Judge { self.grid.inside() } else { seen };
        let (width, height) = (self.grid.width(), self.grid.height());
        let draw = |cell: &dyn Fn(Square) -> char| -> Vec<String> {
            (0..height).map(|y| (0..width).map(|x| cell(Square::new(x, y))).collect()).collect()
        };
        // RANKS-U4
        let cells = draw(&|square| match self.door_at(state, square) {
            _ if !known.has(square) => MapView::UNKNOWN,
            Some(door) => door,
            None if state.walls.has(square) => MapView::WALL,
            None if state.rough.has(square) => MapView::OBSTRUCTED,
            None => MapView::FLOOR,
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

    /// A door as it is drawn, unless stone fills it.
    fn door_at(&self, state: &State, square: Square) -> Option<char> {
        let (door, _) = (0_u8..).zip(&self.doors).find(|(_, way)| way.squares.has(square))?;
        let filled = !state.shut.has(door) && state.walls.has(square);
        if filled { None } else { state.doors[door].glyph() }
    }

    /// What whoever acts sees; on the other side's turn, what the own side sees.
    fn squares_seen(&self, state: &State, seat: Seat, unknown: Crowd) -> Board {
        let who = state.current();
        let acts = state.phase == Phase::Turn && state.outcome.is_none();
        if acts && !unknown.has(who) && self.follows(state, seat, who) {
            return self.view_of(state, who);
        }
        self.ground_known_to(state, seat)
    }

    /// Does this seat look at the field with the eyes of whoever acts?
    fn follows(&self, state: &State, seat: Seat, who: Who) -> bool {
        let hero = state.side_of(who) == Side::Heroes;
        seat == Seat::Judge || seat == Seat::Watcher && hero || self.confides(state, seat, who)
    }

    fn pieces(&self, state: &State) -> Vec<Piece> {
        let here = (state.everyone() - state.gone).filter(|&who| state.at[who] != Square::NOWHERE);
        here.map(|who| {
            let at = state.at[who];
            // RANKS-U3: a hero's colour is its own, from the place among the heroes.
            let colour = match state.side_of(who) {
                Side::Heroes => PieceColour::Own((state.side[0] & Crowd::first_few(who.index())).len() as u8),
                Side::Monsters => PieceColour::Black,
            };
            Piece { who, at: (at.x(), at.y()), size: state.size[who], colour }
        })
        .collect()
    }

    fn piles(&self, state: &State, known: &Board) -> Vec<Treasure> {
        let mut piles: Vec<Treasure> = Vec::new();
        for thing in state.lying.iter().filter(|thing| thing.item != NOTHING && known.has(thing.at)) {
            let (at, item) = ((thing.at.x(), thing.at.y()), self.item_name(thing.item).to_owned());
            let items = std::iter::repeat_n(item, thing.count.into());
            match piles.iter_mut().find(|pile| pile.at == at) {
                Some(pile) => pile.items.extend(items),
                None => piles.push(Treasure { at, items: items.collect() }),
            }
        }
        piles
    }

    fn aura_views(&self, state: &State) -> Vec<AuraView> {
        let owners = (state.auras & state.up).filter(|&who| state.at[who] != Square::NOWHERE);
        owners
            .filter_map(|who| {
                let aura = self.sheet(state, who).aura.as_ref()?;
                Some(AuraView { who, reach: aura.reach, name: aura.name.clone(), good: aura.does.is_good() })
            })
            .collect()
    }

    fn reachable(&self, state: &State, seat: Seat, unknown: Crowd) -> Vec<Reachable> {
        let who = state.current();
        let acts = state.phase == Phase::Turn && state.outcome.is_none() && state.turns > 0;
        if !acts || unknown.has(who) || !self.confides(state, seat, who) {
            return Vec::new();
        }
        let steps = self.steps(state, who, self.seen_foes(state, who));
        let times = 1 + u8::from(state.is_slowed(who));
        self.explore(state, who, &steps, None, |rings, ways| {
            let mut reach = Vec::new();
            let mut path = [Square::NOWHERE; MAX_PRICE];
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

/// RANKS-U6, RANKS-W2: Damage counts up towards a wound, without a limit.
fn damage_badge(damage: i16) -> Option<Badge> {
    let means = "At the next harm it rolls Endurance: less than its Damage, and that becomes a wound.";
    (damage > 0).then(|| Badge::bad(BadgeMark::Gear, format!("{damage} Damage taken"), means))
}
