import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { jsonObjectSchema, keyedByText } from '../../src/projects/keyed-by-text.js';

const ODD: unknown = JSON.parse('{"__proto__":"one","constructor":"two","b":"three"}');

describe('an object whose keys are anybody’s text', () => {
  it('keeps every member in its order', () => {
    expect([...keyedByText(z.string()).parse(ODD)]).toEqual([
      ['__proto__', 'one'],
      ['constructor', 'two'],
      ['b', 'three'],
    ]);
    expect(Object.keys(jsonObjectSchema.parse(ODD))).toEqual(['__proto__', 'constructor', 'b']);
  });

  it('says which member is wrong', () => {
    expect(keyedByText(z.number()).safeParse(ODD).error?.issues[0]).toMatchObject({ path: ['__proto__'] });
    expect(keyedByText(z.string()).safeParse([]).success).toBe(false);
  });
});
