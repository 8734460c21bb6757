import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDataset } from '../../src/datasets/load-dataset.js';
import { parseCorpus, tableAsCsv, type CorpusTable } from './make-table.js';

/** What was recognised of one table. */
export interface Recognised {
  readonly table: CorpusTable;
  /** Every third table was not looked at while the model was made. */
  readonly isHeldOut: boolean;
  readonly name: { readonly found: string | undefined; readonly isRight: boolean; readonly isDoubted: boolean };
  readonly id: { readonly found: string | undefined; readonly isRight: boolean; readonly isDoubted: boolean };
  readonly type: { readonly found: string | undefined; readonly isRight: boolean; readonly isDoubted: boolean };
}

/** Loads every table of the corpus, and says which columns were taken for names, ids and types. */
export async function measureRecognition(): Promise<readonly Recognised[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sameas-tables-'));
  try {
    const measured: Recognised[] = [];
    for (const [i, table] of parseCorpus(readFileSync(join(import.meta.dirname, 'tables.txt'), 'utf8')).entries()) {
      const file = join(folder, `table-${String(i)}.csv`);
      writeFileSync(file, tableAsCsv(table));
      const { manifest, report } = await loadDataset({ files: [file] });
      const { columns = {} } = manifest;
      const [name] = [columns.name ?? []].flat();
      const nameFound = typeof name === 'string' ? name : name?.column;
      const idFound = typeof columns.id === 'string' ? columns.id : undefined;
      const typeFound =
        columns.type === undefined || columns.type === false
          ? undefined
          : typeof columns.type === 'string'
            ? columns.type
            : columns.type.column;
      const isDoubted = (part: string): boolean => report.problems.some(({ kind }) => kind === `${part}-uncertain`);
      measured.push({
        table,
        isHeldOut: i % 3 === 2,
        name: {
          found: nameFound,
          isRight: nameFound !== undefined && table.names.includes(nameFound),
          isDoubted: isDoubted('name'),
        },
        id: {
          found: idFound,
          isRight: idFound === undefined ? table.ids.length === 0 : table.ids.includes(idFound),
          isDoubted: isDoubted('id'),
        },
        type: {
          found: typeFound,
          isRight: typeFound === undefined ? table.types.length === 0 : table.types.includes(typeFound),
          isDoubted:
            isDoubted('type') ||
            report.inferred.some((sentence) => sentence.startsWith('There is no column of types;')),
        },
      });
    }
    return measured;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Shares of tables in which the columns were recognised right. */
export interface RecognitionShares {
  readonly tables: number;
  readonly name: number;
  readonly id: number;
  readonly type: number;
}

export function sharesOf(measured: readonly Recognised[]): RecognitionShares {
  const share = (isRight: (one: Recognised) => boolean): number =>
    measured.filter(isRight).length / Math.max(1, measured.length);
  return {
    tables: measured.length,
    name: share(({ name }) => name.isRight),
    id: share(({ id }) => id.isRight),
    type: share(({ type }) => type.isRight),
  };
}
