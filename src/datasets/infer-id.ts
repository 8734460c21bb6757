import {
  type HeadingRole,
  headingHints,
  headingKey,
  headingRank,
  headingWords,
  isHeadingWord,
} from './heading-vocabulary.js';
import { classifyHeading } from './classify-heading.js';
import { isCoordinateHeading } from '../entities/coordinate-headings.js';
import type { ColumnProfile } from './profile-column.js';

/** A column with the profile of its first records. */
export interface ProfiledColumn {
  readonly name: string;
  readonly profile: ColumnProfile;
}

export interface RoleColumn {
  readonly column: string;
  /** The column whose text stands in front. */
  readonly before?: string;
  readonly language?: string;
  readonly reason: string;
}

/** `id`, `@id`, `identifier`, `identifiers`: accepted even with faulty values. Weaker headings must be unique. */
const SURE_ID_RANK = 3;
/** Numbers of something other than the record. */
const OTHER_NUMBER =
  /phone|fon|fax|tel|house|haus|street|str|postal|post|zip|plz|cep|year|jahr|page|count|room|raum|電話|郵便|전화|우편|电话|邮/;
/** Maximum share of repeated codes in a nearly unique column, and minimum number of values for that. */
const MAX_REPEATED = 0.1;
const MIN_CODES = 5;
/** Codes without a digit are in capitals. */
const CAPITAL_CODE = /^[A-Z0-9][A-Z0-9._:/-]{0,19}$/;
export const BY_HEADING = 'its heading says so';

export interface FoundId extends RoleColumn {
  readonly contenders: readonly string[];
}

/** The column of ids by its heading; `nameHeading`: that of the probable name. */
export function idFromHeading(
  columns: readonly ProfiledColumn[],
  records: number,
  nameHeading: string | undefined,
): FoundId | undefined {
  const sure = byRank(columns, 'id').find(
    ({ name, profile }) =>
      (headingRank(name, 'id') ?? 0) <= SURE_ID_RANK && profile.filled >= records * 0.5 && profile.longest <= 500,
  );
  if (sure !== undefined) return { column: sure.name, reason: BY_HEADING, contenders: [] };
  const [first] = columns;
  if (first === undefined) return undefined;
  const isSureCode = ({ name, profile }: ProfiledColumn): boolean =>
    isCalledId(name) && isUnique(profile, records) && profile.codeLike >= profile.measured * 0.98;
  const called = byRank(columns, 'id').filter(({ profile }) => isUnique(profile, records) && profile.longest <= 500);
  // A number that is not in front must be the record's own number: a telephone or house number is not.
  const further = columns
    .slice(1)
    .filter(
      (column) =>
        isSureCode(column) &&
        !OTHER_NUMBER.test(headingKey(column.name)) &&
        column.profile.codeLike === column.profile.measured &&
        column.profile.withDigit >= column.profile.measured * 0.8,
    );
  // Codes in front under such a heading are ids even with a few repetitions: those records are faulty.
  const isFrontNearly =
    !isSureCode(first) &&
    (isCalledId(first.name) || headingRank(first.name, 'id') !== undefined) &&
    isNearlyUnique(first.profile, records);
  if (isFrontNearly) return { column: first.name, reason: BY_HEADING, contenders: [] };
  const { best, near } = scoreIdColumns(
    [...new Set([...called, ...(isSureCode(first) ? [first] : []), ...further])].map(({ name }) => name),
    { all: columns.map(({ name }) => name), name: nameHeading },
  );
  if (best === undefined) return undefined;
  return {
    column: best,
    reason: best === first.name ? BY_HEADING : `${BY_HEADING}, and no value comes twice`,
    contenders: called.some(({ name }) => name === best) ? [] : near,
  };
}

/** The column of ids by its values: addresses that begin alike, or short codes. `all`: the columns in the order of the file. */
export function idFromValues(
  columns: readonly ProfiledColumn[],
  all: readonly ProfiledColumn[],
  records: number,
): FoundId | undefined {
  if (records < 2) return undefined;
  const [first] = all;
  if (first !== undefined && columns.includes(first) && areAddresses(first.profile, records))
    return {
      column: first.name,
      reason: 'its values are addresses that begin alike, and none comes twice',
      contenders: [],
    };
  const [found, ...others] = columns.filter((column) => areIdCodes(column, first?.name, records));
  return found === undefined
    ? undefined
    : {
        column: found.name,
        reason: 'its values are short codes, and none comes twice',
        contenders: others.map(({ name }) => name),
      };
}

/** Whether addresses are equal up to their last `/` or `#`, unlike those of web sites. */
function beginAlike(addresses: readonly string[]): boolean {
  const beginnings = new Set(
    addresses.map((address) => address.slice(0, Math.max(address.lastIndexOf('/'), address.lastIndexOf('#')) + 1)),
  );
  return addresses.length > 0 && beginnings.size === 1;
}

function areAddresses(profile: ColumnProfile, records: number): boolean {
  return (
    isUnique(profile, records) && profile.repeated === 0 && profile.misfits('url') === 0 && beginAlike(profile.sample)
  );
}

/** Short codes, each once; `first`: the column in front. */
function areIdCodes({ name, profile }: ProfiledColumn, first: string | undefined, records: number): boolean {
  if (
    !isUnique(profile, records) ||
    profile.repeated > 0 ||
    profile.codeLike < profile.measured ||
    profile.longest > 200
  )
    return false;
  const hints = headingHints(name);
  if (hints.quantity || hints.date || isCoordinateHeading(name) !== undefined || profile.misfits('url') === 0)
    return false;
  if (
    OTHER_NUMBER.test(headingKey(name)) ||
    (classifyHeading(name) === 'other' && !hints.identifier && !isCalledId(name))
  )
    return false;
  // Plain numbers are ids only as running numbers in front.
  if (isAmount(profile)) return name === first && profile.fractions === 0;
  const amounts =
    profile.misfits('number 1,234.5') === 0 ||
    profile.misfits('number 1.234,5') === 0 ||
    profile.misfits('date 2024-12-31') === 0 ||
    profile.misfits('date 31.12.2024') === 0;
  return (
    !amounts && (profile.withDigit >= profile.measured * 0.8 || profile.sample.every((text) => CAPITAL_CODE.test(text)))
  );
}

function isUnique(profile: ColumnProfile, records: number): boolean {
  return profile.filled >= records * 0.98 && profile.uniqueShare > 0.99;
}

/** Codes with digits, a few of them repeated. */
function isNearlyUnique(profile: ColumnProfile, records: number): boolean {
  const { filled, values, repeated, measured, codeLike, withDigit } = profile;
  if (values < MIN_CODES || filled < records * 0.98 || profile.uniqueShare < 0 || profile.fractions > 0) return false;
  return (
    repeated > 0 &&
    repeated <= Math.max(1, values * MAX_REPEATED) &&
    codeLike === measured &&
    withDigit >= measured * 0.8
  );
}

/** Codes, a few of them repeated; years, sums and other amounts only in front or with a heading of ids. */
export function mayBeIdButForRepeated(
  { name, profile }: ProfiledColumn,
  first: string | undefined,
  records: number,
): boolean {
  const { quantity, date, money } = headingHints(name);
  if (!isNearlyUnique(profile, records) || quantity || date || money || OTHER_NUMBER.test(headingKey(name)))
    return false;
  return !isAmount(profile) || name === first || isCalledId(name);
}

/** Whether nearly all values are amounts. */
export function isAmount(profile: ColumnProfile): boolean {
  return (
    profile.misfits('number 1234.5') <= profile.values * 0.02 ||
    profile.misfits('number 1,234.5') <= profile.values * 0.02 ||
    profile.misfits('number 1.234,5') <= profile.values * 0.02
  );
}

/** Columns whose headings have the role, the surest first. */
export function byRank(columns: readonly ProfiledColumn[], role: HeadingRole): readonly ProfiledColumn[] {
  return columns
    .map((column) => ({ column, rank: headingRank(column.name, role) }))
    .filter((found) => found.rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ column }) => column);
}

/** `artist_id`, `ConstituentID`. */
const ENDS_IN_ID = /(^|[a-z0-9 _.-])(id|ID|Id)$/;
/** `Körperschafts-Nr.`, `Authority record number`; for headings without spaces and signs. */
const ENDS_IN_NUMBER =
  /(nr|nummer|number|numero|ppn|code|kennung|kennziffer|schlussel|tunnus|azonosito|szam|номер|番号|コート|编号|编码|代码|번호|코드)$/;
/** Kinds of columns whose entity an id may belong to. */
const NAMES_SOMETHING: ReadonlySet<string> = new Set(['name-of', 'place-name', 'entity', 'place', 'maker']);

/**
 * Points: a column in front, or one that shares a word with the heading of the names ("charity_number",
 * "charity_name"), is rather the id; one that shares it with another name is not.
 */
const IN_FRONT = 1;
/** "URN", "ISBN". */
const REGISTER_IN_FRONT = 3;
const OF_THE_NAME = 2;
const OF_ANOTHER_NAME = -2;
/** "Object ID" next to "Object Number". */
const ID_NEXT_TO_NUMBER = 2;
/** Maximum distance of a contender, in points. */
const NEAR_ID = 1;

/** Whether a heading names ids or numbers. */
function isCalledId(heading: string): boolean {
  const words = headingWords(heading);
  const whole = words.join('');
  if (ENDS_IN_ID.test(heading.trim()) || ENDS_IN_NUMBER.test(whole) || isHeadingWord('register', whole)) return true;
  const isCount = words[1] === 'of'; // "number of employees"
  return (
    isHeadingWord('number', words.at(-1) ?? '') ||
    (!isCount && isHeadingWord('number', words[0] ?? '')) ||
    words.some((word) => isHeadingWord('register', word))
  );
}

interface IdHeadings {
  /** Of all columns, in order. */
  readonly all: readonly string[];
  /** Of the probable column of names. */
  readonly name: string | undefined;
}

/** The headings of columns that could be the id, the best first, and the close contenders (`near`). */
function scoreIdColumns(
  candidates: readonly string[],
  { all, name }: IdHeadings,
): { readonly best: string | undefined; readonly near: readonly string[] } {
  const others = all
    .filter(
      (heading) => heading !== name && !candidates.includes(heading) && NAMES_SOMETHING.has(classifyHeading(heading)),
    )
    .map(things);
  const ofName = things(name ?? '');
  const points = (heading: string): number => {
    const words = things(heading);
    const shares = (of: readonly string[]): boolean => words.some((word) => of.includes(word));
    const isOfName = shares(ofName);
    const isNextToNumber =
      ENDS_IN_ID.test(heading.trim()) && candidates.some((other) => other !== heading && shares(things(other)));
    return (
      (heading === all[0]
        ? isHeadingWord('register', headingWords(heading).join(''))
          ? REGISTER_IN_FRONT
          : IN_FRONT
        : 0) +
      (isOfName ? OF_THE_NAME : others.some(shares) ? OF_ANOTHER_NAME : 0) +
      (isNextToNumber ? ID_NEXT_TO_NUMBER : 0)
    );
  };
  const scored = candidates
    .map((heading) => ({ heading, points: points(heading) }))
    .sort((a, b) => b.points - a.points);
  const [best] = scored;
  return {
    best: best?.heading,
    near: scored
      .filter((one) => one !== best && best !== undefined && best.points - one.points <= NEAR_ID)
      .map(({ heading }) => heading),
  };
}

/** The words of a heading for the thing itself: neither "number" nor "name". */
function things(heading: string): readonly string[] {
  return headingWords(heading).filter(
    (word) => word.length > 2 && !isHeadingWord('number', word) && classifyHeading(word) !== 'name',
  );
}
