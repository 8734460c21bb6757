import { toShared, type SectionArray } from '../../foundation/sections.js';
import { ascendingNumbers, stableOrder } from '../../foundation/stable-order.js';
import { ALIAS_FLAG, TRANSLITERATION_FLAG } from '../labels/collect-labels.js';
import { buildRankTree } from './rank-tree.js';

export interface PrefixSource {
  readonly rowCount: number;
  readonly entityCount: number;
  readonly wordCount: number;
  readonly entityOfRow: Uint32Array;
  readonly formOfRow: Uint32Array;
  /** Bits `ALIAS_FLAG` and `TRANSLITERATION_FLAG`. */
  readonly flagsOfRow: Uint8Array;
  /** Words numbered alphabetically. */
  readonly firstWordOfForm: Uint32Array;
  readonly wordsOfForms: Uint32Array;
  readonly lengthOfForm: (form: number) => number;
  readonly prominenceOf: (entity: number) => number;
}

/** Words by which occurrences are put in order; longer beginnings are narrowed down by looking. */
export const ORDERED_WORDS = 3;

/**
 * Sections `prefixes.*`: every label as it begins, and every later word of a label with what follows it, both in
 * alphabetical order of their first three words, each with a tournament tree by prominence; and the order of entities.
 *
 * Because words are numbered alphabetically, the order is made by three counting sorts, without comparing a text.
 */
export function buildPrefixSections(source: PrefixSource): Map<string, SectionArray> {
  const entities = entitiesByProminence(source);
  const ranks = rankRows(source, entities);
  const starts: Occurrences = { rows: new Uint32Array(source.rowCount), places: new Uint16Array(source.rowCount) };
  let startCount = 0;
  let laterCount = 0;
  for (let row = 0; row < source.rowCount; row++) {
    const words = wordCountOf(source, row);
    if (words > 0) starts.rows[startCount++] = row;
    laterCount += Math.max(0, Math.min(words, MOST_PLACES) - 1);
  }
  const later: Occurrences = { rows: new Uint32Array(laterCount), places: new Uint16Array(laterCount) };
  let at = 0;
  for (let row = 0; row < source.rowCount; row++) {
    for (let place = 1; place < Math.min(wordCountOf(source, row), MOST_PLACES); place++) {
      later.rows[at] = row;
      later.places[at++] = place;
    }
  }
  const beginnings = order(source, { rows: starts.rows.subarray(0, startCount), places: starts.places.subarray(0, startCount) });
  const words = order(source, later);
  return new Map<string, SectionArray>([
    ['prefixes.rowRank', toShared(ranks)],
    ['prefixes.entities', toShared(entities)],
    ['prefixes.starts.rows', toShared(beginnings.rows)],
    ['prefixes.starts.offsets', toShared(beginnings.offsets)],
    ['prefixes.starts.tree', toShared(buildRankTree(beginnings.rows.length, (position) => ranks[beginnings.rows[position] ?? 0] ?? 0))],
    ['prefixes.words.rows', toShared(words.rows)],
    ['prefixes.words.places', toShared(words.places)],
    ['prefixes.words.offsets', toShared(words.offsets)],
    ['prefixes.words.tree', toShared(buildRankTree(words.rows.length, (position) => ranks[words.rows[position] ?? 0] ?? 0))],
  ]);
}

const MOST_PLACES = 0xffff;

interface Occurrences {
  readonly rows: Uint32Array;
  /** Place of the word in the label, 0 for the first. */
  readonly places: Uint16Array;
}

function wordCountOf(source: PrefixSource, row: number): number {
  const form = source.formOfRow[row] ?? 0;
  return (source.firstWordOfForm[form + 1] ?? 0) - (source.firstWordOfForm[form] ?? 0);
}

/*
 * How much less somebody who types means an entity by a name other than its preferred one: as if so large a part of all entities stood before it.
 * Added to the place by prominence, because a factor would do nothing to the first of all – which have names in hundreds of languages –
 * and a constant tier would hide Munich, typed in German, behind every village whose own name begins so.
 */
const ALIAS_HANDICAP = 1 / 20;
/** A reading that nobody wrote down. */
const TRANSLITERATION_HANDICAP = 1 / 5;

/**
 * 0 for the row to show first: by the place of its entity by prominence, put back for other names and transliterations; then the shorter
 * label, then by row. Entities of equal prominence have the same place and compete by their labels alone.
 * Cost: some counting sorts.
 */
function rankRows(source: PrefixSource, entities: Uint32Array): Uint32Array {
  const places = new Uint32Array(source.entityCount);
  for (let at = 0; at < entities.length; at++) {
    const [entity, previous] = [entities[at] ?? 0, entities[at - 1]];
    places[entity] = previous !== undefined && source.prominenceOf(previous) === source.prominenceOf(entity) ? (places[previous] ?? 0) : at;
  }
  const aliasHandicap = Math.ceil(source.entityCount * ALIAS_HANDICAP);
  const transliterationHandicap = Math.ceil(source.entityCount * TRANSLITERATION_HANDICAP);
  const lengths = new Float64Array(source.rowCount);
  const rowPlaces = new Float64Array(source.rowCount);
  for (let row = 0; row < source.rowCount; row++) {
    const flags = source.flagsOfRow[row] ?? 0;
    const handicap = (flags & TRANSLITERATION_FLAG) !== 0 ? transliterationHandicap : (flags & ALIAS_FLAG) !== 0 ? aliasHandicap : 0;
    rowPlaces[row] = (places[source.entityOfRow[row] ?? 0] ?? 0) + handicap;
    lengths[row] = source.lengthOfForm(source.formOfRow[row] ?? 0);
  }
  const inOrder = stableOrder(stableOrder(ascendingNumbers(source.rowCount), lengths, 'ascending'), rowPlaces, 'ascending');
  const ranks = new Uint32Array(source.rowCount);
  for (let rank = 0; rank < inOrder.length; rank++) ranks[inOrder[rank] ?? 0] = rank;
  return ranks;
}

function entitiesByProminence(source: PrefixSource): Uint32Array {
  const prominence = new Float64Array(source.entityCount);
  for (let entity = 0; entity < source.entityCount; entity++) prominence[entity] = source.prominenceOf(entity);
  return stableOrder(ascendingNumbers(source.entityCount), prominence, 'descending');
}

/** Occurrences by their first, then second, then third word from their place on; `offsets` by first word. */
function order(source: PrefixSource, occurrences: Occurrences): Occurrences & { readonly offsets: Uint32Array } {
  const count = occurrences.rows.length;
  const counts = new Uint32Array(source.wordCount + 2);
  let from = occurrences;
  let to: Occurrences = { rows: new Uint32Array(count), places: new Uint16Array(count) };
  let spare: Occurrences | undefined;
  for (let ahead = ORDERED_WORDS - 1; ahead >= 0; ahead--) {
    counts.fill(0);
    // Key 0: the label has ended before this word.
    for (let i = 0; i < count; i++) {
      const key = keyAhead(source, from, i, ahead);
      counts[key + 1] = (counts[key + 1] ?? 0) + 1;
    }
    for (let key = 0; key <= source.wordCount; key++) counts[key + 1] = (counts[key + 1] ?? 0) + (counts[key] ?? 0);
    for (let i = 0; i < count; i++) {
      const key = keyAhead(source, from, i, ahead);
      const place = counts[key] ?? 0;
      counts[key] = place + 1;
      to.rows[place] = from.rows[i] ?? 0;
      to.places[place] = from.places[i] ?? 0;
    }
    const free: Occurrences = spare ?? { rows: new Uint32Array(count), places: new Uint16Array(count) };
    spare = from === occurrences ? undefined : from;
    from = to;
    to = free;
  }
  // After the last pass counts[key] is where key + 1 begins; word w has key w + 1.
  const offsets = counts.slice(0, source.wordCount + 1);
  return { ...from, offsets };
}

function keyAhead(source: PrefixSource, occurrences: Occurrences, i: number, ahead: number): number {
  const form = source.formOfRow[occurrences.rows[i] ?? 0] ?? 0;
  const at = (source.firstWordOfForm[form] ?? 0) + (occurrences.places[i] ?? 0) + ahead;
  return at < (source.firstWordOfForm[form + 1] ?? 0) ? (source.wordsOfForms[at] ?? 0) + 1 : 0;
}
