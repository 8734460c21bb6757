import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import type { RecordFault } from '../../src/formats/raw-record.js';
import { largeFile } from '../../src/formats/read-bytes.js';
import { addToHash, startOf } from '../../src/formats/read-bytes.js';
import { fileTextSource, textSource, type TextSource } from '../../src/formats/text-source.js';

/** More than one piece of a file, with characters of two and three bytes wherever a piece may end. */
const TEXT = `id,name\n${Array.from({ length: 90_000 }, (_, i) => `${String(i)},Łódź ${String(i)} €`).join('\n')}\n`;
const LATIN = TEXT.replaceAll('Łódź', 'Orléans');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sameas-large-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function written(bytes: Buffer): string {
  const path = join(folder, 'list.csv');
  writeFileSync(path, bytes);
  return path;
}

function allOf(source: TextSource): {
  readonly text: string;
  readonly characters: number;
  readonly lines: readonly number[];
} {
  const faults: RecordFault[] = [];
  const text = [...source.chunks((fault) => faults.push(fault))].join('');
  return {
    text,
    characters: faults.reduce((sum, { count }) => sum + (count ?? 1), 0),
    lines: faults.map(({ line }) => line),
  };
}

describe('a file that stays on the disk', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
    ['ASCII', Buffer.from(TEXT.replaceAll(/[^\0-\x7f]/g, 'x'))],
    ['UTF-16 with a mark', iconv.encode(TEXT, 'utf-16le', { addBOM: true })],
    ['Windows-1252', iconv.encode(LATIN, 'windows-1252')],
    [
      'UTF-8 with NUL characters and a byte that is none',
      Buffer.concat([Buffer.from(TEXT), Buffer.from('x\0y\n'), Buffer.of(0xff, 0x0a)]),
    ],
  ])('reads as it would from memory: %s', (_, bytes) => {
    const path = written(bytes);
    const onDisk = fileTextSource('list.csv', { path, size: bytes.length });
    const inMemory = textSource('list.csv', bytes);
    expect(onDisk.encoding.encoding).toBe(inMemory.encoding.encoding);
    expect(onDisk.head).toBe(inMemory.head);
    const found = allOf(onDisk);
    const wanted = allOf(inMemory);
    // Not `toEqual`: of two megabytes nobody wants to see the difference.
    expect(found.text === wanted.text).toBe(true);
    expect({ characters: found.characters, lines: found.lines }).toEqual({
      characters: wanted.characters,
      lines: wanted.lines,
    });
    expect(onDisk.position).toEqual({ done: bytes.length, all: bytes.length });
    expect(allOf(onDisk).text === wanted.text).toBe(true);
  });

  it('has the encoding that is stated', () => {
    const bytes = iconv.encode(LATIN, 'windows-1252');
    const source = fileTextSource('list.csv', { path: written(bytes), size: bytes.length }, 'cp437');
    expect(source.encoding).toMatchObject({ encoding: 'cp437', evidence: 'stated' });
  });

  it('is hashed as its bytes are', () => {
    const bytes = Buffer.from(TEXT);
    const stored = { path: written(bytes), size: bytes.length };
    const [ofFile, ofBytes] = [createHash('sha256'), createHash('sha256')];
    addToHash(ofFile, stored);
    addToHash(ofBytes, bytes);
    expect(ofFile.digest('hex')).toBe(ofBytes.digest('hex'));
    expect(startOf(stored, 7).toString()).toBe('id,name');
    expect(startOf(bytes, 7).toString()).toBe('id,name');
  });

  it('is one of a certain size that is not packed', async () => {
    const path = written(Buffer.from('id,name\n1,a\n'));
    expect(await largeFile(path, 5)).toMatchObject({
      stored: { path, size: 12 },
      start: Buffer.from('id,name\n1,a\n'),
    });
    expect(await largeFile(path, 12)).toBeUndefined();
    expect(await largeFile(written(gzipSync('id,name\n1,a\n')), 5)).toBeUndefined();
    expect(await largeFile(folder, 0)).toBeUndefined();
    expect(await largeFile(join(folder, 'none.csv'), 0)).toBeUndefined();
  });
});
