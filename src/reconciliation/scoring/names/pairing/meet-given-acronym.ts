import { NAME_WEIGHTS } from '../name-weights.js';
import { isShortFor } from './acronym-runs.js';
import type { WordPairs } from './word-pairs.js';

/** Whoever writes "fbi" means all of "federal bureau of investigation (fbi)", whose last word is that note. */
export function meetGivenAcronym(pairs: WordPairs): void {
  const { query, label, metBy, freeLabelWord } = pairs;
  const last = label.count - 1;
  const at = metBy[last] ?? -1;
  if (at === -1 || !isShortFor(query.words[at]?.shape.text ?? '', last, freeLabelWord)) return;
  let weight = 0;
  for (let j = 0; j < last; j++) weight += pairs.meet(j, at, at, 'acronym');
  pairs.byGivenAcronym = NAME_WEIGHTS.acronymGiven * weight;
}
