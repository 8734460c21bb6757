import { describe, expect, it } from '@jest/globals';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import { analyseLabel } from '../../src/text/analyse-label.js';
import { makeSnapshot } from '../support/make-snapshot.js';

const WANTED = 20;
const states = Array.from(
  { length: 90 },
  (_, i) =>
    `Qu${String.fromCharCode(97 + (i % 26))}${'oru'.charAt(i % 3)}nia${'bdgkl'.charAt(i % 5)}${String.fromCharCode(97 + (i % 24))}`,
);
const { candidateIndex } = makeSnapshot({
  entities: [...new Set(states)].map((state, i) => ({ id: `e${String(i)}`, name: `Ministry of Health of ${state}` })),
});

function rowsFor(text: string, wanted = WANTED): number {
  return candidateIndex.retrieve({ label: analyseLabel(text), wanted, deadline: NO_DEADLINE }).labels.length;
}

describe('the rows that the search gives', () => {
  it('are as many as are wanted where a name is near', () => {
    expect(rowsFor(`Ministry of Health of ${states[7] ?? ''}`)).toBe(WANTED);
  });

  it('are four times as many where none is, as any of them may be meant', () => {
    expect(rowsFor('Health authority of Plovdiv')).toBe(4 * WANTED);
  });

  it('are never fewer than wanted', () => {
    expect(rowsFor('Health authority of Plovdiv', 400)).toBe(candidateIndex.labels.rowCount);
  });
});
