import { childElements, descendants, textIn, type XmlElement } from '../../formats/xml/xml-element.js';
import { ColumnValues } from '../growing-columns.js';

/** Element → column, for those that are taken as they are. */
const TEXTS: Readonly<Record<string, string>> = {
  typeOfResource: 'type',
  genre: 'genre',
  abstract: 'description',
  note: 'note',
};

/** A `mods` as values by column. Source: MODS User Guidelines, version 3. */
export function modsValues(mods: XmlElement): ColumnValues {
  const values = new ColumnValues();
  const [record] = descendants(mods, new Set(['recordIdentifier']));
  const identifiers = childElements(mods, 'identifier');
  const id =
    record === undefined
      ? (mods.attributes.get('ID') ?? (identifiers[0] === undefined ? '' : textIn(identifiers[0])))
      : textIn(record);
  values.add('id', id);
  for (const title of childElements(mods, 'titleInfo')) {
    const isOther = title.attributes.has('type') || values.has('name');
    values.add(isOther ? 'aliases' : 'name', titleOf(title), title.language);
  }
  for (const child of childElements(mods)) {
    const column = TEXTS[child.name];
    if (column !== undefined) values.add(column, textIn(child), child.language);
  }
  for (const name of childElements(mods, 'name')) values.add('author', nameOf(name));
  for (const identifier of identifiers)
    if (textIn(identifier) !== id)
      values.add(identifier.attributes.get('type') ?? 'other identifiers', textIn(identifier));
  for (const subject of descendants(mods, new Set(['subject'])))
    for (const part of childElements(subject))
      values.add('subject', part.name === 'name' ? nameOf(part) : textIn(part));
  for (const origin of childElements(mods, 'originInfo')) {
    for (const publisher of childElements(origin, 'publisher')) values.add('publisher', textIn(publisher));
    for (const date of descendants(origin, new Set(['dateIssued', 'dateCreated', 'copyrightDate'])).slice(0, 1))
      values.add('year', /\d{4}/.exec(textIn(date))?.[0] ?? '');
  }
  for (const language of descendants(mods, new Set(['languageTerm'])))
    if (language.attributes.get('type') !== 'text') values.add('language', textIn(language));
  for (const url of descendants(mods, new Set(['url']))) values.add('link', textIn(url));
  return values;
}

function titleOf(title: XmlElement): string {
  const part = (name: string): string => childElements(title, name).map(textIn).join(' ');
  const main = `${part('nonSort')} ${part('title')}`.trim();
  return [main, part('subTitle'), part('partNumber'), part('partName')].filter((text) => text !== '').join(': ');
}

/** Family name first, as they are in lists; dates and titles stay out. */
function nameOf(name: XmlElement): string {
  const parts = childElements(name, 'namePart').filter(
    ({ attributes }) => attributes.get('type') !== 'date' && attributes.get('type') !== 'termsOfAddress',
  );
  const typed = (type: string): string =>
    parts
      .filter(({ attributes }) => attributes.get('type') === type)
      .map(textIn)
      .join(' ');
  const [family, given] = [typed('family'), typed('given')];
  return family !== '' && given !== '' ? `${family}, ${given}` : parts.map(textIn).join(' ');
}
