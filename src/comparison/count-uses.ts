import type { DataFile } from '../datasets/data-file.js';
import { addressPrefixesOf, readJudgedIds } from '../datasets/judgments/judged-list.js';
import type { Dataset } from '../entities/dataset.js';
import type { RawCell } from '../formats/raw-record.js';
import { SameasError } from '../foundation/sameas-error.js';

/** Uses in a table of an id that the new dataset lacks. */
interface UseOfId {
  readonly id: string;
  readonly rows: number;
  /** The first places, in the file's numbering. */
  readonly places: readonly number[];
}

/** Uses of a dataset in a table. */
export interface TableUse {
  readonly file: string;
  /** Headings of the columns with ids of the dataset; may be empty. */
  readonly columns: readonly string[];
  readonly rows: number;
  /** Rows with an id of the old dataset that the new one lacks. */
  readonly rowsWithGone: number;
  readonly gone: readonly UseOfId[];
  readonly placesAre: 'line' | 'record' | 'row';
}

const MAX_PLACES = 5;
/** Minimum share of ids among the filled cells of a column of ids. */
const MIN_SHARE = 0.5;
/** Such a short number may be any number. */
const SHORT_NUMBER = /^\d{1,6}$/;

/**
 * Uses in a table of old ids that the new dataset lacks. Ids may be alone, several in a cell, or addresses. Without
 * `column` all columns with at least half ids count; if ids are short numbers, only the column with the largest share.
 * Throws `setting-invalid` for an unknown column.
 */
export function countUses(table: DataFile, old: Dataset, next: Dataset, column: string | undefined): TableUse {
  const had = (id: string): boolean => old.entities.ordinalOf(id) >= 0;
  const list = {
    hasId: (id: string) => had(id) || next.entities.ordinalOf(id) >= 0,
    addressPrefixes: [...addressPrefixesOf(old.metadata), ...addressPrefixesOf(next.metadata)],
    properties: [],
  };
  const columns: ColumnUse[] = [];
  let rows = 0;
  table.reader.read(
    (cells, place) => {
      rows++;
      for (let at = 0; at < cells.length; at++) {
        const texts = textsOf(cells[at]);
        if (texts.length === 0) continue;
        const use = (columns[at] ??= new ColumnUse());
        const { ids, unknown } = readJudgedIds(texts, list);
        const known = ids.filter((id) => !unknown.includes(id));
        use.add(
          rows,
          place,
          known,
          known.filter((id) => had(id) && next.entities.ordinalOf(id) < 0),
        );
      }
    },
    () => undefined,
  );
  const chosen = chooseColumns(table, columns, column);
  const uses = chosen.flatMap((at) => columns[at] ?? []);
  return {
    file: table.file,
    columns: chosen.map((at) => table.reader.columns[at] ?? `Column ${at + 1}`),
    rows,
    rowsWithGone: new Set(uses.flatMap((use) => [...use.rowsWithGone])).size,
    gone: joined(uses),
    placesAre: table.reader.placesAre ?? 'line',
  };
}

class ColumnUse {
  filled = 0;
  withId = 0;
  shortNumbers = 0;
  readonly rowsWithGone = new Set<number>();
  readonly gone = new Map<string, { rows: number; readonly places: number[] }>();

  add(row: number, place: number, known: readonly string[], gone: readonly string[]): void {
    this.filled++;
    if (known.length > 0) this.withId++;
    if (known.some((id) => SHORT_NUMBER.test(id))) this.shortNumbers++;
    if (gone.length > 0) this.rowsWithGone.add(row);
    for (const id of gone) {
      const use = this.gone.get(id) ?? { rows: 0, places: [] };
      use.rows++;
      if (use.places.length < MAX_PLACES) use.places.push(place);
      this.gone.set(id, use);
    }
  }

  get share(): number {
    return this.withId / Math.max(1, this.filled);
  }
}

function chooseColumns(
  { file, reader }: DataFile,
  columns: readonly (ColumnUse | undefined)[],
  wanted: string | undefined,
): readonly number[] {
  if (wanted !== undefined) {
    const at = reader.columns.indexOf(wanted);
    if (at >= 0) return [at];
    throw new SameasError('setting-invalid', `${file} has no column "${wanted}".`, {
      advice: `Its columns are "${reader.columns.slice(0, 20).join('", "')}".`,
      facts: { file },
    });
  }
  const enough = columns.flatMap((use, at) => (use !== undefined && use.share >= MIN_SHARE ? [{ at, use }] : []));
  const numbers = enough
    .filter(({ use }) => use.shortNumbers * 2 > use.withId)
    .sort((a, b) => b.use.share - a.use.share || b.use.gone.size - a.use.gone.size);
  return enough.filter((one) => !numbers.includes(one) || one === numbers[0]).map(({ at }) => at);
}

function joined(uses: readonly ColumnUse[]): readonly UseOfId[] {
  const byId = new Map<string, UseOfId>();
  for (const { gone } of uses) {
    for (const [id, { rows, places }] of gone) {
      const other = byId.get(id);
      byId.set(id, {
        id,
        rows: rows + (other?.rows ?? 0),
        places: [...(other?.places ?? []), ...places].slice(0, MAX_PLACES),
      });
    }
  }
  return [...byId.values()].sort((a, b) => b.rows - a.rows);
}

function textsOf(cell: RawCell | undefined): readonly string[] {
  const texts = cell === undefined ? [] : typeof cell === 'string' ? [cell] : cell.map(({ text }) => text);
  return texts.filter((text) => text.trim() !== '');
}
