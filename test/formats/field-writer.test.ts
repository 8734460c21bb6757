import { describe, expect, it } from '@jest/globals';
import { fieldWriter } from '../../src/formats/separated/field-writer.js';

const write = fieldWriter({ separator: ',', lineSeparator: '\n', quoteAll: false, guardFormulas: true });

describe('texts that a spreadsheet program would take for formulas', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-1+f()', "'-1+f()"],
    ['＝1+1', "'＝1+1"],
    ['＠f', "'＠f"],
    ['x;=1+1', "x;'=1+1"],
    ['x;"=1+1"', '"x;\'""=1+1"""'],
    ['a\t=1', "a\t'=1"],
  ])('%j gets an apostrophe: %j', (text, written) => {
    expect(write(text, false)).toBe(written);
  });

  it.each(['-1.5', '+49 30 1234', 'a = b', 'x; -5', 'Meyer; Müller', 'a-b'])('%j stays', (text) => {
    expect(write(text, false)).toBe(text);
  });
});
