import { afterAll, describe, expect, it } from '@jest/globals';
import { formatPartialDate } from '../../src/entities/partial-date.js';
import type { PropertyValue } from '../../src/entities/property.js';
import { loadDataset } from '../../src/datasets/load-dataset.js';
import { writeManifest } from '../../src/datasets/write-manifest.js';
import { parsePartialDate } from '../../src/datasets/parse-property-value.js';
import { parseNumber } from '../../src/datasets/parse-property-value.js';
import { loadForTest, type LoadedForTest } from '../support/loaded-entities.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

function load(text: string, name = 'list.csv'): Promise<LoadedForTest> {
  return loadForTest(folder.write(name, text));
}

/** Values of one property over all entities, as short text. */
function values({ entities }: LoadedForTest, property: string): readonly string[] {
  return entities.flatMap((entity) => (entity.properties[property] ?? []).map(show));
}

function show(value: PropertyValue): string {
  switch (value.kind) {
    case 'date':
      return formatPartialDate(value.date);
    case 'coordinates':
      return `${value.latitude}/${value.longitude}`;
    case 'integer':
    case 'number':
      return String(value.number);
    case 'boolean':
      return String(value.boolean);
    case 'url':
      return value.url;
    case 'reference':
      return `→${value.id}`;
    case 'text':
    case 'identifier':
      return value.text;
  }
}

/** One column of values beside an id and a name, each value twice, so that none is taken for an identifier by accident. */
async function column(
  heading: string,
  cells: readonly string[],
): Promise<{ readonly datatype: string | undefined; readonly values: readonly string[] }> {
  const rows = [...cells, ...cells].map((cell, i) => `e${i};Thing number ${i};${cell}`);
  const loaded = await load(`id;name;${heading}\n${rows.join('\n')}\n`);
  const property = loaded.dataset.properties[0];
  return {
    datatype: property?.datatype,
    values: property === undefined ? [] : values(loaded, property.id).slice(0, cells.length),
  };
}

describe('names of persons in two columns', () => {
  it.each([
    ['first name,last name,born\nVirginia,Woolf,1882\nChinua,Achebe,1930\n', ['Virginia Woolf', 'Chinua Achebe']],
    [
      'Nr;Name;Vorname\n1;Woolf;Virginia\n2;Achebe;Chinua\n3;Plato;\n4;;Sappho\n',
      ['Virginia Woolf', 'Chinua Achebe', 'Plato', 'Sappho'],
    ],
    ['Nombre,Apellidos\nJuan,Rulfo\nJorge Luis,Borges\n', ['Juan Rulfo', 'Jorge Luis Borges']],
    ['id,Nom,Prénom,Naissance\n1,Hugo,Victor,1802\n2,Sand,George,1804\n', ['Victor Hugo', 'George Sand']],
  ])('are joined: %j', async (text, names) => {
    const { entities, problems } = await load(text);
    expect(entities.map(({ name }) => name)).toEqual(names);
    expect(problems).toEqual([]);
  });

  it('are left apart when a column holds the whole name', async () => {
    for (const text of [
      'id,name,first name,last name\n1,Virginia Woolf,Virginia,Woolf\n2,Thomas Mann,Thomas,Mann\n',
      'id,name,first name\n1,Virginia Woolf,Virginia\n2,Thomas Mann,Thomas\n',
    ]) {
      expect((await load(text)).entities.map(({ name }) => name)).toEqual(['Virginia Woolf', 'Thomas Mann']);
    }
  });

  it('make the ids, are said, and come again from a written manifest', async () => {
    const file = folder.write('people.csv', 'first name,last name\nVirginia,Woolf\nLeonard,Woolf\nVirginia,Woolf\n');
    const { entities, report } = await loadForTest(file);
    expect(entities.map(({ id }) => id.replace(/-[0-9a-z]{6,}.*$/, ''))).toEqual([
      'virginia-woolf',
      'leonard-woolf',
      'virginia-woolf',
    ]);
    expect(new Set(entities.map(({ id }) => id)).size).toBe(3);
    expect(report.inferred).toContain(
      'Column 2 "last name" is the name, with "first name" in front: their headings say so.',
    );
    const written = writeManifest((await loadDataset({ files: [file] })).manifest, folder.path);
    expect(written).toContain('before: first name');
    const again = await loadForTest(folder.write('people.manifest.yaml', written));
    expect(again.entities).toEqual(entities);
    await expect(
      loadForTest(
        folder.write('wrong.yaml', 'files: people.csv\ncolumns: { name: { column: last name, before: frist name } }\n'),
      ),
    ).rejects.toMatchObject({
      message: expect.stringContaining('there is no column "frist name"; did you mean "first name"?'),
    });
  });
});

describe('names that are numbers', () => {
  it('are names when the heading says so and no column of words is there', async () => {
    const { entities } = await load('code,label\nb1,1984\nb2,2001\nb3,300\n');
    expect(entities.map(({ id, name }) => [id, name])).toEqual([
      ['b1', '1984'],
      ['b2', '2001'],
      ['b3', '300'],
    ]);
    const words = await load('ид,title,книга\n1,1984,Скотный двор\n2,2001,Солярис\n3,300,Мы\n');
    expect(words.entities.map(({ id, name }) => [id, name])).toEqual([
      ['1', 'Скотный двор'],
      ['2', 'Солярис'],
      ['3', 'Мы'],
    ]);
  });
});

describe('which column is which', () => {
  it.each([
    ['id,name,type,aliases,description', 'English'],
    ['Kennung,Bezeichnung,Typ,Synonyme,Beschreibung', 'German'],
    ['identifiant,libellé,catégorie,synonymes,définition', 'French'],
    ['código,nombre,tipo,sinónimos,descripción', 'Spanish'],
    ['URI,prefLabel,class,altLabel,scope note', 'of a thesaurus'],
    ['QID,Label,Instance of,Also known as,Short description', 'of a knowledge base'],
  ])('headings %s (%s)', async (headings) => {
    const { entities } = await load(`${headings}\nx1,One,Number,Uno|Eins,The first\nx2,Two,Number,Dos,The second\n`);
    expect(entities[0]).toMatchObject({
      id: 'x1',
      name: 'One',
      types: ['Number'],
      aliases: [{ text: 'Uno' }, { text: 'Eins' }],
      description: 'The first',
    });
  });

  it('names in several languages', async () => {
    const { entities } = await load('id,name_de,name_en\n1,München,Munich\n2,Köln,\n');
    expect(entities[0]).toMatchObject({
      name: 'Munich',
      nameLanguage: 'en',
      aliases: [{ text: 'München', language: 'de' }],
    });
    expect(entities[1]).toMatchObject({ name: 'Köln', nameLanguage: 'de', aliases: [] });
  });

  it('nothing but values: codes are ids, words are names', async () => {
    const { entities, report } = await load('Berlin,DE-BE,3755251\nHamburg,DE-HH,1853935\nBremen,DE-HB,569396\n');
    expect(entities.map(({ id, name }) => [id, name])).toEqual([
      ['DE-BE', 'Berlin'],
      ['DE-HH', 'Hamburg'],
      ['DE-HB', 'Bremen'],
    ]);
    expect(report.inferred[0]).toContain('has no row of headings');
    expect(report.inferred).toContain(
      'Column 2 "Column 2" is the id: its values are short codes, and none comes twice.',
    );
    expect(report.inferred).toContain('Column 1 "Column 1" is the name: its values are text, and mostly different.');
  });

  it('without ids they are made from the names, and do not depend on the order', async () => {
    const rows = ['Springfield,Illinois', 'Springfield,Ohio', 'Boston,Massachusetts', '???,Nowhere'];
    const forward = await load(`name,state\n${rows.join('\n')}\n`);
    const backward = await load(`name,state\n${[...rows].reverse().join('\n')}\n`);
    expect(forward.entities.map(({ id }) => id)).toEqual([
      expect.stringMatching(/^springfield-[0-9a-f]{8}$/),
      expect.stringMatching(/^springfield-[0-9a-f]{8}$/),
      'boston',
      expect.stringMatching(/^entity-[0-9a-f]{8}$/),
    ]);
    expect(backward.entities.map(({ id }) => id).reverse()).toEqual(forward.entities.map(({ id }) => id));
    expect(forward.report.inferred).toContain(
      'There is no column of ids; ids are made from the names, the same at every load as long as the names stay.',
    );
  });

  it('aliases and descriptions that begin far down the file', async () => {
    const plain = Array.from({ length: 4_000 }, (_, i) => `a${String(i)},Plain ${String(i)},,`);
    const { entities, dataset } = await load(
      ['id,name,aliases,description', ...plain, 'b1,Cologne,Köln|Keulen,A city', ''].join('\n'),
    );
    expect(entities.at(-1)).toMatchObject({
      id: 'b1',
      aliases: [{ text: 'Köln' }, { text: 'Keulen' }],
      description: 'A city',
    });
    expect(dataset.properties).toEqual([]);
  });

  it('a plain list of names', async () => {
    const { entities } = await load('Ada Lovelace\nGrace Hopper\nKatherine Johnson\n');
    expect(entities.map(({ id, name }) => [id, name])).toEqual([
      ['ada-lovelace', 'Ada Lovelace'],
      ['grace-hopper', 'Grace Hopper'],
      ['katherine-johnson', 'Katherine Johnson'],
    ]);
  });

  it('codes taken for ids that come again late in the file are not ids after all', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => `Thing ${i},K${i === 4999 ? 7 : i}`);
    const { entities, report } = await load(`what,shelf\n${rows.join('\n')}\n`);
    expect(entities.length).toBe(5000);
    expect(report.counts.rejected).toBe(0);
    expect(entities[0]?.id).toBe('thing-0');
  });

  it('codes in front under a heading of numbers are ids, though one comes twice', async () => {
    const rows = [
      'K1;Kloster Banz;Banz',
      'K2;Stift Melk;Melk',
      'K3;Abtei Fulda;Fulda',
      'K4;Kloster Lorsch;Lorsch',
      'K3;Abtei Corvey;Corvey',
      'K5;Stift Essen;Essen',
    ].join('\n');
    for (const heading of ['Körperschafts-Nr.', 'Nr.', 'Authority record number', 'PPN']) {
      const { entities, report } = await load(`${heading};Ansetzungsform;Verweisungen\n${rows}\n`);
      expect(entities.map(({ id, name, aliases }) => [id, name, aliases[0]?.text])).toEqual([
        ['K1', 'Kloster Banz', 'Banz'],
        ['K2', 'Stift Melk', 'Melk'],
        ['K3', 'Abtei Fulda', 'Fulda'],
        ['K4', 'Kloster Lorsch', 'Lorsch'],
        ['K5', 'Stift Essen', 'Essen'],
      ]);
      expect(report.problems).toMatchObject([
        { kind: 'id-duplicate', rejects: true, count: 1, examples: [{ line: 6, column: heading }] },
      ]);
    }
  });

  it('codes of which one comes twice under any other heading are no ids, and the report says what stands in the way', async () => {
    const { entities, report } = await load(
      'Name;Ablage\nKloster Banz;K1\nStift Melk;K2\nAbtei Fulda;K3\nKloster Lorsch;K4\nAbtei Corvey;K3\nStift Essen;K5\n',
    );
    expect(entities.map(({ id }) => id)).toContain('abtei-corvey');
    expect(report.inferred).toContain(
      '"Ablage" would be the column of ids, if "K3" did not come twice in it. Mend that, or say in a manifest that it is; the second record with the same id is left out then.',
    );
  });

  it('codes with a few the same under a heading that says otherwise stay what they are', async () => {
    const { entities } = await load(
      'Name;Shelf\nBook one;A1\nBook two;A1\nBook three;A1\nBook four;B2\nBook five;C3\n',
    );
    expect(entities.map(({ id }) => id)).toEqual(['book-one', 'book-two', 'book-three', 'book-four', 'book-five']);
  });

  it('prominence from the population, which stays a property', async () => {
    const { entities } = await load('id,name,population\n1,One,"1,234,567"\n2,Two,"5,000"\n3,Three,\n');
    expect(entities.map(({ prominence }) => prominence)).toEqual([1234567, 5000, 0]);
    expect(entities[0]?.properties['population']).toEqual([{ kind: 'integer', number: 1234567 }]);
  });

  it('several files become one dataset, references among them', async () => {
    const people = folder.write('people.csv', 'id,name,type,born in\np1,Ada,Person,c1\n');
    const places = folder.write('places.json', '[{"id":"c1","label":"London","type":"City"}]');
    const { entities, dataset } = await loadForTest({ files: [people, places] });
    expect(entities.map(({ id, name }) => [id, name])).toEqual([
      ['p1', 'Ada'],
      ['c1', 'London'],
    ]);
    expect(dataset.properties).toEqual([
      {
        id: 'born_in',
        name: 'Born in',
        datatype: 'reference',
        identifying: false,
        usedBy: ['Person'],
        entityCount: 1,
        targetTypes: ['City'],
      },
    ]);
  });
});

describe('what the values are', () => {
  it.each([
    ['size', ['1', '20', '-3'], 'integer', ['1', '20', '-3']],
    ['size', ['1.5', '20', '3e2'], 'number', ['1.5', '20', '300']],
    ['size', ['1,234', '12,345,678'], 'integer', ['1234', '12345678']],
    ['size', ['1.234.567', '12.000'], 'integer', ['1234567', '12000']],
    ['size', ['12,5', '0,75'], 'number', ['12.5', '0.75']],
    ['size', ['1 234,5', '12 345'], 'number', ['1234.5', '12345']],
    ['size', ['12', 'n/a', '13'], 'integer', ['12', '13', '12']],
    ['postcode', ['00123', '45678'], 'text', ['00123', '45678']],
    [
      'account',
      ['12345678901234567890', '22345678901234567890'],
      'text',
      ['12345678901234567890', '22345678901234567890'],
    ],
    ['size', ['12', 'about ten', 'x', '4'], 'text', ['12', 'about ten', 'x', '4']],
    ['founded', ['1871', '44', '1999'], 'date', ['1871', '0044', '1999']],
    ['Né en', ['1871', '1850'], 'date', ['1871', '1850']],
    ['Décédée le', ['1871', '1850'], 'date', ['1871', '1850']],
    ['nacido', ['1871', '1850'], 'date', ['1871', '1850']],
    ['Nata il', ['1871', '1850'], 'date', ['1871', '1850']],
    ['Overleden', ['1871', '1850'], 'date', ['1871', '1850']],
    ['mortgage', ['1871', '1850'], 'integer', ['1871', '1850']],
    ['some years', ['1871-03-18', '1871-03', '1871'], 'date', ['1871-03-18', '1871-03', '1871']],
    ['when', ['18.3.1871', '1.12.1990'], 'date', ['1871-03-18', '1990-12-01']],
    ['when', ['18/3/1871', '1/12/1990'], 'date', ['1871-03-18', '1990-12-01']],
    ['when', ['3/18/1871', '12/1/1990'], 'date', ['1871-03-18', '1990-12-01']],
    ['when', ['3/4/1871', '12/1/1990'], 'text', ['3/4/1871', '12/1/1990']],
    ['when', ['18 March 1871', 'March 1871', 'March 18, 1871'], 'date', ['1871-03-18', '1871-03', '1871-03-18']],
    ['when', ['18. März 1871', '1. Dezember 1990'], 'date', ['1871-03-18', '1990-12-01']],
    ['when', ['44 BC', '1871-01-02'], 'date', ['-000043', '1871-01-02']],
    ['when', ['2023-02-30', '2023-02-31'], 'text', ['2023-02-30', '2023-02-31']],
    ['open', ['yes', 'no'], 'boolean', ['true', 'false']],
    ['is open', ['1', '0'], 'boolean', ['true', 'false']],
    [
      'page',
      ['https://example.org/a', 'http://example.org/b'],
      'url',
      ['https://example.org/a', 'http://example.org/b'],
    ],
    ['website', ['example.org', 'www.example.org/b'], 'url', ['example.org', 'www.example.org/b']],
    ['place', ['52.5, 13.4', '-33.9, 151.2'], 'coordinates', ['52.5/13.4', '-33.9/151.2']],
    ['place', ['Point(13.4 52.5)', 'POINT(151.2 -33.9)'], 'coordinates', ['52.5/13.4', '-33.9/151.2']],
    ['part of', ['e1', 'e2'], 'reference', ['→e1', '→e2']],
    ['tags', ['red|green', 'blue'], 'text', ['red', 'green', 'blue', 'red']],
    ['tags', ['a||b', '|c'], 'text', ['a||b', '|c']],
    ['sizes', ['1|2', '3'], 'integer', ['1', '2', '3', '1']],
  ])('%s: %j is %s', async (heading, cells, datatype, expected) => {
    const found = await column(heading, cells);
    expect(found.datatype).toBe(datatype);
    expect(found.values.slice(0, cells.length)).toEqual(expected.slice(0, cells.length));
  });

  it('identifiers: by heading when unique, or codes of one length', async () => {
    const rows = Array.from(
      { length: 30 },
      (_, i) =>
        `e${i},Thing ${i},${9780000000000 + i * 7919},${'ABCDEFGHIJKLMNOPQRSTUVWXYZABCD'.slice(i, i + 1)}${String.fromCharCode(65 + (i % 26))}${i % 10}X`,
    );
    const { dataset } = await load(`id,name,ISBN,sign\n${rows.join('\n')}\n`);
    expect(dataset.properties.map(({ id, datatype, identifying }) => [id, datatype, identifying])).toEqual([
      ['isbn', 'identifier', true],
      ['sign', 'identifier', true],
    ]);
  });

  it('two columns of degrees are one property', async () => {
    const loaded = await load('id,name,Latitude,Longitude\n1,One,"52,5","13,4"\n2,Two,"-33,9","151,2"\n');
    expect(loaded.dataset.properties.map(({ id, datatype, entityCount }) => [id, datatype, entityCount])).toEqual([
      ['coordinates', 'coordinates', 2],
    ]);
    expect(values(loaded, 'coordinates')).toEqual(['52.5/13.4', '-33.9/151.2']);
  });

  it('running numbers are no references to ids that are numbers', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => `${i},Thing ${i},${i % 10},${(i * 3) % 30}`);
    const { dataset } = await load(`id,name,chairs,parent\n${rows.join('\n')}\n`);
    expect(Object.fromEntries(dataset.properties.map(({ id, datatype }) => [id, datatype]))).toEqual({
      chairs: 'integer',
      parent: 'reference',
    });
  });

  it('values that keep a column from being dates or numbers are said', async () => {
    const years = ['1737', '1368', '1661', 'um 1850', '2007', '1920'].map(
      (year, i) => `e${i};Thing ${i};${year};${i === 2 ? 'many' : String(i * 7)}`,
    );
    const { report } = await load(`id;name;Gründungsjahr;Anzahl\n${years.join('\n')}\n`);
    expect(report.inferred).toContain(
      'Column 3 "Gründungsjahr" is the property "grundungsjahr" (text): most of its values are dates, but "um 1850" is not; a manifest can say "datatype: date".',
    );
    expect(report.inferred).toContain(
      'Column 4 "Anzahl" is the property "anzahl" (text): most of its values are numbers, but "many" is not; a manifest can say "datatype: number".',
    );
  });

  it('prices stay numbers when one in twelve has a currency, below a heading that speaks of money', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, i) => `e${i},Thing ${i},${i * 2}.95${i % 12 === 5 ? ' gbp' : ''},${i * 2}.95${i % 12 === 5 ? ' gbp' : ''}`,
    );
    const { dataset, entities } = await load(`id,name,price,lot\n${rows.join('\n')}\n`);
    expect(Object.fromEntries(dataset.properties.map(({ id, datatype }) => [id, datatype]))).toEqual({
      price: 'number',
      lot: 'text',
    });
    expect(entities[5]?.properties['price']).toEqual([{ kind: 'text', text: '10.95 gbp' }]);
  });

  it('a few odd values do not spoil a column, and are kept as text', async () => {
    const rows = Array.from({ length: 100 }, (_, i) => `e${i},Thing ${i},${i === 50 ? 'many' : i}`);
    const loaded = await load(`id,name,size\n${rows.join('\n')}\n`);
    expect(loaded.dataset.properties[0]?.datatype).toBe('integer');
    expect(loaded.entities[50]?.properties['size']).toEqual([{ kind: 'text', text: 'many' }]);
    expect(loaded.problems).toEqual(['warned value-odd ×1: line 52, size: "many" is not a whole number.']);
  });
});

describe('parsing', () => {
  it('refuses days that do not exist, and takes leap days', () => {
    expect(parsePartialDate('2024-02-29', '2024-12-31')).toEqual({ year: 2024, month: 2, day: 29 });
    expect(parsePartialDate('1900-02-29', '2024-12-31')).toBeUndefined();
    expect(parsePartialDate('31.4.2024', '31.12.2024')).toBeUndefined();
    expect(parsePartialDate('1 BC', '2024-12-31')).toEqual({ year: 0 });
    expect(parsePartialDate('-0043-03-15', '2024-12-31')).toEqual({ year: -43, month: 3, day: 15 });
    expect(parsePartialDate('2024-05-06T07:08:09Z', '2024-12-31')).toEqual({ year: 2024, month: 5, day: 6 });
  });

  it('never makes a number of a code', () => {
    expect(parseNumber('007', '1234.5')).toBeUndefined();
    expect(parseNumber('0', '1234.5')).toBe(0);
    expect(parseNumber('0.5', '1234.5')).toBe(0.5);
    expect(parseNumber('1,23', '1,234.5')).toBeUndefined();
    expect(parseNumber('9007199254740993', '1234.5')).toBeUndefined();
  });
});

describe('cells that stand for nothing', () => {
  it.each(['\\N', 'NULL', 'N/A', '#N/A', '-', '(null)'])('are no name, no alias and no value: %s', async (nothing) => {
    const loaded = await load(
      `id\tname\taliases\tharbour\nq1\tKribi\t${nothing}\tport\nq2\tEdea\tÉdéa\t${nothing}\nq3\t${nothing}\tx\ty\n`,
      'dump.tsv',
    );
    expect(loaded.entities.map(({ name, aliases }) => [name, aliases.map(({ text }) => text)])).toEqual([
      ['Kribi', []],
      ['Edea', ['Édéa']],
    ]);
    expect(values(loaded, 'harbour')).toEqual(['port']);
    expect(loaded.report.counts.rejected).toBe(1);
  });

  it.each(['None', 'Nan', 'Nil', 'Unknown', 'Null'])('are not names of things: %s', async (name) => {
    const { entities } = await load(`id,name\n1,${name}\n2,Torino\n`);
    expect(entities.map((entity) => entity.name)).toContain(name);
  });
});

describe('numbers that are not counted with', () => {
  it.each([
    ['Téléphone', '143265071'],
    ['fax_number', '2075551234'],
    ['ZIP', '60614'],
    ['Postleitzahl', '39100'],
    ['Mobile', '3475550'],
  ])('are text below the heading %s', async (heading, number) => {
    const rows = Array.from(
      { length: 12 },
      (_, i) => `${String(i + 1)},Praxis ${'ABCDEFGHIJKL'[i] ?? ''},${String(Number(number) + 7 * i)}`,
    );
    const loaded = await load(`id,name,${heading}\n${rows.join('\n')}\n`);
    const [property] = loaded.dataset.properties;
    expect(property?.datatype).toBe('text');
    expect(values(loaded, property?.id ?? '')[0]).toBe(number);
  });
});

describe('running numbers as ids', () => {
  const rows = Array.from({ length: 40 }, (_, i) => [
    i + 1,
    `Colour ${String.fromCharCode(65 + (i % 26))}${String(i)}`,
    1 + (i % 4),
    i === 0 ? '' : 1 + (i % 3),
  ]);
  const table = (heading: string, column: number): string =>
    `id,name,${heading}\n${rows.map((row) => [row[0], row[1], row[column]].join(',')).join('\n')}\n`;

  it.each(['palette_id', 'series_id', 'maker ref'])(
    'are not what a key of another table refers to: %s',
    async (heading) => {
      expect((await load(table(heading, 2))).dataset.properties[0]?.datatype).not.toBe('reference');
    },
  );

  it.each(['parent', 'Broader', 'replaced by', 'parent_id'])(
    'are referred to below the heading %s',
    async (heading) => {
      expect((await load(table(heading, 3))).dataset.properties[0]?.datatype).toBe('reference');
    },
  );
});

describe('a column with one value', () => {
  it.each(['Index', 'label', 'title', 'Name'])('names nothing, though it is called %s', async (heading) => {
    const makers = ['Adler', 'Borgward', 'Continental', 'Dorn', 'Elbe', 'Feiler', 'Greif'];
    const { entities } = await load(
      `${heading},maker,since\n${makers.map((maker, i) => `typewriter,${maker},${String(1901 + i)}`).join('\n')}\n`,
    );
    expect(entities.map(({ name }) => name)).toEqual(makers);
  });
});

describe('coordinates with a unit in their headings', () => {
  it.each([
    ['latitude_deg', 'longitude_deg'],
    ['Lat (WGS84)', 'Lon (WGS84)'],
    ['lat_dd', 'lng_dd'],
    ['Latitude (degrees)', 'Longitude (degrees)'],
  ])('are one property: %s, %s', async (latitude, longitude) => {
    const loaded = await load(
      `id,name,${latitude},${longitude}\n1,Quito,-0.22,-78.51\n2,Oslo,59.91,10.75\n3,Lomé,6.13,1.22\n`,
    );
    expect(loaded.dataset.properties.map(({ datatype }) => datatype)).toEqual(['coordinates']);
    expect(values(loaded, loaded.dataset.properties[0]?.id ?? '')).toContain('59.91/10.75');
  });
});
