import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { beiderMorse } from '../../../../src/projects/expressions/grel/text/text-keys.js';
import { phoneticKey } from '../../../../src/projects/expressions/grel/text/text-keys.js';
import { ROOT } from '../../../architecture/source-tree.js';

/** Names, and the keys that Apache Commons Codec 1.17 gives them. */
const CASES = readFileSync(join(ROOT, 'test/cases/phonetic/beider-morse.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'));

describe('beiderMorse', () => {
  it('gives the keys of the library whose rules it has', () => {
    expect(CASES.length).toBeGreaterThan(500);
    expect(CASES.map(([name = '']) => [name, beiderMorse(name)])).toEqual(CASES);
  });

  it('ends soon for a long text, and for one of prefixes alone', () => {
    const startedAt = performance.now();
    expect(beiderMorse('van der Berg '.repeat(500))).not.toBe('');
    expect(beiderMorse('de '.repeat(10_000))).not.toBe('');
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('gives the first key to who asks for one', () => {
    expect(phoneticKey('Renault', 'beider-morse')).toBe('rinD');
    expect(phoneticKey('Reno', 'beider-morse')).toBe('rino');
    expect(phoneticKey('', 'beider-morse')).toBe('');
  });
});
