import { expect, it } from '@jest/globals';
import { html } from '../../src/foundation/escape-html.js';
import { wordsIn } from '../../src/web/messages/words.js';
import { judgedRow } from '../../src/web/pages/review/judged-row.js';

it('shows each value of a candidate on the line of its column, in whatever order columns were compared', () => {
  const value = (column: number, own: string): object => ({
    ...{ column, heading: `H${String(column)}`, property: `p${String(column)}`, given: '', own: [own] },
    verdict: 'differs',
  });
  const cell = (column: number, isCompared: boolean): object => ({
    ...{ column, heading: `H${String(column)}`, text: `given ${String(column)}`, isCompared },
  });
  const { text } = judgedRow(
    {
      heading: 'Name',
      text: 'Berlin',
      cells: [cell(1, true), cell(2, false), cell(3, true)],
      candidates: [
        {
          candidate: { score: 90, probability: 0.9, match: false },
          compared: { id: 'B', summary: '', values: [value(3, 'own 3'), value(1, 'own 1')] },
          reasons: [],
          name: html`Berlin`,
          actions: html``,
        },
      ],
    } as unknown as Parameters<typeof judgedRow>[0],
    wordsIn('en'),
  );
  expect(text.match(/given \d/g)).toEqual(['given 1', 'given 3', 'given 2']);
  expect(text.match(/own \d/g)).toEqual(['own 1', 'own 3']);
});
