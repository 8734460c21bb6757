import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { inEnglish } from '../../src/foundation/sentence.js';
import { readInputTable, type InputOptions, type InputTable } from '../../src/input/open-input.js';
import { makeSnapshot } from '../support/make-snapshot.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(folder.remove);

const { dataset } = makeSnapshot({
  entities: [{ id: 'p1', name: 'Virginia Woolf' }],
  properties: [
    { id: 'born', name: 'Year of birth', datatype: 'date' },
    { id: 'country', datatype: 'text' },
  ],
});

const read = async (
  name: string,
  content: string | Uint8Array,
  options: Partial<InputOptions> = {},
): Promise<InputTable> =>
  (
    await readInputTable(folder.write(name, content), {
      queryColumn: undefined,
      withProperties: true,
      whenUnclear: 'refuse',
      called: { queryColumn: '--query-column', encoding: '--encoding' },
      ...options,
    })
  ).withColumnsFor(dataset);

const asked = ({ rows }: InputTable): readonly string[] => Array.from(rows, ({ text }) => text);

describe('a table of names', () => {
  it('keeps every cell, and takes columns called like properties for evidence', async () => {
    const table = await read(
      'all.csv',
      'shelf,author,type,Year of birth,country\nA 1,"Woolf, V.",Person,1882,\nA 2,Ogdenville,,,Norland\n',
      { queryColumn: 'author' },
    );
    expect(table.headings).toEqual(['shelf', 'author', 'type', 'Year of birth', 'country']);
    expect([...table.rows]).toMatchObject([
      {
        cells: ['A 1', 'Woolf, V.', 'Person', '1882', ''],
        line: 2,
        text: 'Woolf, V.',
        types: ['Person'],
        properties: [{ property: 'born', values: ['1882'] }],
        problem: undefined,
      },
      {
        cells: ['A 2', 'Ogdenville', '', '', 'Norland'],
        line: 3,
        text: 'Ogdenville',
        types: [],
        properties: [{ property: 'country', values: ['Norland'] }],
        problem: undefined,
      },
    ]);
    expect(table.notes.map(inEnglish).join(' ')).toMatch(
      /names to match in "author", types in "type".*"Year of birth" \(born\), "country".*no part in the question: "shelf"/,
    );
  });

  const towns = makeSnapshot({
    entities: ['Springfield, Illinois', 'Springfield, Oregon', 'Hoyle Casino 2007', 'Hoyle Puzzle', 'Texas'].map(
      (name, i) => ({ id: `t${String(i)}`, name }),
    ),
  }).dataset;
  const readForTowns = async (content: string, options: Partial<InputOptions> = {}): Promise<InputTable> =>
    (
      await readInputTable(folder.write('towns.csv', content), {
        queryColumn: 'town',
        withProperties: true,
        whenUnclear: 'refuse',
        called: { queryColumn: '--query-column', encoding: '--encoding' },
        ...options,
      })
    ).withColumnsFor(towns);

  it('takes a column for evidence that names of the list have in them', async () => {
    const table = await readForTowns('town,state,shelf\nSpringfield,Oregon,a\n,Illinois,b\nAlbany,,c\n');
    expect(
      [...table.rows].map(({ properties, problem }) => ({ properties, problem: problem && inEnglish(problem) })),
    ).toEqual([
      { properties: [{ property: 'state', values: ['Oregon'] }], problem: undefined },
      { properties: [], problem: 'There is no name to match.' },
      { properties: [], problem: undefined },
    ]);
    expect(table.notes.map(inEnglish)).toEqual([
      expect.stringContaining('names to match in "town"'),
      'Looked for within names of the list: "state".',
      'Columns that have no part in the question: "shelf".',
    ]);
  });

  it.each([
    { what: 'years', content: 'town,year\nCasino,2007\n', expected: ['year'] },
    {
      what: 'makers in other letters, some of them unknown',
      content: 'town,maker\nCasino,HÖYLE\nPuzzle,Nobody\nCards,Hoyle\n',
      expected: ['maker'],
    },
    {
      what: 'mostly other values',
      content: 'town,state\nAlbany,Georgia\nMacon,Georgia\nSalem,Oregon\nBoise,Idaho\n',
      expected: [],
    },
    { what: 'what is a whole name of the list', content: 'town,state\nAustin,Texas\n', expected: [] },
    {
      what: 'names in full of things that have several words',
      content: 'town,other\nSpringfield,"springfield, oregon"\nCasino,Hoyle Puzzle\n',
      expected: [],
    },
    {
      what: 'a long text of such words',
      content: 'town,note\nCasino,Hoyle Casino Puzzle Springfield Illinois Oregon\n',
      expected: [],
    },
    { what: 'the ids of the rows', content: 'town,id\nCasino,Hoyle\n', expected: [] },
    {
      what: 'what an earlier run has answered',
      content: 'town,matched id,candidate id,candidate name\nSpringfield,t1,t1,"Springfield, Oregon"\n',
      expected: [],
    },
  ])('knows $what for what they are', async ({ content, expected }) => {
    const { rows } = await readForTowns(content);
    expect([...new Set([...rows].flatMap(({ properties }) => properties.map(({ property }) => property)))]).toEqual(
      expected,
    );
  });

  it('looks for nothing within names when they are asked for alone', async () => {
    expect(
      [...(await readForTowns('town,state\nSpringfield,Oregon\n', { withProperties: false })).rows][0]?.properties,
    ).toEqual([]);
  });

  it('asks for the names alone when told to', async () => {
    const table = await read('alone.csv', 'name,country\nWoolf,Norland\n', { withProperties: false });
    expect([...table.rows][0]?.properties).toEqual([]);
    expect(table.notes.map(inEnglish).join(' ')).not.toContain('Evidence');
  });

  it.each([
    { how: 'by a heading that can mean nothing else', content: 'name,query\nx,Woolf\n' },
    { how: 'by a usual heading', content: 'id,Titel\n1,Woolf\n' },
    { how: 'as what is left beside id, type and properties', content: 'id,author,country\n1,Woolf,Norland\n' },
    { how: 'as the only column, under a heading', content: 'query\nWoolf\n' },
    { how: 'as the only column, with no heading', content: 'Woolf\n' },
    {
      how: 'as the only column, when it is named',
      content: 'writers of books\nWoolf\n',
      queryColumn: 'writers of books',
    },
  ])('finds the column of names $how', async ({ content, queryColumn }) => {
    expect(asked(await read('found.csv', content, { queryColumn }))).toEqual(['Woolf']);
  });

  it('reads JSON lines and gzipped files, several values with a bar between', async () => {
    const table = await read(
      'names.jsonl.gz',
      gzipSync('{"name":"Woolf","country":["Norland","Sudland"]}\n{"name":"Achebe"}\n'),
    );
    expect([...table.rows].map(({ cells, properties }) => [cells, properties])).toEqual([
      [['Woolf', 'Norland|Sudland'], [{ property: 'country', values: ['Norland', 'Sudland'] }]],
      [['Achebe', ''], []],
    ]);
  });

  it('keeps a row without a name in its place, and says what is wrong', async () => {
    const table = await read('blank.csv', 'name,shelf\nWoolf,1\n,2\nAchebe,3\n');
    expect([...table.rows].map(({ line, problem }) => [line, problem && inEnglish(problem)])).toEqual([
      [2, undefined],
      [3, 'There is no name to match.'],
      [4, undefined],
    ]);
  });

  it('asks for a row without a name that has properties', async () => {
    expect([...(await read('properties.csv', 'name,country\n,Norland\n')).rows][0]?.problem).toBeUndefined();
  });

  it('names its columns when that of the names is not recognised', async () => {
    await expect(read('strange.csv', 'a,b\nx,y\nz,w\n')).rejects.toMatchObject({
      code: 'questions-invalid',
      message: expect.stringContaining('"a", "b"'),
    });
    await expect(read('named.csv', 'author,b\nx,y\n', { queryColumn: 'autor' })).rejects.toMatchObject({
      code: 'questions-invalid',
      advice: 'Did you mean "author"?',
    });
  });

  it('has its names in the column whose words are those of the names of the list, whatever the headings', async () => {
    const columnOf = async (text: string): Promise<readonly string[]> => asked(await read('alike.csv', text));
    expect(await columnOf('row,person,src\n1,"Woolf, V.",crm\n2,Virginia Wolf,crm\n')).toEqual([
      'Woolf, V.',
      'Virginia Wolf',
    ]);
    expect(await columnOf('Verfasser;Titel\nVirginia Woolf;Die Wellen\nWoolf, Virginia;Orlando\n')).toEqual([
      'Virginia Woolf',
      'Woolf, Virginia',
    ]);
    expect(await columnOf('author,name\nVirginia Woolf,Virginia Woolf\nsomebody,nobody\n')).toEqual([
      'Virginia Woolf',
      'nobody',
    ]);
    expect(await columnOf('author,query\nVirginia Woolf,The Waves\n')).toEqual(['The Waves']);
    expect(
      await columnOf('author,matched id,candidate id,candidate name\n"Stephen, V.",p1,p1,Virginia Woolf\n'),
    ).toEqual(['Stephen, V.']);
  });

  it('has its names in a column called like a property where that one has them, and no other', async () => {
    const places = makeSnapshot({
      entities: ['Vienna', 'Berlin', 'Germany', 'Austria'].map((name) => ({ id: name, name })),
      properties: [
        { id: 'city', datatype: 'text' },
        { id: 'country', datatype: 'text' },
      ],
    }).dataset;
    const columnOf = async (text: string, whenUnclear: 'first' | 'refuse'): Promise<string | undefined> => {
      const { withColumnsFor } = await readInputTable(folder.write('places.csv', text), {
        queryColumn: undefined,
        withProperties: true,
        whenUnclear,
        called: { queryColumn: 'q', encoding: 'e' },
      });
      const { headings, queryColumn } = withColumnsFor(places);
      return headings[queryColumn];
    };
    const both = 'Shelf,Country,City\nA1,Austria,Vienna\nA2,Austria,Graz\nA3,Germany,Berlin\n';
    expect(await columnOf(both, 'first')).toBe('City');
    await expect(columnOf(both, 'refuse')).rejects.toMatchObject({ code: 'questions-invalid' });
    expect(await columnOf('Shelf,City,Country\nA1,Vienna,AT\nA2,Berlin,DE\n', 'refuse')).toBe('City');
    expect(await columnOf('City,Country\nVienna,AT\nBerlin,DE\n', 'refuse')).toBe('City');
    expect(await columnOf('Seat,City\nVienna or so,Vienna\nBerlin,Berlin\n', 'refuse')).toBe('Seat');
    expect(await columnOf('Person,City\nAda Lovelace,London\nAlan Turing,Wilmslow\n', 'refuse')).toBe('Person');
  });

  it('has another hash when its content has changed', async () => {
    const hashes = [
      await read('h.csv', 'name\nWoolf\n'),
      await read('h.csv', 'name\nWoolf\n'),
      await read('h.csv', 'name\nWoolfe\n'),
    ].map(({ contentHash }) => contentHash);
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[0]).not.toBe(hashes[2]);
  });

  it('is read in the encoding that is stated, and says where it was guessed', async () => {
    const bytes = Buffer.from('name\nCaf\xe9 \xa4\n', 'latin1');
    const guessed = await read('guessed.csv', bytes);
    expect(guessed.style).toEqual({ delimiter: ',', needsMark: true });
    expect((await read('semicolons.csv', 'name;shelf\nWoolf;1\n')).style).toEqual({ delimiter: ';', needsMark: false });
    expect((await read('marked.csv', '\uFEFFname;shelf\nWoolf;1\n')).style).toEqual({
      delimiter: ';',
      needsMark: true,
    });
    expect(guessed.notes.map(inEnglish).join(' ')).toContain('--encoding');
    const stated = await read('stated.csv', bytes, { encoding: 'iso-8859-15' });
    expect(asked(stated)).toEqual(['Café €']);
    expect(stated.notes.map(inEnglish).join(' ')).not.toContain('--encoding');
    await expect(read('unknown.csv', bytes, { encoding: 'klingon' })).rejects.toMatchObject({
      code: 'setting-invalid',
    });
  });
});
