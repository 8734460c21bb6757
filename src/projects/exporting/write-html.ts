import type { TextSink } from './byte-sink.js';
import type { ExportTable } from './export-table.js';
import { escapeXml, isLink } from '../../formats/xml/escape-xml.js';

/** A page with one table; addresses become links. */
export function writeHtml(table: ExportTable, title: string, sink: TextSink): void {
  sink.write(
    `<html>\n<head>\n<title>${escapeXml(title)}</title>\n<meta charset="utf-8" />\n</head>\n<body>\n<table>\n`,
  );
  if (table.hasHeader)
    sink.write(`<tr>${table.columnNames.map((name) => `<th>${escapeXml(name)}</th>`).join('')}</tr>\n`);
  for (const row of table.rows) {
    sink.write(`<tr>${row.map((cell) => `<td>${cell === null ? '' : cellHtml(cell.text)}</td>`).join('')}</tr>\n`);
  }
  sink.write('</table>\n</body>\n</html>\n');
  sink.end();
}

function cellHtml(text: string): string {
  const escaped = escapeXml(text);
  return isLink(text) ? `<a href="${escaped}">${escaped}</a>` : escaped;
}
