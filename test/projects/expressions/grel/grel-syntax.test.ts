import { describe, expect, it } from '@jest/globals';
import { ExpressionSyntaxError } from '../../../../src/projects/expressions/expression-language.js';
import { parseGrel } from '../../../../src/projects/expressions/grel/grel-language.js';
import { printProgram } from './print-program.js';

function faultOf(program: string): ExpressionSyntaxError {
  try {
    parseGrel(program);
  } catch (thrown) {
    if (thrown instanceof ExpressionSyntaxError) return thrown;
  }
  throw new Error(`${program} was read`);
}

describe('parseGrel', () => {
  it.each([
    ['value +', 7],
    ['value + * 2', 8],
    ['a.b(', 4],
    ['foo(1)', 3],
    ['"open', 0],
    ['with(1, 2, 3)', 13],
  ])('points at the fault of %s', (program, offset) => {
    const { message, offset: found } = faultOf(program);
    expect(found).toBe(offset);
    expect(message).toMatch(new RegExp(`^Parsing error at offset ${offset}: `));
  });

  it('says where the expression ends, so that tools can warn of what is ignored', () => {
    expect(parseGrel('value.trim() and more').end).toBe('value.trim()'.length);
    expect(parseGrel('value ').end).toBe('value'.length);
  });
});

describe('the tree of a program, printed', () => {
  it.each([
    ["value . trim( )+'a' * ( 1+2 )", 'value.trim() + "a" * (1 + 2)'],
    ['1-(2-3)-4', '1 - (2 - 3) - 4'],
    ['(1 < 2) == (3 < 4)', '1 < 2 == (3 < 4)'],
    ['(5).toString("%d")', '(5).toString("%d")'],
    ['1e5', '1.'],
    ['cells["a b"] [ 1 , 2 ] . value', 'cells["a b"][1, 2].value'],
    ['forEach([1,-2.50],x,x*x)', 'forEach([1, -2.50], x, x * x)'],
    ['/a\\/b/i', '/a\\/b/i'],
    ["'it\\'s \"x\"\\n'", '"it\'s \\"x\\"\\n"'],
  ])('%s', (program, printed) => {
    expect(printProgram(parseGrel(program).root)).toBe(printed);
  });
});
