import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SameasError } from '../../../src/foundation/sameas-error.js';
import { commandParameters } from '../../../src/projects/commands/command-parameters.js';
import { parseClientJson } from '../../../src/projects/commands/parse-client-json.js';

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
    for (const text of [nested(200), nested(200).replace('[]', '[1]')]) expect(parseClientJson(text)).toEqual(JSON.parse(text));
    for (const text of [nested(201), nested(200_000), `{a:${nested(200_000)}}`]) expect(() => parseClientJson(text)).toThrow('More than 200 objects and lists stand within each other');
  });
});

describe('parameters', () => {
  const parameters = commandParameters(new Map([['flag', 'TRUE'], ['no', 'yes'], ['whole', ' -12 '], ['half', '1.5'], ['empty', ''], ['bad', '{']]));

  it('are read as their clients mean them', () => {
    expect([parameters.flag('flag'), parameters.flag('no'), parameters.flag('none')]).toEqual([true, false, false]);
    expect([parameters.integer('whole'), parameters.integer('half'), parameters.integer('none')]).toEqual([-12, undefined, undefined]);
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
