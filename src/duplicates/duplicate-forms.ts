import { fieldWriter } from '../formats/separated/field-writer.js';
import { MAX_SHARING } from './candidate-pairs.js';
import { amountOf } from '../foundation/amount-of.js';
import type { Duplicate, DuplicateGroup, ListedEntity } from './duplicate.js';
import type { DuplicatesFound, NameBlock } from './find-duplicates.js';

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

const PAIRS_SHOWN = 5;
const BLOCKS_SHOWN = 5;

/** The first groups for people: the records of each, and the reasons below. Ends in a line break, or is empty. */
export function formatGroups(groups: readonly DuplicateGroup[], shown: number): string {
  const blocks = groups.slice(0, shown).map((group, i) => formatGroup(group, i + 1));
  const more = groups.length - blocks.length;
  return [...blocks, ...(more > 0 && shown > 0 ? [`… and ${amountOf(more, 'group')} more\n`] : [])].join('\n');
}

function formatGroup({ entities: members, duplicates }: DuplicateGroup, number: number): string {
  const [only] = duplicates;
  const isPair = only !== undefined && duplicates.length === 1;
  // The reasons of a pair begin with its first name.
  const records = isPair ? [only.first, only.second] : members;
  const before = `${String(number)}. `;
  const indent = ' '.repeat(before.length);
  const lines = records.map(({ id, name }, i) => `${i === 0 ? before : indent}${id}  ${name}`);
  const pairs = duplicates
    .slice(0, PAIRS_SHOWN)
    .map(
      (duplicate) =>
        `${indent}  ${isPair ? '' : `${duplicate.first.id} = ${duplicate.second.id}  `}${whyOf(duplicate)}`,
    );
  return `${[...lines, ...pairs, ...(duplicates.length > PAIRS_SHOWN ? [`${indent}  …`] : [])].join('\n')}\n`;
}

function whyOf({ probability, sameName, reasons }: Duplicate): string {
  const [name, ...others] = reasons;
  return `${probability.toFixed(3)}  ${[sameName && name === 'equal' ? 'the same name' : name, ...others].join('; ')}`;
}

/** The result in a few sentences, one a line. `size`: entities of the dataset. */
export function summariseDuplicates(
  { groups, blocks, asked, inBlocks, failed, shared, least }: DuplicatesFound,
  size: number,
): string {
  const duplicates = groups.flatMap((group) => group.duplicates);
  const sameName = duplicates.filter((duplicate) => duplicate.sameName).length;
  const of = asked < size ? ` of ${size.toLocaleString('en')}` : '';
  const found =
    duplicates.length === 0
      ? `no two are probably one thing (none reached a probability of ${least.toFixed(2)}).`
      : `${amountOf(duplicates.length, 'pair')} that ${duplicates.length === 1 ? 'is' : 'are'} probably one thing (probability ${least.toFixed(2)} or more), in ${amountOf(groups.length, 'group')}; ${sameName.toLocaleString('en')} with exactly the same name.`;
  return [
    `${amountOf(asked - inBlocks, 'entity', 'entities')}${of} asked for: ${found}\n`,
    ...(blocks.length === 0
      ? []
      : [
          `${amountOf(blocks.length, 'name')} that more than ${String(MAX_SHARING)} entities have, which were not compared with each other: ${namesOf(blocks)}.\n`,
        ]),
    ...(shared === 0
      ? []
      : [
          `${amountOf(shared, 'entity has a name', 'entities have names')} that so many share that nothing tells which of them are one; they were asked for all the same, but not compared with their namesakes.\n`,
        ]),
    ...(failed === 0 ? [] : [`${amountOf(failed, 'entity', 'entities')} could not be asked for.\n`]),
  ].join('');
}

function namesOf(blocks: readonly NameBlock[]): string {
  const shown = blocks.slice(0, BLOCKS_SHOWN).map(({ name, size }) => `"${name}" (${size.toLocaleString('en')})`);
  return [...shown, ...(blocks.length > BLOCKS_SHOWN ? ['…'] : [])].join(', ');
}
