import { describe, expect, it } from '@jest/globals';
import { QueryPlaces } from '../../../../src/reconciliation/scoring/record/words-in-record.js';
import { analyseLabel } from '../../../../src/text/analyse-label.js';

const WORDS = ['bank', 'of', 'china', 'beijing'];
const places = new QueryPlaces(analyseLabel('Bank of China, Beijing, China'), { idOf: (word) => WORDS.indexOf(word) });

describe('the places of words in a query', () => {
  it('are all places where a word stands, and none for another word', () => {
    expect([places.ofWord('bank'), places.ofWord('china'), places.ofWord('ghana')]).toEqual([0b00001, 0b10100, 0]);
    expect([places.ofToken(0), places.ofToken(2), places.ofToken(-1)]).toEqual([0b00001, 0b10100, 0]);
    expect(places.everywhere(0b10000)).toBe(0b10100);
  });

  it('of several words are those of all, and none where the query lacks one', () => {
    expect([places.ofAllWords(['bank', 'china']), places.ofAllWords(['bank', 'ghana'])]).toEqual([0b10101, 0]);
    expect([places.ofAllWords(['of', 'beijing']), places.ofAllWords([])]).toEqual([0b01010, 0]);
  });

  it('say which are of little words', () => {
    expect([0, 1].map((token) => places.isLittle(token))).toEqual([false, true]);
  });
});
