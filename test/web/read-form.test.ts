import { describe, expect, it } from '@jest/globals';
import { readForm } from '../../src/web/bodies/read-form.js';

const form = (fields: Readonly<Record<string, string>>, mostElements?: number): ReturnType<typeof readForm> =>
  readForm({
    bytes: Buffer.from(new URLSearchParams(fields).toString()),
    contentType: 'application/x-www-form-urlencoded',
    ...(mostElements === undefined ? {} : { mostElements }),
  });

describe('lists in the fields of a form', () => {
  it('are refused when they are longer than is taken, by the name of their field', async () => {
    await expect(form({ a: '1', rows: '[1,2,3,4]' }, 3)).rejects.toMatchObject({
      code: 'parameter-invalid',
      message: 'The parameter "rows" is too large: a list or an object holds more than 3 elements.',
      facts: { parameter: 'rows', limit: 3 },
    });
    expect((await form({ a: '1,2,3,4', rows: '[1,2,3]' }, 3)).fields).toEqual([
      ['a', '1,2,3,4'],
      ['rows', '[1,2,3]'],
    ]);
    expect((await form({ rows: '[1,2,3,4]' })).fields).toEqual([['rows', '[1,2,3,4]']]);
  });

  it('are refused by their beginning when they are very long, and what is long and no list is taken whole', async () => {
    const long = '{},'.repeat(1_000_000);
    await expect(form({ a: '1', rows: `[${long}{}]` }, 100_000)).rejects.toMatchObject({
      code: 'parameter-invalid',
      facts: { parameter: 'rows' },
    });
    const { fields } = await form({ expression: long, after: 'x' }, 100_000);
    expect(fields.map(([name, value]) => [name, value.length])).toEqual([
      ['expression', long.length],
      ['after', 1],
    ]);
  });
});
