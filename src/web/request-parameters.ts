import type { FormField } from './bodies/read-form.js';

/** Parameters of a request: fields of a form body first, then the query string. Names are case-sensitive. */
export interface RequestParameters {
  /** The last value: of the body if there is one, else of the query string. */
  readonly get: (name: string) => string | undefined;
  /** All values, body first. */
  readonly all: (name: string) => readonly string[];
  readonly has: (name: string) => boolean;
  readonly names: readonly string[];
}

export const MAX_PARAMETERS = 1_000;

/**
 * `queryString` without `?`; `form`: fields of a form body. Broken percent-encoding is read as far as possible; nothing
 * throws.
 */
export function readParameters(queryString: string, form: readonly FormField[] = []): RequestParameters {
  const values = new Map<string, string[]>();
  for (const [name, value] of [...form, ...firstParameters(queryString)]) {
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  const ofForm = new Map(form);
  return {
    get: (name) => ofForm.get(name) ?? values.get(name)?.at(-1),
    all: (name) => values.get(name) ?? [],
    has: (name) => values.has(name),
    names: [...values.keys()],
  };
}

/** A whole number of at most nine digits; `undefined` for anything else. */
export function numberIn(parameters: RequestParameters, name: string): number | undefined {
  const sent = parameters.get(name);
  return sent !== undefined && /^\d{1,9}$/.test(sent) ? Number(sent) : undefined;
}

/** Whether some parameters would be ignored. */
export function hasTooManyParameters(queryString: string): boolean {
  return endOfParameters(queryString) < queryString.length;
}

/** The query string of an address as it came, without `?`. */
export function queryOf(url: string): string {
  return url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
}

function firstParameters(queryString: string): URLSearchParams {
  return new URLSearchParams(queryString.slice(0, endOfParameters(queryString)));
}

function endOfParameters(queryString: string): number {
  let at = queryString.indexOf('&');
  for (let count = 1; at >= 0 && count < MAX_PARAMETERS; count++) at = queryString.indexOf('&', at + 1);
  return at < 0 ? queryString.length : at;
}

/**
 * All possible identifiers in a query string, likeliest first. Clients disagree on encoding: some send an id with `&`,
 * `+`, `?` or `%` unencoded, and then the rest of the address belongs to it.
 */
export function idsFromRequest(queryString: string): readonly string[] {
  // Templates of the oldest clients leave a literal `${id}` and append the id after it.
  const plain = firstParameters(queryString)
    .getAll('id')
    .filter((id) => id !== '${id}');
  const start = /(?:^|&)id=/.exec(queryString);
  const tail = start === null ? [] : spellings(queryString.slice(start.index + start[0].length));
  return [...new Set([...plain.reverse(), ...tail])].filter((id) => id !== '');
}

/** A piece of an address decoded, and as it is. */
export function spellings(piece: string): readonly string[] {
  try {
    return [...new Set([decodeURIComponent(piece), piece])];
  } catch {
    return [piece];
  }
}
