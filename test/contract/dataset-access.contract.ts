import { beforeAll, describe, expect, it } from '@jest/globals';
import { suggestEntities } from '../../src/describe/suggest-entities.js';
import { countByType } from '../../src/entities/count-by-type.js';
import { findEntity } from '../../src/entities/entity-store.js';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import type { ReconciliationQuery } from '../../src/scoring/query.js';
import { reconcile } from '../../src/scoring/reconcile.js';
import type { DatasetSnapshot, ReadSnapshot } from '../../src/scoring/snapshot.js';
import { smallSnapshot } from '../support/small-snapshot.js';

const QUERIES: readonly Partial<ReconciliationQuery>[] = [
  { text: 'Berlin' },
  { text: 'Berlim, Germany', limit: 2 },
  { text: 'Newtown 7', types: ['Village'] },
  { text: 'paris', types: ['Capital city', 'Country'], typeMode: 'should' },
  { text: '東京' },
  { text: 'Pariss', properties: [{ property: 'country', values: ['Frankreich', { id: 'FR' }] }] },
  { text: '', properties: [{ property: 'country/capital', values: ['Berlin'], required: true }] },
  { text: '', identifiers: [{ values: ['DEU', '__proto__'] }] },
  { text: 'Munich', names: [{ values: ['Munich', 'München'], quantifier: 'all', required: true }] },
  { text: 'not there at all' },
];
const TYPED = ['ber', 'berl', 'berlim', 'de', 'new', '日', 'frnace', 'par', 'Athen', ''];

// As text: reasons are computed when they are read.
function candidatesIn(snapshot: DatasetSnapshot, query: Partial<ReconciliationQuery>): string {
  const whole = { text: '', types: [], typeMode: 'any', properties: [], limit: 10, ...query } as const;
  const outcome = reconcile(snapshot, whole, NO_DEADLINE);
  if (outcome.kind === 'failed') throw outcome.error;
  return JSON.stringify(outcome.candidates);
}

function completionsIn(snapshot: DatasetSnapshot, typed: string): unknown {
  const request = { typed, types: [], typeMode: 'any', uriPrefixes: [], offset: 0, limit: 5 } as const;
  const { items, similar } = suggestEntities(snapshot, request);
  return [items.map(({ ordinal, foundBy }) => [snapshot.dataset.entities.idOf(ordinal), foundBy]), similar];
}

/** What a snapshot says of its dataset as a whole. */
function factsIn({ dataset, statistics }: DatasetSnapshot): unknown {
  const { metadata, types, properties, entities } = dataset;
  const { entityCount, labelCount } = statistics;
  const words = ['berlin', 'newtown', 'nowhere'].map((word) => [statistics.isKnown(word), statistics.idfOf(word)]);
  const values = properties.map(({ id }) => statistics.valuesOf(id));
  return [
    metadata,
    types.types,
    properties,
    entities.size,
    [...countByType(dataset)],
    entityCount,
    labelCount,
    words,
    values,
  ];
}

/** Statistics that need contents. */
function countsIn({ dataset: { properties }, statistics }: DatasetSnapshot): unknown {
  const country = properties.find(({ id }) => id === 'country');
  if (country === undefined) throw new Error('no property "country"');
  return {
    inGermany: statistics.entitiesWith(country, { id: 'DE' }, 100),
    moreThanTwenty: statistics.entitiesWith(country, { id: 'DE' }, 20),
    isName: [[], ['Country'], ['City']].map((types) => statistics.isNameOf('germany', types)),
    isNameOfMore: [1, 2].map((than) => statistics.isNameOfMore('berlin', than)),
    names: [statistics.namesOf('DE').map(({ text }) => text), statistics.namesOf('nowhere')],
  };
}

/** The name at the end of a chain of references, each known only when the one before it is read. */
function nameAlong({ dataset: { entities } }: DatasetSnapshot, id: string, path: readonly string[]): string {
  const entity = findEntity(entities, id);
  if (entity === undefined) throw new RangeError(`no entity "${id}"`);
  const [property, ...rest] = path;
  if (property === undefined) return entity.name;
  const [value] = entity.properties[property] ?? [];
  if (value?.kind !== 'reference') throw new TypeError(`${id} has no ${property}`);
  return nameAlong({ dataset: { entities } } as DatasetSnapshot, value.id, rest);
}

/** What every access to a dataset must do, wherever its contents are; `create` is given the dataset in memory. */
export function describeDatasetAccess(name: string, create: (whole: DatasetSnapshot) => ReadSnapshot): void {
  describe(`a dataset ${name}`, () => {
    const whole = smallSnapshot();
    let access: ReadSnapshot;
    beforeAll(() => {
      access = create(whole);
    });

    it('says what it holds as a whole at any time', () => {
      expect(factsIn(access.snapshot)).toEqual(factsIn(whole));
    });

    it.each(QUERIES)('answers %j as in memory', async (query) => {
      expect(await access.read((snapshot) => candidatesIn(snapshot, query))).toBe(candidatesIn(whole, query));
    });

    it('answers the same alone, together and in another order', async () => {
      const alone: string[] = [];
      for (const query of [...QUERIES].reverse())
        alone.unshift(await create(whole).read((snapshot) => candidatesIn(snapshot, query)));
      const { read } = create(whole);
      expect(await Promise.all(QUERIES.map((query) => read((snapshot) => candidatesIn(snapshot, query))))).toEqual(
        alone,
      );
    });

    it('completes names as in memory', async () => {
      for (const typed of TYPED)
        expect([typed, await access.read((snapshot) => completionsIn(snapshot, typed))]).toEqual([
          typed,
          completionsIn(whole, typed),
        ]);
    });

    it('counts values and names', async () => {
      expect(await access.read(countsIn)).toEqual({
        inGermany: 22,
        moreThanTwenty: 0,
        isName: [true, true, false],
        isNameOfMore: [true, false],
        names: [['Germany', 'Deutschland', 'Federal Republic of Germany'], []],
      });
    });

    it('gives the record of each identifier, and none for unknown ones', async () => {
      const { entities } = whole.dataset;
      const records = Array.from({ length: entities.size }, (_, i) => entities.entity(i));
      const read = await access.read(({ dataset }) => records.map(({ id }) => findEntity(dataset.entities, id)));
      expect(read).toEqual(records);
      const unknown = ['nowhere', '', 'b', 'constructor', 'elsewhere:Q1'];
      expect(await access.read(({ dataset }) => unknown.map((id) => findEntity(dataset.entities, id)))).toEqual(
        unknown.map(() => undefined),
      );
    });

    it('reads to the end what leads from one entity to the next', async () => {
      const along = (...path: readonly string[]) => access.read((snapshot) => nameAlong(snapshot, 'B', path));
      expect(await along('country', 'capital', 'twin', 'country', 'capital')).toBe('Paris');
      expect(await Promise.all([along(), along('country'), along('twin')])).toEqual(['Berlin', 'Germany', 'Paris']);
    });

    it('rejects with what is thrown over all contents, for the one who asked alone', async () => {
      const fault = new Error('thrown by the reader');
      const outcomes = await Promise.allSettled([
        access.read(() => {
          throw fault;
        }),
        access.read((snapshot) => nameAlong(snapshot, 'B', ['country', 'motto'])),
        access.read((snapshot) => nameAlong(snapshot, 'nowhere', [])),
        access.read((snapshot) => nameAlong(snapshot, 'B', ['country'])),
      ]);
      expect(outcomes).toEqual([
        { status: 'rejected', reason: fault },
        { status: 'rejected', reason: new TypeError('DE has no motto') },
        { status: 'rejected', reason: new RangeError('no entity "nowhere"') },
        { status: 'fulfilled', value: 'Germany' },
      ]);
      expect(outcomes[0]).toHaveProperty('reason', fault);
    });
  });
}
