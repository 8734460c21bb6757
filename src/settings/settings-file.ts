import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { errorCodeOf } from '../foundation/error-code-of.js';
import { isJsonObject } from '../foundation/is-json-object.js';
import { SameasError } from '../foundation/sameas-error.js';
import { ALIAS_FAULT, yamlFaultsInWords } from '../foundation/yaml-faults-in-words.js';

/** The keys of a settings file as written, with their positions. */
export interface SettingsFile {
  readonly path: string;
  readonly values: ReadonlyMap<string, PlacedValue>;
  /** Position `file:line:column` of the key at this path, or of its nearest parent. */
  readonly placeOf: (...keys: readonly string[]) => string;
}

/** A value of the file; line and column of its key count from 1. */
interface PlacedValue {
  readonly value: unknown;
  readonly line: number;
  readonly column: number;
}

/**
 * Reads a settings file, YAML or JSON (a part of YAML): one mapping of setting names to values. An empty file has no
 * settings. `readSettings` checks names and values.
 *
 * Errors: `file-not-found`, `file-unreadable`; `setting-invalid` with all syntax faults and positions.
 */
export function readSettingsFile(path: string): SettingsFile {
  // Most services have no settings file, and loading takes a few hundredths of a second. `createRequire` returns the
  // exports of the package, typed by its own declarations.
  const { LineCounter, parseDocument, isMap, isScalar, visit } = createRequire(import.meta.url)('yaml') as typeof Yaml;
  const offsetOfKey = (contents: unknown, key: string): number => {
    const pair = isMap(contents)
      ? contents.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
      : undefined;
    return pair !== undefined && isScalar(pair.key) ? (pair.key.range?.[0] ?? 0) : 0;
  };
  const lineCounter = new LineCounter();
  const document = parseDocument(readText(path), { lineCounter, prettyErrors: false });
  if (document.errors.length > 0) {
    const faults = yamlFaultsInWords(document.errors).map(
      ({ offset, message }) => `${place(path, lineCounter, offset)}: ${message}`,
    );
    throw notUsable(path, faults);
  }
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document) === undefined)
        throw notUsable(path, [`${place(path, lineCounter, alias.range?.[0] ?? 0)}: ${ALIAS_FAULT}`]);
    },
  });
  const values = new Map<string, PlacedValue>();
  const placeOf = (...keys: readonly string[]): string => {
    let [node, offset]: [unknown, number] = [document.contents, 0];
    for (const key of keys) {
      const pair = isMap(node)
        ? node.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
        : undefined;
      if (pair === undefined) break;
      if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    }
    return place(path, lineCounter, offset);
  };
  if (document.contents === null) return { path, values, placeOf };
  const plain: unknown = document.toJS();
  if (!isJsonObject(plain)) {
    throw notUsable(path, [`${path}:1:1: this is not a list of settings with values.`]);
  }
  for (const [key, value] of Object.entries(plain)) {
    const { line, col } = lineCounter.linePos(offsetOfKey(document.contents, key));
    values.set(key, { value, line, column: col });
  }
  return { path, values, placeOf };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (cause) {
    const missing = errorCodeOf(cause) === 'ENOENT';
    throw missing
      ? new SameasError('file-not-found', `There is no settings file ${path}.`, {
          advice: 'Check the path given with --config.',
          facts: { file: path },
          cause,
        })
      : new SameasError('file-unreadable', `The settings file ${path} cannot be read.`, {
          advice: 'Check that it is a file, not a folder, and that you may read it.',
          facts: { file: path },
          cause,
        });
  }
}

function place(path: string, lineCounter: Yaml.LineCounter, offset: number): string {
  const { line, col } = lineCounter.linePos(offset);
  return `${path}:${line}:${col}`;
}

function notUsable(path: string, faults: readonly string[]): SameasError {
  return new SameasError(
    'setting-invalid',
    ['The settings file cannot be used:', ...faults.map((fault) => `  ${fault}`)].join('\n'),
    {
      advice: 'Write one setting a line, as in "port: 8080".',
      facts: { file: path, faults },
    },
  );
}
