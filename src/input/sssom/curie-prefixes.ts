import { slugOf } from '../../datasets/derived-id.js';
import { BUILT_IN_PREFIXES } from '../../formats/sssom/sssom-vocabulary.js';
import { largestOf } from '../../foundation/largest-of.js';

/*
 * Mappings name things by CURIEs (`authors:a1`), whose prefixes stand for the beginnings of addresses. Most datasets
 * have an identifier space, and ids that are addresses need none. Other datasets get an address that leads nowhere (RFC
 * 6761, ".invalid").
 */

export interface CuriePrefixes {
  /** Prefix → beginning of an address; at least one, the one of the whole dataset first. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** The id as a CURIE, percent-encoded where necessary. */
  readonly curieOf: (id: string) => string;
}

export interface NamedIds {
  /** Base of the prefixes. */
  readonly name: string;
  /** Prefix of ids that makes them addresses; `undefined` if unknown. */
  readonly identifierSpace: string | undefined;
  /** All ids; read once. */
  readonly ids: Iterable<string>;
}

/** An id that is an address. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/|urn:[a-z0-9-]+:)(?=.)/i;

/**
 * Prefixes for the ids of a dataset: one for its identifier space, and one for the common beginning of the addresses of
 * each scheme. None is in `taken`. Cost: a look at each id.
 */
export function curiePrefixes({ name, identifierSpace, ids }: NamedIds, taken: ReadonlySet<string>): CuriePrefixes {
  const slug = prefixOf(name);
  const space = identifierSpace ?? `https://${slug}.invalid/`;
  const beginnings = new Map<string, string>();
  let areAllAddresses = true;
  for (const id of ids) {
    const start = id.startsWith(space) && id.length > space.length ? undefined : ADDRESS.exec(id)?.[0];
    if (start === undefined) areAllAddresses = false;
    else beginnings.set(start, commonBeginning(beginnings.get(start) ?? beginningOf(id, start), id, start));
  }
  const used = areAllAddresses && beginnings.size > 0 ? [...beginnings.values()] : [space, ...beginnings.values()];
  const prefixes = new Map<string, string>();
  for (const beginning of used)
    prefixes.set(
      freePrefix(slug, (prefix) => taken.has(prefix) || prefixes.has(prefix)),
      beginning,
    );
  const byBeginning = [...prefixes];
  return {
    prefixes,
    curieOf: (id) => {
      const [prefix, beginning] = byBeginning.find(([, one]) => id.startsWith(one) && id.length > one.length) ??
        byBeginning[0] ?? [slug, space];
      return `${prefix}:${inAddress(id.startsWith(beginning) ? id.slice(beginning.length) : id)}`;
    },
  };
}

/** A prefix from a name: Latin letters, digits and hyphens, a letter first. */
function prefixOf(name: string): string {
  const slug = slugOf(name)
    .replace(/[^a-z0-9-]/g, '')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30);
  return /^[a-z]/.test(slug) ? slug : `list${slug === '' ? '' : `-${slug}`}`;
}

function freePrefix(slug: string, isTaken: (prefix: string) => boolean): string {
  let free = slug;
  for (let n = 2; isTaken(free) || free in BUILT_IN_PREFIXES; n++) free = `${slug}-${String(n)}`;
  return free;
}

function commonBeginning(beginning: string, id: string, start: string): string {
  let common = beginning;
  while (common.length > start.length && !(id.startsWith(common) && id.length > common.length))
    common = beginningOf(common, start);
  return common;
}

/** Up to the last sign, except a final one, after which a name may begin; at least `start`. */
function beginningOf(address: string, start: string): string {
  const end = largestOf(['/', '#', ':', '='].map((sign) => address.lastIndexOf(sign, address.length - 2)));
  return end + 1 > start.length ? address.slice(0, end + 1) : start;
}

/** Characters forbidden in an address, and invalid percent signs. */
const NOT_IN_ADDRESS = /%(?![0-9A-Fa-f]{2})|[^\w\-.~:/?#@!$&'()*+,;=%]/gu;
const HALF_A_CHARACTER = /[\ud800-\udfff]/gu;

function inAddress(id: string): string {
  return id.replace(HALF_A_CHARACTER, '\ufffd').replace(NOT_IN_ADDRESS, (character) => encodeURIComponent(character));
}
