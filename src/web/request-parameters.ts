/** Parameters of a request: fields of a form body first, then the query string. Names are case-sensitive. */
export interface RequestParameters {
  /** The last value with this name: a field of the body if there is one, else of the query string. */
  readonly get: (name: string) => string | undefined;
  /** All values with this name, body first. */
  readonly all: (name: string) => readonly string[];
  readonly has: (name: string) => boolean;
  readonly names: readonly string[];
}

/** `queryString` and `formBody` as they came, without `?`. Broken percent-encoding is read as far as it can be; nothing throws. */
export function readParameters(queryString: string, formBody = ''): RequestParameters {
  const body = new URLSearchParams(formBody);
  const query = new URLSearchParams(queryString);
  const all = (name: string): readonly string[] => [...body.getAll(name), ...query.getAll(name)];
  return {
    get: (name) => body.getAll(name).at(-1) ?? query.getAll(name).at(-1),
    all,
    has: (name) => body.has(name) || query.has(name),
    names: [...new Set([...body.keys(), ...query.keys()])],
  };
}

/**
 * Everything that a query string may mean by an identifier, the likeliest first. Clients disagree on encoding: some send an id with
 * `&`, `+`, `?` or `%` as it is, and then the rest of the address belongs to it.
 */
export function identifiersMeant(queryString: string): readonly string[] {
  // Templates of the oldest clients leave a literal `${id}` behind and append the id after it.
  const plain = new URLSearchParams(queryString).getAll('id').filter((id) => id !== '${id}');
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
