import { describe, expect, it } from '@jest/globals';
import { FUNCTION_TABLE } from '../../../../src/projects/expressions/grel/functions/function-table.js';
import {
  CONTROL_SIGNATURES,
  findControl,
} from '../../../../src/projects/expressions/grel/syntax/control-signatures.js';
import { grelPreview, smallBindings } from '../../../support/small-project.js';

const ENTRIES = [...CONTROL_SIGNATURES, ...FUNCTION_TABLE];

describe('an example of the manual', () => {
  it.each(ENTRIES.flatMap(({ examples }) => examples))('%s gives what it says', (expression, shown) => {
    const expected = shown?.startsWith('error: ') ? { message: shown.slice('error: '.length) } : shown;
    expect(grelPreview(expression, smallBindings('x'))).toEqual(expected);
  });
});

describe('the tables', () => {
  it('have one entry for a name, and say something of each', () => {
    const names = FUNCTION_TABLE.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => findControl(name) !== undefined)).toEqual([]);
    for (const { description, returns } of ENTRIES) expect(description.length * returns.length).toBeGreaterThan(0);
  });

  it('show at least one example of everything that can be shown without other projects', () => {
    expect(ENTRIES.filter(({ examples }) => examples.length === 0).map(({ name }) => name)).toEqual([
      'cross',
      'facetCount',
    ]);
  });
});
