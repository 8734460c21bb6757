import { readFileSync } from 'node:fs';

/** The lexicons of `data/lexicons`, listed in its README: plain text, one entry a line; lines with # give the source. */
export type LexiconName =
  | 'abbreviations'
  | 'acronym-stop-words'
  | 'articles'
  | 'between-names'
  | 'between-names-after-comma'
  | 'booleans'
  | 'contrasts'
  | 'country-names'
  | 'directions-between'
  | 'generations'
  | 'given-names'
  | 'han-variants'
  | 'heading-words'
  | 'kinds-of-things'
  | 'legal-forms'
  | 'numerals'
  | 'ordinals'
  | 'property-headings'
  | 'role-headings'
  | 'said-of-another'
  | 'stop-words'
  | 'titles'
  | 'unicode-blocks'
  | 'units';

const known = new Map<LexiconName, readonly string[]>();

/** The entries of a lexicon, in their order. Cost: a file read once. */
export function lexicon(name: LexiconName): readonly string[] {
  let lines = known.get(name);
  if (lines === undefined) {
    const text = readFileSync(new URL(`../../data/lexicons/${name}.txt`, import.meta.url), 'utf8');
    lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    known.set(name, lines);
  }
  return lines;
}

/** The words of all lines of a lexicon. */
export function wordsOfLexicon(name: LexiconName): readonly string[] {
  return lexicon(name).flatMap((line) => line.split(' '));
}

/** A lexicon of lines such as `st: saint street`: the entries after the colon, of all lines with one key in their order. */
export function lexiconByKey(name: LexiconName, separator = ' '): ReadonlyMap<string, readonly string[]> {
  const entries = new Map<string, readonly string[]>();
  for (const line of lexicon(name)) {
    const [key = '', value = ''] = line.split(': ');
    entries.set(key, [...(entries.get(key) ?? []), ...value.split(separator)]);
  }
  return entries;
}
