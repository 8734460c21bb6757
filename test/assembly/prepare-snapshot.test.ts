import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attachSnapshot, type SnapshotImage } from '../../src/assembly/snapshot-image.js';
import { buildIndexFolder, isUnchanged, prepareSnapshot } from '../../src/assembly/prepare-snapshot.js';
import type { DatasetSource } from '../../src/datasets/dataset-source.js';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import { reconcile } from '../../src/scoring/reconcile.js';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-files.js';

jest.setTimeout(60_000);

let folder: TemporaryFolder;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const SMALL = 'id,name,country\n1,Springfield,US\n2,Shelbyville,US\n3,Ogdenville,US\n';
/** Large enough to be worth keeping. */
const large = (): string =>
  [
    'id,name,founded',
    ...Array.from(
      { length: 20_000 },
      (_, i) =>
        `${String(i)},Place ${String((i * 7919) % 20_000)} of ${(i * 31).toString(36)} ${(i * 104_729).toString(36)},${String(1500 + (i % 500))}`,
    ),
  ].join('\n');

/** As they are sent. */
function answers(image: SnapshotImage): unknown {
  const outcomes = ['Springfeld', 'Shelby ville', '2', 'Place 17'].map((text) =>
    reconcile(attachSnapshot(image), { text, types: [], typeMode: 'any', properties: [], limit: 5 }, NO_DEADLINE),
  );
  return JSON.parse(JSON.stringify(outcomes));
}

const kept = (): readonly string[] =>
  existsSync(join(folder.path, '.sameas-cache')) ? readdirSync(join(folder.path, '.sameas-cache')) : [];

describe('an index built into a folder', () => {
  it('is served as the files would be', async () => {
    const source = { files: [folder.write('towns.csv', SMALL)] };
    const out = join(folder.path, 'deep', 'index');
    const { image: built } = await buildIndexFolder(source, out);
    const { image, observations } = await prepareSnapshot({ source: { files: [out] }, keepIndex: true });
    expect(observations).toEqual([]);
    expect({ ...image, sections: [...image.sections.keys()] }).toEqual({
      ...built,
      // An index that is built holds what both need; whoever serves it chooses by its size.
      candidateIndex: 'minisearch',
      sections: [...built.sections.keys()],
    });
    expect(answers(image)).toEqual(answers(built));
  });

  it('needs its source no longer', async () => {
    const file = folder.write('towns.csv', SMALL);
    const out = join(folder.path, 'index');
    await buildIndexFolder({ files: [file] }, out);
    rmSync(file);
    expect((await prepareSnapshot({ source: { files: [out] }, keepIndex: true })).image.facts.properties).toHaveLength(
      1,
    );
  });

  it('is built anew when it is damaged, and that is said', async () => {
    const out = join(folder.path, 'index');
    const { image: built } = await buildIndexFolder({ files: [folder.write('towns.csv', SMALL)] }, out);
    const path = join(out, 'dataset.sameas-index');
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, whole.length / 2));
    const { image, observations, afterwards } = await prepareSnapshot({ source: { files: [out] }, keepIndex: true });
    expect(observations).toEqual([{ kind: 'index-rebuilt', source: out, reason: 'it is incomplete' }]);
    expect(answers(image)).toEqual(answers(built));
    await afterwards();
    expect(readFileSync(path).equals(whole)).toBe(true);
  });

  it('has its aliases, also when it is built anew, and takes none beside them', async () => {
    const out = join(folder.path, 'index');
    const aliasFiles = [folder.write('taught.csv', 'name,id\nSpringfeld an der Quelle,1\n')];
    await buildIndexFolder({ files: [folder.write('towns.csv', SMALL)], aliasFiles }, out);
    const namesIn = (image: SnapshotImage): readonly string[] =>
      attachSnapshot(image)
        .dataset.entities.entity(0)
        .aliases.map(({ text }) => text);
    const { image } = await prepareSnapshot({ source: { files: [out] }, keepIndex: true });
    expect(namesIn(image)).toEqual(['Springfeld an der Quelle']);
    expect(image.files.slice(-1)).toEqual(aliasFiles);
    writeFileSync(join(out, 'dataset.sameas-index'), 'not an index, but long enough to be looked at');
    expect(namesIn((await prepareSnapshot({ source: { files: [out] }, keepIndex: true })).image)).toEqual([
      'Springfeld an der Quelle',
    ]);
    await expect(prepareSnapshot({ source: { files: [out], aliasFiles }, keepIndex: true })).rejects.toMatchObject({
      code: 'setting-invalid',
    });
  });

  it('takes nothing else beside it, and says how to build it with that', async () => {
    const file = folder.write('towns.csv', SMALL);
    const manifestFile = folder.write('towns.manifest.yaml', 'files: towns.csv\nname: Towns\n');
    const out = join(folder.path, 'index');
    await buildIndexFolder({ files: [file] }, out);
    const refusal = (source: DatasetSource) => expect(prepareSnapshot({ source, keepIndex: true })).rejects;
    await refusal({ files: [out], manifestFile }).toMatchObject({
      code: 'setting-invalid',
      advice: expect.stringContaining(`sameas index LIST --manifest ${manifestFile} --out ${out}`),
    });
    await refusal({ files: [out, file] }).toMatchObject({
      code: 'setting-invalid',
      advice: expect.stringContaining('sameas index FILE FILE'),
    });
    await refusal({ files: [file, out] }).toMatchObject({
      code: 'setting-invalid',
      message: expect.stringContaining('is a built index'),
    });
  });

  it('is not the list of which another one is built', async () => {
    const file = folder.write('towns.csv', SMALL);
    const out = join(folder.path, 'index');
    await buildIndexFolder({ files: [file] }, out);
    await expect(buildIndexFolder({ files: [out] }, join(folder.path, 'other'))).rejects.toMatchObject({
      code: 'setting-invalid',
      advice: `Name the list itself: ${file}`,
    });
  });

  it('that is damaged and whose source is gone is a clear error', async () => {
    const file = folder.write('towns.csv', SMALL);
    const out = join(folder.path, 'index');
    await buildIndexFolder({ files: [file] }, out);
    rmSync(file);
    writeFileSync(join(out, 'dataset.sameas-index'), 'not an index, but long enough to be looked at');
    await expect(prepareSnapshot({ source: { files: [out] }, keepIndex: true })).rejects.toMatchObject({
      code: 'index-outdated',
      advice: expect.stringContaining('sameas index'),
    });
  });
});

describe('content that may be unchanged', () => {
  it('is told without loading it, for files with what is taught beside them', async () => {
    const source = {
      files: [folder.write('same.csv', SMALL)],
      aliasFiles: [folder.write('same-taught.csv', 'name,id\nThe old town,1\n')],
    };
    const { contentHash } = (await prepareSnapshot({ source, keepIndex: false })).image.facts.metadata;
    expect(await isUnchanged(source, contentHash)).toBe(true);
    folder.write('same-taught.csv', 'name,id\nThe new town,1\n');
    expect(await isUnchanged(source, contentHash)).toBe(false);
    folder.write('same-taught.csv', 'name,id\nThe old town,1\n');
    folder.write('same.csv', `${SMALL}9,Nine\n`);
    expect(await isUnchanged(source, contentHash)).toBe(false);
  });

  it('is not looked for where an index says it', async () => {
    const source = { files: [folder.write('indexed.csv', SMALL)] };
    const { image } = await buildIndexFolder(source, join(folder.path, 'indexed'));
    expect(await isUnchanged({ files: [join(folder.path, 'indexed')] }, image.facts.metadata.contentHash)).toBe(false);
  });
});

describe('an index beside the data', () => {
  it('is not used when aliases have changed', async () => {
    const file = folder.write('places.csv', large());
    const request = {
      source: { files: [file], aliasFiles: [folder.write('taught.csv', 'name,id\nThe old town,7\n')] },
      keepIndex: true,
    };
    const first = await prepareSnapshot(request);
    await first.afterwards();
    expect((await prepareSnapshot(request)).image.id).toBe(first.image.id);
    folder.write('taught.csv', 'name,id\nThe new town,7\n');
    const next = await prepareSnapshot(request);
    expect(next.image.id).not.toBe(first.image.id);
    expect(attachSnapshot(next.image).dataset.entities.entity(7).aliases).toEqual([{ text: 'The new town' }]);
  });

  it('is kept when it is large, used when nothing has changed, and not used when something has', async () => {
    const file = folder.write('places.csv', large());
    const request = { source: { files: [file] }, keepIndex: true };
    const first = await prepareSnapshot(request);
    expect(first.observations).toEqual([]);
    expect(kept()).toEqual([]);
    expect(await first.afterwards()).toMatchObject([{ kind: 'index-kept' }]);
    expect(kept()).toHaveLength(1);

    const second = await prepareSnapshot(request);
    expect(second.image.id).toBe(first.image.id);
    expect(answers(second.image)).toEqual(answers(first.image));
    expect(await second.afterwards()).toEqual([]); // it came from the index

    folder.write('places.csv', SMALL);
    const third = await prepareSnapshot(request);
    expect(third.image.id).not.toBe(first.image.id);
    expect(attachSnapshot(third.image).dataset.entities.size).toBe(3);
  });

  it('is not made for small data, nor when it is not wanted', async () => {
    const { afterwards } = await prepareSnapshot({
      source: { files: [folder.write('towns.csv', SMALL)] },
      keepIndex: true,
    });
    expect(await afterwards()).toEqual([]);
    const unwanted = await prepareSnapshot({
      source: { files: [folder.write('places.csv', large())] },
      keepIndex: false,
    });
    expect(await unwanted.afterwards()).toEqual([]);
    expect(kept()).toEqual([]);
  });

  it('that cannot be written is no fault', async () => {
    folder.write('.sameas-cache', 'a file where the folder would be');
    const { image, afterwards } = await prepareSnapshot({
      source: { files: [folder.write('places.csv', large())] },
      keepIndex: true,
    });
    expect(attachSnapshot(image).dataset.entities.size).toBe(20_000);
    expect(await afterwards()).toMatchObject([{ kind: 'index-not-kept' }]);
  });
});
