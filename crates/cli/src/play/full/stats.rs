//! Everybody with everything there is to know: tracks with their names, conditions with what they do.

use fracas_kernel::{Status, TableView};

use super::super::screen::{Screen, place_of, side_ink};
use crate::paint::{Ink, tame};

pub fn stats(view: &TableView, screen: &Screen) -> String {
    let mut text = String::new();
    for token in &view.tokens {
        let place = place_of(view, token).map(|place| format!(", {place}")).unwrap_or_default();
        let status = match token.status {
            Status::Up => "",
            Status::Down => ", down",
            Status::Dead => ", dead",
            Status::Gone => ", gone",
        };
        let name = screen.paint.ink(side_ink(token.side), &tame(&token.name));
        text += &format!("{name} {}{place}{status}\n", tame(&token.kind));
        let tracks = token.tracks.iter().map(|track| match track.max {
            Some(most) => format!("{} {} of {most}", track.name, track.value),
            None => format!("{} {}", track.name, track.value),
        });
        let tracks = tracks.collect::<Vec<_>>().join(" · ");
        if !tracks.is_empty() {
            text += &format!("  {tracks}\n");
        }
        for badge in &token.badges {
            let ink = if badge.good { Ink::Good } else { Ink::Warn };
            let means =
                if badge.means.is_empty() { String::new() } else { format!(": {}", tame(&badge.means)) };
            text += &format!("  {}{means}\n", screen.paint.ink(ink, &tame(&badge.name)));
        }
    }
    text
}
