import { type SectionArray, sharedArray } from '../foundation/sections.js';
import { attachPrefixIndex } from '../search/attach-prefix-index.js';
import { attachLabelTable, type LabelTexts } from '../search/attach-label-table.js';
import { attachLabelSections, PREFIX_STEP } from '../search/build-steps.js';
import type { CandidateIndex } from '../search/candidate-index.js';
import type { PostingLists } from '../search/compiled/form-selector.js';
import { searchInPhases } from '../search/compiled/search-in-phases.js';
import type { LabelTable } from '../search/label-table.js';
import { createLabelCollector } from '../search/labels/collect-labels.js';
import { labelSections, numberWords } from '../search/labels/label-sections.js';
import { miniSearchParts } from '../search/minisearch/minisearch-parts.js';
import type { PrefixIndex } from '../search/prefix-index.js';
import { acronymsOfLabel } from '../search/words/acronyms.js';
import type { CompiledEntity } from './compiled-entity.js';
import type { WordsAtHand } from './words-at-hand.js';

/*
 * The entities that one reader was sent, as a part of the dataset: names, forms and entities have numbers of their own, in the order that they have in the whole; words have those of the
 * whole dataset. So the search, the measure and the scoring of a dataset in memory run over it unchanged.
 */

/** Entities by their places in the slice, which are in the order of the source. */
export interface Slice {
  readonly entities: readonly CompiledEntity[];
  /** -1 for one that is not in it. */
  readonly ordinalOf: (id: string) => number;
  readonly labels: LabelTable;
  /** The search of the dataset among these of the entities, by their ordinals. Cost: a look at their names. */
  readonly candidateIndex: (among: ReadonlySet<number>) => CandidateIndex;
  /** Made when first asked for, over words of the slice alone. */
  readonly prefixIndex: () => PrefixIndex;
}

/** The names of the slice, numbered: rows in the order of the entities, forms as in memory by weight, then by prominence. */
interface NumberedNames extends LabelTexts {
  readonly entityOfRow: Uint32Array;
  readonly formOfRow: Uint32Array;
  readonly foldedOfForm: readonly string[];
  readonly sections: Map<string, SectionArray>;
}

/** A slice of these entities. Cost: a microsecond or two for each name. */
export function createSlice(found: readonly CompiledEntity[], words: WordsAtHand): Slice {
  const entities = [...found].sort((a, b) => a.position - b.position);
  const ordinals = new Map(entities.map(({ id }, ordinal) => [id, ordinal]));
  const names = numberNames(entities, words);
  const labels = attachLabelTable(names.sections, words.planned.words, names);
  let prefixes: PrefixIndex | undefined;
  return {
    entities,
    ordinalOf: (id) => ordinals.get(id) ?? -1,
    labels,
    candidateIndex: (among) =>
      searchInPhases('cluster', names.sections, {
        planned: words.planned,
        postings: postingsAmong(names, among),
        acronyms: acronymsIn(names, labels),
        part: { labels, formOf: names.forms.find, groups: words.groups },
      }),
    prefixIndex: () => (prefixes ??= prefixIndexOf(entities, words)),
  };
}

/** A name with its words, independent of the slice. */
interface FormOfName {
  readonly folded: string;
  readonly words: readonly number[];
  readonly weight: number;
}

/** A form of the slice. */
interface CollectedForm extends FormOfName {
  prominence: number;
  readonly rows: number[];
}

const formsOfNames = new WeakMap<CompiledEntity, readonly FormOfName[]>();

/** Worked out once for an entity, which comes into a slice several times. */
function formsOf(entity: CompiledEntity, { planned: { words } }: WordsAtHand): readonly FormOfName[] {
  let forms = formsOfNames.get(entity);
  if (forms === undefined) {
    forms = entity.rows.map(({ label: { folded, tokens } }) => {
      const ids: number[] = [];
      let weight = 0;
      for (const token of tokens) {
        const id = words.idOf(token);
        if (id < 0) continue;
        ids.push(id);
        weight += words.weightOf(id);
      }
      return { folded, words: ids, weight };
    });
    formsOfNames.set(entity, forms);
  }
  return forms;
}

function numberNames(entities: readonly CompiledEntity[], words: WordsAtHand): NumberedNames {
  const { entityOfRow, flagsOfRow, textOfRow, firstRowOfEntity, collected } = numberRows(entities, words);
  // Sorting is stable: what is equal stays in the order of the source.
  const forms = [...collected.values()].sort((a, b) => a.weight - b.weight || b.prominence - a.prominence);
  const prominenceOf = (row: number): number => entities[entityOfRow[row] ?? -1]?.prominence ?? 0;
  const { formOfRow, sections } = numberForms(forms, entityOfRow.length, prominenceOf);
  const foldedOfForm = forms.map(({ folded }) => folded);
  return {
    entityOfRow,
    formOfRow,
    foldedOfForm,
    texts: { get: (row) => textOfRow[row] ?? '' },
    forms: {
      get: (form) => foldedOfForm[form] ?? '',
      find: (folded) => {
        const row = collected.get(folded)?.rows[0];
        return row === undefined ? -1 : (formOfRow[row] ?? -1);
      },
    },
    sections: new Map<string, SectionArray>([
      ...words.sections,
      ['labels.entity', entityOfRow],
      ['labels.flags', flagsOfRow],
      ['labels.entityRows', firstRowOfEntity],
      ...sections,
    ]),
  };
}

/** The rows of the names, in the order of the entities, and their forms by text. */
function numberRows(entities: readonly CompiledEntity[], words: WordsAtHand) {
  const rowCount = entities.reduce((sum, { rows }) => sum + rows.length, 0);
  const entityOfRow = new Uint32Array(rowCount);
  const flagsOfRow = new Uint8Array(rowCount);
  const textOfRow: string[] = [];
  const firstRowOfEntity = new Uint32Array(entities.length + 1);
  const collected = new Map<string, CollectedForm>();
  for (const [ordinal, entity] of entities.entries()) {
    for (const [place, own] of formsOf(entity, words).entries()) {
      const row = textOfRow.length;
      entityOfRow[row] = ordinal;
      flagsOfRow[row] = entity.rows[place]?.flags ?? 0;
      textOfRow.push(entity.rows[place]?.text ?? '');
      let form = collected.get(own.folded);
      if (form === undefined) {
        form = { folded: own.folded, words: own.words, weight: own.weight, prominence: 0, rows: [] };
        collected.set(own.folded, form);
      }
      form.prominence = Math.max(form.prominence, entity.prominence);
      form.rows.push(row);
    }
    firstRowOfEntity[ordinal + 1] = textOfRow.length;
  }
  return { entityOfRow, flagsOfRow, textOfRow, firstRowOfEntity, collected };
}

/** The rows and words of the forms in this order; the rows of the best known entity come first. */
function numberForms(
  forms: readonly CollectedForm[],
  rowCount: number,
  prominenceOf: (row: number) => number,
): { readonly formOfRow: Uint32Array; readonly sections: readonly (readonly [string, SectionArray])[] } {
  const formOfRow = new Uint32Array(rowCount);
  const firstRowOfForm = new Uint32Array(forms.length + 1);
  const rowsOfForms = new Uint32Array(rowCount);
  const firstWordOfForm = new Uint32Array(forms.length + 1);
  const wordsOfForms: number[] = [];
  let placed = 0;
  for (const [form, { words: ids, rows: own }] of forms.entries()) {
    if (own.length > 1) own.sort((a, b) => prominenceOf(b) - prominenceOf(a) || a - b);
    for (const row of own) {
      formOfRow[row] = form;
      rowsOfForms[placed++] = row;
    }
    for (const id of ids) wordsOfForms.push(id);
    firstRowOfForm[form + 1] = placed;
    firstWordOfForm[form + 1] = wordsOfForms.length;
  }
  return {
    formOfRow,
    sections: [
      ['labels.form', formOfRow],
      ['labels.formRows.offsets', firstRowOfForm],
      ['labels.formRows.rows', rowsOfForms],
      ['labels.formWords.offsets', firstWordOfForm],
      ['labels.formWords.words', Uint32Array.from(wordsOfForms)],
      ['labels.formWeight', Float32Array.from(forms, ({ weight }) => weight)],
    ],
  };
}

const NO_FORMS = new Uint32Array(0);

/** The posting lists of the names of some of the entities. */
function postingsAmong({ entityOfRow, formOfRow, sections }: NumberedNames, among: ReadonlySet<number>): PostingLists {
  const firstWord = sections.get('labels.formWords.offsets') ?? NO_FORMS;
  const wordsOfForms = sections.get('labels.formWords.words') ?? NO_FORMS;
  const forms = new Set<number>();
  for (const [row, entity] of entityOfRow.entries()) if (among.has(entity)) forms.add(formOfRow[row] ?? 0);
  const listOfWord = new Map<number, number[]>();
  for (const form of [...forms].sort((a, b) => a - b))
    for (let i = firstWord[form] ?? 0; i < (firstWord[form + 1] ?? 0); i++) {
      const list = listOfWord.get(wordsOfForms[i] ?? 0);
      if (list === undefined) listOfWord.set(wordsOfForms[i] ?? 0, [form]);
      else if (list.at(-1) !== form) list.push(form);
    }
  return {
    countOf: (word) => listOfWord.get(word)?.length ?? 0,
    listOf: (word) => Uint32Array.from(listOfWord.get(word) ?? []),
    firstOf: () => 0,
  };
}

/** Forms by their acronyms, looked through when first asked for. */
function acronymsIn({ foldedOfForm, formOfRow }: NumberedNames, labels: LabelTable): (word: string) => Uint32Array {
  let known: Map<string, number[]> | undefined;
  return (word) => {
    if (known === undefined) {
      known = new Map();
      const rowOfForm = new Map(Array.from(formOfRow, (form, row) => [form, row]));
      for (const form of foldedOfForm.keys())
        for (const acronym of acronymsOfLabel(labels.tokensOf(rowOfForm.get(form) ?? 0))) {
          const forms = known.get(acronym);
          if (forms === undefined) known.set(acronym, [form]);
          else forms.push(form);
        }
    }
    return Uint32Array.from(known.get(word) ?? []);
  };
}

/** Prefix index over the words of the slice alone. Cost: a sort of its words. */
function prefixIndexOf(entities: readonly CompiledEntity[], { planned: { words } }: WordsAtHand): PrefixIndex {
  const collector = createLabelCollector(entities.length);
  const prominence = sharedArray('Float64Array', entities.length);
  for (const [ordinal, entity] of entities.entries()) {
    collector.addRows(entity.rows);
    prominence[ordinal] = entity.prominence;
  }
  const collected = collector.finish();
  const sections = labelSections(collected, numberWords(collected), prominence, words);
  return attachPrefixIndex(
    new Map([...sections, ...PREFIX_STEP(attachLabelSections(sections, prominence))]),
    miniSearchParts(sections),
  );
}
