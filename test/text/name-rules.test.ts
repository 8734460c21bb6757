import { describe, expect, it } from '@jest/globals';
import { createNameRewriter, type NameRule } from '../../src/text/name-rules.js';

const synonym = (from: string, to: string): NameRule => ({ kind: 'synonym', written: `${from} = ${to}`, from, to });
const strip = (pattern: string): NameRule => ({ kind: 'strip', written: `strip ${pattern}`, pattern });
const rewrite = createNameRewriter([
  synonym('Raiffbk', 'Raiffeisenbank'),
  synonym('St', 'Sankt'),
  synonym('Ges m b H', 'GmbH'),
  synonym('Ges', 'Gesellschaft'),
  strip('^The\\s'),
  strip(',? (AG|eGen)$'),
]);

describe('rules about names', () => {
  it.each([
    ['RAIFFBK. Wien', 'Raiffeisenbank Wien', ['Raiffbk = Raiffeisenbank']],
    ['St. Pölten (St)', 'Sankt Pölten (Sankt)', ['St = Sankt']],
    ['Wien Ges. m. b. H. & Ges', 'Wien GmbH & Gesellschaft', ['Ges m b H = GmbH', 'Ges = Gesellschaft']],
    ['the Ritz', 'Ritz', ['strip ^The\\s']],
    ['The  Raiffbk, AG', 'Raiffeisenbank', ['strip ^The\\s', 'strip ,? (AG|eGen)$', 'Raiffbk = Raiffeisenbank']],
  ])('make "%s" "%s"', (name, text, rules) => {
    expect(rewrite(name)).toEqual({ text, rules });
  });

  it.each(['Stadt', 'Ritz the', 'The', ' AG', 'Raiffbks', '', 'x'.repeat(401)])('leave "%s" as it is', (name) => {
    expect(rewrite(name)).toBeUndefined();
  });

  it('take linear time for a pattern that backtracking would never finish', () => {
    const slow = createNameRewriter([strip('(a+)+$')]);
    const before = performance.now();
    expect(slow(`${'a'.repeat(399)}b`)).toBeUndefined();
    // Backtracking would take 2 to the power of 399 steps; this is a question of ending at all, not of speed.
    expect(performance.now() - before).toBeLessThan(30_000);
  });
});
