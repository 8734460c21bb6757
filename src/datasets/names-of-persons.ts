import { headingKey } from './heading-vocabulary.js';

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
