import { describe, expect, it } from '@jest/globals';
import { createAligner, type Aligner } from '../../../src/reconciliation/alignment/align.js';
import { nameReason } from '../../../src/reconciliation/alignment/name-reason.js';
import { reconcile } from '../../../src/reconciliation/reconcile.js';
import { NO_DEADLINE } from '../../../src/foundation/deadline.js';
import type { LabelTable } from '../../../src/search/label-table.js';
import { analyseLabel } from '../../../src/text/analyse-label.js';
import { makeSnapshot } from '../../support/make-snapshot.js';

const NAMES = Array.from(
  { length: 400 },
  (_, i) => `${['North', 'Upper', 'Saint'][i % 3] ?? ''} Anbo${i.toString(36)}rel`,
);
const snapshot = makeSnapshot({
  types: [{ id: 't', name: 'Thing', broader: [] }],
  properties: [{ id: 'state', datatype: 'text' }],
  entities: NAMES.map((name, i) => ({
    id: `e${String(i)}`,
    name,
    aliases: i % 5 === 0 ? [`${name} Town`] : [],
    types: ['t'],
    properties: { state: [{ kind: 'text', text: ['Ohio', 'Iowa'][i % 2] ?? '' }] },
  })),
});
const { labels } = snapshot.candidateIndex;
const rows = Array.from({ length: labels.rowCount }, (_, row) => row);
const newAligner = (): Aligner => createAligner(labels, snapshot.statistics);
const QUERIES = ['Upper Anbo5rel', 'Saint Anbo9zrell', 'North Anbo1', 'Upper Anbo5rel'].map(analyseLabel);

describe('an alignment', () => {
  it('depends on the query and the label alone, in whatever order they are aligned', () => {
    const used = newAligner();
    const queries = QUERIES.map((label) => used.nameQuery(label));
    // Rows of different queries in turns, so that whatever an aligner kept of the one would show in the other.
    const inTurns = rows.flatMap((row) => queries.map((query) => used.align(query, row)));
    const fresh = rows
      .filter((row) => row % 40 === 0)
      .flatMap((row) =>
        QUERIES.map((label) => {
          const aligner = newAligner();
          return aligner.align(aligner.nameQuery(label), row);
        }),
      );
    const sampled = inTurns.filter((_, i) => Math.floor(i / QUERIES.length) % 40 === 0);
    expect(
      sampled.map((one) => [one.similarity, one.informative(), one.evidence(), nameReason(one, 'the query')]),
    ).toEqual(fresh.map((one) => [one.similarity, one.informative(), one.evidence(), nameReason(one, 'the query')]));
    expect(new Set(sampled.map(({ similarity }) => similarity)).size).toBeGreaterThan(3);
  });

  it('stays as it is when a part of the query is taken for said elsewhere', () => {
    const aligner = newAligner();
    const alignment = aligner.align(aligner.nameQuery(analyseLabel('Upper Anbo1rel Ohio')), 1);
    const before = alignment.similarity;
    expect(alignment.without(0b100).similarity).toBeGreaterThan(before);
    expect(alignment.similarity).toBe(before);
    expect(alignment.without(0)).toBe(alignment);
  });
});

describe('a query', () => {
  it.each([
    ['by its name', { text: 'Upper Anbo5rell' }],
    ['with words of the record', { text: 'Upper Anbo4rel, Iowa' }],
    ['with a property', { text: 'Uper Anbo4rel', properties: [{ property: 'state', values: ['Ohio'] }] }],
    [
      'with several names',
      { text: '', names: [{ values: ['Upper Anbo4rel', 'Anbo4rel Town'], quantifier: 'all' as const }] },
    ],
  ])('%s aligns no label twice with one of its interpretations, and reasons align none at all', (_, asked) => {
    const read: number[] = [];
    const counting: LabelTable = {
      ...labels,
      readTokenIds: (row, target) => {
        if (target.length > 32) read.push(row);
        return labels.readTokenIds(row, target);
      },
    };
    const counted = { ...snapshot, candidateIndex: { ...snapshot.candidateIndex, labels: counting } };
    const outcome = reconcile(
      counted,
      { types: [], typeMode: 'any', properties: [], limit: 10, ...asked },
      NO_DEADLINE,
    );
    const aligned = read.length;
    const times = new Map<number, number>();
    for (const row of read) times.set(row, (times.get(row) ?? 0) + 1);
    expect(aligned).toBeGreaterThan(0);
    expect(Math.max(...times.values())).toBeLessThanOrEqual('names' in asked ? 2 : 1);
    if (outcome.kind === 'failed') throw outcome.error;
    expect(outcome.candidates.flatMap(({ features }) => features.map(({ reason }) => reason)).join()).not.toBe('');
    expect(read.length).toBe(aligned);
  });
});
