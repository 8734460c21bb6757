import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { buildIndexFolder, prepareSnapshot } from '../../src/assembly/prepare-snapshot.js';
import { attachSnapshot, type SnapshotImage } from '../../src/assembly/snapshot-image.js';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import { reconcile } from '../../src/scoring/reconcile.js';
import { chooseCandidateIndex, hasCompiledIndex } from '../../src/search/choose-candidate-index.js';
import { SETTING_DEFINITIONS } from '../../src/settings/setting-definitions.js';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-files.js';

/* Which candidate index serves a dataset: by its number of names, by the manifest, by the setting. */

const TOWNS = 'id,name\n1,Springfield\n2,Shelbyville\n3,Capital City\n';
const many = (names: number): string =>
  `id,name\n${Array.from({ length: names }, (_, i) => `${String(i)},Place ${String(i)}\n`).join('')}`;

let folder: TemporaryFolder;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

function firstFor(image: SnapshotImage, text: string): unknown {
  const outcome = reconcile(
    attachSnapshot(image),
    { text, types: [], typeMode: 'any', properties: [], limit: 3 },
    NO_DEADLINE,
  );
  return outcome.kind === 'answered' && outcome.candidates.map(({ id, score, match }) => ({ id, score, match }));
}

describe('the candidate index', () => {
  it('is chosen by the number of names that the setting states', () => {
    const stated = /up to ([\d,]+) names/.exec(SETTING_DEFINITIONS.candidateIndex.meaning)?.[1];
    const most = Number(stated?.replace(',', ''));
    expect(chooseCandidateIndex('auto', most)).toBe('minisearch');
    expect(chooseCandidateIndex('auto', most + 1)).toBe('compiled');
  });

  it('is the one that was asked for, whatever the size, and finds the same', async () => {
    const small = { files: [folder.write('towns.csv', TOWNS)] };
    const large = { files: [folder.write('places.csv', many(5_000))] };
    const images = await Promise.all(
      [small, large].flatMap((source) =>
        (['minisearch', 'compiled'] as const).map(async (candidateIndex) => {
          const { image } = await prepareSnapshot({ source, keepIndex: false, candidateIndex });
          expect([image.candidateIndex, hasCompiledIndex(image.sections)]).toEqual([
            candidateIndex,
            candidateIndex === 'compiled',
          ]);
          expect(attachSnapshot(image).candidateIndex.name).toBe(candidateIndex);
          return image;
        }),
      ),
    );
    const answers = images.map((image) =>
      ['Springfeld', 'Place 4711', 'Plcae 33'].map((text) => firstFor(image, text)),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[2]).toEqual(answers[3]);
    expect(answers[2]?.[1]).toMatchObject([{ id: '4711', score: 100, match: true }]);
  });

  it('is that of the manifest where the setting leaves it open', async () => {
    folder.write('towns.csv', TOWNS);
    const source = {
      files: [],
      manifestFile: folder.write('towns.manifest.yaml', 'files: [towns.csv]\ncandidateIndex: compiled\n'),
    };
    const chosen = async (choice: 'auto' | 'minisearch'): Promise<string> =>
      (await prepareSnapshot({ source, keepIndex: false, candidateIndex: choice })).image.candidateIndex;
    expect(await chosen('auto')).toBe('compiled');
    expect(await chosen('minisearch')).toBe('minisearch');
  });

  it('can be any over an index that was built into a folder', async () => {
    const out = join(folder.path, 'index');
    await buildIndexFolder({ files: [folder.write('towns.csv', TOWNS)] }, out);
    for (const candidateIndex of ['minisearch', 'compiled'] as const) {
      const { image } = await prepareSnapshot({ source: { files: [out] }, keepIndex: false, candidateIndex });
      expect(attachSnapshot(image).candidateIndex.name).toBe(candidateIndex);
      expect(firstFor(image, 'Shelbyvile')).toMatchObject([{ id: '2' }]);
    }
  });

  it('is compiled anew where a kept index has none', async () => {
    const source = { files: [folder.write('places.csv', many(60_000))] };
    const kept = await prepareSnapshot({ source, keepIndex: true, candidateIndex: 'minisearch' });
    expect(await kept.afterwards()).toMatchObject([{ kind: 'index-kept' }]);
    const again = await prepareSnapshot({ source, keepIndex: true, candidateIndex: 'minisearch' });
    expect(again.observations).toMatchObject([{ kind: 'index-used' }]);
    const { image } = await prepareSnapshot({ source, keepIndex: true, candidateIndex: 'compiled' });
    expect(hasCompiledIndex(image.sections)).toBe(true);
    expect(firstFor(image, 'Place 4711')).toMatchObject([{ id: '4711', score: 100, match: true }, {}, {}]);
  });
});
