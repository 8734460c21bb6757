import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadBenchmark } from '../../bench/quality/measure-quality.js';
import { countTexts } from '../../src/cluster/spool/entity-spool.js';
import { EntitySpoolWriter } from '../../src/cluster/spool/entity-spool.js';
import { spooledSource } from '../../src/cluster/spool/spooled-source.js';
import { estimateScoringModel } from '../../src/scoring/estimate-statistics.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

function newFolder(name: string): string {
  const path = join(folder.path, name);
  mkdirSync(path);
  return path;
}

/** With types, properties, dates, homonyms, codes and several scripts. */
const LISTS = ['agencies', 'artworks', 'geography', 'letters', 'products', 'scripts'] as const;

describe.each(LISTS)('the scoring model of the list of %s', (list) => {
  it('is the same from passes over a spool on disk as from memory', async () => {
    const { dataset, scoring, candidateIndex } = await loadBenchmark(join('bench/quality/lists', list));
    const { entities } = dataset;
    const writer = new EntitySpoolWriter(newFolder(list));
    for (let entity = 0; entity < entities.size; entity++) writer.add(entities.entity(entity), []);
    const spool = writer.finish();
    expect([spool.size, spool.labelCount, spool.words.size]).toEqual([
      entities.size,
      candidateIndex.labels.rowCount,
      candidateIndex.labels.vocabulary.size,
    ]);
    const { vocabulary } = candidateIndex.labels;
    for (const { word, entities: having } of spool.words.all())
      expect([word, having]).toEqual([word, vocabulary.entityFrequency(vocabulary.idOf(word))]);
    expect(estimateScoringModel(spooledSource(spool, dataset))).toEqual(scoring);
    spool.close();
  });
});

describe('words counted on disk', () => {
  it('are the same however few of them are kept in memory, in the order of code units', () => {
    const entities = Array.from({ length: 3000 }, (_, i) => [
      `w${String(i % 701)}`,
      `w${String(i % 13)}`,
      '東京',
      'a-word',
    ]);
    const counted = [100, 1e6].map((mostInMemory) => {
      const counter = countTexts(newFolder(`words-${String(mostInMemory)}`), 'words', mostInMemory);
      for (const words of entities) counter.add(new Set(words));
      const words = counter.finish();
      const all = [...words.all()];
      expect(words.size).toBe(all.length);
      expect(new Map(all)).toEqual(
        new Map(all.map(([word]) => [word, entities.filter((one) => one.includes(word)).length])),
      );
      words.close();
      return all;
    });
    expect(counted[0]).toEqual(counted[1]);
    const words = (counted[0] ?? []).map(([word]) => word);
    expect(words).toEqual([...words].sort());
    expect(words).toHaveLength(703);
  });
});
