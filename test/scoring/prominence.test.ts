import { describe, expect, it } from '@jest/globals';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import type { Candidate } from '../../src/scoring/candidate.js';
import type { ReconciliationQuery } from '../../src/scoring/query.js';
import { reconcile } from '../../src/scoring/reconcile.js';
import { makeSnapshot, type EntityDraft } from '../support/make-snapshot.js';

const OTHERS = Array.from({ length: 60 }, (_, i) => ({
  id: `o${String(i)}`,
  name: `Place of number ${String(i * 7)}`,
}));

function candidatesFor(
  places: readonly EntityDraft[],
  asked: Partial<ReconciliationQuery> & { readonly text: string },
): readonly Candidate[] {
  const snapshot = makeSnapshot({
    properties: [{ id: 'country', name: 'country', datatype: 'text' }],
    entities: [...places, ...OTHERS],
  });
  const outcome = reconcile(snapshot, { types: [], typeMode: 'any', properties: [], limit: 5, ...asked }, NO_DEADLINE);
  return outcome.kind === 'answered' ? outcome.candidates : [];
}

const probabilities = (candidates: readonly Candidate[]): Readonly<Record<string, number>> =>
  Object.fromEntries(candidates.map(({ id, probability }) => [id, probability]));

describe('prominence', () => {
  it('makes the more prominent of two entities with an equal name more probable, and both together as probable as before', () => {
    const of = (prominent: number): Readonly<Record<string, number>> =>
      probabilities(
        candidatesFor(
          [
            { id: 'small', name: 'Berlin', prominence: 10_000 },
            { id: 'great', name: 'Berlin', prominence: prominent },
          ],
          { text: 'Berlin' },
        ),
      );
    const [alike, unlike] = [of(10_000), of(3_400_000)];
    expect(alike['small']).toBeCloseTo(alike['great'] ?? 0, 4);
    expect(unlike['great']).toBeGreaterThan(8 * (unlike['small'] ?? 1));
    expect((unlike['great'] ?? 0) + (unlike['small'] ?? 0)).toBeCloseTo(
      (alike['great'] ?? 0) + (alike['small'] ?? 0),
      3,
    );
  });

  it('says nothing of an entity of which none is stated', () => {
    const { stated, unstated } = probabilities(
      candidatesFor(
        [
          { id: 'stated', name: 'Ulm', prominence: 120_000 },
          { id: 'unstated', name: 'Ulm' },
        ],
        { text: 'Ulm' },
      ),
    );
    expect(stated).toBeCloseTo(unstated ?? 0, 4);
  });

  it('leaves what a value tells apart', () => {
    const country = (text: string) => ({ country: [{ kind: 'text', text } as const] });
    const [first] = candidatesFor(
      [
        { id: 'great', name: 'London', prominence: 8_900_000, properties: country('United Kingdom') },
        { id: 'small', name: 'London', prominence: 350_000, properties: country('Canada') },
      ],
      { text: 'London', properties: [{ property: 'country', values: ['Canada'] }] },
    );
    expect(first?.id).toBe('small');
    expect(first?.evidence['prominence'] ?? 0).toBeCloseTo(0, 1);
  });

  it('does not put a great city with such an alias before the place of that name', () => {
    const [first] = candidatesFor(
      [
        { id: 'named', name: 'Venice', prominence: 260_000 },
        { id: 'alias', name: 'Dayton', aliases: ['Venice'], prominence: 9_000_000 },
      ],
      { text: 'Venice' },
    );
    expect(first?.id).toBe('named');
  });

  it('does not move the only entity of a name', () => {
    const [known] = candidatesFor([{ id: 'one', name: 'Bern', prominence: 130_000 }], { text: 'Bern' });
    const [unknown] = candidatesFor([{ id: 'one', name: 'Bern' }], { text: 'Bern' });
    expect(known?.probability).toBe(unknown?.probability);
  });
});
