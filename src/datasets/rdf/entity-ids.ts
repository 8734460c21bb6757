import { UNNAMED_BASE } from '../../formats/rdf/triple-table.js';
import type { AddressIds } from '../data-file.js';
import { slugOf } from '../property-naming.js';

/** Minimum share of addresses in a namespace that is left out of the ids. */
const MIN_SHARE = 0.95;

/** Whole addresses as ids, for a single file. */
export const WHOLE_ADDRESSES: AddressIds = {
  idOf: (iri) => iri,
  namespace: undefined,
  others: 0,
  isElsewhere: () => false,
};

/**
 * Ids are the addresses without a namespace that nearly all share, else the whole addresses. `graphs`: the addresses of
 * each file.
 */
export function addressIds(graphs: readonly (readonly string[])[], namespace: string | undefined): AddressIds {
  const iris = graphs.flat();
  const all = graphs.length > 1 ? new Set(iris) : undefined;
  const isElsewhere = (iri: string): boolean => all?.has(iri) === true;
  const whole: AddressIds = { ...WHOLE_ADDRESSES, isElsewhere };
  if (namespace === undefined) return whole;
  const inside = iris.filter((iri) => iri.startsWith(namespace) && iri.length > namespace.length).length;
  if (inside < iris.length * MIN_SHARE || inside === 0) return whole;
  return {
    idOf: (iri) => (iri.startsWith(namespace) && iri.length > namespace.length ? iri.slice(namespace.length) : iri),
    namespace,
    others: iris.length - inside,
    isElsewhere,
  };
}

/** The most frequent namespace of these addresses; `undefined` without any. */
export function commonestNamespace(iris: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const iri of iris) {
    const namespace = namespaceOf(iri);
    if (namespace !== undefined) counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
  }
  return [...counts].sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1))[0]?.[0];
}

/** Up to the last `#` or `/`, or the last colon of an address without either. */
function namespaceOf(iri: string): string | undefined {
  const end = Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/'));
  const at = end > 0 ? end : iri.lastIndexOf(':');
  return at < 0 || at === iri.length - 1 ? undefined : iri.slice(0, at + 1);
}

/** Whether addresses with this prefix can be opened in a browser. */
export function isWebAddress(namespace: string): boolean {
  return /^https?:\/\//.test(namespace) && !namespace.startsWith(UNNAMED_BASE);
}

/** Ids for things with a name and no address, made from their names. */
export class NamelessIds {
  private readonly used = new Set<string>();
  private readonly ids = new Map<number, string>();

  /** The same id for the same term; never one in `taken`. */
  idOf(term: number, name: string, taken: (id: string) => boolean): string {
    const known = this.ids.get(term);
    if (known !== undefined) return known;
    const slug = slugOf(name) || 'entity';
    let id = slug;
    for (let n = 2; this.used.has(id) || taken(id); n++) id = `${slug}-${n}`;
    this.used.add(id);
    this.ids.set(term, id);
    return id;
  }
}
