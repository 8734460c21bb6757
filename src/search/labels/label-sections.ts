import { alphabeticalOrder } from '../../foundation/alphabetical-order.js';
import { groupByKey } from '../../foundation/group-by-key.js';
import { type SectionArray, sharedArray, toShared } from '../../foundation/sections.js';
import { ascendingNumbers, stableOrder } from '../../foundation/stable-order.js';
import { attachStringTable, orderedStringTable } from '../../foundation/string-table.js';
import type { Vocabulary } from '../label-table.js';
import { wordWeight } from '../words/word-weight.js';
import type { CollectedLabels } from './collect-labels.js';

/** The words with their final numbers, as needed to find similar words. */
interface NumberedWords {
  /** Numbers of the words as collected, sorted by code units: a prefix is a range. */
  readonly order: Uint32Array;
  readonly sections: Map<string, SectionArray>;
}

/** Sorts the collected words. */
export function numberWords({ words }: CollectedLabels): NumberedWords {
  const order = alphabeticalOrder(words);
  return { order, sections: orderedStringTable('words.text', words, order) };
}

/**
 * Numbers the collected labels and writes the sections `labels.*`, `words.text`, `words.entityFrequency`,
 * `words.weight`, from which the others are made (build-steps.ts). `prominence`: by entity. `weights`: word weights of
 * a larger set of labels (`words.unknownWeight`: for words of neither).
 */
export function labelSections(
  collected: CollectedLabels,
  words: NumberedWords,
  prominence: Float64Array,
  weights?: Pick<Vocabulary, 'idOf' | 'weightOf'>,
): Map<string, SectionArray> {
  const texts = attachStringTable(words.sections, 'words.text');
  const weightOf =
    weights === undefined ? undefined : (word: number): number => weights.weightOf(weights.idOf(texts.get(word)));
  const numbered = numberLabels(collected, words.order, (entity) => prominence[entity] ?? 0, weightOf);
  const flags = sharedArray('Uint8Array', collected.rowCount);
  flags.set(collected.flagsOfRow);
  return new Map<string, SectionArray>([
    ...collected.texts,
    ['labels.entity', toShared(collected.entityOfRow)],
    ['labels.flags', flags],
    ['labels.form', toShared(numbered.formOfRow)],
    ['labels.entityRows', toShared(collected.firstRowOfEntity)],
    ['labels.formRows.offsets', toShared(numbered.firstRowOfForm)],
    ['labels.formRows.rows', toShared(numbered.rowsOfForms)],
    ['labels.formWords.offsets', toShared(numbered.firstWordOfForm)],
    ['labels.formWords.words', toShared(numbered.wordsOfForms)],
    ['labels.formWeight', toShared(numbered.formWeights)],
    ...orderedStringTable('labels.forms', collected.forms, numbered.formOrder),
    ...words.sections,
    ['words.entityFrequency', toShared(numbered.entityFrequency)],
    ['words.weight', toShared(numbered.wordWeights)],
    ...(weights === undefined
      ? []
      : [['words.unknownWeight', toShared(Float32Array.of(weights.weightOf(-1)))] as const]),
  ]);
}

/** Final numbers of words and forms, and their statistics. */
interface NumberedLabels {
  readonly entityFrequency: Uint32Array;
  readonly wordWeights: Float32Array;
  /**
   * Numbers of the forms as collected, by ascending sum of word weights, then by descending prominence: short, common
   * forms first.
   */
  readonly formOrder: Uint32Array;
  readonly formWeights: Float32Array;
  readonly firstWordOfForm: Uint32Array;
  readonly wordsOfForms: Uint32Array;
  readonly formOfRow: Uint32Array;
  readonly firstRowOfForm: Uint32Array;
  /** Within a form, more prominent entities first. */
  readonly rowsOfForms: Uint32Array;
}

/**
 * Renumbers words by `wordOrder`, which is alphabetical, and forms by weight. `weightOf`: weights by new word numbers,
 * if not from these labels. The order of forms allows leaving a long posting list early: labels with little else than
 * the word come first.
 */
function numberLabels(
  labels: CollectedLabels,
  wordOrder: Uint32Array,
  prominenceOf: (entity: number) => number,
  weightOf?: (word: number) => number,
): NumberedLabels {
  const newWord = inverse(wordOrder);
  const oldFrequency = countEntities(labels);
  const entityFrequency = wordOrder.map((word) => oldFrequency[word] ?? 0);
  const wordWeights = Float32Array.from(
    entityFrequency,
    (frequency, word) => weightOf?.(word) ?? wordWeight(labels.entityCount, frequency),
  );

  const formCount = labels.forms.hashes.length;
  const oldWeights = new Float64Array(formCount);
  for (let form = 0; form < formCount; form++) {
    let sum = 0;
    for (let i = labels.firstWordOfForm[form] ?? 0; i < (labels.firstWordOfForm[form + 1] ?? 0); i++) {
      sum += wordWeights[newWord[labels.wordsOfForms[i] ?? 0] ?? 0] ?? 0;
    }
    oldWeights[form] = sum;
  }
  const prominence = new Float64Array(formCount);
  for (let row = 0; row < labels.rowCount; row++) {
    const form = labels.formOfRow[row] ?? 0;
    const known = prominenceOf(labels.entityOfRow[row] ?? 0);
    if (known > (prominence[form] ?? 0)) prominence[form] = known;
  }
  const formOrder = stableOrder(
    stableOrder(ascendingNumbers(formCount), prominence, 'descending'),
    oldWeights,
    'ascending',
  );
  const newForm = inverse(formOrder);

  const firstWordOfForm = new Uint32Array(formCount + 1);
  const wordsOfForms = new Uint32Array(labels.wordsOfForms.length);
  let used = 0;
  for (let form = 0; form < formCount; form++) {
    const old = formOrder[form] ?? 0;
    for (let i = labels.firstWordOfForm[old] ?? 0; i < (labels.firstWordOfForm[old + 1] ?? 0); i++) {
      wordsOfForms[used++] = newWord[labels.wordsOfForms[i] ?? 0] ?? 0;
    }
    firstWordOfForm[form + 1] = used;
  }
  const formOfRow = labels.formOfRow.map((form) => newForm[form] ?? 0);
  const { offsets: firstRowOfForm, members: rowsOfForms } = groupByKey(formOfRow, formCount);
  sortHomonyms(firstRowOfForm, rowsOfForms, (row) => prominenceOf(labels.entityOfRow[row] ?? 0));
  return {
    entityFrequency,
    wordWeights,
    formOrder,
    formWeights: Float32Array.from(formOrder, (form) => oldWeights[form] ?? 0),
    firstWordOfForm,
    wordsOfForms,
    formOfRow,
    firstRowOfForm,
    rowsOfForms,
  };
}

function sortHomonyms(
  firstRowOfForm: Uint32Array,
  rowsOfForms: Uint32Array,
  prominenceOfRow: (row: number) => number,
): void {
  for (let form = 0; form + 1 < firstRowOfForm.length; form++) {
    const rows = rowsOfForms.subarray(firstRowOfForm[form], firstRowOfForm[form + 1]);
    if (rows.length > 1) rows.sort((a, b) => prominenceOfRow(b) - prominenceOfRow(a) || a - b);
  }
}

function countEntities(labels: CollectedLabels): Uint32Array {
  const frequency = new Uint32Array(labels.words.hashes.length);
  const lastSeenIn = new Uint32Array(labels.words.hashes.length);
  for (let row = 0; row < labels.rowCount; row++) {
    const stamp = (labels.entityOfRow[row] ?? 0) + 1;
    const form = labels.formOfRow[row] ?? 0;
    for (let i = labels.firstWordOfForm[form] ?? 0; i < (labels.firstWordOfForm[form + 1] ?? 0); i++) {
      const word = labels.wordsOfForms[i] ?? 0;
      if (lastSeenIn[word] === stamp) continue;
      lastSeenIn[word] = stamp;
      frequency[word] = (frequency[word] ?? 0) + 1;
    }
  }
  return frequency;
}

function inverse(order: Uint32Array): Uint32Array {
  const positions = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) positions[order[i] ?? 0] = i;
  return positions;
}
