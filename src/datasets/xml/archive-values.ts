import { childElements, descendants, textIn, type XmlElement } from '../../formats/xml/xml-element.js';
import { ColumnValues } from '../growing-columns.js';

/** The units of description of EAD: the whole, and its components at every level. */
export const EAD_LEVELS: ReadonlySet<string> = new Set([
  'archdesc',
  'c',
  ...Array.from({ length: 12 }, (_, i) => `c${String(i + 1).padStart(2, '0')}`),
]);

/** Element of EAD → column. */
const EAD_TEXTS: Readonly<Record<string, string>> = {
  unitdate: 'dates',
  physdesc: 'extent',
  origination: 'creator',
  langmaterial: 'language',
  repository: 'repository',
  container: 'container',
};
const ACCESS_POINTS: Readonly<Record<string, string>> = {
  persname: 'person',
  corpname: 'corporate body',
  famname: 'family',
  geogname: 'place',
  subject: 'subject',
  genreform: 'genre',
  title: 'title mentioned',
};

/** A unit of description (`archdesc`, `c`, `c01` …) of EAD 2002 or EAD3 as values by column. */
export function eadValues(unit: XmlElement): ColumnValues {
  const values = new ColumnValues();
  const [did] = childElements(unit, 'did');
  const described = did === undefined ? [] : childElements(did);
  const unitIds = described.filter(({ name }) => name === 'unitid').map(textIn);
  const id = unit.attributes.get('id') ?? unitIds[0] ?? '';
  values.add('id', id);
  for (const title of described.filter(({ name }) => name === 'unittitle'))
    values.add(values.has('name') ? 'aliases' : 'name', textIn(title), title.language);
  values.add('type', unit.attributes.get('otherlevel') ?? unit.attributes.get('level') ?? '');
  for (const unitId of unitIds) if (unitId !== id) values.add('reference code', unitId);
  for (const element of described) {
    const column = EAD_TEXTS[element.name];
    if (column !== undefined) values.add(column, textIn(element));
  }
  for (const scope of [...childElements(unit, 'scopecontent'), ...childElements(unit, 'bioghist')].slice(0, 1)) {
    values.add(
      'description',
      childElements(scope)
        .filter(({ name }) => name !== 'head')
        .map(textIn)
        .join(' ') || textIn(scope),
    );
  }
  for (const point of childElements(unit, 'controlaccess').flatMap((access) =>
    descendants(access, new Set(Object.keys(ACCESS_POINTS))),
  ))
    values.add(ACCESS_POINTS[point.name] ?? 'subject', textIn(point));
  return values;
}

/** An `eac-cpf`, the record of a person, body or family, as values by column. */
export function eacCpfValues(record: XmlElement): ColumnValues {
  const values = new ColumnValues();
  const all = (name: string): readonly XmlElement[] => descendants(record, new Set([name]));
  for (const id of all('recordId').slice(0, 1)) values.add('id', textIn(id));
  for (const entry of all('identity').flatMap((identity) => descendants(identity, new Set(['nameEntry'])))) {
    const name = childElements(entry, 'part').map(textIn).join(', ');
    values.add(values.has('name') ? 'aliases' : 'name', name, entry.language);
  }
  for (const type of all('entityType').slice(0, 1)) values.add('type', type.attributes.get('value') ?? textIn(type));
  for (const id of all('entityId')) values.add('other identifiers', textIn(id));
  for (const exist of all('existDates').slice(0, 1)) values.add('dates', textIn(exist));
  for (const column of ['place', 'occupation', 'function'] as const)
    for (const element of all(column))
      values.add(
        column,
        textIn(childElements(element).find(({ name }) => /^(?:placeEntry|placeName|term)$/.test(name)) ?? element),
      );
  for (const note of all('biogHist').slice(0, 1)) values.add('description', textIn(note));
  return values;
}
