import type { RawCell, RawValue } from '../formats/raw-record.js';

/** Columns that are added while reading, for records as values by column. */
interface GrowingColumns {
  readonly columns: readonly string[];
  /** The cells of a record, in the order of the columns known by then. */
  readonly cellsOf: (values: ReadonlyMap<string, readonly RawValue[]>) => readonly RawCell[];
}

/** `first`: columns that come in front, even if no record has a value for them. */
export function growingColumns(first: readonly string[]): GrowingColumns {
  const columns = [...first];
  const numbers = new Map(first.map((column, i) => [column, i]));
  return {
    columns,
    cellsOf: (values) => {
      const cells: RawCell[] = columns.map(() => '');
      for (const [column, list] of values) {
        let at = numbers.get(column);
        if (at === undefined) {
          at = columns.length;
          numbers.set(column, at);
          columns.push(column);
        }
        cells[at] = cellOf(list);
      }
      return cells;
    },
  };
}

/** A single value without a language is text; others are lists. */
function cellOf(values: readonly RawValue[]): RawCell {
  const [only, ...others] = values;
  if (only === undefined) return '';
  return others.length === 0 && only.language === undefined && !/[|;]/.test(only.text) ? only.text : values;
}

/** Distinct values by column. */
export class ColumnValues {
  readonly #values = new Map<string, RawValue[]>();

  add(column: string, text: string, language?: string): void {
    const trimmed = text.replace(/\s+/g, ' ').trim();
    if (trimmed === '') return;
    const list = this.#values.get(column) ?? [];
    if (list.some((value) => value.text === trimmed && value.language === language)) return;
    list.push(language === undefined || language === '' ? { text: trimmed } : { text: trimmed, language });
    this.#values.set(column, list);
  }

  addAll(column: string, texts: readonly string[]): void {
    for (const text of texts) this.add(column, text);
  }

  has(column: string): boolean {
    return this.#values.has(column);
  }

  get all(): ReadonlyMap<string, readonly RawValue[]> {
    return this.#values;
  }
}
