/**
 * Takes the pictures that content names out of the game-icons set, and no others: `npm run icons` writes
 * `src/icons/words.json` and a file for each picture under `public/icons`, which the page fetches as it needs them.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const here = import.meta.dirname;
const set = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@iconify-json/game-icons/icons.json'), 'utf8'),
);

/** Every file as it should be, by its path within this folder. */
export function files() {
  const words = {};
  const out = {};
  for (const line of readFileSync(join(here, '../content/icons.toml'), 'utf8').split('\n')) {
    const found = /^([\w-]+) = "([\w-]+)"$/.exec(line.trim());
    if (!found) continue;
    const [, word, name] = found;
    const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent];
    if (!icon) throw new Error(`content/icons.toml: there is no game-icon called ${name}`);
    words[word] = name;
    out[`public/icons/${name}.svg`] =
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${icon.body}</svg>\n`;
  }
  out['src/icons/words.json'] = JSON.stringify(words, null, 1) + '\n';
  return out;
}

/** Those that are there now. */
export function present() {
  const names = readdirSync(join(here, 'public/icons')).map((name) => `public/icons/${name}`);
  return Object.fromEntries(
    [...names, 'src/icons/words.json'].map((path) => [path, readFileSync(join(here, path), 'utf8')]),
  );
}

if (process.argv[1] === import.meta.filename) {
  rmSync(join(here, 'public/icons'), { recursive: true, force: true });
  for (const folder of ['public/icons', 'src/icons']) mkdirSync(join(here, folder), { recursive: true });
  for (const [path, text] of Object.entries(files())) writeFileSync(join(here, path), text);
}
