import { expect, it } from '@jest/globals';
import { holdsLongList } from '../../src/web/bodies/read-form.js';

it.each([
  ['[1,2,3]', false],
  ['[1,2,3,4]', true],
  [' {"a":1,"b":[1,2,3,4]}', true],
  ['{"a":1,"b":2,"c":3,d:4}', true],
  ['[[1,2,3],[1,2,3],[1,2,3]]', false],
  ['["a,b,c,d","\\",,,,\\"",3]', false],
  ['a,b,c,d,e', false],
  ['"a,b,c,d,e"', false],
  [']],,,,', false],
  ['{},{},{},{}', false],
  ['[,,,,', true],
])('%j has a list of more than three elements: %s', (json, isLong) => {
  expect(holdsLongList(json, 3)).toBe(isLong);
});
