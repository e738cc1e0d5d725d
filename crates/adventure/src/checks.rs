//! What tests count in simulated play: where those stand who are met, seen from the party. For systems with zones.

use fracas_kernel::{MapView, Play, Seat, Show, Side, TagKind};

use crate::explore::Expedition;
use crate::{Adventure, Explorer};

/// In how many fights somebody began where nobody should.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stands {
    looked: bool,
    /// A foe in the zone of a hero, where a way leads to another.
    pub beside: usize,
    /// Somebody who lives there where the party had just come through.
    pub behind: usize,
    /// Somebody who lives there in what harms whoever comes, and not at home in it.
    pub harmed: usize,
}

impl Stands {
    /// Another fight begins.
    pub fn begins(&mut self) {
        self.looked = false;
    }

    /// Looks at a fight before the first choice in it.
    pub fn look<R: Expedition>(
        &mut self,
        rules: &Adventure<Explorer<R>>,
        state: &<Adventure<Explorer<R>> as Play>::State,
    ) {
        if std::mem::replace(&mut self.looked, true) {
            return;
        }
        let (setting, trek, view) = (rules.0.0.setting(), &state.trek, rules.view(state, Seat::Judge));
        let MapView::Zones { zones, .. } = &view.map else { panic!("a map of zones") };
        let (ground, here) = (setting.ground(&trek.here), &trek.here);
        let doors = ground.doors(&setting.place, here);
        let (within, walked) = (ground.field.in_time(&doors), ground.field.walked(&doors));
        let of = |side: Side| view.tokens.iter().filter(move |token| token.side == side);
        let placed = |side: Side| of(side).filter_map(|token| token.place.as_deref());
        let (at, from) = (ground.local(here.at), ground.local(here.from));
        let behind = |id: &str| {
            let zone = ground.field.zones().find(id);
            let next = at.zip(zone).map(|(at, zone)| within.toward(at, zone));
            let been = zone.is_some_and(|zone| here.visited.has(ground.zones[usize::from(zone)]));
            at != from && been && zone != at && next == from
        };
        let harms = |id: &str| {
            let zone = zones.iter().find(|zone| zone.id == id);
            let away = ground.field.zones().find(id) != at;
            away && zone.is_some_and(|zone| zone.tags.iter().any(|tag| tag.kind == TagKind::Hazard))
        };
        let at_home = !trek.turned_up;
        let any = |what: &dyn Fn(&str) -> bool| usize::from(placed(Side::Monsters).any(what));
        let roomy = at.is_some_and(|at| !walked.beside(at).is_empty());
        self.beside += any(&|foe| roomy && placed(Side::Heroes).any(|hero| hero == foe));
        self.behind += any(&|foe| at_home && behind(foe));
        self.harmed += any(&|foe| at_home && harms(foe));
    }
}
