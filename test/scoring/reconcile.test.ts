import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import { inEnglish } from '../../src/foundation/sentence.js';
import { explainCandidate, type Explanation } from '../../src/describe/explain-candidate.js';
import { reconcile } from '../../src/scoring/reconcile.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const text = (value: string) => ({ kind: 'text', text: value }) as const;
const year = (value: number) => ({ kind: 'date', date: { year: value } }) as const;

const PEOPLE = makeSnapshot({
  identifierSpace: 'https://example.org/person/',
  types: [
    { id: 'Person', name: 'Person', broader: [] },
    { id: 'Painter', name: 'Painter', broader: ['Person'] },
    { id: 'Studio', name: 'Studio', broader: [] },
  ],
  properties: [
    { id: 'born', name: 'Year of birth', datatype: 'date' },
    { id: 'note', datatype: 'text' },
    { id: 'viaf', datatype: 'identifier', identifying: true },
    { id: 'teacher', datatype: 'reference' },
  ],
  entities: [
    {
      id: 'p1',
      name: 'John Smith',
      types: ['Painter'],
      description: 'painter of ships',
      properties: { born: [year(1801)], viaf: [{ kind: 'identifier', text: '12 345' }] },
    },
    {
      id: 'p2',
      name: 'John Smith',
      types: ['Person'],
      properties: { born: [year(1871)], teacher: [{ kind: 'reference', id: 'p4' }] },
    },
    { id: 'p3', name: 'Jane Ashby', types: ['Person'], aliases: ['Jane Smith'], properties: { born: [year(1850)] } },
    {
      id: 'p4',
      name: 'Gustav Olbrecht',
      types: ['Painter'],
      properties: {
        born: [year(1790)],
        note: [
          text('Known for large views of harbours, painted from the water, and for a long quarrel with his brother.'),
        ],
      },
    },
    { id: 'p5', name: 'Ashby Studio', types: ['Studio'] },
    { id: 'p6', name: 'Leonore Vanderhagen', types: ['Person'], properties: { born: [year(1901)] } },
    { id: 'p7', name: 'Competition of 1998', types: ['Studio'] },
    { id: 'p8', name: 'Competition of 1999', types: ['Studio'] },
    ...Array.from({ length: 60 }, (_, i) => ({
      id: `f${String(i)}`,
      name: `Filler${String.fromCharCode(97 + (i % 26))} Person${String(i)}`,
      types: ['Person'],
    })),
  ],
});

describe('reconcile', () => {
  it('gives the equal name 100 points and the match when nobody else has it', () => {
    const [first] = candidatesFor(PEOPLE, 'Leonore Vanderhagen');
    expect(first).toMatchObject({ id: 'p6', score: 100, match: true });
  });

  it('keeps 100 for equal names: case may differ, a slip may not', () => {
    expect(candidatesFor(PEOPLE, 'LEONORE VANDERHAGEN')[0]?.score).toBe(100);
    const [slip] = candidatesFor(PEOPLE, 'Leonore Vanderhagn');
    expect(slip?.id).toBe('p6');
    expect(slip?.score).toBeLessThan(100);
  });

  it('matches none of several entities with the same name', () => {
    const found = candidatesFor(PEOPLE, 'John Smith');
    expect(found.slice(0, 2).map(({ id }) => id)).toEqual(['p1', 'p2']);
    expect(found.some(({ match }) => match)).toBe(false);
    expect(found[0]?.features.find(({ id }) => id === 'shared-label')?.value).toBe(2);
  });

  it('tells namesakes apart by a property', () => {
    const found = candidatesFor(PEOPLE, 'John Smith', { properties: [{ property: 'born', values: ['1871'] }] });
    expect(found[0]?.id).toBe('p2');
    expect(found[0]?.score).toBeGreaterThan(found[1]?.score ?? 100);
  });

  it('tells namesakes apart by a property where their name is written otherwise, and where it is another name of one of them', () => {
    const fillers = Array.from({ length: 40 }, (_, i) => ({
      id: `f${String(i)}`,
      name: `Filler Person${String(i)}`,
      properties: { born: [year(1800 + i)] },
    }));
    const find = (
      name: string,
      ...entities: { id: string; name: string; aliases?: string[]; properties?: { born: ReturnType<typeof year>[] } }[]
    ) =>
      candidatesFor(
        makeSnapshot({ properties: [{ id: 'born', datatype: 'date' }], entities: [...entities, ...fillers] }),
        name,
        { properties: [{ property: 'born', values: ['1871'] }] },
      );
    const both = [
      { id: 'a', name: 'Anna Olbrecht', properties: { born: [year(1870)] } },
      { id: 'b', name: 'Anna Olbrecht', properties: { born: [year(1871)] } },
    ];
    for (const written of ['Anna Olbrecht', 'Anna Olbrécht', 'Anna-Olbrecht']) {
      const [first, second] = find(written, ...both);
      expect(first?.id).toBe('b');
      expect(first?.score).toBeGreaterThan(second?.score ?? 100);
    }
    expect(
      find(
        'Anna Olbrecht',
        { id: 'a', name: 'Anna Olbrecht' },
        { id: 'b', name: 'Anna Marquardt', aliases: ['Anna Olbrecht'], properties: { born: [year(1871)] } },
      )[0]?.id,
    ).toBe('b');
  });

  it('takes a property by its name in any case, and an unknown one as saying nothing', () => {
    const byName = candidatesFor(PEOPLE, 'John Smith', { properties: [{ property: 'year of BIRTH', values: [1871] }] });
    expect(byName[0]?.id).toBe('p2');
    const plain = candidatesFor(PEOPLE, 'Jane Ashby');
    const unknown = candidatesFor(PEOPLE, 'Jane Ashby', { properties: [{ property: 'shoe size', values: ['42'] }] });
    expect(unknown.map(({ id, score }) => [id, score])).toEqual(plain.map(({ id, score }) => [id, score]));
    expect(unknown[0]?.features.find(({ id }) => id === 'property:shoe size')?.reason).toContain('no such property');
  });

  describe('takes a second name', () => {
    const AUTHORS = makeSnapshot({
      properties: [{ id: 'born', datatype: 'date' }],
      entities: [
        { id: 'a', name: 'Lispector, Clarice', aliases: ['Clarisse Lispektor'] },
        { id: 'b', name: 'Anna Palmer' },
        { id: 'c', name: 'Helen Palmerston' },
        ...Array.from({ length: 40 }, (_, i) => ({ id: `f${String(i)}`, name: `Filler Person${String(i)}` })),
      ],
    });
    const ask = (text: string, property: string, value: string) =>
      candidatesFor(AUTHORS, text, { properties: [{ property, values: [value] }] });

    it('for one of its names, in whatever letters and order: it finds the entity and speaks for it', () => {
      expect(candidatesFor(AUTHORS, 'Helen Palmer').map(({ id }) => id)).not.toContain('a');
      for (const [property, value] of [
        ['name', 'Clarice Lispector'],
        ['Name', 'LISPECTOR, CLARICE'],
        ['aliases', 'Clarisse Lispektor'],
        ['Aliases', 'Lispector, Clarice'],
      ] as const) {
        const found = ask('Clarisse L.', property, value)[0];
        expect(found?.id).toBe('a');
        expect(found?.features.find(({ id }) => id.startsWith('property:'))).toMatchObject({
          value: expect.any(Number),
          reason: expect.stringMatching(/: one of its names$/),
        });
      }
      for (const value of ['Lispector, Clarice', 'Clarice Lispector'])
        expect(ask('Helen Palmer', 'name', value).map(({ id }) => id)).toContain('a');
    });

    it('as saying nothing of others, and when it is equal to the name of the query', () => {
      const plain = candidatesFor(AUTHORS, 'Anna Palmer').map(({ id, score, match }) => ({ id, score, match }));
      for (const value of ['Nobody At All', 'Palmer, Anna']) {
        const found = ask('Anna Palmer', 'name', value);
        expect(found.map(({ id, score, match }) => ({ id, score, match }))).toEqual(plain);
        expect(found[0]?.features.find(({ id }) => id === 'property:name')?.value).toBe(0);
      }
    });

    it('but a type or a description as no evidence, with the reason', () => {
      expect(
        ask('Anna Palmer', 'type', 'Person')[0]?.features.find(({ id }) => id === 'property:type')?.reason,
      ).toContain('a type belongs in "type"');
      expect(
        ask('Anna Palmer', 'description', 'a writer')[0]?.features.find(({ id }) => id === 'property:description'),
      ).toMatchObject({ value: 0, reason: expect.stringContaining('left out') });
    });

    it('not where the dataset has a property that is called so', () => {
      const own = makeSnapshot({
        properties: [{ id: 'name', datatype: 'text' }],
        entities: [
          { id: 'a', name: 'Rosa Linden', properties: { name: [{ kind: 'text', text: 'green' }] } },
          { id: 'b', name: 'Rosa Lindner' },
        ],
      });
      const [first] = candidatesFor(own, 'Rosa Linden', {
        properties: [{ property: 'name', values: ['Rosa Linden'] }],
      });
      expect(first?.features.find(({ id }) => id === 'property:name')?.reason).toContain('no word in common');
    });
  });

  it('finds the target of a reference by its id and by its name', () => {
    for (const value of ['p4', 'Gustav Olbrecht', { id: 'p4' }]) {
      expect(
        candidatesFor(PEOPLE, 'John Smith', { properties: [{ property: 'teacher', values: [value] }] })[0]?.id,
      ).toBe('p2');
    }
  });

  it('lets the best of several values count', () => {
    const found = candidatesFor(PEOPLE, 'John Smith', { properties: [{ property: 'born', values: ['1700', '1871'] }] });
    expect(found[0]?.id).toBe('p2');
  });

  it('lowers an equal name that a property contradicts', () => {
    const [first] = candidatesFor(PEOPLE, 'Leonore Vanderhagen', {
      properties: [{ property: 'born', values: ['1650'] }],
    });
    expect(first?.id).toBe('p6');
    expect(first?.score).toBeLessThan(100);
    const [plain] = candidatesFor(PEOPLE, 'Leonore Vanderhagen');
    expect(first?.probability).toBeLessThan(plain?.probability ?? 0);
  });

  it('never lets a long description drown a name', () => {
    const [first] = candidatesFor(PEOPLE, 'Gustav Olbrecht', {
      properties: [{ property: 'note', values: ['something else entirely about bridges and railways'] }],
    });
    expect(first).toMatchObject({ id: 'p4', score: 100, match: true });
  });

  it('filters by type through the hierarchy, by id or name', () => {
    expect(
      candidatesFor(PEOPLE, 'John Smith', { types: ['Person'] })
        .map(({ id }) => id)
        .slice(0, 2)
        .sort(),
    ).toEqual(['p1', 'p2']);
    expect(
      candidatesFor(PEOPLE, 'John Smith', { types: ['painter'] })
        .filter(({ name }) => name === 'John Smith')
        .map(({ id }) => id),
    ).toEqual(['p1']);
    expect(candidatesFor(PEOPLE, 'John Smith', { types: ['Person', 'Studio'], typeMode: 'all' })).toEqual([]);
    expect(candidatesFor(PEOPLE, 'John Smith', { types: ['Ship'] })).toEqual([]);
    expect(candidatesFor(PEOPLE, 'John Smith', { types: ['Ship'], typeMode: 'should' }).length).toBeGreaterThan(1);
  });

  it('names the requested type behind the stated ones when it is held through the hierarchy', () => {
    const first = candidatesFor(PEOPLE, 'Gustav Olbrecht', { types: ['Person'] })[0];
    expect(first?.types.map(({ id }) => id)).toEqual(['Painter', 'Person']);
  });

  it('lowers what lies outside a preferred type and never matches it', () => {
    const [first] = candidatesFor(PEOPLE, 'Leonore Vanderhagen', { types: ['Studio'], typeMode: 'should' });
    expect(first).toMatchObject({ id: 'p6', match: false });
    expect(first?.score).toBeLessThan(80);
  });

  it('finds an entity by its identifier and by its URI', () => {
    expect(candidatesFor(PEOPLE, 'p4')[0]).toMatchObject({ id: 'p4', score: 100, match: true });
    expect(candidatesFor(PEOPLE, ' https://example.org/person/p4 ')[0]).toMatchObject({
      id: 'p4',
      score: 100,
      match: true,
    });
  });

  it('does not match a neighbour that differs by a year', () => {
    const found = candidatesFor(PEOPLE, 'Competition of 1997');
    expect(found.length).toBeGreaterThan(0);
    expect(found.some(({ match }) => match)).toBe(false);
  });

  it('answers a blank text without properties with nothing', () => {
    expect(candidatesFor(PEOPLE, '   ')).toEqual([]);
  });

  it('finds entities by properties alone when the text is blank', () => {
    const byReference = candidatesFor(PEOPLE, '', { properties: [{ property: 'teacher', values: [{ id: 'p4' }] }] });
    expect(byReference[0]?.id).toBe('p2');
    const byIdentifier = candidatesFor(PEOPLE, ' ', { properties: [{ property: 'viaf', values: ['12345'] }] });
    expect(byIdentifier[0]).toMatchObject({ id: 'p1', score: 100, match: true });
  });

  it('takes an equal value of an identifying property for more than any name', () => {
    const found = candidatesFor(PEOPLE, 'Jane Smith', { properties: [{ property: 'viaf', values: ['12345'] }] });
    expect(found[0]).toMatchObject({ id: 'p1', score: 100, match: true });
    expect(found[1]).toMatchObject({ id: 'p3', match: false });
  });

  it('finds an entity by the value of a property that identifies', () => {
    expect(candidatesFor(PEOPLE, '12-345')[0]).toMatchObject({ id: 'p1', score: 100, match: true });
  });

  it('finds an entity by its properties when the name is another one altogether', () => {
    const properties = [
      { property: 'teacher', values: ['p4'] },
      { property: 'born', values: ['1871'] },
    ];
    expect(candidatesFor(PEOPLE, 'The Old Fox', { properties }).map(({ id }) => id)).toContain('p2');
  });

  it('counts an alternative name slightly less than the preferred one', () => {
    const found = candidatesFor(PEOPLE, 'Jane Smith');
    expect(found[0]?.id).toBe('p3');
    expect(found[0]?.score).toBeLessThan(100);
    expect(found[0]?.score).toBeGreaterThan(85);
  });

  it('holds its promises for any text, and conditions in any order', () => {
    const conditions = [
      { property: 'born', values: ['1871'] },
      { property: 'note', values: ['views of harbours'] },
      { property: 'viaf', values: ['12345'] },
    ];
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('john smyth', 'Smith, J.', 'ashby', 'competition 1998')),
        fc.boolean(),
        (query, withProperties) => {
          const properties = withProperties ? conditions : [];
          const found = candidatesFor(PEOPLE, query, { properties });
          expect(
            candidatesFor(PEOPLE, query, { properties: [...properties].reverse() }).map(({ id, score, match }) => [
              id,
              score,
              match,
            ]),
          ).toEqual(found.map(({ id, score, match }) => [id, score, match]));
          for (const [i, candidate] of found.entries()) {
            expect(candidate.score).toBeGreaterThanOrEqual(0);
            expect(candidate.score).toBeLessThanOrEqual(100);
            expect(Math.round(candidate.score * 100) / 100).toBe(candidate.score);
            if (i > 0) expect(candidate.score).toBeLessThanOrEqual(found[i - 1]?.score ?? 0);
            if (candidate.match) {
              expect(i).toBe(0);
              expect(candidate.score).toBeGreaterThan(found[1]?.score ?? -1);
            }
            const probability = candidate.features.find(({ id }) => id === 'probability')?.value;
            expect(probability).toBeGreaterThanOrEqual(0);
            expect(probability).toBeLessThanOrEqual(1);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('puts an exact name first, whatever it is', () => {
    const { entities } = PEOPLE.dataset;
    for (let entity = 0; entity < entities.size; entity++) {
      const [first] = candidatesFor(PEOPLE, entities.nameOf(entity));
      expect(first?.name).toBe(entities.nameOf(entity));
      expect(first?.score).toBe(100);
    }
  });

  it('answers with reasons in words', () => {
    const outcome = reconcile(
      PEOPLE,
      { text: 'Vanderhagen, L.', types: [], typeMode: 'any', properties: [], limit: 3 },
      NO_DEADLINE,
    );
    const first = outcome.kind === 'answered' ? outcome.candidates[0] : undefined;
    expect(inEnglish(first?.features.find(({ id }) => id === 'name')?.reason ?? [])).toBe(
      'equal: "vanderhagen"; "l" is the initial of "leonore"; in another order',
    );
  });
});

describe('explainCandidate', () => {
  const query = {
    text: 'Jon Smith',
    types: [],
    typeMode: 'any',
    properties: [{ property: 'born', values: ['1802'] }],
    limit: 10,
  } as const;

  function explained(id: string): Explanation {
    const explanation = explainCandidate(PEOPLE, query, id);
    if (explanation === undefined) throw new Error(`nobody is ${id}`);
    return explanation;
  }

  it('tells how the score and the decision came about', () => {
    const explanation = explainCandidate(PEOPLE, query, 'p1');
    expect(explanation?.place).toBe(1);
    expect(explanation?.inAnswer).toBe(true);
    expect(explanation?.steps.map(inEnglish).join(' ')).toContain(
      `The score is ${explanation?.candidate.score.toFixed(2) ?? ''}.`,
    );
    expect(inEnglish(explanation?.candidate.features.find(({ id }) => id === 'property:born')?.reason ?? [])).toBe(
      'Year of birth: differs by one year',
    );
  });

  it('tells the evidence in nats, from which the probability can be computed by hand', () => {
    const { evidence, candidate, best } = explained('p1');
    expect(evidence.terms.reduce((sum, { value, weight }) => sum + value * weight, 0)).toBeCloseTo(evidence.sum, 9);
    expect(evidence.terms.some(({ kind }) => kind === 'property')).toBe(true);
    const odds = best.map(({ nats = NaN }) => Math.exp(nats));
    expect(best.length).toBeLessThan(5);
    const all = odds.reduce((a, b) => a + b, Math.exp(evidence.nothing.sum));
    expect(candidate.probability).toBeCloseTo(Math.exp(evidence.sum) / all, 4);
  });

  it('tells what was looked for, and how many candidates each step brought', () => {
    const [report, ...others] = explained('p1').retrieval;
    expect(others).toEqual([]);
    expect(report).toMatchObject({ text: 'Jon Smith', words: ['jon', 'smith'] });
    expect(report?.steps.map(({ step }) => step)).toEqual(['search', 'same name', 'properties']);
    const [search] = report?.steps ?? [];
    expect(search?.phases?.map(({ phase }) => phase)).toEqual(['typos']);
    expect(search?.phases?.[0]?.lookedFor.map(({ word }) => word)).toEqual(['jon', 'smith']);
    expect(search?.phases?.[0]?.lookedFor[0]?.variants).toContain('john');
    expect(report?.compared.entities).toBeGreaterThan(0);
    expect(report?.compared.entities).toBeLessThanOrEqual(report?.steps.reduce((sum, { kept }) => sum + kept, 0) ?? 0);
  });

  it('explains an entity that the search does not bring up', () => {
    const explanation = explainCandidate(PEOPLE, query, 'p6');
    expect(explanation?.inAnswer).toBe(false);
    expect(explanation?.candidate.id).toBe('p6');
  });

  it('does not know an unknown identifier', () => {
    expect(explainCandidate(PEOPLE, query, 'nobody')).toBeUndefined();
  });
});
