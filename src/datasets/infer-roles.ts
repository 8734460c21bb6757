import { composedRole, headingKey, headingRank, languageOfHeading } from './heading-vocabulary.js';
import { isTypeHeading } from './classify-heading.js';
import { isCoordinateHeading } from '../entities/coordinate-headings.js';
import { type NameColumn, type NameScore, namesOfPersons, nearContenders, scoreNameColumns } from './score-columns.js';
import type { ColumnProfile } from './profile-column.js';
import {
  BY_HEADING,
  type FoundId,
  type ProfiledColumn,
  type RoleColumn,
  byRank,
  idFromHeading,
  idFromValues,
  isAmount,
  mayBeIdButForRepeated,
} from './infer-id.js';

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

/** Aliases needed to judge how often they are shared, and the minimum share of distinct values of names and aliases. */
const MIN_ALIASES = 100;
const MIN_DIFFERENT = 0.2;
/** Minimum share of records with a value in the column of names, unless it is called "name". */
const MIN_NAMED = 0.5;
/** Maximum length of a description that may be the name of a code. */
const MAX_LABEL_LENGTH = 40;
const MAX_CODE_LENGTH = 12;

/** The columns of a file that have values and no role yet. */
class OpenColumns {
  /** Columns with values and without a role in the manifest. */
  readonly free: readonly ProfiledColumn[];
  /** Columns that are empty so far, without a role in the manifest. */
  readonly empty: readonly ProfiledColumn[];
  readonly #used = new Set<string>();

  constructor(columns: readonly ProfiledColumn[], taken: ReadonlySet<string>) {
    const own = columns.filter(({ name }) => !taken.has(name));
    this.free = own.filter(({ profile }) => profile.filled > 0);
    this.empty = own.filter(({ profile }) => profile.filled === 0);
  }

  isOpen(column: string): boolean {
    return !this.#used.has(column);
  }

  open(): readonly ProfiledColumn[] {
    return this.free.filter(({ name }) => this.isOpen(name));
  }

  /** Open columns, and those of these roles. */
  openAnd(roles: readonly RoleColumn[]): readonly ProfiledColumn[] {
    return [...this.open(), ...this.free.filter(({ name }) => roles.some(({ column }) => column === name))];
  }

  /** Takes the column of a role, and returns the role. */
  take<Role extends RoleColumn | undefined>(role: Role): Role {
    if (role !== undefined) this.use(role.column);
    return role;
  }

  takeAll(roles: readonly RoleColumn[]): readonly RoleColumn[] {
    for (const role of roles) this.take(role);
    return roles;
  }

  use(column: string): void {
    this.#used.add(column);
  }
}

/** Infers roles from headings, then from values. `taken`: columns with a role in the manifest. */
export function inferRoles(
  columns: readonly ProfiledColumn[],
  records: number,
  taken: ReadonlySet<string>,
): InferredRoles {
  const left = new OpenColumns(columns, taken);
  const [probableName] = scoreNameColumns(
    left.free.filter(({ profile }) => !isAmount(profile)),
    records,
  );
  const idByHeading = left.take(idFromHeading(left.free, records, probableName?.column));
  const filledName = nameFromHeading(left.open(), records);
  // A column of names without a valid name keeps its role by its heading; its records are reported.
  const name = left.takeAll(filledName.length > 0 ? filledName : labelColumns(left.empty, 'name'));
  const person = namesOfPersons(left.openAnd(name).map(nameColumnOf), name[0]?.column);
  if (person !== undefined) [person.family, person.given].forEach((column) => left.use(column));
  const types = typesFromHeadings(left.open(), records);
  const type = left.take(types[0]);
  const aliases = left.takeAll(aliasesIn(left, name.length > 0));
  const stillEmpty = left.empty.filter((column) => left.isOpen(column.name));
  const described = left.takeAll(oneOf(labelColumns([...left.open(), ...stillEmpty], 'description')));
  const idByValues = left.take(idByHeading === undefined ? idFromValues(left.open(), columns, records) : undefined);
  const id = idByHeading ?? idByValues;
  const idColumn = columns.find((column) => column.name === id?.column);
  const scores = nameScores(left, name, idColumn, records);
  const isNamed = name.length > 0 || person !== undefined;
  const foundName = isNamed ? undefined : nameFromScores(scores);
  // Next to codes, a column of short descriptions is the name: `Subtag`, `Description`.
  const label = isNamed
    ? undefined
    : labelOfCodes(left.free, foundName?.column ?? idColumn?.name, described[0]?.column);
  const nameByValues = left.take(label ?? foundName);
  // Numbers are rarely names, unless the heading says so and there is no other column: `1984`.
  const nameOfNumbers = left.takeAll(
    isNamed || nameByValues !== undefined ? [] : columnsOfRole(left.open(), 'name').slice(0, 1),
  );
  const isNameSure =
    person !== undefined ||
    name.length > 1 ||
    (scores[0] !== undefined && name.length === 1 && name[0]?.column !== scores[0].column);
  return {
    id: roleOf(id),
    idContenders: id?.contenders.filter((column) => left.isOpen(column)) ?? [],
    idFromValues: idByValues !== undefined,
    idCandidate:
      id === undefined
        ? left.open().find((column) => mayBeIdButForRepeated(column, columns[0]?.name, records))?.name
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
    typeContenders: type === undefined ? [] : typeContenders(types, left.open(), records),
    aliases,
    description: label === undefined ? described : [],
    ...amountsIn(left.open()),
    typeCandidates: type === undefined ? typeCandidates(left.open(), records) : [],
  };
}

/** Aliases by their headings; they may begin far down the file: for columns that are empty so far, the heading decides. */
function aliasesIn(left: OpenColumns, isNamed: boolean): readonly RoleColumn[] {
  const byHeading = labelColumns([...left.open().filter(mayBeAliases), ...left.empty], 'aliases');
  // Of species, a common name next to the scientific one is an alias; alone it is the name.
  const vernacular = isNamed
    ? left.open().filter((column) => composedRole(column.name) === 'vernacular' && !isAmount(column.profile))
    : [];
  return [...byHeading, ...vernacular.map(({ name: column }) => ({ column, reason: BY_HEADING }))];
}

/** Scores of the columns that could be the name: a text that is unique to each record is a better name than a column with many gaps or repetitions. */
function nameScores(
  left: OpenColumns,
  name: readonly RoleColumn[],
  idColumn: ProfiledColumn | undefined,
  records: number,
): ReturnType<typeof scoreNameColumns> {
  const idIsText = idColumn !== undefined && idColumn.profile.withLetter >= idColumn.profile.measured * 0.9;
  const candidates = texts(left.openAnd(name), left.free).filter(
    ({ profile }) => !idIsText || (profile.filled >= records * MIN_NAMED && areDifferent(profile)),
  );
  return scoreNameColumns(candidates, records).filter(({ points }) => !idIsText || points > 0);
}

function typeContenders(
  [type, ...others]: readonly RoleColumn[],
  open: readonly ProfiledColumn[],
  records: number,
): readonly string[] {
  const isByHeading = type !== undefined && headingRank(type.column, 'type') !== undefined;
  return [...new Set([...others.map(({ column }) => column), ...(isByHeading ? [] : typeCandidates(open, records))])];
}

function amountsIn(open: readonly ProfiledColumn[]): Pick<InferredRoles, 'prominence' | 'coordinates'> {
  const amounts = open.filter(({ profile }) => isAmount(profile));
  const prominence = amounts.find(({ name }) => headingRank(name, 'prominence') !== undefined);
  const latitude = amounts.find(({ name }) => isCoordinateHeading(name) === 'latitude');
  const longitude = amounts.find(({ name }) => isCoordinateHeading(name) === 'longitude');
  return {
    prominence: prominence === undefined ? undefined : { column: prominence.name, reason: BY_HEADING },
    coordinates:
      latitude === undefined || longitude === undefined
        ? undefined
        : { latitude: latitude.name, longitude: longitude.name },
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

function roleOf(found: FoundId | undefined): RoleColumn | undefined {
  return found === undefined ? undefined : { column: found.column, reason: found.reason };
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
const NAMING: readonly NameScore['heading'][] = ['name', 'name-of', 'entity', 'place-name'];

/** The best column of the model, where its heading says that it holds names, with its versions in other languages. */
function nameFromHeading(columns: readonly ProfiledColumn[], records: number): readonly RoleColumn[] {
  const candidates = columns.filter(
    ({ name, profile }) =>
      !isAmount(profile) &&
      (headingRank(name, 'name') === undefined ? profile.filled >= records * MIN_NAMED : profile.filled > 0),
  );
  const [best] = scoreNameColumns(candidates, records);
  if (best === undefined || !NAMING.includes(best.heading) || best.points <= 0) return [];
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
  const isByHeading = NAMING.includes(best.heading) || best.heading === 'maker' || best.heading === 'place';
  return { column: best.column, reason: isByHeading ? BY_HEADING : 'its values are text, and mostly different' };
}
