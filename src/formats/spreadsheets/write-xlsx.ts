import { zipWriter } from '../archives/write-zip.js';
import { escapeXml } from '../xml/escape-xml.js';
import { columnLetters, MAX_SHEET_TEXT, type WrittenCell, type WrittenSheet } from './written-sheet.js';

/** Maximum links of a sheet that spreadsheet programs open; further ones stay text. */
const MAX_LINKS = 65_530;
/** Days from the first day of spreadsheets to 1970. */
const DAYS_TO_1970 = 25_569;
/** Before March 1900 spreadsheets count a day that did not exist. */
const FIRST_SAFE_DAY = 61;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Writes a workbook whose rows are generated during writing; see `XlsxWriter`. */
export function writeXlsx({ rows, ...sheet }: WrittenSheet, take: (bytes: Uint8Array) => void): void {
  const writer = new XlsxWriter(sheet, take);
  for (const row of rows) writer.row(row);
  writer.end();
}

/**
 * A workbook of one sheet in Office Open XML, written row by row in constant memory. Texts are inline, dates have the
 * format `yyyy-mm-dd`, addresses are links. Source: ECMA-376, SpreadsheetML.
 */
export class XlsxWriter {
  readonly #zip: ReturnType<typeof zipWriter>;
  readonly #links: { readonly cell: string; readonly target: string }[] = [];
  #rows = 0;

  constructor({ name, header }: Omit<WrittenSheet, 'rows'>, take: (bytes: Uint8Array) => void) {
    this.#zip = zipWriter(take);
    for (const [part, xml] of Object.entries(workbookParts(name))) {
      this.#zip.begin(part);
      this.#zip.write(HEAD + xml);
    }
    this.#zip.begin('xl/worksheets/sheet1.xml');
    this.#zip.write(`${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheetData>`);
    if (header !== undefined) this.row(header.map((text) => ({ kind: 'text', text })));
  }

  row(cells: readonly (WrittenCell | null)[]): void {
    this.#rows += 1;
    let xml = `<row r="${this.#rows}">`;
    cells.forEach((cell, column) => {
      if (cell === null) return;
      const place = `${columnLetters(column)}${this.#rows}`;
      xml += cellXml(cell, place);
      if (cell.kind === 'text' && cell.link !== undefined && this.#links.length < MAX_LINKS)
        this.#links.push({ cell: place, target: cell.link });
    });
    this.#zip.write(`${xml}</row>`);
  }

  /** Must be called once. */
  end(): void {
    this.#zip.write('</sheetData>');
    const links = this.#links.map(({ cell, target }, index) => ({ cell, target, id: `rId${index + 1}` }));
    if (links.length > 0)
      this.#zip.write(
        `<hyperlinks>${links.map(({ cell, id }) => `<hyperlink ref="${cell}" r:id="${id}"/>`).join('')}</hyperlinks>`,
      );
    this.#zip.write('</worksheet>');
    if (links.length > 0) {
      const type = `${RELATIONSHIPS}/hyperlink`;
      this.#zip.begin('xl/worksheets/_rels/sheet1.xml.rels');
      this.#zip.write(HEAD + relationships(links.map(({ id, target }) => ({ id, type, target, isOutside: true }))));
    }
    this.#zip.end();
  }
}

/** The files of a workbook before its sheet, by name. */
function workbookParts(sheetName: string): Readonly<Record<string, string>> {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return {
    '[Content_Types].xml':
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
    '_rels/.rels': relationships([{ id: 'rId1', type: `${RELATIONSHIPS}/officeDocument`, target: 'xl/workbook.xml' }]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="${escapeXml(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      { id: 'rId1', type: `${RELATIONSHIPS}/worksheet`, target: 'worksheets/sheet1.xml' },
      { id: 'rId2', type: `${RELATIONSHIPS}/styles`, target: 'styles.xml' },
    ]),
    'xl/styles.xml':
      `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>' +
      '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  };
}

interface Relationship {
  readonly id: string;
  readonly type: string;
  readonly target: string;
  readonly isOutside?: boolean;
}

function relationships(list: readonly Relationship[]): string {
  const items = list.map(
    ({ id, type, target, isOutside }) =>
      `<Relationship Id="${id}" Type="${type}" Target="${escapeXml(target)}"${isOutside === true ? ' TargetMode="External"' : ''}/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`;
}

function cellXml(cell: WrittenCell, place: string): string {
  switch (cell.kind) {
    case 'text':
      return textXml(cell.text, place);
    case 'number':
      return Number.isFinite(cell.value)
        ? `<c r="${place}"><v>${cell.value}</v></c>`
        : textXml(String(cell.value), place);
    case 'boolean':
      return `<c r="${place}" t="b"><v>${cell.value ? 1 : 0}</v></c>`;
    case 'date': {
      const days = cell.epochMs / 86_400_000 + DAYS_TO_1970;
      return days < FIRST_SAFE_DAY
        ? textXml(new Date(cell.epochMs).toISOString(), place)
        : `<c r="${place}" s="1"><v>${days}</v></c>`;
    }
  }
}

function textXml(text: string, place: string): string {
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, MAX_SHEET_TEXT)).replaceAll('\r', '&#13;')}</t></is></c>`;
}
