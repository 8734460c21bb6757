import type { EntityStore } from '../../entities/entity-store.js';
import type { SectionArray } from '../../foundation/sections.js';
import { StringNumbers } from '../../foundation/string-numbers.js';
import { StringTableBuilder, type StringColumn } from '../../foundation/string-table.js';
import type { AnalysedLabel } from '../../text/analysed-label.js';
import { GrowingNumbers } from '../growing-numbers.js';
import { forEachRow, type LabelRow, type TakeRow } from './rows-of-names.js';

/** The rows of the label table in order, with forms and words numbered by first occurrence. */
export interface CollectedLabels {
  readonly rowCount: number;
  readonly entityCount: number;
  readonly entityOfRow: Uint32Array;
  readonly flagsOfRow: Uint32Array;
  readonly formOfRow: Uint32Array;
  /** First row of each entity, and the total. */
  readonly firstRowOfEntity: Uint32Array;
  /** Distinct folded forms. */
  readonly forms: StringColumn;
  /** Words of form i: `wordsOfForms` from `firstWordOfForm[i]` up to `firstWordOfForm[i + 1]`. */
  readonly firstWordOfForm: Uint32Array;
  readonly wordsOfForms: Uint32Array;
  readonly words: StringColumn;
  /** The texts as in the source; empty for transliterations. */
  readonly texts: Map<string, SectionArray>;
}

export interface LabelCollector {
  /** The preferred name of the next entity, then its aliases. */
  readonly add: (labels: readonly string[]) => void;
  /** The same for rows from `forEachRow`. */
  readonly addRows: (rows: readonly LabelRow[]) => void;
  readonly finish: () => CollectedLabels;
}

/** The labels of all entities. Cost: decoding every entity and analysing every label once. */
export function collectLabels(
  entities: EntityStore,
  furtherNames: (names: readonly string[]) => readonly string[] = () => [],
): CollectedLabels {
  const collector = createLabelCollector(entities.size);
  for (let entity = 0; entity < entities.size; entity++) {
    const { name, aliases } = entities.entity(entity);
    const names = aliases.length === 0 ? [name] : [name, ...aliases.map((alias) => alias.text)];
    collector.add([...names, ...furtherNames(names)]);
  }
  return collector.finish();
}

/**
 * One row for every label of every entity, without labels with the folded form of an earlier one of the entity; a label
 * with letters beyond Latin is followed by a row with its transliteration, unless the entity has that form already, and
 * one with several names of the entity by rows for these. An entity with only blank labels still gets one row, so that
 * its position exists. `expected`: estimated number of entities. Cost: analysing every label once.
 */
export function createLabelCollector(expected: number): LabelCollector {
  const entityOfRow = new GrowingNumbers(expected * 2);
  const flagsOfRow = new GrowingNumbers(expected * 2);
  const formOfRow = new GrowingNumbers(expected * 2);
  const firstRowOfEntity = new GrowingNumbers(expected + 1);
  const texts = new StringTableBuilder();
  const forms = new StringNumbers();
  const firstWordOfForm = new GrowingNumbers(expected * 2);
  const wordsOfForms = new GrowingNumbers(expected * 4);
  const words = new StringNumbers();

  function formNumber(label: AnalysedLabel): number {
    const known = forms.size;
    const number = forms.numberOf(label.folded);
    if (number === known) {
      firstWordOfForm.push(wordsOfForms.length);
      for (const word of label.tokens) wordsOfForms.push(words.numberOf(word));
    }
    return number;
  }

  function add(labels: readonly string[]): void {
    addEntity((take) => forEachRow(labels, take));
  }

  function addEntity(forEach: (take: TakeRow) => void): void {
    const entity = firstRowOfEntity.length;
    const first = entityOfRow.length;
    firstRowOfEntity.push(first);
    forEach((label, flags, text) => {
      const form = formNumber(label);
      for (let row = first; row < formOfRow.length; row++) if (formOfRow.at(row) === form) return false;
      entityOfRow.push(entity);
      flagsOfRow.push(flags);
      formOfRow.push(form);
      texts.add(text);
      return true;
    });
  }

  function finish(): CollectedLabels {
    const entityCount = firstRowOfEntity.length;
    firstRowOfEntity.push(entityOfRow.length);
    firstWordOfForm.push(wordsOfForms.length);
    return {
      rowCount: entityOfRow.length,
      entityCount,
      entityOfRow: entityOfRow.view(),
      flagsOfRow: flagsOfRow.view(),
      formOfRow: formOfRow.view(),
      firstRowOfEntity: firstRowOfEntity.view(),
      forms: forms.view(),
      firstWordOfForm: firstWordOfForm.view(),
      wordsOfForms: wordsOfForms.view(),
      words: words.view(),
      texts: texts.finish('labels.text', { findable: false }),
    };
  }

  return {
    add,
    addRows: (rows) =>
      addEntity((take) => {
        for (const { label, flags, text } of rows) take(label, flags, text);
      }),
    finish,
  };
}
