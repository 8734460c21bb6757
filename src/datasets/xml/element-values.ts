import { childElements, textIn, type XmlElement } from '../../formats/xml/xml-element.js';
import { ColumnValues } from '../growing-columns.js';

/** Deeper parts of a record are one text. */
const MAX_DEPTH = 6;

/**
 * An element of any kind as values by column: attributes and the elements within by their names, those further down by `outer.inner`. An element with text
 * and elements in it is both: its whole text, and its parts.
 */
export function elementValues(record: XmlElement): ColumnValues {
  const values = new ColumnValues();
  addParts(values, record, '', 0);
  // `<name id="1">Berlin</name>`: the text of a record without parts is its name.
  if (childElements(record).length === 0) values.add('name', textIn(record), record.language);
  return values;
}

function addParts(values: ColumnValues, element: XmlElement, above: string, depth: number): void {
  for (const [name, value] of element.attributes) values.add(`${above}${name}`, value);
  for (const child of childElements(element)) {
    const column = `${above}${child.name}`;
    const isLeaf = childElements(child).length === 0 || depth >= MAX_DEPTH;
    if (isLeaf || child.children.some((part) => typeof part === 'string'))
      values.add(column, textIn(child), child.language);
    if (isLeaf) for (const [name, value] of child.attributes) values.add(`${column}.${name}`, value);
    else addParts(values, child, `${column}.`, depth + 1);
  }
}
