import { describe, expect, it } from '@jest/globals';
import { namesInOne } from '../../src/text/names-in-one.js';

describe('several names in one text', () => {
  it.each([
    ['Malindo Airways Sdn Bhd d/b/a Batik Air', ['Malindo Airways Sdn Bhd', 'Batik Air']],
    ['Hill & Sons Ltd. T/A The Corner Shop', ['Hill & Sons Ltd.', 'The Corner Shop']],
    ['North Press, trading as Norton Books', ['North Press', 'Norton Books']],
    ['Domenikos Theotokopoulos, called El Greco', ['Domenikos Theotokopoulos', 'El Greco']],
    ['Giovanni Barbieri, dit Le Guerchin', ['Giovanni Barbieri', 'Le Guerchin']],
    ['St. Petersburg (früher: Leningrad)', ['St. Petersburg', 'Leningrad']],
    ['Alpha Ltd (f/k/a Beta Ltd) a.k.a. Gamma', ['Alpha Ltd', 'Beta Ltd', 'Gamma']],
    ['Alpha Ltd f/k/a Beta Ltd a.k.a. Gamma', ['Alpha Ltd', 'Beta Ltd', 'Gamma']],
    ['Alpha (Holding) a.k.a. Gamma', ['Alpha (Holding)', 'Gamma']],
    ['Samuel Clemens alias Mark Twain', ['Samuel Clemens', 'Mark Twain']],
  ])('%s', (text, names) => {
    expect(namesInOne(text)).toEqual(names);
  });

  it.each([
    'A Man Called Otto',
    'Alias Smith and Jones',
    'Known as the Wolf',
    'Paris, France',
    'n/a',
    'a.k.a. Cartoon',
    'Air t/a',
    'Smith, John',
    '',
    `${'x'.repeat(600)} alias Y`,
  ])('%s is one name', (text) => {
    expect(namesInOne(text)).toEqual([]);
  });

  it('does not take long over a text that is made to be slow', () => {
    const started = process.cpuUsage();
    namesInOne(`${' ,('.repeat(160)}`);
    namesInOne(`a${' dba'.repeat(120)}`);
    expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
  });
});
