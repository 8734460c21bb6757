import { STATED } from './column-parts.js';
import type { DataFile } from './data-file.js';

/** Tells in sentences what was not stated, for the report. */
export interface MappingSentences {
  /** In the order in which they were said; of very many like columns one sentence tells. */
  readonly all: () => readonly string[];
  readonly add: (sentence: string) => void;
  /** What a column is, unless it is because the manifest says so; the reason follows a colon. */
  readonly say: (column: string, what: string, reason: string) => void;
  /** That a column is a property, and what it holds. */
  readonly sayProperty: (
    column: string,
    property: { readonly id: string; readonly holds: string; readonly reason: string },
  ) => void;
}

/** A sentence, or a column that may be told together with others. */
interface Said {
  readonly sentence: string;
  readonly column?: string;
  /** What it holds and why, after "are properties (": columns that have it alike may be told together. */
  readonly kind?: string;
}

/** More like columns than this are told in one sentence. */
const MAX_ALIKE = 20;

/** None yet. Columns of tables are told with their place among `columnNames`. */
export function createMappingSentences(files: readonly DataFile[], columnNames: readonly string[]): MappingSentences {
  const said: Said[] = [];
  // What a file names itself has no place in a row.
  const withoutPlace = new Set(files.flatMap(({ reader, own }) => (own === undefined ? [] : reader.columns)));
  const placed = (column: string): string =>
    `${withoutPlace.has(column) ? '' : `${columnNames.indexOf(column) + 1} `}"${column}"`;
  const sentenceOn = (column: string, what: string, reason: string): string =>
    `${withoutPlace.has(column) ? '' : 'Column '}${placed(column)} is ${what}: ${reason}.`;
  return {
    all: () => grouped(said, placed),
    add: (sentence) => said.push({ sentence }),
    say: (column, what, reason) => {
      if (reason !== STATED) said.push({ sentence: sentenceOn(column, what, reason) });
    },
    sayProperty: (column, { id, holds, reason }) => {
      if (reason !== STATED)
        said.push({
          sentence: sentenceOn(column, `the property "${id}" (${holds})`, reason),
          column,
          kind: `${holds}): ${reason}`,
        });
    },
  };
}

function grouped(said: readonly Said[], placed: (column: string) => string): readonly string[] {
  const byKind = new Map<string, string[]>();
  for (const { kind, column } of said) {
    if (kind === undefined || column === undefined) continue;
    const columns = byKind.get(kind);
    if (columns === undefined) byKind.set(kind, [column]);
    else columns.push(column);
  }
  return said.flatMap(({ sentence, kind, column }) => {
    const alike = kind === undefined ? [] : (byKind.get(kind) ?? []);
    if (kind === undefined || alike.length <= MAX_ALIKE) return [sentence];
    const [first = ''] = alike;
    if (column !== first) return [];
    return [
      `${alike.length.toLocaleString('en')} columns, from ${placed(first)} to ${placed(alike.at(-1) ?? '')}, are properties (${kind}.`,
    ];
  });
}
