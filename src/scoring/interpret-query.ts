import { resolveProperty } from '../entities/dataset.js';
import type { Datatype } from '../entities/property.js';
import { analyseLabel } from '../text/analyse-label.js';
import { codesIn } from '../text/codes-in.js';
import { namesInOne, thingsInOne } from '../text/names-in-one.js';
import { createNameRewriter, type NameRule, type RewriteName } from '../text/name-rules.js';
import { splitConcatenated } from '../text/run-together.js';
import type { DatasetSnapshot } from './snapshot.js';
import { wantedNames, type PropertyCondition, type ReconciliationQuery } from './query.js';

/** One way to read a name that was sent. All interpretations of a query go through the same steps, and their candidates compete. */
export interface Interpretation {
  /** The name as it was sent. */
  readonly sent: string;
  readonly text: string;
  /** The conditions of the query, and one more where the text has the value of a property in it. */
  readonly properties: readonly PropertyCondition[];
  /** Way in which it goes beyond the text; absent: it is the text. */
  readonly guess?: 'code apart' | 'one of two names' | 'one of several things' | 'beginnings';
  /** Of several things that the text names one after the other, which one this is, counted from 0. */
  readonly part?: number;
  /** Rules of the dataset that rewrote it, as they are written; absent: none. */
  readonly rules?: readonly string[];
}

/** The interpretations of one name, or of several of which an entity needs to have but one; `guesses` are only tried where the others find nothing probable. */
export interface Alternatives {
  readonly likely: readonly Interpretation[];
  readonly guesses: readonly Interpretation[];
}

/**
 * Interpretations of the names of a query. A candidate counts by the best of alternatives, and by the worst of all that have to be met: mostly one, several where the query has several conditions on
 * names, or one of which all values are wanted. Cost: a look at the text; for a code in it two binary searches a property.
 */
export function interpretationsOf(snapshot: DatasetSnapshot, query: ReconciliationQuery): readonly Alternatives[] {
  const read = (names: readonly string[]): Alternatives => ({
    likely: names.flatMap((name) => likelyReadings(snapshot, query, name)),
    guesses: names.flatMap((name) => guessedReadings(query, name)),
  });
  if (query.names === undefined) return [read([query.text])];
  const groups = wantedNames(query).flatMap(({ values, quantifier }) =>
    quantifier === 'all' ? values.map((name) => [name]) : [values],
  );
  return groups.length === 0 ? [read([''])] : groups.map(read);
}

const rewriters = new WeakMap<readonly NameRule[], RewriteName>();

/** A name as the rules of the dataset rewrite it; `undefined` mostly. */
function rewritten(
  {
    dataset: {
      metadata: { nameRules },
    },
  }: DatasetSnapshot,
  name: string,
): ReturnType<RewriteName> {
  if (nameRules === undefined) return undefined;
  let rewrite = rewriters.get(nameRules);
  if (rewrite === undefined) {
    rewrite = createNameRewriter(nameRules);
    rewriters.set(nameRules, rewrite);
  }
  return rewrite(name);
}

/** As written; as the rules of the dataset rewrite it, which is as likely; without a code that is the value of a property; each of two names that the text says: "Malindo Airways d/b/a Batik Air". */
function likelyReadings(
  snapshot: DatasetSnapshot,
  { properties }: ReconciliationQuery,
  sent: string,
): readonly Interpretation[] {
  const byRules = rewritten(snapshot, sent);
  const byCode = withCodeApart(snapshot, properties, sent);
  return [
    { sent, text: sent, properties },
    ...(byRules === undefined ? [] : [{ sent, ...byRules, properties }]),
    ...(byCode === undefined ? [] : [{ sent, ...byCode, guess: 'code apart' as const }]),
    ...thingsNamed(snapshot, sent).map((text, part) => ({
      sent,
      text,
      properties,
      guess: 'one of several things' as const,
      part,
    })),
    ...namesInOne(sent).map((text) => ({ sent, text, properties, guess: 'one of two names' as const })),
  ];
}

/** A word of several beginnings with capitals ("RivBibl") may be short for several words. */
function guessedReadings({ properties }: ReconciliationQuery, sent: string): readonly Interpretation[] {
  const text = splitConcatenated(sent.trim());
  return text === undefined ? [] : [{ sent, text, properties, guess: 'beginnings' as const }];
}

/** The things that a text names one after the other ("MPI for Physics and TU München"); none unless the dataset has several of these names, and not the whole as one: "Marks and Spencer". */
function thingsNamed({ candidateIndex: { labels } }: DatasetSnapshot, text: string): readonly string[] {
  return thingsInOne(text, (name) => labels.rowsWithFolded(analyseLabel(name).folded).length > 0);
}

/** Entities that have a code, such as a part number, for it to say which one is meant. */
const MAX_WITH_CODE = 3;
const HOLDS_CODES: ReadonlySet<Datatype> = new Set(['text', 'identifier']);

/** A text with a code ("Panasonic telephone KX-TS108W") that few entities have as a value of a property: the text without it, and the property asked for. `undefined` mostly. */
function withCodeApart(
  { dataset, statistics }: DatasetSnapshot,
  properties: readonly PropertyCondition[],
  text: string,
): Pick<Interpretation, 'text' | 'properties'> | undefined {
  for (const [code, written] of codesIn(text)) {
    for (const property of dataset.properties) {
      if (!HOLDS_CODES.has(property.datatype) || statistics.entitiesWith(property, code, MAX_WITH_CODE) === 0) continue;
      if (properties.some((condition) => resolveProperty(dataset, condition.property) === property)) continue;
      return {
        text: text.replace(written, ' ').trim(),
        properties: [...properties, { property: property.id, values: [code] }],
      };
    }
  }
  return undefined;
}
