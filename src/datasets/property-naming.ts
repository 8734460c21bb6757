import { hashString } from '../foundation/hash-string.js';
import { plainLetters } from '../foundation/plain-letters.js';

/**
 * The id of a property from its heading: lower-case words without accents, joined by `_`. `birthDate`, `Birth date` and
 * `birth-date` are `birth_date`. A code (`P569`) stays as it is.
 */
export function propertyIdOf(heading: string, taken: ReadonlySet<string>): string {
  if (CODE.test(heading) && !taken.has(heading)) return heading;
  const slug = plainLetters(heading.replace(WORD_BEGINS, '$&_'))
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  const base = slug === '' ? 'property' : slug;
  let id = base;
  for (let n = 2; taken.has(id); n++) id = `${base}_${n}`;
  return id;
}

/** Wikidata property ids. */
const CODE = /^[A-Z]\d+$/;
/** Before a capital that begins a word: `birth|Date`, `ISBN|Number`. */
const WORD_BEGINS = /\p{Ll}(?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll})/gu;

/** A heading in readable form: `birth_year` and `birthYear` become `Birth year`; headings with spaces stay. */
export function readableName(heading: string): string {
  const words = heading.includes(' ')
    ? heading
    : heading
        .replace(/(\p{Ll})(\p{Lu})/gu, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
        .replace(/[_.]+/g, ' ')
        .trim();
  const name = words === '' ? heading : words;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Name of a type; for an address its last part. */
export function nameOfType(id: string): string {
  const [, end] = /^https?:\/\/.*[/#]([\p{L}_][\p{L}\p{N}_.-]*)$/u.exec(id) ?? [];
  return end === undefined ? id : readableName(end);
}

const MAX_SLUG = 80;

/** Slug of a name: lower case, letters and digits with `-` between; `''` for a name without any. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_SLUG)
    .replace(/-+$/, '');
}

/** Hash of the content of a record: eight hex digits, the same at every load. */
export function contentMark(content: string): string {
  return hashString(content).toString(16).padStart(8, '0');
}
