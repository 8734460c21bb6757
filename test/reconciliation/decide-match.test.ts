import { describe, expect, it } from '@jest/globals';
import type { Candidate } from '../../src/reconciliation/candidate.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const PLACES = ['Ashing', 'Bramber', 'Claywell', 'Dunlow', 'Elmford', 'Farnham', 'Gorsley', 'Holmby'];

/** Some sixty places, and what the test adds. */
function placesWith(...entities: { id: string; name: string; aliases?: string[] }[]) {
  return makeSnapshot({
    types: [{ id: 't', name: 'Place', broader: [] }],
    entities: [
      ...PLACES.flatMap((place) =>
        ['', ' Magna', ' Parva', ' Regis', ' Abbas'].map((part, i) => ({
          id: `${place}${String(i)}`,
          name: `${place}${part}`,
          types: ['t'],
        })),
      ),
      ...entities.map((entity) => ({ ...entity, types: ['t'] })),
    ],
  });
}

function probabilityOf(candidate: Candidate | undefined): number {
  const value = candidate?.features.find(({ id }) => id === 'probability')?.value;
  return typeof value === 'number' ? value : Number.NaN;
}

/** Something with two names, so that the list says something about its words in any case. */
const OTHER = { id: 'o', name: 'Quennis', aliases: ['Quennis Hill'] };

describe('the decision', () => {
  it('takes no later candidate for more probable than the first', () => {
    const candidates = candidatesFor(placesWith(OTHER), 'Quarbottle Fannam');
    expect(candidates.length).toBeGreaterThan(1);
    for (const candidate of candidates)
      expect(probabilityOf(candidate)).toBeLessThanOrEqual(probabilityOf(candidates[0]));
  });

  it('is not made less sure by another name that is nearer', () => {
    const query = 'the Free Province of Wexmoor';
    const [alone] = candidatesFor(placesWith({ id: 'w', name: 'Wexmoor' }, OTHER), query);
    const [withAnother] = candidatesFor(
      placesWith({ id: 'w', name: 'Wexmoor', aliases: ['Provinz Wexmoor'] }, OTHER),
      query,
    );
    expect([alone?.id, withAnother?.id]).toEqual(['w', 'w']);
    expect(withAnother?.score).toBeGreaterThan(alone?.score ?? 100);
    expect(probabilityOf(withAnother)).toBeGreaterThan(probabilityOf(alone) - 0.01);
  });

  it('does not take an article for a second name, even where something is named like it', () => {
    const [alone] = candidatesFor(
      placesWith({ id: 'w', name: 'Wexmoor' }, { id: 'n', name: 'Laotania', aliases: ['LN'] }),
      'la Wexmoor',
    );
    const [besides] = candidatesFor(
      placesWith({ id: 'w', name: 'Wexmoor' }, { id: 'n', name: 'Laotania', aliases: ['LA'] }),
      'la Wexmoor',
    );
    expect([alone?.id, besides?.id]).toEqual(['w', 'w']);
    expect(probabilityOf(besides)).toBeGreaterThan(probabilityOf(alone) - 0.02);
  });

  it('does not take an initial for a second name, even where something is named with such a word', () => {
    const [alone] = candidatesFor(
      placesWith({ id: 'w', name: 'Wexmoor Quarley' }, { id: 'n', name: 'Quarley Stanmere' }),
      'Wexmoor, Quarley T.',
    );
    const [besides] = candidatesFor(
      placesWith({ id: 'w', name: 'Wexmoor Quarley' }, { id: 'n', name: 'Quarley Tanmere' }),
      'Wexmoor, Quarley T.',
    );
    expect([alone?.id, besides?.id]).toEqual(['w', 'w']);
    // Another thing with a name of that beginning takes a share of the probability, but not the place.
    expect(probabilityOf(besides)).toBeGreaterThan(0.8);
    expect(probabilityOf(besides)).toBeLessThan(probabilityOf(alone));
  });

  it('still refuses a text that is two names', () => {
    const [first] = candidatesFor(
      placesWith({ id: 'w', name: 'Wexmoor' }, { id: 'x', name: 'Yarrowdale' }),
      'Wexmoor Yarrowdale',
    );
    expect(first?.match).toBe(false);
  });

  it('is as sure of a name that differs in spaces alone as of an equal one', () => {
    const places = placesWith({ id: 'w', name: 'Wexmoor' }, { id: 'y', name: 'Yarrow Dale' });
    const [equal] = candidatesFor(places, 'Wexmoor');
    for (const [text, id] of [
      ['Wex Moor', 'w'],
      ['Wex-Moor', 'w'],
      ['Yarrowdale', 'y'],
    ]) {
      const [first] = candidatesFor(places, text ?? '');
      expect(first?.id).toBe(id);
      expect(probabilityOf(first)).toBeGreaterThan(probabilityOf(equal) - 0.02);
      expect(first?.match).toBe(true);
    }
  });

  it('is less sure where more is joined than the name', () => {
    const places = placesWith({ id: 'w', name: 'Wexmoor' });
    const [same] = candidatesFor(places, 'Wex Moor');
    const [more] = candidatesFor(places, 'Wex Moor Trennick');
    expect(probabilityOf(more)).toBeLessThan(probabilityOf(same) - 0.02);
  });

  it('is less sure of a name of usual words that the list tells apart by a note, for there are others of the name elsewhere', () => {
    const kin = Array.from({ length: 30 }, (_, i) => ({
      id: `k${String(i)}`,
      name: `Wexmoor ${PLACES[i % PLACES.length] ?? ''} ${String.fromCharCode(97 + i)}x`,
    }));
    const sure = (aliases: string[], others = kin): number =>
      probabilityOf(candidatesFor(placesWith({ id: 'w', name: 'Wexmoor', aliases }, OTHER, ...others), 'Wexmoor')[0]);
    expect(sure(['Wexmoor, Northland'])).toBeLessThan(sure(['Wexmoor Northland']) - 0.05);
    expect(sure(['Wexmoor (Northland)'])).toBeLessThan(sure(['Wexmoor Northland']) - 0.05);
    // A name that nothing else has a word of is hardly that of anything elsewhere.
    expect(sure(['Wexmoor, Northland'], [])).toBeGreaterThan(sure(['Wexmoor Northland'], []) - 0.02);
  });

  it('takes the acronym that a name gives in brackets for all of the name', () => {
    const places = placesWith(
      { id: 'w', name: 'Wexmoor Inland Ferry Office (WIFO)' },
      { id: 'x', name: 'Wexmoor Harbour Board (Sailing)' },
    );
    const [acronym] = candidatesFor(places, 'WIFO');
    expect(acronym).toMatchObject({ id: 'w', match: true });
    const [note] = candidatesFor(places, 'Sailing');
    expect(note?.match).toBe(false);
  });

  it('finds a number that is written to the word before it', () => {
    const places = placesWith({ id: 'a', name: 'Wexmoor 2' }, { id: 'b', name: 'Wexmoor 3' });
    expect(candidatesFor(places, 'Wexmoor3')[0]).toMatchObject({ id: 'b', match: true });
    expect(candidatesFor(places, 'Wexmoor2')[0]).toMatchObject({ id: 'a', match: true });
  });

  it('is nearly as sure of a long word with one slip that no name has as of an equal one, and less of two slips, of short words and of words of other names', () => {
    const sure = (query: string, ...others: string[]): number => {
      const snapshot = placesWith(
        { id: 'w', name: 'Wexmoorland' },
        { id: 'h', name: 'Hulm' },
        OTHER,
        ...others.map((name, i) => ({ id: `x${String(i)}`, name })),
      );
      return probabilityOf(candidatesFor(snapshot, query)[0]);
    };
    const [equal, slip] = [sure('Wexmoorland'), sure('Wexmorland')];
    expect(slip).toBeGreaterThan(equal - 0.1);
    expect(sure('Wexmolrand')).toBeLessThan(slip - 0.05);
    expect(sure('Huln')).toBeLessThan(sure('Hulm') - 0.1);
    expect(sure('Wexmorland', 'Wexmorland Abbey')).toBeLessThan(slip - 0.05);
  });

  it('does not take a name and one word more in one piece for the name, the less the shorter it is', () => {
    const sure = (query: string, ...aliases: string[]): number =>
      probabilityOf(
        candidatesFor(placesWith({ id: 'w', name: 'Wexmoor', aliases }, { id: 'y', name: 'Yarrow Dale' }), query)[0],
      );
    expect(sure('Wexmoor')).toBeGreaterThan(0.95);
    expect(sure('Upper Wexmoor')).toBeLessThan(0.6);
    expect(sure('Upper Wexmoor')).toBeLessThan(sure('Upper Yarrow Dale') - 0.2);
    // What is parted from the name, or joined to it by a preposition, rather says more about it; so does a word that other names of it have.
    expect(sure('Wexmoor (Upper)')).toBeGreaterThan(sure('Upper Wexmoor') + 0.4);
    expect(sure('Upper, Wexmoor')).toBeGreaterThan(sure('Upper Wexmoor') + 0.4);
    expect(sure('Upperland of Wexmoor')).toBeGreaterThan(sure('Upper Wexmoor') + 0.3);
    expect(sure('Upper Wexmoor Vicinity')).toBeGreaterThan(sure('Upper Wexmoor') + 0.1);
    expect(sure('Upper Wexmoor', 'Wexmoor Upper')).toBeGreaterThan(0.9);
  });

  it('takes nobody for a rival by name whom the properties exclude, unless the query has a word of its own', () => {
    const year = (value: number) => ({ kind: 'date', date: { year: value } }) as const;
    const text = (value: string) => ({ kind: 'text', text: value }) as const;
    const clubs = makeSnapshot({
      properties: [
        { id: 'founded', datatype: 'date' },
        { id: 'sport', datatype: 'text' },
      ],
      entities: [
        { id: 'old', name: 'Wexmoor Harriers', properties: { founded: [year(1886)], sport: [text('cricket')] } },
        { id: 'young', name: 'Wexmoor Harriers Club', properties: { founded: [year(1987)], sport: [text('netball')] } },
        ...PLACES.map((name, i) => ({
          id: name,
          name: `${name} Rovers`,
          properties: { founded: [year(1900 + i)], sport: [text(i % 2 === 0 ? 'football' : 'rowing')] },
        })),
      ],
    });
    const sure = (name: string): number => {
      const [first] = candidatesFor(clubs, name, {
        properties: [
          { property: 'founded', values: ['1987'] },
          { property: 'sport', values: ['netball'] },
        ],
      });
      expect(first?.id).toBe('young');
      return probabilityOf(first);
    };
    expect(sure('Harriers Wexmoor')).toBeGreaterThan(0.9);
    expect(sure('Wexmor Harriers')).toBeGreaterThan(0.9);
    expect(sure('Wexmoor Harriers Veterans')).toBeLessThan(0.6);
  });
});

describe('a query for one type', () => {
  const TYPES = [
    { id: 'city', name: 'City', broader: [] },
    { id: 'state', name: 'State', broader: [] },
  ];
  const CITIES = ['Texline', 'Texarkana', 'Dallas', 'Houston', 'Norman', 'Tulsa', 'Georgetown', 'Lafayette'].map(
    (name) => ({
      id: name,
      name,
      types: ['city'],
    }),
  );
  const TEXAS_CITY = { id: 'TC', name: 'Texas City', types: ['city'] };
  const asCity = (name: string, ...others: { id: string; name: string; types: string[] }[]): Candidate | undefined =>
    candidatesFor(makeSnapshot({ types: TYPES, entities: [...CITIES, TEXAS_CITY, ...others] }), name, {
      types: ['city'],
    })[0];

  it('is less sure where an entity of another type has clearly the better name, and lists the same candidate', () => {
    const alone = asCity('Texas');
    const beside = asCity('Texas', { id: 'TX', name: 'Texas', types: ['state'] });
    expect([alone?.id, beside?.id]).toEqual(['TC', 'TC']);
    expect(probabilityOf(beside)).toBeLessThan(probabilityOf(alone) / 2);
    expect(beside?.match).toBe(false);
    expect(Number(beside?.features.find(({ id }) => id === 'nothing')?.value)).toBeGreaterThan(0.5);
  });

  it('is as sure as ever where the name is that of its type too, or no other is nearer', () => {
    const state = { id: 'TS', name: 'Texas City', types: ['state'] };
    expect(probabilityOf(asCity('Texas City', state))).toBeCloseTo(probabilityOf(asCity('Texas City')), 1);
    const far = { id: 'OK', name: 'Oklahoma', types: ['state'] };
    expect(probabilityOf(asCity('Texxas City', far))).toBeCloseTo(probabilityOf(asCity('Texxas City')), 2);
  });
});
