//! Unguessable names: of tables, and of the seats that links lead to.

/// A seat's token: 160 bits in 40 characters.
pub fn token() -> String {
    hex(&random::<20>())
}

/// A table's name: enough that nobody meets another's by chance; what opens a table is a token.
pub fn table_id() -> String {
    hex(&random::<6>())
}

/// A seed that a page can show and send back: scripts count exactly up to 2^53.
pub fn seed() -> u64 {
    u64::from_le_bytes(random::<8>()) >> 11
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Without randomness there are no secret links, and nothing that could be done instead.
    getrandom::fill(&mut bytes).expect("the system gives random numbers");
    bytes
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
