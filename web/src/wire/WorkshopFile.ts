// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

export type WorkshopFile = {
/**
 * Below the library's folder ("delve/scenarios/inn.toml"), or "content/delve/…" for one that is built in.
 */
path: string, system: string,
/**
 * "fight", "adventure", "party" or "library".
 */
kind: string,
/**
 * Its title; of a part of a library what is in it, in words.
 */
title: string, about: string, };
