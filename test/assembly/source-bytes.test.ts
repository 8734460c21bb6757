import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { sourceBytes } from '../../src/assembly/build-snapshot.js';

const folder = mkdtempSync(join(tmpdir(), 'sameas-source-bytes-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('sourceBytes', () => {
  const plain = join(folder, 'list.csv');
  const packed = join(folder, 'list.csv.gz');
  writeFileSync(plain, 'x'.repeat(100));
  writeFileSync(packed, 'x'.repeat(10));

  it('adds up the files, packed ones as what they probably hold', () => {
    expect(sourceBytes({ files: [plain] })).toBe(100);
    expect(sourceBytes({ files: [packed] })).toBe(50);
    expect(sourceBytes({ files: [plain, packed] })).toBe(150);
  });

  it('passes over a file that is not there', () => {
    expect(sourceBytes({ files: [join(folder, 'none.csv'), plain] })).toBe(100);
  });
});
