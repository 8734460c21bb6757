import { describe, expect, it } from '@jest/globals';
import { jsonText } from '../../src/protocols/v0-2/render-answer.js';

describe('a text as JSON', () => {
  it.each([
    '',
    'Berlin',
    'say "so"',
    'back\\slash',
    'line\nbreak',
    '\u0000',
    '\u007f',
    'Zürich',
    '東京',
    '🌍',
    'broken \ud83c',
    '\ude00',
    '~ !#[]',
    '\u2028',
  ])('is what JSON.stringify writes: %j', (text) => {
    expect(jsonText(text)).toBe(JSON.stringify(text));
  });
});
