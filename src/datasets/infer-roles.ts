import { composedRole } from './composed-headings.js';
import { classifyHeading, isTypeHeading } from './headings/classify-heading.js';
import { isCoordinateHeading } from '../entities/coordinate-headings.js';
import { headingHints, headingKey, headingRank, languageOfHeading, type HeadingRole } from './heading-vocabulary.js';
import { namesOfPersons, type NameColumn } from './names-of-persons.js';
import type { ColumnProfile } from './profile-column.js';
import { isCalledId, scoreIdColumns } from './score-id-columns.js';
import { nearContenders, scoreNameColumns, type NameScore } from './score-name-columns.js';

/** A column with what the first records say about it. */
interface ProfiledColumn {
  readonly name: string;
  readonly profile: ColumnProfile;
}

/** A column in a role, and why. */
export interface RoleColumn {
  readonly column: string;
  /** The column whose text stands in front. */
  readonly before?: string;
  readonly language?: string;
  readonly reason: string;
}

/** Who plays which part in one file; what the manifest states is not asked for here. */
export interface InferredRoles {
  readonly id: RoleColumn | undefined;
  /** True when only the values, not the heading, speak for the id: it must then stay unique to the end of the file. */
  readonly idFromValues: boolean;
  /** Columns that could be the id as well. */
  readonly idContenders: readonly string[];
  /** Without an id: a column of codes that would be it if none of them came twice. */
  readonly idCandidate: string | undefined;
  readonly name: readonly RoleColumn[];
  /** Columns that could be the name as well, as far as headings and cells tell. */
  readonly nameContenders: readonly string[];
  readonly type: RoleColumn | undefined;
  /** Columns that could be the type as well. */
  readonly typeContenders: readonly string[];
  readonly aliases: readonly RoleColumn[];
  readonly description: readonly RoleColumn[];
  readonly prominence: RoleColumn | undefined;
  readonly coordinates: { readonly latitude: string; readonly longitude: string } | undefined;
  /** Columns with few different values, of which one may be the type though no heading says so. */
  readonly typeCandidates: readonly string[];
}

/** `id`, `@id`, `identifier`, `identifiers`: accepted even with faults in the column. Weaker headings must be unique. */
const SURE_ID_RANK = 3;
/** Numbers of something else than the record. */
const OTHER_NUMBER =
  /phone|fon|fax|tel|house|haus|street|str|postal|post|zip|plz|cep|year|jahr|page|count|room|raum|電話|郵便|전화|우편|电话|邮/;
/** Share of codes that may come again in a column that is nearly one of ids, and values from which on that can be told. */
const MAX_REPEATED = 0.1;
const MIN_CODES = 5;
/** Codes without a digit are in capitals. */
const CAPITAL_CODE = /^[A-Z0-9][A-Z0-9._:/-]{0,19}$/;
const BY_HEADING = 'its heading says so';
/** Aliases from which on it is known how often they are shared, and the share of different values of names and aliases. */
const MIN_ALIASES = 100;
const MIN_DIFFERENT = 0.2;
/** Share of the records that a column has to name, unless it is called "name". */
const MIN_NAMED = 0.5;
/** Characters of a description that is rather the name of a code. */
const MAX_LABEL_LENGTH = 40;
const MAX_CODE_LENGTH = 12;

/** Roles from headings first, then from values. `taken` are columns whose part the manifest states. */
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
  // A column of names without a name in it is still what the heading says; its records are reported.
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
  // Aliases and descriptions may begin far down the file: of columns that are empty so far, the heading is believed.
  const late = columns.filter(({ name: heading, profile }) => !taken.has(heading) && profile.filled === 0);
  const namedOtherwise = labelColumns([...open().filter(mayBeAliases), ...late], 'aliases');
  // Of species, the name that people use stands beside the scientific one; by itself it is the name.
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
  // A text that identifies each record names it better than a column that few records have, or that says the same of many.
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
  // Beside codes, what is called a description and is short is the name: `Subtag`, `Description`.
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
  // Numbers are seldom names, unless the heading says so and nothing else could be: `1984`.
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

/** Names that tell entities apart: where a few values are those of all, as the weights of typefaces, they are a property. */
function mayBeAliases({ profile }: ProfiledColumn): boolean {
  return profile.values < MIN_ALIASES || areDifferent(profile);
}

/** Whether the values are not a few that come again and again. */
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

/** An id with the columns that could be it as well. */
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
  // Elsewhere than in front a number must be the number of the record: that of a telephone or a street is none.
  const further = columns
    .slice(1)
    .filter(
      (column) =>
        isSureCode(column) &&
        !OTHER_NUMBER.test(headingKey(column.name)) &&
        column.profile.codeLike === column.profile.measured &&
        column.profile.withDigit >= column.profile.measured * 0.8,
    );
  // Codes in front, under such a heading, are ids though some come twice: those records are the ones at fault.
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
    // Plain numbers are ids only where a running number stands: in front.
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

/** Whether addresses are alike up to their last `/` or `#`: those of web sites are not. */
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

/** Codes with digits of which a few come twice. */
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

/** Codes of which a few come twice; years, sums and other amounts are none, unless they stand in front or are called ids. */
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

/** Columns for labels by their headings, but for those of numbers. */
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
  // Aliases may stand in many columns; a name has one heading, in one or more languages.
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

/** Columns whose headings say that they hold types, the best first. */
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

/** Columns whose cells can be names, in their order. */
function texts(columns: readonly ProfiledColumn[], all: readonly ProfiledColumn[]): readonly ProfiledColumn[] {
  return all.filter(
    (column) =>
      columns.includes(column) &&
      !isAmount(column.profile) &&
      column.profile.withLetter >= column.profile.measured * 0.5,
  );
}

/** Headings that name what a table lists; the others are only believed with their cells. */
const TELLING: readonly NameScore['heading'][] = ['name', 'name-of', 'entity', 'place-name'];

/** The column that the model prefers, where its heading says that it holds names, in all languages that the heading comes in. */
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

/** Whether two headings are one in different languages. */
function sameHeading(a: string, b: string): boolean {
  return a === b || headingKey(languageOfHeading(a).base) === headingKey(languageOfHeading(b).base);
}

/** The column of descriptions as the name, where the column that would be it holds codes alone and the descriptions are short and different. */
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
