import { describe, expect, it } from '@jest/globals';
import { numberOfWord } from '../../../src/text/similarity/number-word.js';

describe('numberOfWord', () => {
  it('reads numbers in several forms', () => {
    expect(['007', '21st', 'iv', 'xxxix', 'third', 'mix', 'i', 'abc', '12a'].map(numberOfWord)).toEqual([
      '7',
      '21',
      '4',
      '39',
      '3',
      undefined,
      undefined,
      undefined,
      '12',
    ]);
  });

  it('reads Roman numbers up to eighty-nine and ordinals in "d", but no names', () => {
    expect(['xlvii', 'xlix', 'lvi', 'lxxxix', '82d', '103d'].map(numberOfWord)).toEqual([
      '47',
      '49',
      '56',
      '89',
      '82',
      '103',
    ]);
    expect(['li', 'liv', 'ill', 'mix', 'xlx', '2d', '3d', '84d'].map(numberOfWord)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('reads ordinals of other languages', () => {
    expect(['17ten', '3te', '1ste', '2nde', '3ieme', '1ere', '5e', '1o'].map(numberOfWord)).toEqual([
      '17',
      '3',
      '1',
      '2',
      '3',
      '1',
      '5',
      '1',
    ]);
    expect(['17test', '3tem', '4kids'].map(numberOfWord)).toEqual([undefined, undefined, undefined]);
  });
});
