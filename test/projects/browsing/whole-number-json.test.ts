import { describe, expect, it } from '@jest/globals';
import { jsonWithWholeNumbers, wholeNumberJson } from '../../../src/projects/browsing/value-json.js';

describe('whole numbers in answers', () => {
  it.each([
    [7n, '7'],
    [-9_007_199_254_740_991n, '-9007199254740991'],
    [9_007_199_254_740_993n, '9007199254740993'],
    [-9_223_372_036_854_775_808n, '-9223372036854775808'],
  ])('%s keeps its digits', (value, digits) => {
    expect(jsonWithWholeNumbers({ cells: [{ v: wholeNumberJson(value) }] })).toBe(`{"cells":[{"v":${digits}}]}`);
  });

  it('texts stay texts', () => {
    const value = { v: '9007199254740993', w: [null, true, 1.5, '"12"'], big: 9_007_199_254_740_993n };
    expect(jsonWithWholeNumbers(value)).toBe(
      '{"v":"9007199254740993","w":[null,true,1.5,"\\"12\\""],"big":9007199254740993}',
    );
  });

  it('an answer without them is plain JSON', () => {
    expect(jsonWithWholeNumbers({ a: [1, 'x'] })).toBe('{"a":[1,"x"]}');
  });
});
