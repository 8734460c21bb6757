import { composedRole, headingKey, headingRank, languageOfHeading } from './heading-vocabulary.js';
import { type NameHeading, classifyHeading } from './classify-heading.js';
import type { ColumnProfile } from './profile-column.js';

/** A column and its points as the name: the sum for heading, cells and position. */
export interface NameScore {
  readonly column: string;
  /** Position among the scored columns, from 0. */
  readonly place: number;
  readonly heading: NameHeading;
  readonly points: number;
}

/*
 * The model: points for the heading, for each kind of cells by their share, and for the place. Set by hand on the
 * tables of bench/tables that are not held out: a heading with "name" outweighs the best cells, and no heading makes
 * addresses or codes names.
 */
const HEADING_POINTS: Readonly<Record<NameHeading, number>> = {
  name: 6,
  'name-of': 5.2,
  entity: 4.2,
  'place-name': 4,
  maker: 2.3,
  place: 1.6,
  unknown: 0,
  alias: -1,
  other: -4,
};
/** Of several headings with "name", the more usual one is preferred. */
const POINTS_A_RANK = -0.02;
const MIN_RANK_POINTS = -0.6;
/** A known heading of another role. */
const ROLE_POINTS = -4;

const CELL_POINTS = {
  different: 3,
  /** The same value in all records is no name, whatever the heading. */
  constant: -9,
  letters: 1.5,
  severalWords: 0.5,
  missing: -3,
  several: -1,
  codes: -2,
  addresses: -2.5,
  mails: -6,
  webAddresses: -6,
  dates: -4,
  amounts: -5,
  /** A sentence is not a name. */
  longerThan80: -2,
  longerThan150: -3,
} as const;
const MIN_CONSTANT = 5;
const POINTS_A_PLACE = -0.12;
const MIN_PLACE_POINTS = -1.5;

/** Maximum distance of contenders, in points. */
const NEAR = 1.3;
/**
 * The same for two columns named after kinds of things ("Manufacturer", "Model"), which cells alone do not distinguish.
 */
const NEAR_OF_ENTITIES = 2.6;

const HOUSE_NUMBER = /^\d+[\p{L}\d/-]*,?\s+\p{L}|\p{L}\.?,?\s+\d+\s?\p{L}?$|\bP\.?\s?O\.? Box\b/iu;

/** The columns with points, best first; `records`: number of records in the profiles. */
export function scoreNameColumns(
  columns: readonly { readonly name: string; readonly profile: ColumnProfile }[],
  records: number,
): readonly NameScore[] {
  return columns
    .map(({ name, profile }, place): NameScore => {
      const heading = headingOf(name);
      const points =
        headingPoints(name, heading) +
        cellPoints(profile, records) +
        Math.max(MIN_PLACE_POINTS, POINTS_A_PLACE * place);
      return { column: name, place, heading, points };
    })
    .sort((a, b) => b.points - a.points);
}

/** Columns with nearly as many points as the first, which could be the name as well. */
export function nearContenders(scores: readonly NameScore[]): readonly string[] {
  const [best, ...others] = scores;
  if (best === undefined) return [];
  // A column whose heading says nothing does not compete with a clear heading.
  const isShownAsFact = HEADING_POINTS[best.heading] >= HEADING_POINTS.entity;
  const isOut: readonly NameHeading[] = isShownAsFact ? ['other', 'alias', 'unknown'] : ['other', 'alias'];
  return others
    .filter(
      ({ points, heading }) =>
        points > best.points - (heading === best.heading && heading === 'entity' ? NEAR_OF_ENTITIES : NEAR) &&
        points > 0 &&
        !isOut.includes(heading),
    )
    .map(({ column }) => column);
}

function headingOf(name: string): NameHeading {
  if (headingRank(name, 'name') !== undefined) return 'name';
  if (composedRole(name) === 'vernacular') return 'maker';
  const { base, language } = languageOfHeading(name);
  const found = classifyHeading(name);
  return language !== undefined && (found === 'unknown' || classifyHeading(base) === 'name')
    ? classifyHeading(base)
    : found;
}

function headingPoints(name: string, heading: NameHeading): number {
  const { base } = languageOfHeading(name);
  const rank = headingRank(name, 'name') ?? headingRank(base, 'name');
  if (rank !== undefined) return HEADING_POINTS.name + Math.max(MIN_RANK_POINTS, rank * POINTS_A_RANK);
  const hasOtherRole = (['id', 'type', 'aliases', 'description'] as const).some(
    (role) => headingRank(name, role) !== undefined,
  );
  return hasOtherRole && heading !== 'name' && heading !== 'name-of' && heading !== 'entity'
    ? ROLE_POINTS
    : HEADING_POINTS[heading];
}

function cellPoints(profile: ColumnProfile, records: number): number {
  const { values, measured, filled, sample } = profile;
  if (values === 0 || measured === 0) return 0;
  const share = (count: number, of = measured): number => count / Math.max(1, of);
  const inSample = (is: (text: string) => boolean): number => share(sample.filter(is).length, sample.length);
  const unique = profile.uniqueShare >= 0 ? profile.uniqueShare : share(profile.distinct?.size ?? 0, values);
  const fits = (...kinds: Parameters<ColumnProfile['misfits']>[0][]): boolean =>
    kinds.some((kind) => profile.misfits(kind) <= values * 0.1);
  const average = share(profile.characters);
  return (
    CELL_POINTS.different * unique +
    (values >= MIN_CONSTANT && profile.distinct?.size === 1 ? CELL_POINTS.constant : 0) +
    CELL_POINTS.letters * share(profile.withLetter) +
    CELL_POINTS.severalWords * share(profile.withSpace) +
    CELL_POINTS.missing * Math.max(0, 1 - filled / Math.max(1, records)) +
    CELL_POINTS.several * share(profile.marked.length, filled) +
    CELL_POINTS.codes * inSample((text) => /\d/.test(text) && !/\s/.test(text) && !/^\p{Lu}?\p{Ll}+$/u.test(text)) +
    CELL_POINTS.addresses * inSample((text) => HOUSE_NUMBER.test(text)) +
    CELL_POINTS.mails * inSample((text) => /^\S+@\S+$/.test(text)) +
    (fits('url', 'host') ? CELL_POINTS.webAddresses : 0) +
    (fits('date 2024-12-31', 'date 31.12.2024', 'date 31/12/2024', 'date 12/31/2024', 'date 31 December 2024')
      ? CELL_POINTS.dates
      : 0) +
    (fits('number 1234.5', 'number 1,234.5', 'number 1.234,5') ? CELL_POINTS.amounts : 0) +
    (average > 80 ? CELL_POINTS.longerThan80 : 0) +
    (average > 150 ? CELL_POINTS.longerThan150 : 0)
  );
}

/** Headings that can only be family names. */
const FAMILY: ReadonlySet<string> = new Set(
  [
    'last name',
    'surname',
    'family name',
    'nachname',
    'familienname',
    'zuname',
    'nom de famille',
    'apellido',
    'apellidos',
    'cognome',
    'sobrenome',
    'apelido',
    'achternaam',
    'efternamn',
    'efternavn',
    'etternavn',
    'sukunimi',
    'nazwisko',
    'příjmení',
    'priezvisko',
    'vezetéknév',
    'prezime',
    'фамилия',
    'прізвище',
    '姓',
  ].map(headingKey),
);
/** Headings of names that are family names next to a column of given names: `Name;Vorname`. */
const FAMILY_OR_WHOLE: ReadonlySet<string> = new Set(['name', 'nom', 'naam', 'navn', 'namn', 'nimi'].map(headingKey));
const GIVEN: ReadonlySet<string> = new Set(
  [
    'first name',
    'first names',
    'given name',
    'given names',
    'given',
    'forename',
    'forenames',
    'vorname',
    'vornamen',
    'rufname',
    'prénom',
    'prénoms',
    'nombre de pila',
    'voornaam',
    'förnamn',
    'fornavn',
    'etunimi',
    'imię',
    'jméno',
    'křestní jméno',
    'krstné meno',
    'keresztnév',
    'имя',
    "ім'я",
    '名',
  ].map(headingKey),
);
/** Headings of names that are given names next to a column of family names: `Nombre;Apellidos`. */
const GIVEN_OR_WHOLE: ReadonlySet<string> = new Set(['nombre', 'nombres', 'nome', 'ime'].map(headingKey));

export interface NameColumn {
  readonly name: string;
  readonly areSingleWords: boolean;
}

/**
 * The columns with the two parts of personal names; `undefined` without them, or when another column holds the whole
 * name (`whole`, by its heading).
 */
export function namesOfPersons(
  columns: readonly NameColumn[],
  whole: string | undefined,
): { readonly family: string; readonly given: string } | undefined {
  const withHeading = (headings: ReadonlySet<string>): string | undefined =>
    columns.find(({ name }) => headings.has(headingKey(name)))?.name;
  const family = withHeading(FAMILY);
  const given = withHeading(GIVEN) ?? (family === undefined ? undefined : withHeading(GIVEN_OR_WHOLE));
  if (given === undefined) return undefined;
  if (family !== undefined)
    return whole === undefined || whole === family || whole === given ? { family, given } : undefined;
  const column = columns.find(({ name }) => name === whole && FAMILY_OR_WHOLE.has(headingKey(name)));
  return column?.areSingleWords === true ? { family: column.name, given } : undefined;
}
