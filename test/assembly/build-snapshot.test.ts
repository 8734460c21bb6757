import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import type { SnapshotImage } from '../../src/assembly/snapshot-image.js';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-files.js';

jest.setTimeout(60_000);

let folder: TemporaryFolder;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** Names in several scripts, aliases, properties, repeated names, and more entities than one pack takes. */
function places(): string {
  const kinds = ['Lake', 'Museum of', 'Saint', 'Μουσείο', 'Новый', '東京', 'Łódź'];
  const rows = Array.from({ length: 5000 }, (_, i) => {
    const name = `${kinds[i % 7] ?? ''} ${((i * 7919) % 5000).toString(36)}${i % 11 === 0 ? '' : ` ${(i % 400).toString(26)}`}`;
    const aliases = i % 3 === 0 ? `${name} old;N ${String(i % 100)}` : '';
    return `${String(i)},${name},${aliases},${String(1500 + (i % 500))},${['a', 'b', 'c'][i % 3] ?? ''}`;
  });
  return ['id,name,aliases,founded,type', ...rows].join('\n');
}

const bytesOf = (image: SnapshotImage): unknown =>
  Object.fromEntries(
    [...image.sections]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, array]) => [name, Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64')]),
  );

describe('building a snapshot', () => {
  it('gives the same bytes with one thread and with two', async () => {
    const source = { files: [folder.write('places.csv', places())] };
    const alone = await buildSnapshot(source, { shareFrom: Infinity });
    for (const shareFrom of [1, 3000]) {
      const shared = await buildSnapshot(source, { shareFrom });
      expect(bytesOf(shared)).toEqual(bytesOf(alone));
      expect({ ...shared, sections: [] }).toEqual({ ...alone, sections: [] });
    }
  });

  it('leaves no thread behind when the data cannot be used', async () => {
    const file = folder.write('places.csv', places());
    writeFileSync(file, places().replaceAll(/^(\d+),[^,]*,/gm, '$1,,'));
    await expect(buildSnapshot({ files: [file] }, { shareFrom: 1 })).rejects.toMatchObject({ code: 'dataset-empty' });
  });
});
