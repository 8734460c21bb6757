import type { NameEvidence } from './name-evidence.js';
import type { NameSums } from './name-sums.js';
import type { WordPairs } from './pairing/word-pairs.js';
import type { WordCosts } from './word-costs.js';
import { SAID_ELSEWHERE, wordsBetween, type ComparedName } from './words-between.js';

type Apart = Pick<NameEvidence, 'apartQuery' | 'apartLabel'>;
type TellsApart = (word: string, between: boolean) => number;

/**
 * How surely the words that only one of both names has tell entities apart (see `NameEvidence`). Words between others tell less than those before or
 * behind them. Cost: where there are such words, that of `wordsBetween`.
 */
export function apartByPlace(pairs: WordPairs, sums: NameSums, costs: WordCosts): Apart {
  const plain = { apartQuery: sums.apartQuery, apartLabel: sums.apartLabel };
  if (sums.code !== '' || sums.isBareName || sums.apartQuery + sums.apartLabel === 0 || pairs.label.isTransliteration()) return plain;
  const tellsApart: TellsApart = (word, between) => (between ? costs.tellsApartBetween : costs.tellsApart)(word);
  const [query, label] = [queryOf(pairs), labelOf(pairs)];
  const moreInLabel = wordsBetween(label, query);
  const moreInQuery = moreInLabel === undefined ? wordsBetween(query, label) : undefined;
  if (moreInLabel === undefined && moreInQuery === undefined) return plain;
  return { apartQuery: surestOf(query, moreInQuery, tellsApart), apartLabel: surestOf(label, moreInLabel, tellsApart) };
}

function queryOf(pairs: WordPairs): ComparedName {
  const { query, label, metBy, metLast } = pairs;
  const metAt = (i: number): number => {
    if (pairs.isOpen(i)) return -1;
    if (pairs.taken[i] === 0) return SAID_ELSEWHERE;
    return metBy.findIndex((first, j) => j < label.count && first !== -1 && first <= i && i <= (metLast[j] ?? first));
  };
  return { text: query.label.original, wordCount: query.words.length, wordAt: (i) => query.words[i]?.shape.text ?? '', metAt };
}

function labelOf({ label, metBy, beside }: WordPairs): ComparedName {
  return { text: label.text(), wordCount: label.count, wordAt: (j) => label.words[j]?.shape.text ?? '', metAt: (j) => (beside[j] === 1 ? SAID_ELSEWHERE : (metBy[j] ?? -1)) };
}

function surestOf(name: ComparedName, between: readonly number[] | undefined, tellsApart: TellsApart): number {
  let surest = 0;
  for (let at = 0; at < name.wordCount; at++) if (name.metAt(at) === -1) surest = Math.max(surest, tellsApart(name.wordAt(at), between?.includes(at) === true));
  return surest;
}
