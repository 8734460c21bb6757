import { CONFIGURED } from './column-parts.js';
import type { DataFile } from './data-file.js';

/** Sentences on inferred parts, for the report. */
export interface MappingSentences {
  /** In the order of `say`; very many similar columns share one sentence. */
  readonly all: () => readonly string[];
  readonly add: (sentence: string) => void;
  /** The role of a column and its reason after a colon; no sentence when the manifest has it. */
  readonly say: (column: string, what: string, reason: string) => void;
  /** The datatype of a column that is a property. */
  readonly sayProperty: (
    column: string,
    property: { readonly id: string; readonly holds: string; readonly reason: string },
  ) => void;
}

interface Said {
  readonly sentence: string;
  readonly column?: string;
  /** Datatype and reason, after "are properties ("; columns with the same may share a sentence. */
  readonly kind?: string;
}

/** Above this number similar columns share one sentence. */
const MAX_ALIKE = 20;

/** An empty collection. Columns of tables are given with their position among `columnNames`. */
export function createMappingSentences(files: readonly DataFile[], columnNames: readonly string[]): MappingSentences {
  const said: Said[] = [];
  // Columns declared by a file have no position in a row.
  const withoutPlace = new Set(files.flatMap(({ reader, own }) => (own === undefined ? [] : reader.columns)));
  const placed = (column: string): string =>
    `${withoutPlace.has(column) ? '' : `${columnNames.indexOf(column) + 1} `}"${column}"`;
  const sentenceOn = (column: string, what: string, reason: string): string =>
    `${withoutPlace.has(column) ? '' : 'Column '}${placed(column)} is ${what}: ${reason}.`;
  return {
    all: () => grouped(said, placed),
    add: (sentence) => said.push({ sentence }),
    say: (column, what, reason) => {
      if (reason !== CONFIGURED) said.push({ sentence: sentenceOn(column, what, reason) });
    },
    sayProperty: (column, { id, holds, reason }) => {
      if (reason !== CONFIGURED)
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
