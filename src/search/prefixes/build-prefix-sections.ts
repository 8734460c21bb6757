import { toShared, type SectionArray } from '../../foundation/sections.js';
import { ascendingNumbers, stableOrder } from '../../foundation/stable-order.js';
import { ALIAS_FLAG, TRANSLITERATION_FLAG } from '../labels/rows-of-names.js';
import { buildRankTree } from './rank-tree.js';

interface PrefixSource {
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

/** Words by which occurrences are sorted; longer prefixes are checked one by one. */
export const ORDERED_WORDS = 3;

/**
 * Sections `prefixes.*`: the beginning of every label, and every later word with its following words, both in
 * alphabetical order of their first three words, each with a tournament tree by prominence; and the order of entities.
 *
 * As words are numbered alphabetically, three counting sorts suffice, without comparing texts.
 */
export function buildPrefixSections(source: PrefixSource): Map<string, SectionArray> {
  const entities = entitiesByProminence(source);
  const ranks = rankRows(source, entities);
  const written = writeOut(source);
  const { starts, later } = occurrencesIn(source, written);
  const beginnings = inOrder(source, written, starts);
  const words = inOrder(source, written, later);
  return new Map<string, SectionArray>([
    ['prefixes.rowRank', toShared(ranks)],
    ['prefixes.entities', toShared(entities)],
    ['prefixes.starts.rows', toShared(beginnings.rows)],
    ['prefixes.starts.offsets', toShared(beginnings.offsets)],
    [
      'prefixes.starts.tree',
      toShared(buildRankTree(beginnings.rows.length, (position) => ranks[beginnings.rows[position] ?? 0] ?? 0)),
    ],
    ['prefixes.words.rows', toShared(words.rows)],
    ['prefixes.words.places', toShared(words.places)],
    ['prefixes.words.offsets', toShared(words.offsets)],
    [
      'prefixes.words.tree',
      toShared(buildRankTree(words.rows.length, (position) => ranks[words.rows[position] ?? 0] ?? 0)),
    ],
  ]);
}

const MAX_PLACES = 0xffff;

/** The words of all rows, concatenated. */
interface WrittenOut {
  /** Number of the word + 1; each row ends with as many 0 as the order looks ahead. */
  readonly words: Uint32Array;
  /** Start of each row, and the end. */
  readonly firstOfRow: Uint32Array;
  /** The row of each position. */
  readonly rows: Uint32Array;
}

function writeOut({ rowCount, formOfRow, firstWordOfForm, wordsOfForms }: PrefixSource): WrittenOut {
  const firstOfRow = new Uint32Array(rowCount + 1);
  for (let row = 0; row < rowCount; row++) {
    const form = formOfRow[row] ?? 0;
    firstOfRow[row + 1] =
      (firstOfRow[row] ?? 0) + (firstWordOfForm[form + 1] ?? 0) - (firstWordOfForm[form] ?? 0) + ORDERED_WORDS - 1;
  }
  const words = new Uint32Array(firstOfRow[rowCount] ?? 0);
  const rows = new Uint32Array(words.length);
  for (let row = 0; row < rowCount; row++) {
    const form = formOfRow[row] ?? 0;
    let at = firstOfRow[row] ?? 0;
    rows.fill(row, at, firstOfRow[row + 1]);
    for (let i = firstWordOfForm[form] ?? 0; i < (firstWordOfForm[form + 1] ?? 0); i++)
      words[at++] = (wordsOfForms[i] ?? 0) + 1;
  }
  return { words, firstOfRow, rows };
}

/** Positions of the first words of rows, and of all later ones; ascending. */
function occurrencesIn(
  { rowCount }: PrefixSource,
  { firstOfRow }: WrittenOut,
): { readonly starts: Uint32Array; readonly later: Uint32Array } {
  const starts = new Uint32Array(rowCount);
  const later = new Uint32Array(firstOfRow[rowCount] ?? 0);
  let startCount = 0;
  let laterCount = 0;
  for (let row = 0; row < rowCount; row++) {
    const first = firstOfRow[row] ?? 0;
    const end = (firstOfRow[row + 1] ?? 0) - ORDERED_WORDS + 1;
    if (end > first) starts[startCount++] = first;
    for (let at = first + 1; at < Math.min(end, first + MAX_PLACES); at++) later[laterCount++] = at;
  }
  return { starts: starts.subarray(0, startCount), later: later.subarray(0, laterCount) };
}

interface Occurrences {
  readonly rows: Uint32Array;
  /** Position of the word in the label, from 0. */
  readonly places: Uint16Array;
  /** Start of each word, and the end. */
  readonly offsets: Uint32Array;
}

/** The occurrences at these positions, sorted by their first, second and third word. */
function inOrder(source: PrefixSource, { words, firstOfRow, rows }: WrittenOut, positions: Uint32Array): Occurrences {
  // Counts of words do not depend on the order, so that one pass serves all sorts.
  const ends = Array.from({ length: ORDERED_WORDS }, () => new Uint32Array(source.wordCount + 2));
  for (const position of positions) {
    for (let ahead = 0; ahead < ORDERED_WORDS; ahead++) {
      const counts = ends[ahead];
      const next = (words[position + ahead] ?? 0) + 1;
      if (counts !== undefined) counts[next] = (counts[next] ?? 0) + 1;
    }
  }
  let from = positions;
  let spare: Uint32Array | undefined;
  let offsets = new Uint32Array(0);
  for (let ahead = ORDERED_WORDS - 1; ahead >= 0; ahead--) {
    offsets = ends[ahead] ?? offsets;
    for (let key = 0; key <= source.wordCount; key++) offsets[key + 1] = (offsets[key + 1] ?? 0) + (offsets[key] ?? 0);
    const to = spare ?? new Uint32Array(positions.length);
    for (const position of from) {
      const key = words[position + ahead] ?? 0;
      const place = offsets[key] ?? 0;
      offsets[key] = place + 1;
      to[place] = position;
    }
    spare = from === positions ? undefined : from;
    from = to;
  }
  const ordered = { rows: new Uint32Array(positions.length), places: new Uint16Array(positions.length) };
  from.forEach((position, i) => {
    const row = rows[position] ?? 0;
    ordered.rows[i] = row;
    ordered.places[i] = position - (firstOfRow[row] ?? 0);
  });
  // After the last pass offsets[key] is where key + 1 begins; word w has key w + 1.
  return { ...ordered, offsets: offsets.slice(0, source.wordCount + 1) };
}

/*
 * Handicap of an alias for a user who types: as if this share of all entities came before it. Added to the rank by
 * prominence, because a factor would not change the first of all, which have hundreds of aliases, and a constant tier
 * would hide Munich, typed in German, behind every village with such a name.
 */
const ALIAS_HANDICAP = 1 / 20;
/** An interpretation derived from the name, never from the dataset. */
const TRANSLITERATION_HANDICAP = 1 / 5;

/**
 * Rank of each row, 0 first: by the prominence rank of its entity, with handicaps for aliases and transliterations;
 * then the shorter label, then by row. Entities of equal prominence share a rank and compete by their labels. Cost:
 * some counting sorts.
 */
function rankRows(source: PrefixSource, entities: Uint32Array): Uint32Array {
  const places = new Uint32Array(source.entityCount);
  for (let at = 0; at < entities.length; at++) {
    const [entity, previous] = [entities[at] ?? 0, entities[at - 1]];
    places[entity] =
      previous !== undefined && source.prominenceOf(previous) === source.prominenceOf(entity)
        ? (places[previous] ?? 0)
        : at;
  }
  const aliasHandicap = Math.ceil(source.entityCount * ALIAS_HANDICAP);
  const transliterationHandicap = Math.ceil(source.entityCount * TRANSLITERATION_HANDICAP);
  const lengths = new Float64Array(source.rowCount);
  const rowPlaces = new Float64Array(source.rowCount);
  for (let row = 0; row < source.rowCount; row++) {
    const flags = source.flagsOfRow[row] ?? 0;
    const handicap =
      (flags & TRANSLITERATION_FLAG) !== 0 ? transliterationHandicap : (flags & ALIAS_FLAG) !== 0 ? aliasHandicap : 0;
    rowPlaces[row] = (places[source.entityOfRow[row] ?? 0] ?? 0) + handicap;
    lengths[row] = source.lengthOfForm(source.formOfRow[row] ?? 0);
  }
  const inOrder = stableOrder(
    stableOrder(ascendingNumbers(source.rowCount), lengths, 'ascending'),
    rowPlaces,
    'ascending',
  );
  const ranks = new Uint32Array(source.rowCount);
  for (let rank = 0; rank < inOrder.length; rank++) ranks[inOrder[rank] ?? 0] = rank;
  return ranks;
}

function entitiesByProminence(source: PrefixSource): Uint32Array {
  const prominence = new Float64Array(source.entityCount);
  for (let entity = 0; entity < source.entityCount; entity++) prominence[entity] = source.prominenceOf(entity);
  return stableOrder(ascendingNumbers(source.entityCount), prominence, 'descending');
}
