import type { Vocabulary } from '../../../search/label-table.js';
import { wordShape, type WordShape } from '../../../text/similarity/word-shape.js';
import type { WordCosts } from './word-costs.js';

/** A word of labels with all that comparing it needs, whatever the query. */
export interface LabelWord {
  readonly shape: WordShape;
  /** Code unit of its first letter; NaN for the empty word. */
  readonly firstLetter: number;
  /** What it weighs where the query says nothing else. */
  readonly weight: number;
  /** See `WordCosts`. */
  readonly apart: number;
  readonly missing: number;
}

/** Words remembered at once; with more, all are forgotten. */
const MOST_REMEMBERED = 50_000;

/** Words of labels by their numbers in the vocabulary, each worked out once. Cost: one array read for a word met lately. */
export function rememberLabelWords(vocabulary: Pick<Vocabulary, 'size' | 'tokenOf'>, costs: Pick<WordCosts, 'weightOf' | 'tellsApart' | 'missingShare'>): (token: number) => LabelWord {
  const known = new Array<LabelWord | undefined>(vocabulary.size).fill(undefined);
  let count = 0;
  return (token) => {
    const remembered = known[token];
    if (remembered !== undefined) return remembered;
    const shape = wordShape(vocabulary.tokenOf(token));
    const word = {
      shape,
      firstLetter: shape.text.charCodeAt(0),
      weight: costs.weightOf(shape.text),
      apart: costs.tellsApart(shape.text),
      missing: costs.missingShare(shape.text),
    };
    if (count++ >= MOST_REMEMBERED) {
      known.fill(undefined);
      count = 1;
    }
    known[token] = word;
    return word;
  };
}
