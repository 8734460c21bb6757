import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SameasError } from '../../../src/foundation/sameas-error.js';
import { commandParameters, parseClientJson } from '../../../src/projects/commands/command-parameters.js';

describe('lenient JSON', () => {
  it.each([
    ['{ "separator": ",", includeFileSources: true }', { separator: ',', includeFileSources: true }],
    ['{a:{b_1:[{c:1}]},$d:null}', { a: { b_1: [{ c: 1 }] }, $d: null }],
    ['{"a":"{b: 1, c: 2}",d:"x\\", e: 3"}', { a: '{b: 1, c: 2}', d: 'x", e: 3' }],
    ['', undefined],
    ['  ', undefined],
    ['\uFEFF[{op:1}]', [{ op: 1 }]],
    ['\uFEFF', undefined],
    ['[1,"a"]', [1, 'a']],
  ])('%s', (text, value) => {
    expect(parseClientJson(text)).toEqual(value);
  });

  it('reads what JSON writes, and refuses what is neither', () => {
    fc.assert(fc.property(fc.json(), (text) => expect(parseClientJson(text)).toEqual(JSON.parse(text))));
    for (const text of ['{a:b}', '{a}', "{'a':1}", '[', 'x']) expect(() => parseClientJson(text)).toThrow(SyntaxError);
  });

  it('is refused where it goes deeper than anything that is meant', () => {
    const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    for (const text of [nested(200), nested(200).replace('[]', '[1]')])
      expect(parseClientJson(text)).toEqual(JSON.parse(text));
    for (const text of [nested(201), nested(200_000), `{a:${nested(200_000)}}`])
      expect(() => parseClientJson(text)).toThrow('more than 200 objects and lists stand within each other');
  });
});

describe('lenient JSON that holds too much', () => {
  it.each<[string, () => string, RegExp]>([
    ['a list', () => `[${'1,'.repeat(100_000)}1]`, /a list or an object holds more than 100000 elements/],
    [
      'an object',
      () => JSON.stringify(Object.fromEntries(Array.from({ length: 100_001 }, (_, index) => [`k${index}`, 1]))),
      /more than 100000 elements/,
    ],
    [
      'lists together',
      () => JSON.stringify(Array.from({ length: 11 }, () => new Array<number>(95_000).fill(1))),
      /more than 1000000 values/,
    ],
  ])('%s: is refused with its size', (_, make, message) => {
    const text = make();
    expect(() => parseClientJson(text)).toThrow(message);
    expect(() => commandParameters(new Map([['rows', text]])).json('rows')).toThrow(
      expect.objectContaining({
        code: 'parameter-invalid',
        message: expect.stringMatching(/The parameter "rows" is too large/) as unknown,
      }),
    );
  });
});

describe('parameters', () => {
  const parameters = commandParameters(
    new Map([
      ['flag', 'TRUE'],
      ['no', 'yes'],
      ['whole', ' -12 '],
      ['half', '1.5'],
      ['empty', ''],
      ['bad', '{'],
    ]),
  );

  it('are read as their clients mean them', () => {
    expect([parameters.flag('flag'), parameters.flag('no'), parameters.flag('none')]).toEqual([true, false, false]);
    expect([parameters.integer('whole'), parameters.integer('half'), parameters.integer('none')]).toEqual([
      -12,
      undefined,
      undefined,
    ]);
    expect([parameters.json('empty'), parameters.json('none')]).toEqual([undefined, undefined]);
  });

  it.each([
    ['parameter-missing', () => parameters.required('empty')],
    ['parameter-invalid', () => parameters.json('bad')],
  ])('%s', (code, read) => {
    expect(read).toThrow(expect.objectContaining({ code }));
    expect(read).toThrow(SameasError);
  });
});
