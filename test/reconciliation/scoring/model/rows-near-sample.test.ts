import { describe, expect, it } from '@jest/globals';
import { memorySource } from '../../../../src/reconciliation/scoring/model/estimation-source.js';
import { rowsNearSample } from '../../../../src/reconciliation/scoring/model/rows-near-sample.js';
import { makeSnapshot } from '../../../support/make-snapshot.js';

/** Rivers of quite other names, so that a word that a dozen names have is still a telling one. */
const OTHERS = Array.from({ length: 200 }, (_, i) => `Filler${String(i)}`);

const draft = (name: string, type: string) => ({ id: `${type} ${name}`, name, types: [type] });

function namesNear(name: string, others: readonly (readonly [name: string, type: string])[]): readonly string[] {
  const { dataset, candidateIndex: { labels } } = makeSnapshot({
    types: ['river', 'town'].map((id) => ({ id, name: id, broader: [] })),
    entities: [draft(name, 'river'), ...others.map(([other, type]) => draft(other, type)), ...OTHERS.map((other) => draft(other, 'river'))],
  });
  const {
    near: [near = new Int32Array(0)],
  } = rowsNearSample(memorySource(dataset, labels), [0]);
  return [...near].filter((entity) => entity >= 0).map((entity) => dataset.entities.nameOf(entity));
}

describe('the rows near a sampled entity', () => {
  it('share words with its name, the weightiest first, and of those that share the same the shorter first', () => {
    const others = [['Ostra', 'river'], ['Lower Ostra Canal', 'river'], ['Lower Winda', 'river'], ['Lower Ostra', 'river'], ['Winda', 'river'], ['Lower Venta', 'river']] as const;
    expect(namesNear('Lower Ostra Canal Basin', others)).toEqual(['Lower Ostra Canal', 'Lower Ostra', 'Ostra', 'Lower Winda', 'Lower Venta']);
  });

  it('are those of other entities of the same types', () => {
    expect(namesNear('Lower Ostra', [['Ostra', 'town'], ['Lower Ostra', 'river'], ['Lower Winda', 'town']])).toEqual(['Lower Ostra']);
  });

  it('are a dozen at most', () => {
    expect(namesNear('Ostra Basin', Array.from({ length: 30 }, (_, i) => [`Ostra ${String(i)}`, 'river'] as const))).toHaveLength(12);
  });
});
