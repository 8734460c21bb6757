import type { EntityStore } from '../entities/entity-store.js';
import { fieldWriter } from '../formats/separated/field-writer.js';
import type { Double, DoubleGroup } from './double.js';

/** Writes all pairs, those of a group together. */
export type DoubleForm = (groups: readonly DoubleGroup[], entities: EntityStore) => string;

/** The columns of a table of doubles; the group is a number from 1 in the order of the file. */
export const DOUBLE_COLUMNS = ['group', 'id 1', 'name 1', 'id 2', 'name 2', 'same name', 'score', 'probability', 'reasons'] as const;

const SCORE_DIGITS = 2;
const PROBABILITY_DIGITS = 3;

function separated(separator: string): DoubleForm {
  const field = fieldWriter({ separator, lineSeparator: '\n', quoteAll: false, guardFormulas: false });
  const line = (texts: readonly string[]): string => `${texts.map((text, place) => field(text, place === 0)).join(separator)}\n`;
  return (groups, entities) => {
    const rows = groups.flatMap(({ doubles }, i) =>
      doubles.map(({ first, second, sameName, score, probability, reasons }) =>
        line([
          String(i + 1),
          entities.idOf(first),
          entities.nameOf(first),
          entities.idOf(second),
          entities.nameOf(second),
          sameName ? 'yes' : 'no',
          score.toFixed(SCORE_DIGITS),
          probability.toFixed(PROBABILITY_DIGITS),
          reasons.join('; '),
        ]),
      ),
    );
    return line(DOUBLE_COLUMNS) + rows.join('');
  };
}

/** A pair for programs. */
export interface WrittenDouble {
  readonly first: { readonly id: string; readonly name: string };
  readonly second: { readonly id: string; readonly name: string };
  readonly sameName: boolean;
  readonly score: number;
  readonly probability: number;
  readonly reasons: readonly string[];
}

/** A pair with ids and names in place of ordinals. */
export function writtenDouble({ first, second, sameName, score, probability, reasons }: Double, entities: EntityStore): WrittenDouble {
  const named = (entity: number) => ({ id: entities.idOf(entity), name: entities.nameOf(entity) });
  return { first: named(first), second: named(second), sameName, score, probability: Number(probability.toFixed(4)), reasons };
}

const jsonLines: DoubleForm = (groups, entities) => groups.flatMap(({ doubles }, i) => doubles.map((double) => `${JSON.stringify({ group: i + 1, ...writtenDouble(double, entities) })}\n`)).join('');

/** By the ending of the file's name. */
export const DOUBLE_FORMS = { csv: separated(','), tsv: separated('\t'), jsonl: jsonLines } as const satisfies Readonly<Record<string, DoubleForm>>;
