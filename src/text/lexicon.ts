import { readFileSync } from 'node:fs';

/** The lexicons of `src/text/lexicons`: plain text, a line for each entry; lines that begin with # say where it is from. */
export type LexiconName = 'contrasts' | 'directions-between' | 'said-of-another';

const known = new Map<LexiconName, readonly string[]>();

/** The entries of a lexicon, in their order. Cost: a file read once. */
export function lexicon(name: LexiconName): readonly string[] {
  let lines = known.get(name);
  if (lines === undefined) {
    const text = readFileSync(new URL(`lexicons/${name}.txt`, import.meta.url), 'utf8');
    lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    known.set(name, lines);
  }
  return lines;
}
