import type { Dataset } from '../entities/dataset.js';
import { plainLetters } from '../foundation/plain-letters.js';
import { namesLookedAt } from './names-looked-at.js';

/** Shorter names are near many others. */
const MIN_NEAR = 5;
/** Longer texts are not searched for typos: there are too many ways to make one. */
const MAX_NEAR = 40;
/** Characters at the beginning or end that texts one typo apart share. */
const END = 3;

/** Facts about texts by the names of a dataset. */
export interface ValuesInNames {
  /** Whether the text is a name, or one typo away from one; "Woolf, Virginia" is "Virginia Woolf". */
  readonly isName: (text: string) => boolean;
  /** Share of the words of the text that are words of names; 0 for a text without words. */
  readonly wordShare: (text: string) => number;
  /** Share of the dataset's names that were examined. */
  readonly lookedAt: number;
}

/**
 * Compares texts with the names of about `most` entities. Cost: as `namesLookedAt`, and the deletions of each text and
 * of each name with the same beginning or end (Garbe's symmetric deletions).
 */
export function valuesInNames(
  texts: Iterable<string>,
  dataset: Pick<Dataset, 'entities'>,
  most: number,
): ValuesInNames {
  const keys = new Set<string>();
  for (const text of texts) for (const key of keysOf(plainLetters(text))) keys.add(key);
  const near = deletionsOf(keys);
  const [beginnings, ends] = [new Set<string>(), new Set<string>()];
  for (const key of keys) {
    beginnings.add(key.slice(0, END));
    ends.add(key.slice(-END));
  }
  const words = new Set<string>();
  const named = new Set<string>();
  for (const plain of namesLookedAt(dataset, most)) {
    for (const word of wordsOf(plain)) words.add(word);
    for (const name of keysOf(plain)) {
      if (keys.has(name)) named.add(name);
      if (
        name.length < MIN_NEAR ||
        name.length > MAX_NEAR ||
        (!beginnings.has(name.slice(0, END)) && !ends.has(name.slice(-END)))
      )
        continue;
      for (const key of near.get(name) ?? []) named.add(key);
      for (let at = 0; at < name.length; at++)
        for (const key of near.get(name.slice(0, at) + name.slice(at + 1)) ?? []) named.add(key);
    }
  }
  return {
    isName: (text) => keysOf(plainLetters(text)).some((key) => named.has(key)),
    wordShare: (text) => {
      const all = wordsOf(plainLetters(text));
      return all.length === 0 ? 0 : all.filter((word) => words.has(word)).length / all.length;
    },
    lookedAt: Math.min(1, most / Math.max(1, dataset.entities.size)),
  };
}

/** Text after one deletion, or unchanged → the keys that give it. */
function deletionsOf(keys: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const near = new Map<string, string[]>();
  const add = (form: string, key: string): void => {
    const known = near.get(form);
    if (known === undefined) near.set(form, [key]);
    else known.push(key);
  };
  for (const key of keys) {
    if (key.length < MIN_NEAR || key.length > MAX_NEAR) continue;
    add(key, key);
    for (let at = 0; at < key.length; at++) add(key.slice(0, at) + key.slice(at + 1), key);
  }
  return near;
}

/**
 * Comparison keys of a plain text: its words, also without the part after a comma or in brackets, and with the part
 * after the comma in front.
 */
function keysOf(plain: string): readonly string[] {
  const whole = joined(plain);
  const at = plain.search(/[,([]/u);
  if (at < 0) return whole === '' ? [] : [whole];
  const turned = plain[at] === ',' ? joined(`${plain.slice(at + 1)} ${plain.slice(0, at)}`) : whole;
  return [...new Set([whole, joined(plain.slice(0, at)), turned])].filter((key) => key !== '');
}

function joined(text: string): string {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** Words have at least two letters. */
function wordsOf(plain: string): readonly string[] {
  return plain.match(/\p{L}{2,}/gu) ?? [];
}
