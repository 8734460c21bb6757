import { NO_TERM_FOUND } from '../../formats/sssom/sssom-vocabulary.js';
import { PROPERTY_FEATURE } from '../../scoring/feature-table.js';
import type { AnsweredRow, RowCandidate } from '../answered-row.js';

/** What an answer says of a name, in the words of the standard; the subject is left to others. */
export interface AnswerMapping {
  /** `exactMatch` where the service matches by itself; `closeMatch` for what is only a candidate. */
  readonly predicate: 'skos:exactMatch' | 'skos:closeMatch';
  /** `undefined`: nothing was found. */
  readonly object: RowCandidate | undefined;
  readonly justification: string;
}

/** Names that agree word for word score so, but for rounding. */
const EQUAL = 99.995;

/**
 * The match by itself, without its rivals; else all candidates, for a person to choose from, and where there are none, that nothing was found. None at all
 * for a row that could not be asked.
 */
export function mappingsOf({ candidates, problem }: AnsweredRow): readonly AnswerMapping[] {
  if (problem !== undefined) return [];
  const [first] = candidates;
  if (first === undefined)
    return [
      { predicate: 'skos:exactMatch', object: undefined, justification: 'semapv:LexicalSimilarityThresholdMatching' },
    ];
  if (first.match) return [{ predicate: 'skos:exactMatch', object: first, justification: justificationOf(first) }];
  return candidates.map((object) => ({ predicate: 'skos:closeMatch', object, justification: justificationOf(object) }));
}

/** By the name alone, equal or only alike; or by the name and what the records say. */
function justificationOf({ features }: RowCandidate): string {
  if (features.some(({ id, value }) => (id.startsWith(PROPERTY_FEATURE) || id === 'record') && value !== 0))
    return 'semapv:CompositeMatching';
  const isEqual = features.some(
    ({ id, value }) => id === 'id' || (['name', 'alias', 'transliteration'].includes(id) && Number(value) >= EQUAL),
  );
  return isEqual ? 'semapv:LexicalMatching' : 'semapv:LexicalSimilarityThresholdMatching';
}

/** The cells of a mapping about its object, by slot. */
export function objectSlots(
  { object }: AnswerMapping,
  curieOf: (id: string) => string,
): Readonly<Record<string, string>> {
  if (object === undefined) return { object_id: NO_TERM_FOUND };
  const probability = object.probability;
  return {
    object_id: curieOf(object.id),
    object_label: object.name,
    object_category: object.type.map(({ name }) => name).join(', '),
    ...(probability === undefined ? {} : { confidence: share(probability) }),
    similarity_score: share(object.score / 100),
    similarity_measure: SIMILARITY_MEASURE,
  };
}

const SIMILARITY_MEASURE = 'sameas score';

/** A number from 0 to 1 with as many as three digits, as the standard wants it. */
function share(value: number): string {
  return String(Number(Math.min(1, Math.max(0, value)).toFixed(3)));
}
