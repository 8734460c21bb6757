import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { errorCodeOf } from '../foundation/error-code-of.js';
import { isJsonObject } from '../foundation/is-json-object.js';
import { SameasError } from '../foundation/sameas-error.js';
import { ALIAS_FAULT, yamlFaultsInWords } from '../foundation/yaml-faults-in-words.js';

/** The keys of a settings file as written, with where each stands. */
export interface SettingsFile {
  readonly path: string;
  readonly values: ReadonlyMap<string, PlacedValue>;
  /** Where the key stands to which these keys lead, as `file:line:column`; the nearest above it where there is none. */
  readonly placeOf: (...keys: readonly string[]) => string;
}

/** A value of the file; line and column count from 1 and point at its key. */
interface PlacedValue {
  readonly value: unknown;
  readonly line: number;
  readonly column: number;
}

/**
 * Reads a settings file, YAML or JSON (which is YAML too): one mapping of setting names to values. An empty file holds no
 * settings. Whether names and values are right is checked by `readSettings`.
 *
 * Errors: `file-not-found`, `file-unreadable`; `setting-invalid` with every syntax fault and its place.
 */
export function readSettingsFile(path: string): SettingsFile {
  // Most services have no settings file, and none should wait for this: a few hundredths of a second.
  // `createRequire` gives what the package exports, and its own declarations say what that is.
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
