import { describe, expect, it } from '@jest/globals';
import { inEnglish } from '../../src/foundation/sentence.js';
import { QueryName, TokenTable } from '../../src/scoring/query-name.js';
import { compareNames, nameReason } from '../../src/scoring/compare-names.js';
import { emptyRow } from '../../src/scoring/evidence-table.js';
import { memorySource } from '../../src/scoring/estimation-source.js';
import { wordingModel } from '../../src/scoring/wording-model.js';
import { analyseLabel } from '../../src/text/analyse-label.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const PLACES = ['Ashing', 'Bramber', 'Claywell', 'Dunlow', 'Elmford', 'Farnham'];
const filler = Array.from({ length: 60 }, (_, i) => ({
  id: `f${String(i)}`,
  name: `Filler${String.fromCharCode(97 + (i % 26))} Thing${String(i)}`,
  types: ['t'],
}));

/** Of each place a college and its hospital, which are two; each is named with "the" and without; "Lake" is exchanged for "Lac". */
const snapshot = makeSnapshot({
  types: [{ id: 't', name: 'Thing', broader: [] }],
  entities: [
    ...PLACES.flatMap((place) => [
      { id: `${place}-c`, name: `${place} College`, aliases: [`The ${place} College`], types: ['t'] },
      { id: `${place}-h`, name: `${place} College Hospital`, aliases: [`The ${place} College Hospital`], types: ['t'] },
      { id: `${place}-l`, name: `Lake ${place}`, aliases: [`Lac ${place}`], types: ['t'] },
    ]),
    ...filler,
  ],
});
const { labels } = snapshot.candidateIndex;
const sample = Array.from({ length: snapshot.dataset.entities.size }, (_, i) => i);
const model = wordingModel(memorySource(snapshot.dataset, labels), sample);

describe('what the names of a dataset say about its words', () => {
  it('takes words for one another that its entities exchange', () => {
    expect(model.exchanged.map(([a, b]) => [a, b].sort())).toEqual([['lac', 'lake']]);
  });

  it('knows the words that tell entities apart, and those that do not', () => {
    const apart = new Map(model.apart.map(([word, share]) => [word, share]));
    expect(apart.get('hospital')).toBeGreaterThan(0.7);
    expect(apart.get('the')).toBeLessThan(0.25);
    expect(model.usuallyApart).toBeGreaterThanOrEqual(0.4);
    expect(model.usuallyApart).toBeLessThanOrEqual(0.6);
  });

  it('believes nothing against a word where no entity has two names', () => {
    const alone = makeSnapshot({
      types: [{ id: 't', name: 'Thing', broader: [] }],
      entities: [
        { id: 'a', name: 'Ashing', types: ['t'] },
        { id: 'b', name: 'Ashing College', types: ['t'] },
        ...filler,
      ],
    });
    const { apart, usuallyApart } = wordingModel(
      memorySource(alone.dataset, alone.candidateIndex.labels),
      [0, 1, 2, 3],
    );
    expect(usuallyApart).toBe(0.5);
    expect(apart.map(([word, share]) => [word, share])).toEqual([['college', 0.6]]);
  });

  it('asks all names of the entities of a small dataset', () => {
    const named = makeSnapshot({
      types: [{ id: 't', name: 'Thing', broader: [] }],
      entities: [
        ...PLACES.map((place) => ({
          id: place,
          name: place,
          aliases: [
            ...Array.from({ length: 30 }, (_, i) => `${place}${String.fromCharCode(97 + (i % 26))}x${String(i)}`),
            `Land ${place}`,
          ],
          types: ['t'],
        })),
        ...filler,
      ],
    });
    const { apart } = wordingModel(
      memorySource(named.dataset, named.candidateIndex.labels),
      Array.from({ length: named.dataset.entities.size }, (_, i) => i),
    );
    expect(apart.filter(([word]) => word === 'land').map(([, share]) => share < 0.25)).toEqual([true]);
  });

  it('does not take an entity for its neighbour when a word that tells them apart is too many', () => {
    const [first] = candidatesFor(snapshot, 'Gravelsea College Hospital');
    expect(first?.match ?? false).toBe(false);
    expect(candidatesFor(snapshot, 'The Dunlow College Hospital')[0]).toMatchObject({ id: 'Dunlow-h', match: true });
  });
});

describe('words written together or apart', () => {
  const rowOf = (name: string): number => labels.rowsWithFolded(name)[0] ?? -1;
  const asked = (query: string): QueryName =>
    new QueryName(new TokenTable(labels, snapshot.statistics), analyseLabel(query));
  const similarity = (query: string, name: string): number =>
    compareNames(asked(query), labels, rowOf(name), emptyRow()).similarity;
  const reason = (query: string, name: string): string =>
    inEnglish(nameReason(asked(query), labels, rowOf(name), 'the query'));

  it('are nearer than words that are misspelt', () => {
    expect(similarity('Elm ford College', 'elmford college')).toBeGreaterThan(
      similarity('Elmxord College', 'elmford college'),
    );
    expect(reason('Elmxord College', 'elmford college')).toContain('"elmxord" is nearly "elmford"');
  });

  it('say in the reason that they are joined', () => {
    expect(reason('Elm ford College', 'elmford college')).toContain('"elm ford" is another form of "elmford"');
    expect(reason('ElmfordCollege', 'elmford college')).toContain(
      '"elmfordcollege" is another form of "elmford college"',
    );
  });
});
