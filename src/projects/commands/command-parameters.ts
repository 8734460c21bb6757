import { SameasError } from '../../foundation/sameas-error.js';
import { MAX_ELEMENTS } from './command-table.js';

/** Deeper than any recipe or list of options; its readers recurse level by level, on a limited stack. */
const MAX_DEPTH = 200;

const MAX_VALUES = 1_000_000;

/** Valid JSON over the limits: levels, elements of a list, or values. */
class JsonTooLargeError extends Error {
  readonly limit: number;

  constructor(message: string, limit: number) {
    super(message);
    this.name = 'JsonTooLargeError';
    this.limit = limit;
  }
}

/** Strings first, so that nothing inside them is touched; then a name between a brace or comma and a colon. */
const STRING_OR_BARE_NAME = /"(?:[^"\\]|\\.)*"|([{,]\s*)([\p{L}_$][\p{L}\p{N}_$-]*)(\s*:)/gu;

/** The parameters of one command, from query string and body together; the first value of a name counts. */
export interface CommandParameters {
  /** Undefined for an unknown name. */
  readonly text: (name: string) => string | undefined;
  /** As `text`, but the empty text counts as absent. Throws `parameter-missing` without a value. */
  readonly required: (name: string) => string;
  /** Only `true`, in any case, is true. */
  readonly flag: (name: string) => boolean;
  /** Undefined for anything but a whole number. */
  readonly integer: (name: string) => number | undefined;
  /** The value of a JSON parameter; undefined when absent or empty. Throws `parameter-invalid`. */
  readonly json: (name: string) => unknown;
  readonly has: (name: string) => boolean;
  /** Every parameter once. */
  readonly entries: () => readonly (readonly [string, string])[];
}

/** The parameters of a flat list of a request. */
export function commandParameters(values: ReadonlyMap<string, string>): CommandParameters {
  const text = (name: string): string | undefined => values.get(name);
  return {
    text,
    required: (name) => {
      const value = text(name);
      if (value === undefined || value === '')
        throw new SameasError('parameter-missing', `The parameter "${name}" is missing.`, {
          facts: { parameter: name },
        });
      return value;
    },
    flag: (name) => text(name)?.trim().toLowerCase() === 'true',
    integer: (name) => {
      const value = text(name)?.trim() ?? '';
      return /^[+-]?\d{1,15}$/.test(value) ? Number(value) : undefined;
    },
    json: (name) => {
      try {
        return parseClientJson(text(name) ?? '');
      } catch (thrown) {
        if (thrown instanceof JsonTooLargeError) {
          throw new SameasError('parameter-invalid', `The parameter "${name}" is too large: ${thrown.message}.`, {
            advice: 'Send it in several parts.',
            facts: { parameter: name, limit: thrown.limit },
          });
        }
        throw new SameasError(
          'parameter-invalid',
          `The parameter "${name}" is not JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
          { facts: { parameter: name }, cause: thrown },
        );
      }
    },
    has: (name) => values.has(name),
    entries: () => [...values],
  };
}

/**
 * JSON of clients of the command interface: JSON with optional quotes around names of members. Undefined for the empty
 * text, which means an absent parameter. Throws a SyntaxError for anything else, and a `JsonTooLargeError`.
 */
export function parseClientJson(json: string): unknown {
  // Some editors begin a file with a byte order mark, which stays when the file is sent as a parameter.
  const text = json.replace(/^\uFEFF/, '');
  if (text.trim() === '') return undefined;
  const value = parseLeniently(text);
  refuseTooLarge(value);
  return value;
}

function parseLeniently(text: string): unknown {
  try {
    return JSON.parse(text) as unknown; // the reader checks it
  } catch (fault) {
    const quoted = quoteBareNames(text);
    if (quoted === text) throw fault;
    return JSON.parse(quoted) as unknown; // as above
  }
}

/** Level by level, without recursion. */
function refuseTooLarge(value: unknown): void {
  let level: readonly unknown[] = [value];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= MAX_DEPTH)
      throw new JsonTooLargeError(`more than ${MAX_DEPTH} objects and lists stand within each other`, MAX_DEPTH);
    const next: unknown[] = [];
    for (const nest of level) {
      if (!isNest(nest)) continue;
      const members: readonly unknown[] = Array.isArray(nest) ? nest : Object.values(nest);
      if (members.length > MAX_ELEMENTS)
        throw new JsonTooLargeError(`a list or an object holds more than ${MAX_ELEMENTS} elements`, MAX_ELEMENTS);
      values += members.length;
      if (values > MAX_VALUES) throw new JsonTooLargeError(`it holds more than ${MAX_VALUES} values`, MAX_VALUES);
      for (const member of members) if (isNest(member)) next.push(member);
    }
    level = next;
  }
}

function isNest(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function quoteBareNames(text: string): string {
  return text.replace(STRING_OR_BARE_NAME, (found: string, before: string | undefined, name: string, after: string) =>
    before === undefined ? found : `${before}"${name}"${after}`,
  );
}
