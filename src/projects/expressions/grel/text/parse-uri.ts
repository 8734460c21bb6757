interface UriParts {
  readonly scheme: string;
  readonly host: string | null;
  /** -1 for none. */
  readonly port: number;
  readonly path: string | null;
  readonly query: string | null;
  readonly authority: string | null;
  /** May be empty. */
  readonly fragment: string;
  /** The last value of each name. */
  readonly parameters: ReadonlyMap<string, string>;
}

const PARTS = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/;
/** Characters of an address: its own signs, and letters beyond ASCII. */
const ALLOWED = /^(?:[A-Za-z0-9\-._~!*'();:@&=+$,/?#[\]]|%[0-9A-Fa-f]{2}|[^\u0000-\u00a0\s\p{Z}\p{C}])*$/u;

/** Undefined for anything but an absolute address. */
export function parseUri(text: string): UriParts | undefined {
  const parts = PARTS.exec(text);
  if (parts === null || !ALLOWED.test(text)) return undefined;
  const [, scheme = '', authority = null, path = '', query = null, fragment = ''] = parts;
  const isOpaque = authority === null && !path.startsWith('/');
  if (isOpaque && path === '') return undefined;
  const [, host = null, port = ''] = /^(?:[^@]*@)?(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(authority ?? '') ?? [];
  return {
    scheme,
    host: authority === null || host === '' ? null : host,
    port: port === '' ? -1 : Number(port),
    path: isOpaque ? null : decoded(path),
    query: query === null || isOpaque ? null : decoded(query),
    authority: authority === null ? null : decoded(authority),
    fragment: decoded(fragment),
    parameters: parametersOf(query ?? ''),
  };
}

function parametersOf(query: string): ReadonlyMap<string, string> {
  const pairs = query.split('&').filter((pair) => pair !== '');
  return new Map(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decoded(name.replaceAll('+', ' ')), decoded(value.join('=').replaceAll('+', ' '))];
    }),
  );
}

/** Bytes that are no UTF-8 become the replacement character. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}
