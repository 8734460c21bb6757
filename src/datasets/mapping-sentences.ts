import { STATED } from './column-parts.js';
import type { DataFile } from './data-file.js';

/** Tells in sentences what nobody had stated, for the report. */
export interface MappingSentences {
  readonly all: readonly string[];
  readonly add: (sentence: string) => void;
  /** What a column is, unless it is because the manifest says so; the reason follows a colon. */
  readonly say: (column: string, what: string, reason: string) => void;
}

/** None yet. Columns of tables are told with their place among `columnNames`. */
export function createMappingSentences(files: readonly DataFile[], columnNames: readonly string[]): MappingSentences {
  const all: string[] = [];
  // What a file names itself has no place in a row.
  const withoutPlace = new Set(files.flatMap(({ reader, own }) => (own === undefined ? [] : reader.columns)));
  return {
    all,
    add: (sentence) => all.push(sentence),
    say: (column, what, reason) => {
      if (reason !== STATED) all.push(`${withoutPlace.has(column) ? '' : `Column ${columnNames.indexOf(column) + 1} `}"${column}" is ${what}: ${reason}.`);
    },
  };
}
