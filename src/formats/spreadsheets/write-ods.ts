import { zipWriter } from '../archives/write-zip.js';
import { escapeXml } from '../xml/escape-xml.js';
import { MAX_SHEET_TEXT, type WrittenCell, type WrittenSheet } from './written-sheet.js';

const MEDIA_TYPE = 'application/vnd.oasis.opendocument.spreadsheet';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMES = 'urn:oasis:names:tc:opendocument:xmlns';

/**
 * A spreadsheet in the Open Document Format, written row by row in constant memory. Dates have the format
 * year-month-day, addresses are links. Source: OASIS OpenDocument 1.3.
 */
export function writeOds(sheet: WrittenSheet, take: (bytes: Uint8Array) => void): void {
  const zip = zipWriter(take);
  // Readers expect the media type at a fixed position at the very beginning.
  zip.addPlain('mimetype', MEDIA_TYPE);
  zip.begin('META-INF/manifest.xml');
  zip.write(
    `${HEAD}<manifest:manifest xmlns:manifest="${NAMES}:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${MEDIA_TYPE}"/>` +
      '<manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
  );
  zip.begin('styles.xml');
  zip.write(`${HEAD}<office:document-styles xmlns:office="${NAMES}:office:1.0" office:version="1.3"/>`);
  zip.begin('content.xml');
  const spaces = ['office', 'table', 'text', 'style'].map((name) => `xmlns:${name}="${NAMES}:${name}:1.0"`).join(' ');
  zip.write(
    `${HEAD}<office:document-content ${spaces} xmlns:number="${NAMES}:datastyle:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.3"><office:automatic-styles>` +
      '<number:date-style style:name="day"><number:year number:style="long"/><number:text>-</number:text><number:month number:style="long"/><number:text>-</number:text><number:day number:style="long"/></number:date-style>' +
      '<style:style style:name="date" style:family="table-cell" style:data-style-name="day"/></office:automatic-styles>' +
      `<office:body><office:spreadsheet><table:table table:name="${escapeXml(sheet.name)}">`,
  );
  const writeRow = (cells: readonly (WrittenCell | null)[]): void => {
    zip.write(`<table:table-row>${cells.length === 0 ? EMPTY : cells.map(cellXml).join('')}</table:table-row>`);
  };
  if (sheet.header !== undefined) writeRow(sheet.header.map((text) => ({ kind: 'text', text })));
  for (const row of sheet.rows) writeRow(row);
  zip.write('</table:table></office:spreadsheet></office:body></office:document-content>');
  zip.end();
}

const EMPTY = '<table:table-cell/>';

function cellXml(cell: WrittenCell | null): string {
  if (cell === null) return EMPTY;
  switch (cell.kind) {
    case 'text':
      return textXml(cell.text, cell.link);
    case 'number':
      return Number.isFinite(cell.value)
        ? valueXml('float', `office:value="${cell.value}"`, String(cell.value))
        : textXml(String(cell.value), undefined);
    case 'boolean':
      return valueXml('boolean', `office:boolean-value="${cell.value}"`, String(cell.value).toUpperCase());
    case 'date': {
      const iso = new Date(cell.epochMs).toISOString().slice(0, 19);
      return valueXml('date', `office:date-value="${iso}" table:style-name="date"`, iso.slice(0, 10));
    }
  }
}

function valueXml(type: string, attributes: string, shown: string): string {
  return `<table:table-cell office:value-type="${type}" ${attributes}><text:p>${shown}</text:p></table:table-cell>`;
}

function textXml(text: string, link: string | undefined): string {
  const lines = text
    .slice(0, MAX_SHEET_TEXT)
    .split(/\r\n|\r|\n/)
    .map(spaced);
  const shown =
    link === undefined
      ? lines.map((line) => `<text:p>${line}</text:p>`).join('')
      : `<text:p><text:a xlink:type="simple" xlink:href="${escapeXml(link)}">${lines.join(' ')}</text:a></text:p>`;
  return `<table:table-cell office:value-type="string">${shown}</table:table-cell>`;
}

/** Runs of spaces and tabs need elements, or they would become one space. */
function spaced(line: string): string {
  return escapeXml(line)
    .replace(/\t/g, '<text:tab/>')
    .replace(/^ +| {2,}| +$/g, (run) => `<text:s text:c="${run.length}"/>`);
}
