import { fieldWriter } from '../formats/separated/field-writer.js';
import type { Duplicate, DuplicateGroup, ListedEntity } from './duplicate.js';

type DuplicateForm = (groups: readonly DuplicateGroup[]) => string;

/** The columns of a table of duplicates; the group is a number from 1 in file order. */
export const DUPLICATE_COLUMNS = [
  'group',
  'id 1',
  'name 1',
  'id 2',
  'name 2',
  'same name',
  'score',
  'probability',
  'reasons',
] as const;

const SCORE_DIGITS = 2;
const PROBABILITY_DIGITS = 3;

function separated(separator: string): DuplicateForm {
  const field = fieldWriter({ separator, lineSeparator: '\n', quoteAll: false, guardFormulas: false });
  const line = (texts: readonly string[]): string =>
    `${texts.map((text, place) => field(text, place === 0)).join(separator)}\n`;
  return (groups) => {
    const rows = groups.flatMap(({ duplicates }, i) =>
      duplicates.map(({ first, second, sameName, score, probability, reasons }) =>
        line([
          String(i + 1),
          first.id,
          first.name,
          second.id,
          second.name,
          sameName ? 'yes' : 'no',
          score.toFixed(SCORE_DIGITS),
          probability.toFixed(PROBABILITY_DIGITS),
          reasons.join('; '),
        ]),
      ),
    );
    return line(DUPLICATE_COLUMNS) + rows.join('');
  };
}

/** A pair for programs. */
interface WrittenDuplicate {
  readonly first: { readonly id: string; readonly name: string };
  readonly second: { readonly id: string; readonly name: string };
  readonly sameName: boolean;
  readonly score: number;
  readonly probability: number;
  readonly reasons: readonly string[];
}

/** A pair without the positions of its entities. */
export function writtenDuplicate({
  first,
  second,
  sameName,
  score,
  probability,
  reasons,
}: Duplicate): WrittenDuplicate {
  const named = ({ id, name }: ListedEntity) => ({ id, name });
  return {
    first: named(first),
    second: named(second),
    sameName,
    score,
    probability: Number(probability.toFixed(4)),
    reasons,
  };
}

const jsonLines: DuplicateForm = (groups) =>
  groups
    .flatMap(({ duplicates }, i) =>
      duplicates.map((duplicate) => `${JSON.stringify({ group: i + 1, ...writtenDuplicate(duplicate) })}\n`),
    )
    .join('');

export const DUPLICATE_FORMS = {
  csv: separated(','),
  tsv: separated('\t'),
  jsonl: jsonLines,
} as const satisfies Readonly<Record<string, DuplicateForm>>;
