import { LineCounter, parseDocument, visit, type Document } from 'yaml';
import type { z } from 'zod';
import { EVIDENCE_KINDS } from '../entities/dataset.js';
import { nearestWord } from '../foundation/nearest-word.js';
import { ALIAS_FAULT, MAX_ALIASES, yamlFaultsInWords } from '../foundation/yaml-faults-in-words.js';
import { readBytes } from '../formats/read-bytes.js';
import { invalid, type Path, type ReadManifest } from './manifest-files.js';
import { MANIFEST_SCHEMA } from './manifest-schema.js';
import { largestOf } from '../foundation/largest-of.js';

/**
 * Reads and checks a manifest (YAML, or JSON as a part of it). Errors: those of `readBytes`; `manifest-invalid` with
 * all faults, each with line and column.
 */
export async function readManifest(file: string): Promise<ReadManifest> {
  const { bytes } = await readBytes(file);
  return parseManifest(file, bytes.toString('utf8').replace(/^\uFEFF/, ''));
}

/** As `readManifest`, from text. */
export function parseManifest(file: string, text: string): ReadManifest {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const faultAt = (offset: number, message: string): string => {
    const { line, col } = lineCounter.linePos(offset);
    return `line ${line}, column ${col}: ${message}`;
  };
  if (document.errors.length > 0)
    throw invalid(
      file,
      yamlFaultsInWords(document.errors).map(({ offset, message }) => faultAt(offset, message)),
    );
  const nowhere = aliasesToNowhere(document);
  if (nowhere.length > 0)
    throw invalid(
      file,
      nowhere.map((offset) => faultAt(offset, ALIAS_FAULT)),
    );
  const placeOf = (path: Path): string => {
    const { line, col } = lineCounter.linePos(offsetOf(document, path));
    return `line ${line}, column ${col}`;
  };
  const parsed = MANIFEST_SCHEMA.safeParse(toPlain(file, document));
  if (!parsed.success)
    throw invalid(file, byLine(parsed.error.issues.flatMap((issue) => describeIssue(issue, [], placeOf))));
  return { file, text, manifest: parsed.data, placeOf };
}

function byLine(faults: readonly string[]): readonly string[] {
  const lineOf = (fault: string): number => Number(/^line (\d+)/.exec(fault)?.[1] ?? 0);
  return [...faults].sort((a, b) => lineOf(a) - lineOf(b));
}

function aliasesToNowhere(document: Document.Parsed): readonly number[] {
  const offsets: number[] = [];
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document) === undefined) offsets.push(alias.range?.[0] ?? 0);
    },
  });
  return offsets;
}

/** An empty document is an empty manifest: everything is inferred. */
function toPlain(file: string, document: Document.Parsed): unknown {
  try {
    const plain: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    return plain ?? {};
  } catch (thrown) {
    if (!(thrown instanceof ReferenceError)) throw thrown;
    throw invalid(file, [
      `aliases (*name) repeat its content more than ${MAX_ALIASES} times; write it out where it is needed`,
    ]);
  }
}

type Issue = z.core.$ZodIssue;

function describeIssue(issue: Issue, above: Path, placeOf: ReadManifest['placeOf']): readonly string[] {
  const path = [...above, ...issue.path.filter((key) => typeof key !== 'symbol')];
  const at = (where: Path): string => `${placeOf(where)}: `;
  const name = pathInWords(path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => {
        const meant = nearestWord(key, keysAt(path)) ?? onlyEndingIn(key, keysAt(path));
        const allowed = meant === undefined ? `possible are ${keysAt(path).join(', ')}` : `did you mean "${meant}"?`;
        return `${at([...path, key])}there is no key "${key}"${path.length === 0 ? '' : ` in ${name}`}; ${allowed}`;
      });
    case 'invalid_value':
      return [`${at(path)}${name} must be ${alternatives(issue.values.map(String))}`];
    case 'invalid_union': {
      // The alternative that got furthest is the most informative.
      const best = [...issue.errors].sort((a, b) => deepest(b) - deepest(a))[0] ?? [];
      if (deepest(best) === 0)
        return [`${at(path)}${name} must be ${alternatives([...new Set(issue.errors.flat().flatMap(expectedBy))])}`];
      return best.flatMap((inner) => describeIssue(inner, path, placeOf));
    }
    case 'invalid_type':
      return [`${at(path)}${name} must be ${TYPE_WORDS[issue.expected] ?? issue.expected}`];
    case 'too_small':
      return [
        `${at(path)}${name} must ${issue.origin === 'string' ? `not be empty${isSign(path) ? '; a sign such as | or # must stand in quotation marks' : ''}` : `be at least ${issue.minimum}`}`,
      ];
    case 'too_big':
      return [
        `${at(path)}${name} must be ${issue.origin === 'string' ? 'a single character' : `at most ${issue.maximum}`}`,
      ];
    case 'invalid_format':
      return [
        `${at(path)}${name} ${issue.format === 'url' ? 'must be a web address, with http:// or https:// in front' : issue.message}`,
      ];
    default:
      return [`${at(path)}${name} ${issue.message}`];
  }
}

/** Whether a value is a single character, some of which have a meaning in YAML. */
function isSign(path: Path): boolean {
  return ['delimiter', 'separator', 'quote'].includes(String(path.at(-1)));
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  object: 'a group of keys',
  array: 'a list',
};

/** Depth of the faults in the value: the intended alternative fails deepest. */
function deepest(issues: readonly Issue[]): number {
  return issues.reduce((depth, issue) => Math.max(depth, issue.path.length + depthInside(issue)), 0);
}

function depthInside(issue: Issue): number {
  if (issue.code === 'invalid_union') return largestOf(issue.errors.map(deepest), 0);
  return issue.code === 'unrecognized_keys' || issue.code === 'custom' || issue.code === 'too_small' ? 1 : 0;
}

function expectedBy(issue: Issue): readonly string[] {
  switch (issue.code) {
    case 'invalid_type':
      return [TYPE_WORDS[issue.expected] ?? issue.expected];
    case 'invalid_value':
      return issue.values.map(String);
    case 'invalid_union':
      return issue.errors.flat().flatMap(expectedBy);
    default:
      return [];
  }
}

function alternatives(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function pathInWords(path: Path): string {
  if (path.length === 0) return 'the manifest';
  return `"${path
    .map((key) => (typeof key === 'number' ? `[${key + 1}]` : `.${key}`))
    .join('')
    .replace(/^\./, '')}"`;
}

/** `datatype` for `type`, where it is the only such key. */
function onlyEndingIn(key: string, keys: readonly string[]): string | undefined {
  const longer = keys.filter((one) => key.length > 2 && one.endsWith(key.toLowerCase()));
  return longer.length === 1 ? longer[0] : undefined;
}

function keysOfTuning(path: Path): readonly string[] {
  if (path[1] === 'evidenceWeights') return EVIDENCE_KINDS;
  if (path[1] !== 'learned') return ['matchThreshold', 'propertyWeights', 'evidenceWeights', 'learned'];
  return path.length > 2
    ? ['kind', 'separator', 'leftOut', 'rightPairs', 'right', 'wrongPairs', 'wrong']
    : ['rows', 'noneShare', 'nameWeights', 'properties'];
}

const FILE_KEYS: readonly string[] = [
  'path',
  'format',
  'encoding',
  'delimiter',
  'quote',
  'header',
  'sheet',
  'element',
  'jsonPath',
];

function keysAt(path: Path): readonly string[] {
  const first = path[0];
  if (first === undefined) return Object.keys(MANIFEST_SCHEMA.shape);
  const inner: Readonly<Record<string, readonly string[]>> = {
    columns:
      path.length > 1
        ? ['column', 'before', 'language', 'separator']
        : ['id', 'name', 'aliases', 'description', 'type', 'prominence'],
    files: FILE_KEYS,
    aliasFiles: [...FILE_KEYS, 'name', 'id'],
    types: ['id', 'name', 'description', 'broader'],
    tuning: keysOfTuning(path),
    properties: [
      'column',
      'latitude',
      'longitude',
      'id',
      'name',
      'description',
      'datatype',
      'separator',
      'identifying',
      'language',
      'targetTypes',
      'numberFormat',
      'dateFormat',
    ],
  };
  return inner[first] ?? [];
}

/** Offset of the node at `path`, or of its nearest ancestor. */
function offsetOf(document: Document.Parsed, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const key = path[length - 1];
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const pair = pairOf(parent, key);
    if (pair !== undefined) return pair;
    const node: unknown = document.getIn(path.slice(0, length), true);
    const start = startOf(node);
    if (start !== undefined) return start;
  }
  return 0;
}

/** The offset of the key itself, if the parent is a map. */
function pairOf(parent: unknown, key: string | number | undefined): number | undefined {
  if (typeof parent !== 'object' || parent === null || !('items' in parent) || !Array.isArray(parent.items))
    return undefined;
  const items: readonly unknown[] = parent.items;
  for (const item of items) {
    if (typeof item === 'object' && item !== null && 'key' in item) {
      const node: unknown = item.key;
      if (typeof node === 'object' && node !== null && 'value' in node && node.value === key) return startOf(node);
    }
  }
  return undefined;
}

function startOf(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range)) return undefined;
  const start: unknown = node.range[0];
  return typeof start === 'number' ? start : undefined;
}
