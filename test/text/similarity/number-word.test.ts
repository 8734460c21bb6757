import { describe, expect, it } from '@jest/globals';
import { numberOfWord } from '../../../src/text/similarity/number-word.js';

describe('numberOfWord', () => {
  it('reads numbers in several forms', () => {
    expect(['007', '21st', 'iv', 'xxxix', 'third', 'mix', 'i', 'abc', '12a'].map(numberOfWord)).toEqual(['7', '21', '4', '39', '3', undefined, undefined, undefined, '12']);
  });

  it('reads Roman numbers up to eighty-nine and ordinals in "d", but no names', () => {
    expect(['xlvii', 'xlix', 'lvi', 'lxxxix', '82d', '103d'].map(numberOfWord)).toEqual(['47', '49', '56', '89', '82', '103']);
    expect(['li', 'liv', 'ill', 'mix', 'xlx', '2d', '3d', '84d'].map(numberOfWord)).toEqual([undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined]);
  });
});
