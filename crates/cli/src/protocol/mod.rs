//! `fracas protocol`: JSON lines on standard input and output, for bots and tests. docs/PROTOCOL.md is its contract.

mod desk;
mod reply;
mod request;
mod session;

use std::io::{self, Write};

use crate::failure::Failure;
use crate::lines::{Incoming, read_line};
use reply::{Fault, faulty};
use session::Session;

/// A request may be so long, its line ending apart.
pub const LONGEST_LINE: usize = 1 << 20;

/// Answers every line until the input ends.
pub fn run() -> Result<(), Failure> {
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let mut session = Session::default();
    loop {
        let reply = match read_line(&mut input, LONGEST_LINE)? {
            Incoming::End => return Ok(()),
            Incoming::TooLong => {
                let message = format!("a line has at most {LONGEST_LINE} bytes");
                faulty(serde_json::Value::Null, Fault::new("too-long", message))
            }
            Incoming::Line(line) if line.iter().all(u8::is_ascii_whitespace) => continue,
            Incoming::Line(line) => session.answer(&line),
        };
        writeln!(output, "{reply}")?;
        output.flush()?;
    }
}
