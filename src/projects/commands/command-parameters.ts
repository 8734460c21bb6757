import { SameasError } from '../../foundation/sameas-error.js';
import { JsonTooLargeError, parseClientJson } from './parse-client-json.js';

/** The parameters of one command, from query string and body together; the first value of a name counts. */
export interface CommandParameters {
  /** Undefined when there is none of that name. */
  readonly text: (name: string) => string | undefined;
  /** As `text`, but the empty text counts as absent. Throws `parameter-missing` when it is. */
  readonly required: (name: string) => string;
  /** Only `true`, in any case, is true. */
  readonly flag: (name: string) => boolean;
  /** Undefined for what is no whole number. */
  readonly integer: (name: string) => number | undefined;
  /** The value of a parameter that holds JSON; undefined when it is absent or empty. Throws `parameter-invalid`. */
  readonly json: (name: string) => unknown;
  readonly has: (name: string) => boolean;
  /** Every parameter once. */
  readonly entries: () => readonly (readonly [string, string])[];
}

/** The parameters of a flat list, such as a request gives it. */
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
