import {
  type HeadingRole,
  composedRole,
  headingHints,
  headingKey,
  headingRank,
  languageOfHeading,
} from './heading-vocabulary.js';
import { classifyHeading, isTypeHeading } from './classify-heading.js';
import { isCoordinateHeading } from '../entities/coordinate-headings.js';
import {
  type NameColumn,
  type NameScore,
  isCalledId,
  namesOfPersons,
  nearContenders,
  scoreIdColumns,
  scoreNameColumns,
} from './score-columns.js';
import type { ColumnProfile } from './profile-column.js';

/** A column with the profile of its first records. */
interface ProfiledColumn {
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

/** Inferred roles of the columns of one file, regardless of the manifest. */
export interface InferredRoles {
  readonly id: RoleColumn | undefined;
  /** True when only the values, not the heading, suggest the id: it must then be unique to the end of the file. */
  readonly idFromValues: boolean;
  /** Other columns that could be the id. */
  readonly idContenders: readonly string[];
  /** Without an id: a column of codes that is the id but for a few repeated ones. */
  readonly idCandidate: string | undefined;
  readonly name: readonly RoleColumn[];
  /** Other columns that could be the name, by headings and cells. */
  readonly nameContenders: readonly string[];
  readonly type: RoleColumn | undefined;
  readonly typeContenders: readonly string[];
  readonly aliases: readonly RoleColumn[];
  readonly description: readonly RoleColumn[];
  readonly prominence: RoleColumn | undefined;
  readonly coordinates: { readonly latitude: string; readonly longitude: string } | undefined;
  /** Columns with few distinct values, one of which may be the type without a heading for it. */
  readonly typeCandidates: readonly string[];
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
const BY_HEADING = 'its heading says so';
/** Aliases needed to judge how often they are shared, and the minimum share of distinct values of names and aliases. */
const MIN_ALIASES = 100;
const MIN_DIFFERENT = 0.2;
/** Minimum share of records with a value in the column of names, unless it is called "name". */
const MIN_NAMED = 0.5;
/** Maximum length of a description that may be the name of a code. */
const MAX_LABEL_LENGTH = 40;
const MAX_CODE_LENGTH = 12;

/** Infers roles from headings, then from values. `taken`: columns with a role in the manifest. */
export function inferRoles(
  columns: readonly ProfiledColumn[],
  records: number,
  taken: ReadonlySet<string>,
): InferredRoles {
  const free = columns.filter(({ name, profile }) => !taken.has(name) && profile.filled > 0);
  const used = new Set<string>();
  const take = (role: RoleColumn | undefined): RoleColumn | undefined => {
    if (role !== undefined) used.add(role.column);
    return role;
  };
  const open = (): readonly ProfiledColumn[] => free.filter(({ name }) => !used.has(name));

  const [probableName] = scoreNameColumns(
    free.filter(({ profile }) => !isAmount(profile)),
    records,
  );
  const idByHeading = idFromHeading(free, records, probableName?.column);
  take(idByHeading);
  const filledName = nameFromHeading(open(), records);
  // A column of names without a valid name keeps its role by its heading; its records are reported.
  const name =
    filledName.length > 0
      ? filledName
      : labelColumns(
          columns.filter((column) => !taken.has(column.name) && column.profile.filled === 0),
          'name',
        );
  name.forEach(take);
  const person = namesOfPersons(
    [...open(), ...free.filter(({ name: heading }) => name.some(({ column }) => column === heading))].map(nameColumnOf),
    name[0]?.column,
  );
  if (person !== undefined) [person.family, person.given].forEach((column) => used.add(column));
  const types = typesFromHeadings(open(), records);
  const type = take(types[0]);
  // Aliases and descriptions may begin far down the file: for columns that are empty so far, the heading decides.
  const late = columns.filter(({ name: heading, profile }) => !taken.has(heading) && profile.filled === 0);
  const namedOtherwise = labelColumns([...open().filter(mayBeAliases), ...late], 'aliases');
  // Of species, a common name next to the scientific one is an alias; alone it is the name.
  const vernacular =
    name.length === 0
      ? []
      : open().filter((column) => composedRole(column.name) === 'vernacular' && !isAmount(column.profile));
  const aliases = [...namedOtherwise, ...vernacular.map(({ name: column }) => ({ column, reason: BY_HEADING }))];
  aliases.forEach(take);
  const described = oneOf(
    labelColumns([...open(), ...late.filter(({ name: heading }) => !used.has(heading))], 'description'),
  );
  described.forEach(take);
  const idByValues = idByHeading === undefined ? idFromValues(open(), columns, records) : undefined;
  take(idByValues);
  // A text that is unique to each record is a better name than a column with many gaps or repetitions.
  const idColumn = columns.find((column) => column.name === (idByHeading ?? idByValues)?.column);
  const idIsText = idColumn !== undefined && idColumn.profile.withLetter >= idColumn.profile.measured * 0.9;
  const scores = scoreNameColumns(
    texts(
      [...open(), ...free.filter(({ name: heading }) => name.some(({ column }) => column === heading))],
      free,
    ).filter(({ profile }) => !idIsText || (profile.filled >= records * MIN_NAMED && areDifferent(profile))),
    records,
  ).filter(({ points }) => !idIsText || points > 0);
  const foundName = name.length === 0 && person === undefined ? nameFromScores(scores) : undefined;
  // Next to codes, a column of short descriptions is the name: `Subtag`, `Description`.
  const label =
    name.length > 0 || person !== undefined
      ? undefined
      : labelOfCodes(free, foundName?.column ?? idColumn?.name, described[0]?.column);
  const description = label === undefined ? described : [];
  const nameByValues = take(label ?? foundName);
  const isNameSure =
    person !== undefined ||
    name.length > 1 ||
    (scores[0] !== undefined && name.length === 1 && name[0]?.column !== scores[0].column);
  // Numbers are rarely names, unless the heading says so and there is no other column: `1984`.
  const nameOfNumbers =
    name.length === 0 && nameByValues === undefined && person === undefined
      ? columnsOfRole(open(), 'name').slice(0, 1)
      : [];
  nameOfNumbers.forEach(take);
  const prominence = open().find(
    ({ name: heading, profile }) => headingRank(heading, 'prominence') !== undefined && isAmount(profile),
  );
  const latitude = open().find((column) => isCoordinateHeading(column.name) === 'latitude' && isAmount(column.profile));
  const longitude = open().find(
    (column) => isCoordinateHeading(column.name) === 'longitude' && isAmount(column.profile),
  );

  return {
    id: roleOf(idByHeading ?? idByValues),
    idContenders: (idByHeading ?? idByValues)?.contenders.filter((column) => !used.has(column)) ?? [],
    idFromValues: idByValues !== undefined,
    idCandidate:
      idByHeading === undefined && idByValues === undefined
        ? open().find((column) => mayBeIdButForDoubles(column, columns[0]?.name, records))?.name
        : undefined,
    name:
      person !== undefined
        ? [{ column: person.family, before: person.given, reason: 'their headings say so' }]
        : nameByValues !== undefined
          ? [nameByValues]
          : name.length > 0
            ? name
            : nameOfNumbers,
    nameContenders: isNameSure ? [] : nearContenders(scores),
    type,
    typeContenders:
      type === undefined
        ? []
        : [
            ...types.slice(1).map(({ column }) => column),
            ...(headingRank(type.column, 'type') === undefined ? typeCandidates(open(), records) : []),
          ].filter((column, i, all) => all.indexOf(column) === i),
    aliases,
    description,
    prominence: prominence === undefined ? undefined : { column: prominence.name, reason: BY_HEADING },
    coordinates:
      latitude === undefined || longitude === undefined
        ? undefined
        : { latitude: latitude.name, longitude: longitude.name },
    typeCandidates: type === undefined ? typeCandidates(open(), records) : [],
  };
}

/** Names that separate entities: a few values shared by all, such as the weights of typefaces, are a property. */
function mayBeAliases({ profile }: ProfiledColumn): boolean {
  return profile.values < MIN_ALIASES || areDifferent(profile);
}

function areDifferent({ distinct, values }: ColumnProfile): boolean {
  return distinct === undefined || distinct.size >= values * MIN_DIFFERENT;
}

function nameColumnOf({ name, profile }: ProfiledColumn): NameColumn {
  return { name, areSingleWords: profile.withSpace < profile.measured / 2 };
}

function byRank(columns: readonly ProfiledColumn[], role: HeadingRole): readonly ProfiledColumn[] {
  return columns
    .map((column) => ({ column, rank: headingRank(column.name, role) }))
    .filter((found) => found.rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ column }) => column);
}

interface FoundId extends RoleColumn {
  readonly contenders: readonly string[];
}

function idFromHeading(
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

function idFromValues(
  columns: readonly ProfiledColumn[],
  all: readonly ProfiledColumn[],
  records: number,
): FoundId | undefined {
  if (records < 2) return undefined;
  const first = all[0];
  if (
    first !== undefined &&
    columns.includes(first) &&
    isUnique(first.profile, records) &&
    first.profile.repeated === 0 &&
    first.profile.misfits('url') === 0 &&
    beginAlike(first.profile.sample)
  ) {
    return {
      column: first.name,
      reason: 'its values are addresses that begin alike, and none comes twice',
      contenders: [],
    };
  }
  const [found, ...others] = columns.filter(({ name, profile }) => {
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
    if (isAmount(profile)) return name === all[0]?.name && profile.fractions === 0;
    const amounts =
      profile.misfits('number 1,234.5') === 0 ||
      profile.misfits('number 1.234,5') === 0 ||
      profile.misfits('date 2024-12-31') === 0 ||
      profile.misfits('date 31.12.2024') === 0;
    return (
      !amounts &&
      (profile.withDigit >= profile.measured * 0.8 || profile.sample.every((text) => CAPITAL_CODE.test(text)))
    );
  });
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

function roleOf(found: FoundId | undefined): RoleColumn | undefined {
  return found === undefined ? undefined : { column: found.column, reason: found.reason };
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
function mayBeIdButForDoubles({ name, profile }: ProfiledColumn, first: string | undefined, records: number): boolean {
  const { quantity, date, money } = headingHints(name);
  if (!isNearlyUnique(profile, records) || quantity || date || money || OTHER_NUMBER.test(headingKey(name)))
    return false;
  return !isAmount(profile) || name === first || isCalledId(name);
}

function isAmount(profile: ColumnProfile): boolean {
  return (
    profile.misfits('number 1234.5') <= profile.values * 0.02 ||
    profile.misfits('number 1,234.5') <= profile.values * 0.02 ||
    profile.misfits('number 1.234,5') <= profile.values * 0.02
  );
}

/** Columns of labels by their headings, without columns of numbers. */
function labelColumns(
  columns: readonly ProfiledColumn[],
  role: 'name' | 'aliases' | 'description',
): readonly RoleColumn[] {
  return columnsOfRole(
    columns.filter(({ profile }) => profile.filled === 0 || !isAmount(profile)),
    role,
  );
}

function columnsOfRole(
  columns: readonly ProfiledColumn[],
  role: 'name' | 'aliases' | 'description',
): readonly RoleColumn[] {
  const found = columns
    .map(({ name }) => {
      const exact = headingRank(name, role);
      if (exact !== undefined) return { column: name, language: undefined, rank: exact };
      const { base, language } = languageOfHeading(name);
      const rank = language === undefined ? undefined : headingRank(base, role);
      return { column: name, language, rank };
    })
    .filter((candidate) => candidate.rank !== undefined);
  const order = (language: string | undefined): number => (language === undefined ? 0 : language === 'en' ? 1 : 2);
  const sorted = [...found].sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || order(a.language) - order(b.language));
  // Aliases may have many columns; a name has one heading, in one or more languages.
  const kept =
    role === 'aliases'
      ? sorted
      : sorted.filter(({ rank, language }, i) => i === 0 || (language !== undefined && rank === sorted[0]?.rank));
  return kept.map(({ column, language }) => ({
    column,
    ...(language !== undefined && { language }),
    reason: BY_HEADING,
  }));
}

function oneOf(columns: readonly RoleColumn[]): readonly RoleColumn[] {
  return columns[0]?.language === undefined ? columns.slice(0, 1) : columns;
}

/** Columns whose headings name types, the best first. */
function typesFromHeadings(columns: readonly ProfiledColumn[], records: number): readonly RoleColumn[] {
  const hasFewValues = ({ profile }: ProfiledColumn): boolean =>
    records <= 20 || (profile.distinct !== undefined && profile.distinct.size <= Math.max(20, records * 0.3));
  const called = byRank(columns, 'type').filter(hasFewValues);
  const alike = columns.filter(
    (column) =>
      !called.includes(column) && isTypeHeading(column.name) && hasFewValues(column) && !isAmount(column.profile),
  );
  return [...called, ...alike].map(({ name }) => ({ column: name, reason: BY_HEADING }));
}

function typeCandidates(columns: readonly ProfiledColumn[], records: number): readonly string[] {
  return columns
    .filter(({ profile }) => {
      const distinct = profile.distinct?.size ?? Infinity;
      return (
        records >= 20 &&
        profile.filled >= records * 0.98 &&
        distinct >= 2 &&
        distinct <= Math.min(30, records / 5) &&
        profile.withLetter >= profile.measured * 0.9
      );
    })
    .map(({ name }) => name);
}

function texts(columns: readonly ProfiledColumn[], all: readonly ProfiledColumn[]): readonly ProfiledColumn[] {
  return all.filter(
    (column) =>
      columns.includes(column) &&
      !isAmount(column.profile) &&
      column.profile.withLetter >= column.profile.measured * 0.5,
  );
}

/** Headings that name entities; others also need suitable cells. */
const TELLING: readonly NameScore['heading'][] = ['name', 'name-of', 'entity', 'place-name'];

/** The best column of the model, where its heading says that it holds names, with its versions in other languages. */
function nameFromHeading(columns: readonly ProfiledColumn[], records: number): readonly RoleColumn[] {
  const candidates = columns.filter(
    ({ name, profile }) =>
      !isAmount(profile) &&
      (headingRank(name, 'name') === undefined ? profile.filled >= records * MIN_NAMED : profile.filled > 0),
  );
  const [best] = scoreNameColumns(candidates, records);
  if (best === undefined || !TELLING.includes(best.heading) || best.points <= 0) return [];
  const called = labelColumns(columns, 'name');
  return called.some(({ column }) => column === best.column) &&
    called[0] !== undefined &&
    sameHeading(called[0].column, best.column)
    ? called
    : [{ column: best.column, reason: BY_HEADING }];
}

function sameHeading(a: string, b: string): boolean {
  return a === b || headingKey(languageOfHeading(a).base) === headingKey(languageOfHeading(b).base);
}

/**
 * The column of descriptions as the name, where the names would be codes alone and the descriptions are short and
 * distinct.
 */
function labelOfCodes(
  columns: readonly ProfiledColumn[],
  codes: string | undefined,
  description: string | undefined,
): RoleColumn | undefined {
  const profileOf = (column: string | undefined): ColumnProfile | undefined =>
    columns.find(({ name }) => name === column)?.profile;
  const [of, by] = [profileOf(codes), profileOf(description)];
  if (description === undefined || of === undefined || by === undefined) return undefined;
  const areCodes = of.withSpace === 0 && of.longest <= MAX_CODE_LENGTH && of.codeLike >= of.measured * 0.98;
  const areLabels =
    by.filled >= of.filled &&
    by.characters <= by.measured * MAX_LABEL_LENGTH &&
    (by.uniqueShare < 0 || by.uniqueShare > 0.8);
  return areCodes && areLabels
    ? { column: description, reason: 'it is short text, and the only other column of words holds codes' }
    : undefined;
}

function nameFromScores([best]: readonly NameScore[]): RoleColumn | undefined {
  if (best === undefined) return undefined;
  const isByHeading = TELLING.includes(best.heading) || best.heading === 'maker' || best.heading === 'place';
  return { column: best.column, reason: isByHeading ? BY_HEADING : 'its values are text, and mostly different' };
}
