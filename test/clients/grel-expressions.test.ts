import { stringify } from 'csv-stringify/sync';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readGrelCases, shownHere, type GrelCase } from '../cases/grel/grel-cases.js';
import { openRefineClient, type ShownValue } from '../support/openrefine-client.js';
import { SMALL_PROJECT_RECIPE, SMALL_PROJECT_TABLE } from '../support/small-project.js';
import { sharedOpenRefine, type RunningOpenRefine } from '../support/start-openrefine.js';

/*
 * The cases of GREL as OpenRefine shows them in a preview. Where a case names under `openrefine` what is shown there, that is checked, so that
 * each difference is known and stays what it is; everywhere else both show the same. That this service gives what the cases say is tested
 * without OpenRefine, in test/projects/expressions/grel. Cases that look at reconciled cells are left out, and so are those
 * recorded from a later release than the one that is asked here.
 */

const LATER_RELEASE = 'openrefine-3.10.jsonl';
const RECORDED_HERE = [...readGrelCases()].filter(([file]) => !file.includes(LATER_RELEASE));
const CASES = RECORDED_HERE.map(([file, cases]) => ({
  file,
  cases: cases.filter(({ expression }) => !/\brecon\b/.test(expression)),
}));
const AUTHOR = 'Ada Lovelace';
const BASE_VALUES = [
  ...new Set(
    CASES.flatMap(({ cases }) =>
      cases.flatMap(({ value }) => (typeof value === 'string' && value !== AUTHOR ? [value] : [])),
    ),
  ),
];
const REQUESTS_AT_ONCE = 4;
let refine: RunningOpenRefine;
const shown = new Map<GrelCase, ShownValue>();

beforeAll(async () => {
  refine = await sharedOpenRefine();
  const client = openRefineClient(refine.origin);
  const books = await client.createProject('books', stringify([...SMALL_PROJECT_TABLE]));
  await client.applyOperations(books, SMALL_PROJECT_RECIPE);
  const values = await client.createProject('values', stringify([['value'], ...BASE_VALUES.map((value) => [value])]));
  const open = CASES.flatMap(({ cases }) => cases);
  const ask = async (): Promise<void> => {
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { expression, value } = next;
      const row = BASE_VALUES.findIndex((each) => each === value);
      // A case without a value has no base cell, unless it is about that cell.
      const cellIndex = value === null && !/\b(?:cell|columnName)\b/.test(expression) ? -1 : 0;
      shown.set(
        next,
        await client.previewExpression(row < 0 ? books : values, expression, { row: Math.max(0, row), cellIndex }),
      );
    }
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, ask));
}, 240_000);

afterAll(async () => {
  await refine?.stop();
});

it('there are cases of every kind, and few of them differ', () => {
  const all = CASES.flatMap(({ cases }) => cases);
  expect(all.length).toBeGreaterThanOrEqual(3700);
  expect(all.filter(({ openrefine }) => openrefine !== undefined).length).toBeLessThan(all.length / 20);
});

describe.each(CASES)('$file', ({ cases }) => {
  it.each(cases.map((each) => [each.expression, each] as const))('%s', (_, each) => {
    const there = shown.get(each);
    const { openrefine } = each;
    if (isAddress(openrefine)) {
      expect(typeof there).toBe('string');
      expect(there).not.toBe(shownHere(each));
    } else if (openrefine === undefined) expect(there).toEqual(shownHere(each));
    else {
      expect(there).toEqual(openrefine);
      expect(there).not.toEqual(shownHere(each));
    }
  });
});

function isAddress(openrefine: GrelCase['openrefine']): boolean {
  return typeof openrefine === 'object' && openrefine !== null && 'address' in openrefine;
}
