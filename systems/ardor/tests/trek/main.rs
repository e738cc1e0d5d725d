//! The time between fights: the clauses with dice on the table, the judge, files, and the kernel's checks.

mod generic;
