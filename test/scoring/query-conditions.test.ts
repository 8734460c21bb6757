import { describe, expect, it } from '@jest/globals';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import { explanationInEnglish } from '../../src/describe/explanation-in-english.js';
import type { EnglishCandidate } from '../support/make-snapshot.js';
import type { IdentifierCondition, NameCondition, PropertyCondition } from '../../src/scoring/query.js';
import { explainCandidate } from '../../src/describe/explain-candidate.js';
import { reconcile } from '../../src/scoring/reconcile.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const text = (value: string) => ({ kind: 'text', text: value }) as const;
const number = (value: number) => ({ kind: 'integer', number: value }) as const;

const LIGHTS = makeSnapshot({
  identifierSpace: 'https://example.org/light/',
  types: [
    { id: 'light', name: 'Light', broader: [] },
    { id: 'board', name: 'Board', broader: [] },
  ],
  properties: [
    { id: 'operator', datatype: 'reference' },
    { id: 'stairs', datatype: 'integer' },
    { id: 'colour', datatype: 'text' },
    { id: 'automated', datatype: 'boolean' },
    { id: 'register', datatype: 'identifier', identifying: true },
  ],
  entities: [
    {
      id: 'L1',
      name: 'Cape Verran Light',
      aliases: ['Phare de Verran'],
      types: ['light'],
      properties: {
        operator: [{ kind: 'reference', id: 'B1' }],
        stairs: [number(152)],
        colour: [text('red'), text('white')],
        automated: [{ kind: 'boolean', boolean: true }],
      },
    },
    {
      id: 'L2',
      name: 'Verran Point Light',
      types: ['light'],
      properties: {
        operator: [{ kind: 'reference', id: 'B2' }],
        stairs: [number(118)],
        colour: [text('white')],
        automated: [{ kind: 'boolean', boolean: false }],
      },
    },
    {
      id: 'L3',
      name: 'Cape Verran Light',
      types: ['light'],
      properties: {
        operator: [{ kind: 'reference', id: 'B2' }],
        stairs: [number(40)],
        register: [{ kind: 'identifier', text: 'R 77' }],
      },
    },
    { id: 'L4', name: 'Dunmore Rock', types: ['light'], properties: { colour: [text('green')] } },
    { id: 'B1', name: 'Verran Harbour Board', types: ['board'] },
    { id: 'B2', name: 'Northern Lights Board', types: ['board'] },
    ...Array.from({ length: 60 }, (_, i) => ({
      id: `F${String(i)}`,
      name: `Ferrow${String.fromCharCode(97 + (i % 26))} Beacon ${String(i)}`,
      types: ['light'],
      properties: { operator: [{ kind: 'reference', id: 'B1' } as const] },
    })),
  ],
});

interface Asked {
  readonly names?: readonly NameCondition[];
  readonly identifiers?: readonly IdentifierCondition[];
  readonly properties?: readonly PropertyCondition[];
  readonly limit?: number;
}

const ask = (asked: Asked): readonly EnglishCandidate[] =>
  candidatesFor(LIGHTS, asked.names?.[0]?.values[0] ?? '', asked);
const ids = (candidates: readonly EnglishCandidate[]): readonly string[] => candidates.map(({ id }) => id);
const CAPE: NameCondition = { values: ['Cape Verran Light'] };

describe('a condition on a property', () => {
  const verran = (condition: PropertyCondition): readonly string[] =>
    ids(ask({ names: [CAPE], properties: [condition] })).filter((id) => /^L/.test(id));

  it('that is not required moves the score alone', () => {
    expect(verran({ property: 'operator', values: ['B2'] })).toEqual(expect.arrayContaining(['L1', 'L2', 'L3']));
    expect(verran({ property: 'operator', values: ['B2'] })[0]).toBe('L3');
  });

  it('that is required keeps entities out that have another value or none', () => {
    expect(verran({ property: 'operator', values: ['B2'], required: true })).toEqual(['L3', 'L2']);
    expect(verran({ property: 'colour', values: ['red'], required: true })).toEqual(['L1']);
    const [match] = ask({
      names: [CAPE],
      properties: [{ property: 'operator', values: [{ id: 'B2' }], required: true }],
    });
    expect(match).toMatchObject({ id: 'L3', match: true });
    expect(match?.features.some(({ id }) => id === 'shared-label')).toBe(false);
  });

  it('finds what meets it behind many that are nearer by name', () => {
    const found = ask({
      names: [{ values: ['Ferrowa Beacon'] }],
      properties: [{ property: 'operator', values: ['B2'], required: true }],
    });
    expect(ids(found).every((id) => id === 'L2' || id === 'L3')).toBe(true);
  });

  it('asks with "all" for each of the values', () => {
    const both = { property: 'colour', values: ['red', 'white'], quantifier: 'all' } as const;
    expect(verran({ ...both, required: true })).toEqual(['L1']);
    const [l1, l2] = [
      ask({ names: [{ values: ['Cape Verran'] }], properties: [both] }),
      ask({ names: [{ values: ['Verran Point'] }], properties: [both] }),
    ].map(([first]) => first?.features.find(({ id }) => id === 'property:colour')?.value);
    expect(l1).toBeGreaterThan(0);
    expect(l2).toBeLessThanOrEqual(0);
    expect(verran({ property: 'stairs', values: ['many', 152], quantifier: 'all', required: true })).toEqual([]);
  });

  it('asks with "none" for entities without the values: required it is a filter, else a loss', () => {
    expect(verran({ property: 'automated', values: [true], quantifier: 'none', required: true })).toEqual(
      expect.arrayContaining(['L2', 'L3']),
    );
    expect(verran({ property: 'automated', values: [true], quantifier: 'none', required: true })).not.toContain('L1');
    const found = ask({ names: [CAPE], properties: [{ property: 'automated', values: [true], quantifier: 'none' }] });
    expect(ids(found).slice(0, 2)).toEqual(['L3', 'L1']);
    expect(found[0]?.score).toBe(100);
    expect(found.find(({ id }) => id === 'L1')?.features.find(({ id }) => id === 'property:automated')).toMatchObject({
      value: -4,
      reason: 'automated: has a value that was not wanted',
    });
  });

  it('with "none" alone finds nothing, for there is nothing to look for', () => {
    expect(ask({ properties: [{ property: 'colour', values: ['red'], quantifier: 'none', required: true }] })).toEqual(
      [],
    );
  });

  it('alone finds the entities with the value', () => {
    expect(ids(ask({ properties: [{ property: 'stairs', values: [118], required: true }] }))).toEqual(['L2']);
  });

  it('that is exact is met by nothing but the same value', () => {
    expect(verran({ property: 'stairs', values: [153], required: true })).toContain('L1');
    expect(verran({ property: 'stairs', values: [153], required: true, exact: true })).toEqual([]);
    expect(verran({ property: 'stairs', values: ['152'], required: true, exact: true })).toEqual(['L1']);
    expect(verran({ property: 'operator', values: ['northern lights board'], required: true, exact: true })).toEqual([
      'L3',
      'L2',
    ]);
    expect(
      verran({
        property: 'operator',
        values: [{ id: 'B1', name: 'Northern Lights Board' }],
        required: true,
        exact: true,
      }),
    ).toEqual(['L1']);
  });

  it('of a property that the dataset does not have is met by nothing when required, and else says nothing', () => {
    expect(verran({ property: 'height', values: [31], required: true })).toEqual([]);
    expect(verran({ property: 'height', values: [31], required: true, quantifier: 'none' })).toEqual([]);
    expect(verran({ property: 'height', values: [31] })).toEqual(expect.arrayContaining(['L1', 'L2', 'L3']));
  });
});

describe('a condition on names', () => {
  it('with one name is the same as the text of a query', () => {
    const plain = candidatesFor(LIGHTS, 'Verran Point Lihgt');
    expect(
      ask({ names: [{ values: ['Verran Point Lihgt'] }] }).map((one) => ({
        ...one,
        features: one.features.map(({ id, value }) => [id, value]),
      })),
    ).toEqual(plain.map((one) => ({ ...one, features: one.features.map(({ id, value }) => [id, value]) })));
  });

  it('with several takes the best of them, and matches when they mean one entity', () => {
    const found = ask({ names: [{ values: ['Dunmore Rok', 'Dunmore Rock'] }] });
    expect(found[0]).toMatchObject({ id: 'L4', score: 100, match: true });
    expect(new Set(ids(found)).size).toBe(found.length);
    expect(found.slice(1).some(({ match }) => match)).toBe(false);
  });

  it('with several that mean different entities matches none of them', () => {
    for (const values of [
      ['Dunmore Rock', 'Verran Point Light'],
      ['Verran Point Light', 'Dunmoore Rock'],
    ]) {
      const found = ask({ names: [{ values }] });
      expect(ids(found).slice(0, 2).sort()).toEqual(['L2', 'L4']);
      expect(found.some(({ match }) => match)).toBe(false);
      const told = found
        .slice(0, 2)
        .map(({ features }) => Number(features.find(({ id }) => id === 'probability')?.value));
      expect((told[0] ?? 1) + (told[1] ?? 1)).toBeLessThanOrEqual(1.001);
    }
  });

  it('with "all" takes the worst of them, and so do several conditions', () => {
    for (const names of [
      [{ values: ['Cape Verran Light', 'Phare de Verran'], quantifier: 'all' }],
      [CAPE, { values: ['Phare de Verran'] }],
    ] as const) {
      const found = ask({ names });
      expect(found[0]?.id).toBe('L1');
      expect(found[0]?.score).toBeGreaterThan(85);
      expect(found.find(({ id }) => id === 'L3')?.score).toBeLessThan(80);
    }
  });

  it('that is required keeps entities out that are found by something else', () => {
    const identifiers = [{ values: ['L3'] }];
    expect(ids(ask({ names: [{ values: ['Dunmore Rock'] }], identifiers }))).toEqual(['L3', 'L4']);
    expect(ids(ask({ names: [{ values: ['Dunmore Rock'], required: true }], identifiers }))).toEqual(['L4']);
  });

  it('that is exact matches nothing that is written otherwise, and required lets nothing else through', () => {
    expect(ask({ names: [{ values: ['Dunmore Rok'] }] })[0]).toMatchObject({ id: 'L4', match: true });
    expect(ask({ names: [{ values: ['Dunmore Rok'], exact: true }] })[0]).toMatchObject({ id: 'L4', match: false });
    expect(ask({ names: [{ values: ['Dunmore Rok'], exact: true, required: true }] })).toEqual([]);
    expect(ask({ names: [{ values: ['DUNMORE ROCK'], exact: true, required: true }] })).toMatchObject([
      { id: 'L4', match: true },
    ]);
  });

  it('with "none" keeps entities of that very name out when required, and else puts them back', () => {
    const refused = { values: ['cape verran light'], quantifier: 'none' } as const;
    expect(ids(ask({ names: [{ values: ['Verran Light'] }, { ...refused, required: true }] }))).not.toEqual(
      expect.arrayContaining(['L1']),
    );
    const found = ask({ names: [{ values: ['Cape Verran'] }, refused] });
    const before = ask({ names: [{ values: ['Cape Verran'] }] });
    const score = (candidates: readonly EnglishCandidate[]): number =>
      candidates.find(({ id }) => id === 'L1')?.score ?? 0;
    expect(score(found)).toBeLessThan(0.8 * score(before));
    expect(found.some(({ id, match }) => match && id === 'L1')).toBe(false);
  });
});

it('what is required ends with the time there is: the answer says that it was hurried', () => {
  const query = {
    text: 'Cape Verran Light',
    types: [],
    typeMode: 'any',
    properties: [{ property: 'operator', values: ['B2'], required: true }],
    limit: 10,
  } as const;
  const expired = { expired: () => true };
  expect(reconcile(LIGHTS, query, { ...NO_DEADLINE, ...expired })).toMatchObject({
    kind: 'answered',
    candidates: [],
    effortLowered: true,
  });
  expect(reconcile(LIGHTS, query, NO_DEADLINE)).toMatchObject({
    kind: 'answered',
    candidates: [{ id: 'L3' }, { id: 'L2' }],
    effortLowered: false,
  });
});

it('any of no values is had by nothing', () => {
  const nothing = { values: [], required: true };
  expect(ask({ names: [CAPE, nothing] })).toEqual([]);
  expect(ask({ names: [CAPE], identifiers: [nothing] })).toEqual([]);
  expect(ask({ names: [CAPE], properties: [{ property: 'stairs', ...nothing }] })).toEqual([]);
});

describe('a condition on identifiers', () => {
  it('names the entity with certainty, bare, as its address, and by a value that identifies it', () => {
    for (const value of ['L3', 'https://example.org/light/L3', 'R77'])
      expect(ask({ identifiers: [{ values: [value] }] })).toMatchObject([{ id: 'L3', score: 100, match: true }]);
    expect(ask({ identifiers: [{ values: ['L9'] }] })).toEqual([]);
  });

  it('that is required leaves no other entity', () => {
    expect(ids(ask({ names: [CAPE], identifiers: [{ values: ['L1', 'L4'], required: true }] }))).toEqual(['L1', 'L4']);
    expect(ask({ names: [CAPE], identifiers: [{ values: ['L9'], required: true }] })).toEqual([]);
    expect(ask({ identifiers: [{ values: ['L1', 'L4'], required: true, quantifier: 'all' }] })).toEqual([]);
  });

  it('tells namesakes apart', () => {
    expect(ask({ names: [CAPE], identifiers: [{ values: ['L3'] }] }).slice(0, 2)).toMatchObject([
      { id: 'L3', match: true },
      { id: 'L1', match: false },
    ]);
  });

  it('beside quite another name matches nothing by itself', () => {
    const found = ask({ names: [{ values: ['Northern Lights Board'] }], identifiers: [{ values: ['L4'] }] });
    expect(ids(found)).toEqual(expect.arrayContaining(['L4', 'B2']));
    expect(found.some(({ match }) => match)).toBe(false);
  });

  it('with "none" keeps the entity out when required, and else puts it back', () => {
    expect(
      ids(ask({ names: [CAPE], identifiers: [{ values: ['L1'], quantifier: 'none', required: true }] })),
    ).not.toContain('L1');
    const found = ask({ names: [CAPE], identifiers: [{ values: ['L1'], quantifier: 'none' }] });
    expect(found.slice(0, 2).map(({ id }) => id)).toEqual(['L3', 'L1']);
    expect(found[1]?.score).toBeLessThan(80);
  });
});

describe('a required second name', () => {
  it('is met by who has it', () => {
    expect(
      ids(
        ask({
          names: [{ values: ['Cape Verran'] }],
          properties: [{ property: 'name', values: ['Phare de Verran'], required: true }],
        }),
      ),
    ).toEqual(['L1']);
  });
});

describe('an explanation of a query with conditions', () => {
  const explain = (asked: Asked, id: string) => {
    const query = {
      text: asked.names?.[0]?.values[0] ?? '',
      types: [],
      typeMode: 'any',
      properties: [],
      limit: 10,
      ...asked,
    } as const;
    const explained = explainCandidate(LIGHTS, query, id);
    if (explained === undefined) throw new Error(`${id} is not known`);
    return explanationInEnglish(explained);
  };
  const bare = ({ id, score, match, features }: EnglishCandidate) => ({
    id,
    score,
    match,
    features: features.map((feature) => ({ id: feature.id, value: feature.value, reason: feature.reason })),
  });

  it.each<[string, Asked]>([
    [
      'a property that is required',
      { names: [CAPE], properties: [{ property: 'operator', values: ['B2'], required: true }] },
    ],
    ['several names', { names: [{ values: ['Cape Verran Light', 'Phare de Verran'] }] }],
    ['names on which more than one condition is', { names: [CAPE, { values: ['Phare de Verran'], required: true }] }],
    ['an identifier', { names: [CAPE], identifiers: [{ values: ['L2'] }] }],
    ['a name that is not wanted', { names: [CAPE, { values: ['Phare de Verran'], quantifier: 'none' }] }],
  ])('with %s has the candidates of the answer', (_, asked) => {
    const answer = ask(asked);
    expect(answer.length).toBeGreaterThan(0);
    answer.forEach((candidate, i) => {
      const explained = explain(asked, candidate.id);
      expect(bare(explained.candidate)).toEqual(bare(candidate));
      expect(explained).toMatchObject({
        place: i + 1,
        inAnswer: true,
        steps: expect.arrayContaining([`The score is ${candidate.score.toFixed(2)}.`]),
      });
      expect(explained.best.map(({ id }) => id)).toEqual(ids(answer).slice(0, 5));
    });
  });

  it.each<[string, Asked, string]>([
    [
      'lacks the value',
      { names: [CAPE], properties: [{ property: 'operator', values: ['B2'], required: true }] },
      'L1',
    ],
    ['lacks the name', { names: [{ ...CAPE, required: true }] }, 'L4'],
    ['has another identifier', { names: [CAPE], identifiers: [{ values: ['L2'], required: true }] }, 'L1'],
    [
      'cannot have what nobody has',
      { names: [CAPE], properties: [{ property: 'shoe size', values: ['42'], required: true }] },
      'L1',
    ],
  ])('says of an entity that %s that it does not meet what is required', (_, asked, id) => {
    expect(explain(asked, id)).toMatchObject({
      inAnswer: false,
      candidate: { id },
      steps: expect.arrayContaining(['It does not meet all that is required, so it cannot be in the answer.']),
      decision: 'It does not meet all that is required, so it is no match.',
    });
  });

  it('says what speaks against an entity', () => {
    for (const asked of [
      { names: [CAPE], identifiers: [{ values: ['L2'] }] },
      { names: [CAPE, { values: ['Phare de Verran'], quantifier: 'none' as const }] },
    ])
      expect(explain(asked, 'L1')?.evidence.terms.map(({ term }) => term)).toContain('unwanted');
  });
});

describe('a condition that excludes nobody', () => {
  const places = makeSnapshot({
    properties: [{ id: 'country', datatype: 'text' }],
    entities: [
      { id: 'bz', name: 'Bolzano', aliases: ['Bozen'], properties: { country: [text('IT')] } },
      {
        id: 'st',
        name: 'South Tyrol',
        aliases: ['Provinz Bozen', 'Alto Adige'],
        properties: { country: [text('IT')] },
      },
      { id: 'is', name: 'Istanbul', aliases: ['Constantinople'], properties: { country: [text('TR')] } },
      { id: 'mu', name: 'Mumbai', aliases: ['Bombay'], properties: { country: [text('IN')] } },
      ...Array.from({ length: 60 }, (_, i) => ({
        id: `F${String(i)}`,
        name: `Ferrow${String.fromCharCode(97 + (i % 26))} Town ${String(i)}`,
        properties: { country: [text('FR')] },
      })),
    ],
  });
  const nobody: PropertyCondition = { property: 'country', values: ['ZZ'], quantifier: 'none' };

  it.each([
    ['Bolzano a.k.a. Bozen', 'bz'],
    ['Istanbul, formerly Constantinople', 'is'],
    ['Mumbai (formerly Bombay)', 'mu'],
  ])('changes nothing: %s', (asked, id) => {
    const plain = candidatesFor(places, asked);
    for (const required of [true, false]) {
      const conditional = candidatesFor(places, asked, { properties: [{ ...nobody, required }] });
      expect(conditional.map((one) => [one.id, one.score, one.match])).toEqual(
        plain.map((one) => [one.id, one.score, one.match]),
      );
    }
    expect(plain[0]).toMatchObject({ id, match: true });
  });
});

describe('names of a condition', () => {
  it('are read in every way in which the text of a query is', () => {
    const values = ['Dunmore Lighthouse, formerly Dunmore Rock'];
    const plain = candidatesFor(LIGHTS, values[0] ?? '');
    expect(plain[0]).toMatchObject({ id: 'L4' });
    expect(ask({ names: [{ values }] }).map(({ id, score, match }) => [id, score, match])).toEqual(
      plain.map(({ id, score, match }) => [id, score, match]),
    );
  });
});
