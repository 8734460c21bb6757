import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { OPERATION_TABLE } from '../../../src/projects/operations/operation-table.js';
import { readRecipeCases } from '../../support/recipe-cases.js';

/** Operations that the OpenRefine we compare with does not have yet: their cases were written by the description of newer releases. */
const NEWER = [
  'core/column-multi-removal',
  'core/column-move-first',
  'core/column-move-last',
  'core/column-move-left',
  'core/column-move-right',
  'core/row-keep-matched',
  'core/row-addition',
  'core/row-duplicate-removal',
];

const all = OPERATION_TABLE.map(({ id }) => id);
const opOf = (operation: unknown): unknown =>
  typeof operation === 'object' && operation !== null && 'op' in operation ? operation.op : undefined;

it('every operation is in a recipe that OpenRefine carried out too', () => {
  const inRecipes = readRecipeCases().flatMap(({ recipe }) => recipe.map(opOf));
  // These ask other services, and are compared live.
  const live = readFileSync(new URL('../../differential/reconciling.test.ts', import.meta.url), 'utf8');
  const inLiveRecipes = [...live.matchAll(/op: '(core\/[a-z-]+)'/g)].map(([, id]) => id);
  const compared = new Set<unknown>([...inRecipes, ...inLiveRecipes]);
  expect(all.filter((id) => !compared.has(id))).toEqual(NEWER);
});

it('every operation that is newer has cases of its own', () => {
  const folder = new URL('../../cases/operations/', import.meta.url);
  const inCases = new Set(
    readdirSync(folder).flatMap((file) => {
      // The files are ours, of the shape that operation-cases.test.ts reads.
      const cases = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as readonly {
        readonly operation: unknown;
        readonly after?: unknown;
      }[];
      return cases.filter(({ after }) => after !== undefined).map(({ operation }) => opOf(operation));
    }),
  );
  expect(NEWER.filter((id) => !inCases.has(id))).toEqual([]);
});
