import type { Cell } from './cell.js';
import { CellDataWriter } from './cell-data-writer.js';
import { HEADER_BYTES, ASCII_FLAG, kindBytes } from './chunk-layout.js';
import type { Recon } from './recon.js';

/** The bytes of these cells. Cost: one pass; equal texts are written once, unless a column has hardly any. */
export function encodeChunk(cells: readonly (Cell | null)[]): Uint8Array {
  const rowCount = cells.length;
  const recons: Recon[] = [];
  const reconPlaces = new Map<Recon, number>();
  const kinds = new Uint8Array(rowCount);
  const starts = new Uint32Array(rowCount);
  const lengths = new Uint32Array(rowCount);
  const reconOf = new Uint32Array(rowCount);
  const data = new CellDataWriter();
  for (let row = 0; row < rowCount; row += 1) {
    const cell = cells[row] ?? null;
    if (cell === null) continue;
    kinds[row] = data.add(cell.value);
    starts[row] = data.lastStart;
    lengths[row] = data.lastLength;
    if (cell.recon !== null) {
      let place = reconPlaces.get(cell.recon);
      if (place === undefined) {
        place = recons.push(cell.recon);
        reconPlaces.set(cell.recon, place);
      }
      reconOf[row] = place;
    }
  }
  const reconText = recons.length === 0 ? new Uint8Array(0) : Buffer.from(JSON.stringify(recons));
  const paddedKinds = kindBytes(rowCount);
  const columns = recons.length === 0 ? 2 : 3;
  const bytes = new Uint8Array(HEADER_BYTES + paddedKinds + columns * 4 * rowCount + data.size + reconText.length);
  const header = new Uint32Array(bytes.buffer, 0, 4);
  header[0] = rowCount;
  header[1] = recons.length;
  header[2] = data.size;
  header[3] = data.isAscii ? ASCII_FLAG : 0;
  bytes.set(kinds, HEADER_BYTES);
  let at = HEADER_BYTES + paddedKinds;
  for (const column of recons.length === 0 ? [starts, lengths] : [starts, lengths, reconOf]) {
    new Uint32Array(bytes.buffer, at, rowCount).set(column);
    at += 4 * rowCount;
  }
  bytes.set(data.bytes(), at);
  bytes.set(reconText, at + data.size);
  return bytes;
}
