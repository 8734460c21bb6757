import { describe, expect, it } from '@jest/globals';
import { documentOfChanges, ID_OF_CHANGES } from '../../src/cluster/changed-settings.js';
import { documentOfSettings } from '../../src/cluster/dataset-settings.js';
import { ID_OF_SETTINGS } from '../../src/cluster/documents-of-words.js';
import { checkAnswers, type KnownAnswer } from '../../src/cluster/indexing/check-known-answers.js';
import type { SearchCluster } from '../../src/cluster/search-cluster.js';
import { documentsInMemory } from '../support/documents-in-memory.js';
import { documentsOf } from '../support/documents-of-snapshot.js';
import { smallSnapshot } from '../support/small-snapshot.js';

const NAMES = { entities: 'entities', words: 'words' };
const READING = { depth: 100, timeoutMs: 60_000 };
const snapshot = smallSnapshot();
const known: readonly KnownAnswer[] = ['B', 'P', 'DE'].map((id) => {
  const record = snapshot.dataset.entities.entity(snapshot.dataset.entities.ordinalOf(id));
  return { record, folded: record.name.toLowerCase() };
});

type Documents = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** The documents of the small dataset, those of words as `wordsOf` makes them. */
function check(
  wordsOf: (words: Documents) => Documents,
  asked: readonly KnownAnswer[] = known,
  through: (cluster: SearchCluster) => SearchCluster = (cluster) => cluster,
): ReturnType<typeof checkAnswers> {
  const { entities, words, settings, state } = documentsOf(snapshot);
  // Documents are plain objects.
  const indexes = new Map([
    [NAMES.entities, entities as unknown as Documents],
    [
      NAMES.words,
      new Map<string, Documents extends ReadonlyMap<string, infer One> ? One : never>([
        ...wordsOf(words),
        [ID_OF_SETTINGS, documentOfSettings(settings)],
        [ID_OF_CHANGES, documentOfChanges(state.changed)],
      ]),
    ],
  ]);
  return checkAnswers(through(documentsInMemory(indexes)), NAMES, asked, READING);
}

/** As many words, none of which is in a name. */
function withOthers(document: Documents extends ReadonlyMap<string, infer One> ? One | undefined : never): string {
  return String(document?.['words']).replace(/^[^\t]+/gm, (word) => `${word}zzzzz`);
}

describe('an index before it is served', () => {
  it('gives the entities whose names are asked for, with a typo too where a word is long enough', async () => {
    expect(await check((words) => words)).toEqual({
      written: { asked: 3, right: 3 },
      withTypo: { asked: 2, right: 2 },
    });
  });

  it('is refused when it finds no names with a typo, though it finds those that are written right', async () => {
    const otherWords = check((words) => new Map([...words].map(([id]) => [id, { words: withOthers(words.get(id)) }])));
    await expect(otherWords).rejects.toMatchObject({
      code: 'search-cluster-unavailable',
      message: expect.stringContaining('did not find their entity'),
    });
  });

  it('is refused when a record is not as it was written', async () => {
    const [first, ...others] = known;
    if (first === undefined) throw new Error('there are some');
    const changed = { ...first.record, properties: {} };
    await expect(check((words) => words, [{ ...first, record: changed }, ...others])).rejects.toMatchObject({
      message: expect.stringContaining(`the entity "${first.record.id}"`),
    });
  });

  it('is asked again where the cluster does not answer at first', async () => {
    let [failed, asked] = [0, 0];
    const late = (cluster: SearchCluster): SearchCluster => ({
      ...cluster,
      search: (index, bodies, deadline) =>
        index === NAMES.entities && asked++ % 3 === 0
          ? Promise.resolve(bodies.map(() => ({ fault: `late ${String(failed++)}` })))
          : cluster.search(index, bodies, deadline),
      get: (index, ids, deadline) =>
        index === NAMES.entities && asked++ % 3 === 0
          ? Promise.resolve({ fault: `late ${String(failed++)}` })
          : cluster.get(index, ids, deadline),
    });
    expect(await check((words) => words, known, late)).toMatchObject({ written: { asked: 3, right: 3 } });
    expect(failed).toBeGreaterThan(1);
  });

  it('is refused when the words of names are missing', async () => {
    await expect(check(() => new Map())).rejects.toMatchObject({ code: 'search-cluster-unavailable' });
  });
});
