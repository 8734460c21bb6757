import type { Dataset } from '../entities/dataset.js';
import { findEntity } from '../entities/entity-store.js';
import { plainLetters } from '../foundation/plain-letters.js';
import { entityFacts, summarise } from '../describe/describe-entity.js';
import type { ReviewedRow } from './matching-run.js';
import type { RunColumns } from './run-record.js';
import type { Answer } from '../describe/answer.js';
import { inEnglish } from '../foundation/sentence.js';
import type { Reason } from '../scoring/candidate.js';
import { DECISION_FEATURES, PROPERTY_FEATURE } from '../scoring/feature-table.js';

export interface ComparedValue {
  readonly column: number;
  readonly heading: string;
  readonly property: string;
  readonly given: string;
  /** Values of the candidate, as people read them; may be empty. */
  readonly own: readonly string[];
  /** missing: one of the two has nothing. */
  readonly verdict: 'agrees' | 'differs' | 'missing';
}

/** A candidate for a row, with agreeing and differing values. */
export interface ComparedCandidate {
  readonly id: string;
  /** Facts beyond the compared values; undefined where the dataset no longer has it. */
  readonly summary: string | undefined;
  readonly values: readonly ComparedValue[];
}

/** Values of the columns that are evidence, side by side with those of a candidate. */
export function compareValues(
  { question, answer }: Pick<ReviewedRow, 'question' | 'answer'>,
  id: string,
  { columns, headings }: { readonly columns: RunColumns; readonly headings: readonly string[] },
  dataset: Dataset,
): ComparedCandidate {
  const found = findEntity(dataset.entities, id);
  const facts = found === undefined ? [] : entityFacts(dataset, found);
  const features = answer.candidates.find((candidate) => candidate.id === id)?.features ?? [];
  const values = columns.properties.map(({ column, property }): ComparedValue => {
    const given = question.cells[column]?.trim() ?? '';
    const own = facts.find((fact) => fact.property.id === property)?.values.map(({ text }) => text) ?? [];
    const weight = Number(features.find((feature) => feature.id === `property:${property}`)?.value ?? 0);
    const agrees = own.some((text) => isSame(text, given)) || weight > 0;
    return {
      column,
      heading: headings[column] ?? property,
      property,
      given,
      own,
      verdict: given === '' || own.length === 0 ? 'missing' : agrees ? 'agrees' : 'differs',
    };
  });
  const summary =
    found === undefined ? undefined : summarise(dataset, found, new Set(values.map(({ property }) => property)));
  return { id, summary, values };
}

function isSame(one: string, other: string): boolean {
  const plain = (text: string): string =>
    plainLetters(text)
      .replace(/[\s\u202f,.]+/g, ' ')
      .trim();
  return plain(one) === plain(other);
}

/**
 * Reasons for and against each candidate, by id: only those that a person does not see in the names and values of row
 * and candidate side by side, such as a matched alias.
 */
export function candidateReasons({ candidates }: Pick<Answer, 'candidates'>): ReadonlyMap<string, readonly Reason[]> {
  return new Map(
    candidates.map(({ id, features }) => [
      id,
      features
        .filter(
          ({ id: feature, reason }) =>
            inEnglish(reason) !== '' && feature !== 'name' && !DECISION_FEATURES.has(feature),
        )
        .filter(({ id: feature }) => !feature.startsWith(PROPERTY_FEATURE))
        .map(({ reason }) => reason),
    ]),
  );
}
