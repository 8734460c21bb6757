import { describe, expect, it } from '@jest/globals';
import { inEnglish } from '../../src/foundation/sentence.js';
import type { Dataset } from '../../src/entities/dataset.js';
import { readInputTable } from '../../src/input/open-input.js';
import { makeSnapshot } from '../support/make-snapshot.js';

const text = (id: string): { readonly id: string; readonly datatype: 'text' } => ({ id, datatype: 'text' });
const of = (
  type: string,
  names: readonly string[],
): { readonly id: string; readonly name: string; readonly types: readonly string[] }[] =>
  names.map((name, i) => ({ id: `${type}${String(i)}`, name, types: [type] }));

const TOWNS =
  'Gresik Zhangji Baghdad Trang Uppsala Valparaiso Winterthur Cuenca Maradi Nagano Heilbronn Salerno Pamplona Tarnow Kolding Bergen Plovdiv Szeged Arequipa Mendoza'.split(
    ' ',
  );
const COUNTRIES = ['Indonesia', 'China', 'Iraq', 'Thailand', 'Sweden'];
const places = makeSnapshot({
  entities: [
    ...of('City', [...TOWNS, 'River Falls', 'Coast Hills', 'Inland Empire', 'Hills']),
    ...of('Country', COUNTRIES),
  ],
  types: [
    { id: 'City', name: 'City', broader: [] },
    { id: 'Country', name: 'Country', broader: [] },
  ],
  properties: [text('country'), text('timezone')],
}).dataset;

const PEOPLE = [
  'Ada Lovelace',
  'Alan Turing',
  'Grace Hopper',
  'Mary Shelley',
  'Karl Popper',
  'Rosa Parks',
  'Emmy Noether',
  'Max Born',
  'Lise Meitner',
  'Paul Klee',
  'Virginia Woolf',
  'Chinua Achebe',
];
const personsWith = (properties: readonly string[]): Dataset =>
  makeSnapshot({
    entities: of('Person', PEOPLE),
    types: [{ id: 'Person', name: 'Person', broader: [] }],
    properties: properties.map(text),
  }).dataset;
const [persons, authors] = [personsWith(['born']), personsWith(['author'])];

const BOOKS = [
  'The Waves',
  'Orlando',
  'Things Fall Apart',
  'Frankenstein',
  'The Trial',
  'Ulysses',
  'Emma',
  'Middlemarch',
  'Beloved',
  'Dubliners',
  'The Castle',
  'Persuasion',
];
const books = makeSnapshot({
  entities: of('Book', [...BOOKS, 'Penguin Island', 'The English Patient']),
  types: [{ id: 'Book', name: 'Book', broader: [] }],
  properties: [text('author')],
}).dataset;

const COMPANIES = [
  'Acme Tools',
  'Borealis Shipping',
  'Corvus Software',
  'Delta Textiles',
  'Ember Foods',
  'Fjord Energy',
  'Granite Mining',
  'Harbor Foods',
  'Iris Optics',
  'Juniper Paper',
  'Keystone Steel',
  'Lumen Glass',
];
const companies = makeSnapshot({
  entities: of('Company', [...COMPANIES, 'Active Energy', 'Norway Foods']),
  types: [{ id: 'Company', name: 'Company', broader: [] }],
  properties: [text('founded')],
}).dataset;

/** A letter is missing in every third. */
const typed = (name: string, row: number): string =>
  row % 3 === 2 && name.length > 5 ? name.slice(0, 3) + name.slice(4) : name;
const pick = (all: readonly string[], row: number): string => all[row % all.length] ?? '';
const LANDSCAPES = ['coast', 'inland', 'river', 'hills'];

const understood = async (
  dataset: Dataset,
  headings: readonly string[],
  row: (row: number) => readonly string[],
  rows = 24,
  whenUnclear: 'first' | 'refuse' = 'refuse',
): Promise<{ readonly names: string; readonly inNames: readonly string[] }> => {
  const lines = [headings, ...Array.from({ length: rows }, (_, i) => row(i))].map((cells) =>
    cells.map((cell) => `"${cell}"`).join(','),
  );
  const table = (
    await readInputTable(
      { name: 'table.csv', content: Buffer.from(`${lines.join('\n')}\n`) },
      { queryColumn: undefined, withProperties: true, whenUnclear, called: { queryColumn: 'q', encoding: 'e' } },
    )
  ).withColumnsFor(dataset);
  const within = table.notes.map(inEnglish).find((note) => note.startsWith('Looked for within names')) ?? '';
  return {
    names: table.headings[table.queryColumn] ?? '',
    inNames: [...within.matchAll(/"([^"]*)"/g)].map(([, heading = '']) => heading),
  };
};

const town = (row: number): string => typed(pick(TOWNS, row), row);
const person = (row: number): string => typed(pick(PEOPLE, row), row);
const book = (row: number): string => typed(pick(BOOKS, row), row);
const company = (row: number): string => typed(pick(COMPANIES, row), row);

describe('the column of names', () => {
  it.each<{
    what: string;
    dataset: Dataset;
    headings: readonly string[];
    row: (row: number) => readonly string[];
    expected: string;
  }>([
    {
      what: 'not a column of a few words that are near names',
      dataset: places,
      headings: ['town', 'country', 'timezone', 'landscape'],
      row: (i) => [town(i), pick(COUNTRIES, i), 'Asia/Jakarta', pick(LANDSCAPES, i)],
      expected: 'town',
    },
    {
      what: 'not such a column in front',
      dataset: places,
      headings: ['landscape', 'x', 'country'],
      row: (i) => [pick(LANDSCAPES, i), town(i), pick(COUNTRIES, i)],
      expected: 'x',
    },
    {
      what: 'with German headings',
      dataset: places,
      headings: ['Landschaft', 'Ort', 'Land'],
      row: (i) => [pick(LANDSCAPES, i), town(i), pick(COUNTRIES, i)],
      expected: 'Ort',
    },
    {
      what: 'with French headings',
      dataset: places,
      headings: ['pays', 'ville'],
      row: (i) => [pick(COUNTRIES, i), town(i)],
      expected: 'ville',
    },
    {
      what: 'without telling headings',
      dataset: places,
      headings: ['Column 1', 'Column 2', 'Column 3'],
      row: (i) => [pick(COUNTRIES, i), pick(LANDSCAPES, i), town(i)],
      expected: 'Column 3',
    },
    {
      what: 'behind a column of codes',
      dataset: places,
      headings: ['no.', 'where', 'what'],
      row: (i) => [`T-${String(1000 + i)}`, town(i), pick(LANDSCAPES, i)],
      expected: 'where',
    },
    {
      what: 'even under a heading for ids',
      dataset: places,
      headings: ['item', 'price'],
      row: (i) => [town(i), String(i)],
      expected: 'item',
    },
    {
      what: 'a property where only that holds names',
      dataset: authors,
      headings: ['Shelf', 'author'],
      row: (i) => [`A${String(i)}`, person(i)],
      expected: 'author',
    },
    {
      what: 'of persons beside their cities',
      dataset: persons,
      headings: ['person', 'profession', 'city'],
      row: (i) => [person(i), pick(['teacher', 'baker'], i), town(i)],
      expected: 'person',
    },
    {
      what: 'of cities beside persons',
      dataset: places,
      headings: ['person', 'profession', 'city'],
      row: (i) => [`${person(i)} ${String(i)}`, pick(['teacher', 'baker'], i), town(i)],
      expected: 'city',
    },
    {
      what: 'repeated names beside others that are unknown',
      dataset: places,
      headings: ['Column 1', 'Column 2'],
      row: (i) => [`${person(i)} ${String(i)}`, pick(TOWNS, i % 5)],
      expected: 'Column 2',
    },
    {
      what: 'of authors beside titles',
      dataset: persons,
      headings: ['title', 'author'],
      row: (i) => [book(i), person(i)],
      expected: 'author',
    },
    {
      what: 'of titles beside authors, publishers and languages',
      dataset: books,
      headings: ['writer', 'book', 'publisher', 'language'],
      row: (i) => [person(i), book(i), pick(['Penguin', 'Hogarth'], i), pick(['English', 'German'], i)],
      expected: 'book',
    },
    {
      what: 'of companies beside countries and states',
      dataset: companies,
      headings: ['status', 'country', 'firm'],
      row: (i) => [pick(['active', 'closed'], i), pick(['Norway', 'Sweden'], i), company(i)],
      expected: 'firm',
    },
    {
      what: 'of companies with German headings',
      dataset: companies,
      headings: ['Nummer', 'Unternehmen', 'Land'],
      row: (i) => [String(i), company(i), pick(['Norway', 'Sweden'], i)],
      expected: 'Unternehmen',
    },
    {
      what: 'called like the type though nothing of it is known',
      dataset: companies,
      headings: ['contact', 'company'],
      row: (i) => [person(i), `Zyx ${String(i)} Kappa`],
      expected: 'company',
    },
  ])('is recognised: $what', async ({ dataset, headings, row, expected }) => {
    expect(await understood(dataset, headings, row)).toEqual({ names: expected, inNames: [] });
  });

  it('is stated where two are as likely, or the first where somebody looks at the answers', async () => {
    const trips = (i: number): readonly string[] => [pick(TOWNS, i), pick(TOWNS, i + 7), String(i)];
    await expect(understood(places, ['from', 'to', 'km'], trips)).rejects.toMatchObject({ code: 'questions-invalid' });
    expect(await understood(places, ['from', 'to', 'km'], trips, 24, 'first')).toEqual({ names: 'from', inNames: [] });
  });

  it('has beside it as parts of names only what names have together with the name in the row', async () => {
    const springfields = makeSnapshot({
      entities: ['Oregon', 'Illinois', 'Ohio', 'Texas'].flatMap((state) =>
        ['Springfield', 'Salem', 'Dover'].map((name) => ({ id: `${name}${state}`, name: `${name}, ${state}` })),
      ),
    }).dataset;
    expect(
      await understood(springfields, ['town', 'state'], (i) => [
        pick(['Springfield', 'Salem', 'Dover'], i),
        pick(['Oregon', 'Texas'], i),
      ]),
    ).toEqual({ names: 'town', inNames: ['state'] });
    expect(
      await understood(
        springfields,
        ['name', 'owner'],
        (i) => [`${pick(['Ashford', 'Bexley', 'Corby'], i)} ${String(i)}`, pick(['Oregon', 'Texas'], i)],
        24,
        'first',
      ),
    ).toEqual({ names: 'name', inNames: [] });
    expect(await understood(places, ['name', 'landscape'], (i) => [town(i), pick(LANDSCAPES, i)])).toEqual({
      names: 'name',
      inNames: [],
    });
  });
});
