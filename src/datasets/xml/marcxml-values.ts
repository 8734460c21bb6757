import type { MarcField } from '../../formats/marc/marc-record.js';
import { childElements, textIn, type XmlElement } from '../../formats/xml/xml-element.js';
import type { ColumnValues } from '../growing-columns.js';
import { marcValues } from '../marc/marc-values.js';

/** A `record` of MARCXML as values by column. */
export function marcxmlValues(record: XmlElement): ColumnValues {
  const [leader] = childElements(record, 'leader');
  const fields = childElements(record).flatMap((element): readonly MarcField[] => {
    const tag = element.attributes.get('tag') ?? '';
    if (element.name === 'controlfield') return [{ tag, indicators: '', subfields: [], text: rawTextIn(element) }];
    if (element.name !== 'datafield') return [];
    const subfields = childElements(element, 'subfield').map(
      (subfield) => [subfield.attributes.get('code') ?? '', textIn(subfield)] as const,
    );
    return [
      {
        tag,
        indicators: `${element.attributes.get('ind1') ?? ' '}${element.attributes.get('ind2') ?? ' '}`,
        subfields,
        text: '',
      },
    ];
  });
  return marcValues({ leader: leader === undefined ? '' : rawTextIn(leader), fields });
}

/** Positions count, and so do blanks. */
function rawTextIn({ children }: XmlElement): string {
  return children.filter((child) => typeof child === 'string').join('');
}
