//! Pictures that whoever runs a table brings: one under the map, others as handouts. A picture is an event of its table
//! like any other, and so is who may see it: both are kept, exported, copied and deleted with the table, and every server
//! that reads the log has them. Only what is really a picture is taken, by its content and not by its name.

use axum::body::Bytes;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fracas_store::SeatRow;

use crate::config::Limits;
use crate::event::Event;
use crate::fight::Fight;
use crate::messages::{Audience, PictureView, SeatKind};
use crate::refusal::Refused;
use crate::tokens;

/// The most pictures of a table.
const MAX: usize = 24;
/// The longest side, in pixels: browsers draw no more than that well.
const LONGEST_SIDE: u32 = 8192;
const LONGEST_NAME: usize = 60;

/// What a file is by its first bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Png,
    Jpeg,
    Webp,
}

impl Format {
    pub const fn mime(self) -> &'static str {
        match self {
            Format::Png => "image/png",
            Format::Jpeg => "image/jpeg",
            Format::Webp => "image/webp",
        }
    }
}

/// What was found in a file: its format, and width and height in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    pub format: Format,
    pub size: (u32, u32),
}

/// What these bytes are, if they are a picture.
pub fn look(bytes: &[u8]) -> Option<Found> {
    let found = |format, size| Some(Found { format, size });
    match bytes {
        [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] if bytes.get(12..16) == Some(b"IHDR") => {
            found(Format::Png, (big(bytes, 16, 4)?, big(bytes, 20, 4)?))
        }
        [0xff, 0xd8, 0xff, ..] => found(Format::Jpeg, jpeg_size(bytes)?),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => {
            found(Format::Webp, webp_size(bytes)?)
        }
        _ => None,
    }
}

/// A number of some bytes, the first of which counts most.
fn big(bytes: &[u8], at: usize, long: usize) -> Option<u32> {
    Some(bytes.get(at..at + long)?.iter().fold(0, |all, &byte| all << 8 | u32::from(byte)))
}

/// The same with the last first.
fn little(bytes: &[u8], at: usize, long: usize) -> Option<u32> {
    Some(bytes.get(at..at + long)?.iter().rev().fold(0, |all, &byte| all << 8 | u32::from(byte)))
}

/// From segment to segment, until one says how large the frame is.
fn jpeg_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    loop {
        if *bytes.get(at)? != 0xff {
            return None;
        }
        match *bytes.get(at + 1)? {
            0xff => at += 1,
            // Frames, but not tables of codes (C4, CC) nor what is reserved (C8).
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                return Some((big(bytes, at + 7, 2)?, big(bytes, at + 5, 2)?));
            }
            0x01 | 0xd0..=0xd7 => at += 2,
            // The picture itself has begun, and nobody has said how large it is.
            0xd9 | 0xda => return None,
            _ => at += 2 + big(bytes, at + 2, 2)?.max(2) as usize,
        }
    }
}

fn webp_size(bytes: &[u8]) -> Option<(u32, u32)> {
    match bytes.get(12..16)? {
        b"VP8 " => Some((little(bytes, 26, 2)? & 0x3fff, little(bytes, 28, 2)? & 0x3fff)),
        b"VP8L" if *bytes.get(20)? == 0x2f => {
            let sizes = little(bytes, 21, 4)?;
            Some(((sizes & 0x3fff) + 1, (sizes >> 14 & 0x3fff) + 1))
        }
        b"VP8X" => Some((little(bytes, 24, 3)? + 1, little(bytes, 27, 3)? + 1)),
        _ => None,
    }
}

/// The pictures of a table, and who sees them.
#[derive(Clone, Debug, Default)]
pub struct Album(Vec<Picture>);

#[derive(Clone, Debug)]
struct Picture {
    id: String,
    name: String,
    found: Found,
    bytes: Bytes,
    to: Audience,
}

impl Album {
    /// Takes note of an event.
    pub fn take(&mut self, event: &Event) {
        match event {
            Event::Picture { picture, name, data } => {
                // What was kept was looked at before.
                let Ok(bytes) = STANDARD.decode(data) else { return };
                let Some(found) = look(&bytes) else { return };
                let (id, name) = (picture.clone(), name.clone());
                self.0.push(Picture { id, name, found, bytes: bytes.into(), to: Audience::Nobody });
            }
            Event::Show { picture, to } => {
                for one in &mut self.0 {
                    if one.id == *picture {
                        one.to = to.clone();
                    } else if *to == Audience::Map && one.to == Audience::Map {
                        // There is one map.
                        one.to = Audience::Nobody;
                    }
                }
            }
            Event::Discard { picture } => self.0.retain(|one| one.id != *picture),
            _ => {}
        }
    }

    fn find(&self, id: &str) -> Option<&Picture> {
        self.0.iter().find(|one| one.id == id)
    }

    /// What a seat may know of: whoever runs the table of all of them, others of what they are shown.
    pub fn shown(&self, fight: &Fight, seat: &SeatRow) -> Vec<PictureView> {
        let hosts = fight.hosts(seat);
        let mine = self.0.iter().filter(|one| hosts || one.is_for(seat));
        mine.map(|one| PictureView {
            id: one.id.clone(),
            name: one.name.clone(),
            width: one.found.size.0,
            height: one.found.size.1,
            map: one.to == Audience::Map,
            to: hosts.then(|| one.to.clone()),
        })
        .collect()
    }
}

impl Picture {
    fn is_for(&self, seat: &SeatRow) -> bool {
        match &self.to {
            Audience::Nobody => seat.kind == SeatKind::Judge,
            Audience::Map | Audience::Everyone => true,
            Audience::Seats(seats) => seats.contains(&seat.id) || seat.kind == SeatKind::Judge,
        }
    }
}

impl Fight {
    /// A picture that somebody wants to bring, as it is kept.
    pub fn bring(
        &self,
        seat: &SeatRow,
        name: &str,
        bytes: &[u8],
        limits: &Limits,
    ) -> Result<(String, Event), Refused> {
        self.host_only(seat, "brings pictures")?;
        let refused = |why: String| Refused::new("bad-picture", why);
        if self.closed {
            return Err(Refused::new("closed", "this table is closed for good"));
        }
        if bytes.len() > limits.picture {
            let why = format!(
                "a picture has at most {} KiB, and this has {}",
                limits.picture >> 10,
                bytes.len() >> 10
            );
            return Err(refused(why).advise("make it smaller, or save it as WebP"));
        }
        let Some(found) = look(bytes) else {
            return Err(refused("this is no PNG, JPEG or WebP picture".to_owned())
                .advise("save it as one of these; the name of a file does not make it one"));
        };
        let (width, height) = found.size;
        if width == 0 || height == 0 || width.max(height) > LONGEST_SIDE {
            return Err(refused(format!(
                "it has {width} × {height} pixels; at most {LONGEST_SIDE} are drawn each way"
            )));
        }
        let all = &self.album.0;
        let sum = all.iter().map(|one| one.bytes.len()).sum::<usize>() + bytes.len();
        if all.len() >= MAX || sum > limits.pictures {
            let why =
                format!("a table has at most {MAX} pictures, of {} KiB together", limits.pictures >> 10);
            return Err(refused(why).advise("throw another away first"));
        }
        let name: String =
            name.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(LONGEST_NAME).collect();
        let name = if name.is_empty() { "Picture".to_owned() } else { name };
        let picture = tokens::table_id();
        Ok((picture.clone(), Event::Picture { picture, name, data: STANDARD.encode(bytes) }))
    }

    /// A picture, for a seat that may see it. Others learn nothing, not even that there is one.
    pub fn picture(&self, seat: &SeatRow, id: &str) -> Option<(&'static str, Bytes)> {
        let one = self.album.find(id).filter(|one| self.hosts(seat) || one.is_for(seat))?;
        Some((one.found.format.mime(), one.bytes.clone()))
    }

    /// Who sees a picture from now on, or that it goes.
    pub(crate) fn show(
        &self,
        seat: &SeatRow,
        picture: &str,
        to: Option<&Audience>,
    ) -> Result<Event, Refused> {
        self.host_only(seat, "shows pictures")?;
        if self.album.find(picture).is_none() {
            return Err(Refused::new("no-such-picture", "there is no such picture at this table"));
        }
        let picture = picture.to_owned();
        let Some(to) = to else { return Ok(Event::Discard { picture }) };
        if let Audience::Seats(seats) = to
            && let Some(nobody) = seats.iter().find(|id| self.seat(**id).is_none())
        {
            return Err(Refused::new("refused", format!("there is no seat {nobody}")));
        }
        Ok(Event::Show { picture, to: to.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes
    }

    #[test]
    fn a_picture_is_known_by_its_content() {
        let found = |format, size| Some(Found { format, size });
        assert_eq!(look(&png(640, 480)), found(Format::Png, (640, 480)));
        let jpeg = b"\xff\xd8\xff\xe0\0\x04ab\xff\xc4\0\x03x\xff\xc2\0\x0b\x08\x01\x02\x03\x04\x01\x22\0";
        assert_eq!(look(jpeg), found(Format::Jpeg, (0x304, 0x102)));
        let lossy = b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x20\x03\x58\x42";
        assert_eq!(look(lossy), found(Format::Webp, (800, 600)));
        let lossless = b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x1f\x43\x95\0";
        assert_eq!(look(lossless), found(Format::Webp, (800, 598)));
        let extended = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x1f\x03\0\x57\x02\0";
        assert_eq!(look(extended), found(Format::Webp, (800, 600)));
    }

    #[test]
    fn what_is_no_picture_or_ends_too_soon_is_none() {
        for bytes in
            [&b""[..], b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"GIF89a\x01\0\x01\0", b"\xff\xd8\xff"]
        {
            assert_eq!(look(bytes), None, "{bytes:?}");
        }
        for whole in [png(1, 1), b"\xff\xd8\xff\xc0\0\x0b\x08\0\x01\0\x01".to_vec()] {
            for cut in 0..whole.len() {
                assert_eq!(look(&whole[..cut]), None, "cut to {cut}");
            }
        }
    }
}
