import { fieldWriter, type SeparatedLayout } from '../../formats/separated/field-writer.js';
import type { TextSink } from './byte-sink.js';
import type { ExportTable } from './export-table.js';

/** The table as lines of fields. Throws what the sink throws. */
export function writeSeparated(table: ExportTable, layout: SeparatedLayout, sink: TextSink): void {
  const field = fieldWriter(layout);
  const writeLine = (texts: readonly string[]): void => {
    sink.write(texts.map((text, place) => field(text, place === 0)).join(layout.separator) + layout.lineSeparator);
  };
  if (table.hasHeader) writeLine(table.columnNames);
  for (const row of table.rows) writeLine(row.map((cell) => cell?.text ?? ''));
  sink.end();
}
