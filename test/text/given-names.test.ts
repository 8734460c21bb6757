import { describe, expect, it } from '@jest/globals';
import { foldText } from '../../src/text/fold-text.js';
import { formsOfGivenName, givenNamesOf, shareGivenName } from '../../src/text/given-names.js';

function areForms(a: string, b: string): boolean {
  return shareGivenName(givenNamesOf(a) ?? [], givenNamesOf(b) ?? []);
}

describe('given names', () => {
  it('know the forms of other languages and of families', () => {
    for (const [a, b] of [
      ['johannes', 'giovanni'],
      ['bill', 'william'],
      ['elzbieta', 'elizabeth'],
      ['ted', 'theodore'],
      ['ted', 'edward'],
    ] as const)
      expect([a, b, areForms(a, b)]).toEqual([a, b, true]);
  });

  it('keep different names apart, and two short forms that only might be one name', () => {
    for (const [a, b] of [
      ['john', 'william'],
      ['al', 'fred'],
      ['eleanor', 'helen'],
      ['ashing', 'ashing'],
    ] as const)
      expect([a, b, areForms(a, b)]).toEqual([a, b, false]);
  });

  it('are folded words, each once in its line, and give all their forms', () => {
    const forms = formsOfGivenName('ed');
    expect(forms).toEqual(expect.arrayContaining(['ed', 'edward', 'edmund', 'edwin']));
    expect(new Set(forms).size).toBe(forms.length);
    for (const form of [...forms, ...formsOfGivenName('johann'), ...formsOfGivenName('catherine')]) {
      expect(foldText(form)).toBe(form);
      expect(givenNamesOf(form)).toBeDefined();
    }
    expect(formsOfGivenName('wexmoor')).toEqual([]);
  });
});
