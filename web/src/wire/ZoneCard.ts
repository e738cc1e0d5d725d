// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Picture } from "./Picture";
import type { Tag } from "./Tag";

export type ZoneCard = { id: string, name: string, tags: Array<Tag>, at: [number, number], exit: boolean, picture: Picture, };
