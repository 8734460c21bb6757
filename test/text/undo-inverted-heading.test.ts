import { describe, expect, it } from '@jest/globals';
import { analyseLabel, undoInvertedHeading } from '../../src/text/analyse-label.js';

describe('a heading with the beginning of its word behind a comma', () => {
  it.each([
    ['acetic acid, trichloro-', 'trichloroacetic acid'],
    ['Benzene, (1-methylethyl)-', '(1-methylethyl)Benzene'],
    ['2-propanol, 1-ethoxy-', '1-ethoxy-2-propanol'],
    ['Verein, Kunst-', 'KunstVerein'],
  ])('%s is %s', (heading, meant) => {
    expect(undoInvertedHeading(heading)).toBe(meant);
    expect(analyseLabel(heading)).toEqual({ ...analyseLabel(meant), original: heading });
  });

  it.each([
    'Smith, John',
    'Smith, Zadie, 1975-',
    'Foo -',
    'Foo, -',
    ', x-',
    'Smith, John 1900-',
    '1900-',
    'vor- und nach-',
  ])('leaves %s as it is', (text) => {
    expect(undoInvertedHeading(text)).toBe(text);
  });
});
