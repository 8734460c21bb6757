import type { TreeHandler } from '../tree-events.js';
import type { MarcRecord } from './marc-record.js';
import { readIso2709 } from './read-iso2709.js';

/**
 * The records of an ISO 2709 file as the tree of MARCXML, without white space between elements. Throws a SyntaxError
 * for the first unreadable record, and for a file without any.
 */
export function readMarcTree(pieces: Iterable<Buffer>, handler: TreeHandler): void {
  const element = (
    name: string,
    attributes: Readonly<Record<string, string>>,
    content: string | (() => void),
  ): void => {
    handler.beginEntity(`marc:${name}`, name);
    for (const [attribute, value] of Object.entries(attributes)) handler.field(attribute, value, attribute);
    if (typeof content === 'string') handler.field('', content, '');
    else content();
    handler.endEntity();
  };
  const record = ({ leader, fields }: MarcRecord): void =>
    element('record', {}, () => {
      element('leader', {}, leader);
      for (const { tag, indicators, subfields, text } of fields)
        if (indicators === '') element('controlfield', { tag }, text);
        else
          element('datafield', { tag, ind1: indicators.slice(0, 1), ind2: indicators.slice(1) }, () => {
            for (const [code, part] of subfields) element('subfield', { code }, part);
          });
    });
  let count = 0;
  element('collection', {}, () =>
    readIso2709(
      pieces,
      (read) => {
        count += 1;
        record(read);
      },
      ({ message, rejected }) => {
        if (rejected) throw new SyntaxError(message);
      },
      () => handler.isDone === true,
    ),
  );
  if (count === 0) throw new SyntaxError('There is no record of MARC in it.');
}
