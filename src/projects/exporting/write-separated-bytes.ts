import { fieldWriter, type SeparatedLayout } from '../../formats/separated/field-writer.js';
import { isEmpty } from '../grid/cell-value.js';
import { readGroups, type GroupReader } from '../grid/grid.js';
import type { ByteSink } from './byte-sink.js';
import { exportCell, type ExportColumn, type ExportTable } from './export-table.js';

/*
 * Fast CSV and TSV in UTF-8: most cells are texts without quotes, and their bytes are copied from the chunk. The others
 * go through write-separated.ts, cell by cell, so that both give the same bytes.
 */

const BUFFER_BYTES = 1 << 18;
/** In UTF-8 a character of UTF-16 takes at most three bytes. */
const BYTES_A_CHARACTER = 3;

/** Whether such lines can be written by copying. */
export function canCopyBytes({ separator }: SeparatedLayout): boolean {
  return separator.length === 1 && separator.charCodeAt(0) < 0x80;
}

/** The same bytes as `writeSeparated` in UTF-8. Throws errors of the sink. */
export function writeSeparatedBytes(table: ExportTable, layout: SeparatedLayout, sink: ByteSink): void {
  const { grid, selection, columns, limit, keepsBlankRows } = table.source;
  const field = fieldWriter(layout);
  const special = specialBytes(layout);
  const separator = layout.separator.charCodeAt(0);
  const lineEnd = Buffer.from(layout.lineSeparator);
  let buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  let filled = 0;

  function reserve(bytes: number): void {
    if (filled + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(filled + bytes, 2 * buffer.length));
    buffer.copy(larger, 0, 0, filled);
    buffer = larger;
  }

  function flush(): void {
    sink.write(buffer.subarray(0, filled));
    filled = 0;
    if (buffer.length > BUFFER_BYTES) buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  }

  function writeText(text: string): void {
    reserve(text.length * BYTES_A_CHARACTER);
    filled += buffer.write(text, filled, 'utf8');
  }

  /** False for a text that needs a look as a whole. */
  function copyText(bytes: Uint8Array, start: number, end: number, isFirst: boolean): boolean {
    reserve(end - start);
    if (start < end && (special[bytes[start] ?? 0] ?? 0) >= (isFirst ? FIRST_IN_LINE : FIRST_IN_FIELD)) return false;
    let to = filled;
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (special[byte] === ANYWHERE) return false;
      buffer[to] = byte;
      to += 1;
    }
    filled = to;
    return true;
  }

  /** Returns whether the cell holds anything. */
  function writeCell(reader: GroupReader, position: number, column: ExportColumn, isFirst: boolean): boolean {
    const chunk = reader.chunk(column.cellIndex);
    if (!chunk.hasRecon(position) && column.recon.output !== 'id alone') {
      const start = chunk.textStart(position);
      if (start >= 0) {
        const end = chunk.textEnd(position);
        if (layout.quoteAll || !copyText(chunk.bytes, start, end, isFirst))
          writeText(
            field(
              Buffer.from(chunk.bytes.buffer, chunk.bytes.byteOffset + start, end - start).toString('utf8'),
              isFirst,
            ),
          );
        return end > start || column.nullAsText;
      }
    }
    const cell = exportCell(chunk.cell(position), column);
    writeText(field(cell?.text ?? '', isFirst));
    return cell !== null && (!isEmpty(cell.value) || column.nullAsText);
  }

  function writeLineEnd(): void {
    reserve(lineEnd.length);
    filled += lineEnd.copy(buffer, filled);
    if (filled >= BUFFER_BYTES / 2) flush();
  }

  if (table.hasHeader) {
    writeText(table.columnNames.map((name, place) => field(name, place === 0)).join(layout.separator));
    writeLineEnd();
  }
  let count = 0;
  for (const reader of readGroups(grid)) {
    for (let position = 0; position < reader.group.rowCount && count < limit; position += 1) {
      if (!selection.has(reader.firstRow + position)) continue;
      const lineStart = filled;
      let isBlank = true;
      for (let place = 0; place < columns.length; place += 1) {
        if (place > 0) {
          reserve(1);
          buffer[filled] = separator;
          filled += 1;
        }
        const column = columns[place];
        if (column !== undefined && writeCell(reader, position, column, place === 0)) isBlank = false;
      }
      if (isBlank && !keepsBlankRows) {
        filled = lineStart;
        continue;
      }
      count += 1;
      writeLineEnd();
    }
    if (count >= limit) break;
  }
  flush();
}

const ANYWHERE = 3;
const FIRST_IN_FIELD = 2;
const FIRST_IN_LINE = 1;

/** By byte: 3 when a text that holds it may have to be quoted or escaped, 2 when one that begins with it, 1 when one in the first column that does. */
function specialBytes({ separator, guardFormulas }: SeparatedLayout): Uint8Array {
  const special = new Uint8Array(256);
  const mark = (characters: string, as: number): void => {
    for (const character of characters)
      special[character.charCodeAt(0)] = Math.max(special[character.charCodeAt(0)] ?? 0, as);
  };
  mark('#', FIRST_IN_LINE);
  if (guardFormulas) {
    mark('=+-@', FIRST_IN_FIELD);
    mark(';,', ANYWHERE);
    // The first byte of full-width signs.
    special[0xef] = ANYWHERE;
  }
  mark(`${separator}"\\\t\n\r`, ANYWHERE);
  return special;
}
