import { SECURE_SCHEMA, USUAL_PREFIXES } from './rdf-vocabulary.js';

export interface ShortNames {
  /** By the usual prefix, else the prefix of the file, else the whole address. */
  readonly shorten: (iri: string) => string;
  /** User input in the form of `shorten`: an address, or a name with a usual or declared prefix. */
  readonly asShort: (written: string) => string;
}

/** Short names by the usual prefixes and those of a file. Where both define a prefix, the usual meaning wins. */
export function shortNames(declared: ReadonlyMap<string, string>): ShortNames {
  const prefixOf = new Map(Object.entries(USUAL_PREFIXES).map(([prefix, namespace]) => [namespace, prefix]));
  prefixOf.set(SECURE_SCHEMA, 'schema');
  for (const [prefix, namespace] of declared) {
    if (!prefixOf.has(namespace) && !(prefix in USUAL_PREFIXES) && prefix !== '') prefixOf.set(namespace, prefix);
  }
  const known = new Map<string, string>();
  const shortened = (iri: string): string => {
    // The longest namespace that leaves a plain name.
    for (let end = iri.length - 1; end > 0; end--) {
      const prefix = prefixOf.get(iri.slice(0, end));
      if (prefix !== undefined)
        return /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u.test(iri.slice(end)) ? `${prefix}:${iri.slice(end)}` : iri;
    }
    return iri;
  };
  const shorten = (iri: string): string => {
    let short = known.get(iri);
    if (short === undefined) {
      short = shortened(iri);
      known.set(iri, short);
    }
    return short;
  };
  return {
    shorten,
    asShort: (written) => {
      const plain = written.replace(/^<(.*)>$/, '$1');
      const [, prefix, local] = /^([^:/#]*):([^/].*)$/.exec(plain) ?? [];
      const namespace = prefix === undefined ? undefined : (declared.get(prefix) ?? USUAL_PREFIXES[prefix]);
      return shorten(namespace === undefined || local === undefined ? plain : `${namespace}${local}`);
    },
  };
}
