import type { Datatype } from '../entities/property.js';
import { headingHints } from './heading-vocabulary.js';
import {
  DATE_FORMATS,
  type DateFormat,
  NUMBER_FORMATS,
  type NumberFormat,
  type ValueFormat,
  parsePropertyValue,
  saysMissing,
} from './parse-property-value.js';
import type { ColumnProfile, ValueKind } from './profile-column.js';

export interface InferredValues {
  readonly datatype: Datatype;
  readonly separator: string | null;
  readonly identifying: boolean;
  readonly numberFormat?: NumberFormat;
  readonly dateFormat?: DateFormat;
  /** For the report; after "…: ". */
  readonly reason: string;
}

/** Maximum share of values that do not fit; they are kept as text and reported. */
const MAX_MISFIT_SHARE = 0.02;
/** The same for numbers under a heading of money: occasional currencies, "on request". */
const MAX_MISFIT_SHARE_OF_MONEY = 0.1;
const MIN_UNIQUE_CODES = 20;
/** Share of misfits above which the column is text, and number of values from which on it is measured. */
const MAX_NEARLY_SHARE = 0.3;
const MIN_NEARLY = 5;
const MAX_SHOWN = 60;

/** The ids of the entities of a dataset. */
export interface KnownIds {
  readonly has: (text: string) => boolean;
  /** Whether all are numbers; then a number that equals an id proves nothing. */
  readonly areNumbers: boolean;
  /**
   * Whether they are running numbers from about 1: any other dataset has the same, and `species_id` may refer to that
   * one.
   */
  readonly areRunning: boolean;
}

/** A column with what its heading suggests, and figures of its values. */
interface ExaminedColumn {
  readonly profile: ColumnProfile;
  readonly hints: ReturnType<typeof headingHints>;
  /** Number of its values, without those that say that there is none. */
  readonly real: number;
  readonly fits: (kind: ValueKind, most?: number) => boolean;
  readonly areIntegers: boolean;
  /** Codes, each once. */
  readonly areUniqueCodes: boolean;
  readonly plain: Pick<InferredValues, 'separator' | 'identifying'>;
  readonly text: InferredValues;
}

/** The datatype of a column from its heading and values. */
export function inferDatatype(heading: string, profile: ColumnProfile, ids: KnownIds): InferredValues {
  const splits = barSeparates(profile);
  const separator = splits ? '|' : null;
  const plain = { separator, identifying: false };
  const real = profile.values - profile.missing;
  const text: InferredValues = { ...plain, datatype: 'text', reason: 'its values are text' };
  if (real === 0 || (profile.piped > 0 && !splits)) return text;
  const column: ExaminedColumn = {
    profile,
    hints: headingHints(heading),
    real,
    fits: (kind, most = MAX_MISFIT_SHARE) => profile.misfits(kind) / real <= most,
    areIntegers: profile.plainIntegers >= real * (1 - MAX_MISFIT_SHARE),
    areUniqueCodes:
      profile.uniqueShare > 0.99 &&
      separator === null &&
      profile.lists === 0 &&
      profile.codeLike >= profile.measured * 0.99,
    plain,
    text,
  };
  return (
    referenceAddressOrBoolean(column, ids) ??
    identifierOrFlag(column) ??
    (profile.leadingZeros > 0 ? codesWithZeros(column) : (dateOrNumber(column) ?? codesOrText(column)))
  );
}

function referenceAddressOrBoolean(
  { profile, hints, fits, plain }: ExaminedColumn,
  ids: KnownIds,
): InferredValues | undefined {
  const mayRefer = ids.areRunning ? hints.ownReference : hints.reference || !ids.areNumbers;
  if (mayRefer && refersToEntities(profile, ids))
    return { ...plain, datatype: 'reference', reason: 'its values are identifiers of entities of this list' };
  if (fits('url')) return { ...plain, datatype: 'url', reason: 'its values are web addresses' };
  if (hints.webAddress && fits('host')) return { ...plain, datatype: 'url', reason: 'its heading and values say so' };
  if (fits('coordinates'))
    return { ...plain, datatype: 'coordinates', reason: 'its values are pairs of latitude and longitude' };
  return fits('boolean') && saysYesAndNo(profile)
    ? { ...plain, datatype: 'boolean', reason: 'its values are yes and no' }
    : undefined;
}

function identifierOrFlag({
  profile,
  hints,
  areIntegers,
  areUniqueCodes,
  plain,
}: ExaminedColumn): InferredValues | undefined {
  if (hints.identifier && areUniqueCodes && profile.withDigit + profile.withLetter > 0)
    return {
      ...plain,
      datatype: 'identifier',
      identifying: true,
      reason: 'its heading says so, and no value comes twice',
    };
  return hints.yesOrNo && areIntegers && profile.minimum >= 0 && profile.maximum <= 1
    ? { ...plain, datatype: 'boolean', reason: 'its heading and values say so' }
    : undefined;
}

function dateOrNumber(column: ExaminedColumn): InferredValues | undefined {
  const { profile, hints, real, fits, areIntegers, plain, text } = column;
  if (isYears(profile, hints, areIntegers)) return years(column);
  const date = areIntegers ? undefined : bestDateFormat(profile, fits);
  if (date === 'ambiguous')
    return {
      ...text,
      reason: 'its values are dates like 3/4/1950, and nothing says whether the day or the month comes first',
    };
  if (date !== undefined)
    return { ...plain, datatype: 'date', dateFormat: date, reason: `its values are dates${ORDER_WORDS[date] ?? ''}` };
  // An ISBN that occurs twice is still a code, not a quantity.
  if (
    (hints.identifier && areIntegers && profile.minimum >= MIN_LONG_CODE) ||
    (hints.dialledOrPostal && profile.plainIntegers > real / 2)
  )
    return { ...text, reason: 'its heading says that its numbers are codes' };
  const number = leastMisfits(NUMBER_FORMATS, (format) => profile.misfits(`number ${format}`));
  if (number === undefined || !fits(`number ${number}`, hints.money ? MAX_MISFIT_SHARE_OF_MONEY : MAX_MISFIT_SHARE))
    return undefined;
  const isWhole = profile.fractions === 0 || (number !== '1234.5' && allWhole(profile.sample, number));
  return {
    ...plain,
    datatype: isWhole ? 'integer' : 'number',
    numberFormat: number,
    reason: isWhole ? 'its values are whole numbers' : 'its values are numbers',
  };
}

function years({ plain }: ExaminedColumn): InferredValues {
  return { ...plain, datatype: 'date', dateFormat: '2024-12-31', reason: 'its values are years' };
}

function codesWithZeros(column: ExaminedColumn): InferredValues {
  const { profile, hints, real, text } = column;
  const areNumbers = profile.plainIntegers + profile.leadingZeros >= real * (1 - MAX_MISFIT_SHARE);
  if (areNumbers && hints.date && profile.longest <= LONGEST_YEAR && profile.maximum <= LAST_YEAR) return years(column);
  return (
    identifierByShape(column) ??
    (areNumbers ? { ...text, reason: 'its numbers have leading zeros, so they are codes' } : text)
  );
}

function codesOrText(column: ExaminedColumn): InferredValues {
  const { profile, hints, real, text } = column;
  return (
    identifierByShape(column) ?? {
      ...text,
      separator: text.separator ?? textSeparator(profile),
      reason: reasonForText(profile, hints, real),
    }
  );
}

function identifierByShape({ profile, areUniqueCodes, plain }: ExaminedColumn): InferredValues | undefined {
  return areUniqueCodes && sameShapedCodes(profile)
    ? {
        ...plain,
        datatype: 'identifier',
        identifying: true,
        reason: 'its values are codes of one length, and none comes twice',
      }
    : undefined;
}

/** Reason for text; where the heading suggests dates or amounts and most values fit, the first misfit. */
function reasonForText(
  profile: ColumnProfile,
  hints: { readonly date: boolean; readonly quantity: boolean },
  real: number,
): string {
  const found = hints.date ? nearlyDates(profile) : hints.quantity ? nearlyNumbers(profile) : undefined;
  const plain = 'its values are text';
  if (found === undefined || real < MIN_NEARLY || found.misfits > real * MAX_NEARLY_SHARE) return plain;
  const odd = profile.sample.find((text) => !saysMissing(text) && parsePropertyValue(text, found.format) === undefined);
  if (odd === undefined) return plain;
  const others =
    found.misfits === 1
      ? `"${odd.slice(0, MAX_SHOWN)}" is not`
      : `${String(found.misfits)} are not, such as "${odd.slice(0, MAX_SHOWN)}"`;
  return `most of its values are ${found.format.datatype}s, but ${others}; a manifest can say "datatype: ${found.format.datatype}"`;
}

interface Nearly {
  readonly format: ValueFormat;
  readonly misfits: number;
}

function nearlyDates(profile: ColumnProfile): Nearly | undefined {
  const dateFormat = leastMisfits(DATE_FORMATS, (format) => profile.misfits(`date ${format}`));
  return dateFormat === undefined
    ? undefined
    : { format: { datatype: 'date', dateFormat }, misfits: profile.misfits(`date ${dateFormat}`) };
}

function nearlyNumbers(profile: ColumnProfile): Nearly | undefined {
  const numberFormat = leastMisfits(NUMBER_FORMATS, (format) => profile.misfits(`number ${format}`));
  return numberFormat === undefined
    ? undefined
    : { format: { datatype: 'number', numberFormat }, misfits: profile.misfits(`number ${numberFormat}`) };
}

function refersToEntities(profile: ColumnProfile, ids: KnownIds): boolean {
  if (profile.sample.length === 0 && profile.distinct === undefined) return false;
  if (profile.ownId > profile.values * 0.5) return false;
  const sample = profile.sample.length > 0 ? profile.sample : [...(profile.distinct ?? [])];
  const known = sample.filter(ids.has).length;
  return known >= Math.max(1, sample.length * 0.9);
}

function saysYesAndNo(profile: ColumnProfile): boolean {
  const words = new Set([...(profile.distinct ?? [])].map((word) => word.toLowerCase()));
  const isPlain = [...words].every((word) => word === 'true' || word === 'false');
  return (words.size >= 2 || (isPlain && words.size > 0)) && profile.plainIntegers === 0;
}

const MIN_LONG_CODE = 10_000_000;
const ORDER_WORDS: Partial<Readonly<Record<DateFormat, string>>> = {
  '31/12/2024': ', the day before the month',
  '12/31/2024': ', the month before the day',
};

/** `0980`; no year of a record is later. */
const LONGEST_YEAR = 4;
const LAST_YEAR = 2200;

function isYears(
  profile: ColumnProfile,
  hints: { readonly date: boolean; readonly quantity: boolean },
  integers: boolean,
): boolean {
  if (!integers || profile.plainIntegers === 0) return false;
  if (hints.date) return profile.minimum >= -5000 && profile.maximum <= LAST_YEAR && profile.maximum >= 32;
  // Without a hint in the heading: whole numbers in the range of modern years.
  return (
    !hints.quantity &&
    profile.plainIntegers >= 10 &&
    profile.minimum >= 1500 &&
    profile.maximum <= 2050 &&
    (profile.distinct?.size ?? DISTINCT_MANY) >= 5
  );
}

const DISTINCT_MANY = 1000;

function bestDateFormat(
  profile: ColumnProfile,
  fits: (kind: ValueKind) => boolean,
): DateFormat | 'ambiguous' | undefined {
  const best = leastMisfits(DATE_FORMATS, (format) => profile.misfits(`date ${format}`));
  if (best === undefined || !fits(`date ${best}`)) return undefined;
  const slashed = profile.misfits('date 31/12/2024');
  if ((best === '31/12/2024' || best === '12/31/2024') && slashed === profile.misfits('date 12/31/2024'))
    return 'ambiguous';
  return best;
}

function leastMisfits<T>(formats: readonly T[], misfits: (format: T) => number): T | undefined {
  let best: { readonly format: T; readonly misfits: number } | undefined;
  for (const format of formats) {
    const count = misfits(format);
    if (count !== Infinity && (best === undefined || count < best.misfits)) best = { format, misfits: count };
  }
  return best?.format;
}

/** `1,234` is whole with `,` as thousands separator. */
function allWhole(sample: readonly string[], format: NumberFormat): boolean {
  const fraction = format === '1,234.5' || format === "1'234.5" ? /\.\d/ : format === '1.234,5' ? /,\d/ : /[.,]\d/;
  return !sample.some((text) => fraction.test(text));
}

/** Codes such as `AND` or `ISO-4217`: equal lengths, capitals or digits, at least one letter, and enough values. */
function sameShapedCodes(profile: ColumnProfile): boolean {
  return (
    profile.values >= MIN_UNIQUE_CODES &&
    profile.shortest === profile.longest &&
    profile.longest <= 20 &&
    profile.sample.every((text) => /^[A-Z0-9._-]+$/.test(text) && /[A-Z]/.test(text))
  );
}

/** Maximum share of cells with empty parts; above it the mark is text. */
const MAX_BAD_SPLITS = 0.1;
/** Minimum number of cells with a mark, and minimum share of repeated parts, for a separator. */
const MIN_LISTS = 3;
const MIN_COME_AGAIN = 0.5;

/** Whether `|` is a separator in the column rather than a part of its texts. */
function barSeparates({ piped, pipedBadly }: ColumnProfile): boolean {
  return piped > 0 && pipedBadly <= piped * MAX_BAD_SPLITS;
}

/** Separator of names or types in a cell of the column; `null` for one a cell. */
export function labelSeparator(profile: ColumnProfile | undefined): string | null {
  if (profile === undefined || profile.lists > 0) return null;
  if (profile.piped > 0) return barSeparates(profile) ? '|' : null;
  // Where each line ends in a semicolon, the semicolon separates.
  if (profile.bareLines > 0) return '\n';
  if (profile.pilcrows > 0) return '¶';
  return profile.semicolons > 0 ? ';' : null;
}

/**
 * Separator of values in a cell of texts: a line break or a semicolon, where most of the parts are repeated in the
 * column, as occupations and subjects are. Prose and addresses have these marks without repeated parts. `null` for one
 * value a cell.
 */
function textSeparator(profile: ColumnProfile): string | null {
  if (profile.piped > 0 || profile.lists > 0 || profile.marked.length < MIN_LISTS) return null;
  return ['\n', ';'].find((mark) => separates(mark, profile)) ?? null;
}

function separates(mark: string, { marked, distinct }: ColumnProfile): boolean {
  const lists = marked
    .filter((cell) => cell.trim().includes(mark))
    .map((cell) => cell.split(mark).map((part) => part.trim()));
  if (lists.length < MIN_LISTS || lists.length < marked.length / 2) return false;
  if (lists.filter((parts) => parts.slice(0, -1).includes('')).length > lists.length * MAX_BAD_SPLITS) return false;
  const cellsWith = new Map<string, number>();
  for (const parts of lists)
    for (const part of new Set(parts)) if (part !== '') cellsWith.set(part, (cellsWith.get(part) ?? 0) + 1);
  let parts = 0;
  let again = 0;
  for (const [part, cells] of cellsWith) {
    parts += cells;
    if (cells > 1 || distinct?.has(part) === true) again += cells;
  }
  return again >= parts * MIN_COME_AGAIN;
}

/** End of a sentence about a column, from the comma on; `''` for one value a cell. */
export function severalInACell(separator: string | null): string {
  if (separator === null) return '';
  return separator === '\n' ? ', several in a cell, each on a line' : `, several in a cell with "${separator}" between`;
}
