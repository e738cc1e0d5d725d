/** Paths within `web/`, and what is in each. */
export function files(): Record<string, string>;
export function present(): Record<string, string>;
