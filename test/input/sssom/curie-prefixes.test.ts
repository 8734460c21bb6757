import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { idsOfCuries } from '../../../src/datasets/judgments/sssom/open-mappings.js';
import { curiePrefixes, type CuriePrefixes, type NamedIds } from '../../../src/input/sssom/sssom-writer.js';

const prefixesFor = (
  ids: readonly string[],
  identifierSpace?: string,
  more: Partial<NamedIds> = {},
  taken: readonly string[] = [],
): CuriePrefixes => curiePrefixes({ name: 'My authors', identifierSpace, ids, ...more }, new Set(taken));
const brief = ({ prefixes, curieOf }: CuriePrefixes, ids: readonly string[]): unknown => ({
  prefixes: Object.fromEntries(prefixes),
  curies: ids.map(curieOf),
});

describe('prefixes for ids', () => {
  it('stand for what the list says its ids begin with', () => {
    const ids = ['a1', 'b/2', 'https://example.org/id/c3'];
    expect(brief(prefixesFor(ids, 'https://example.org/id/'), ids)).toEqual({
      prefixes: { 'my-authors': 'https://example.org/id/' },
      curies: ['my-authors:a1', 'my-authors:b/2', 'my-authors:c3'],
    });
  });

  it('stand for an address that leads nowhere where nobody has said', () => {
    expect(brief(prefixesFor(['a1']), ['a1'])).toEqual({
      prefixes: { 'my-authors': 'https://my-authors.invalid/' },
      curies: ['my-authors:a1'],
    });
  });

  it.each([
    [['https://d-nb.info/gnd/118', 'https://d-nb.info/gnd/119'], 'https://d-nb.info/gnd/', ['118', '119']],
    [['https://d-nb.info/gnd/118', 'https://d-nb.info/x#y'], 'https://d-nb.info/', ['gnd/118', 'x#y']],
    [['https://a.example/', 'https://b.example/'], 'https://', ['a.example/', 'b.example/']],
    [['https://a.example/x', 'https://a.example/x/y'], 'https://a.example/', ['x', 'x/y']],
    [['https://only.example/one/'], 'https://only.example/', ['one/']],
    [['urn:isbn:1', 'urn:isbn:2'], 'urn:isbn:', ['1', '2']],
    [['https://a.example/view?id=1', 'https://a.example/view?id=2'], 'https://a.example/view?id=', ['1', '2']],
  ])('stand for what all addresses begin with: %j', (ids, beginning, names) => {
    expect(brief(prefixesFor(ids), ids)).toEqual({
      prefixes: { 'my-authors': beginning },
      curies: names.map((name) => `my-authors:${name}`),
    });
  });

  it('are several where ids are of several kinds', () => {
    const ids = ['a1', 'http://old.example/1', 'https://new.example/1'];
    expect(brief(prefixesFor(ids, 'https://example.org/id/'), ids)).toEqual({
      prefixes: {
        'my-authors': 'https://example.org/id/',
        'my-authors-2': 'http://old.example/',
        'my-authors-3': 'https://new.example/',
      },
      curies: ['my-authors:a1', 'my-authors-2:1', 'my-authors-3:1'],
    });
  });

  it.each([
    ['GND: Personen (2024)', 'gnd-personen-2024'],
    ['2024', 'list-2024'],
    ['名称', 'list'],
    ['SKOS', 'skos-2'],
    ['taken', 'taken-2'],
  ])('are called by the name of the list: %s', (name, prefix) => {
    expect([...prefixesFor([], undefined, { name }, ['taken']).prefixes.keys()]).toEqual([prefix]);
  });

  it('have nothing after them that an address may not have', () => {
    expect(['a b', 'é', '100%', '50%20', '[1]', '"x"|y', '\ud800'].map(prefixesFor([]).curieOf)).toEqual([
      'my-authors:a%20b',
      'my-authors:%C3%A9',
      'my-authors:100%25',
      'my-authors:50%20',
      'my-authors:%5B1%5D',
      'my-authors:%22x%22%7Cy',
      'my-authors:%EF%BF%BD',
    ]);
  });

  it('lead back to the ids, whatever these are', () => {
    const id = fc.oneof(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.webUrl(),
      fc.stringMatching(/^[a-z]{1,3}\d{1,4}$/),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(id, { minLength: 1, maxLength: 6 }),
        fc.option(fc.constant('https://example.org/id/'), { nil: undefined }),
        (ids, space) => {
          const { prefixes, curieOf } = prefixesFor(ids, space);
          const expand = (curie: string): string =>
            (prefixes.get(curie.slice(0, curie.indexOf(':'))) ?? '') + curie.slice(curie.indexOf(':') + 1);
          const idOf = idsOfCuries(
            {
              hasId: (known) => ids.includes(known),
              addressPrefixes: space === undefined ? [] : [space],
              properties: [],
            },
            expand,
          );
          // Of two ids of which one is the other with codes for its signs, the one that is written so is meant.
          const told = ids.filter(
            (one) =>
              !ids.includes(curieOf(one).slice(curieOf(one).indexOf(':') + 1)) || curieOf(one).endsWith(`:${one}`),
          );
          expect(told.map((one) => idOf(curieOf(one)))).toEqual(told);
          for (const one of ids)
            expect(curieOf(one)).toMatch(/^[a-z][a-z0-9-]*:(?:[\w\-.~:/?#@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/);
        },
      ),
    );
  });
});
