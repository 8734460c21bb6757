import { describe, expect, it } from '@jest/globals';
import { kindOfTerm, literalOf, literalTerm } from '../../../src/formats/rdf/term.js';

describe('terms as strings', () => {
  it.each([
    ['plain', '', '', { text: 'plain' }],
    ['ein "Wort"', 'de', '', { text: 'ein "Wort"', language: 'de' }],
    ['colour', 'en-gb', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString', { text: 'colour', language: 'en-GB' }],
    ['', '', 'http://www.w3.org/2001/XMLSchema#string', { text: '' }],
    [
      '5',
      '',
      'http://www.w3.org/2001/XMLSchema#integer',
      { text: '5', datatype: 'http://www.w3.org/2001/XMLSchema#integer' },
    ],
    ['"@en', '', '', { text: '"@en' }],
  ])('keep what the literal %j says', (text, language, datatype, literal) => {
    const term = literalTerm(text, language, datatype);
    expect(kindOfTerm(term)).toBe('literal');
    expect(literalOf(term)).toEqual(literal);
  });

  it('tell nodes from addresses', () => {
    expect([kindOfTerm('_:b0'), kindOfTerm('http://ex.org/a'), kindOfTerm('urn:x:1')]).toEqual(['blank', 'iri', 'iri']);
  });
});
