import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { loadForTest } from '../support/loaded-entities.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const ROWS = [
  ['id', 'name', 'type', 'description'],
  ['a1', 'Crème brûlée', 'Dish', 'Custard; with "burnt" sugar, from a very old kitchen'],
  ['a2', 'Käsespätzle', 'Dish', 'Noodles, cheese\tand onions'],
  ['a3', 'Jalapeño', 'Plant', 'Hot | green'],
];

function delimited(delimiter: string, lineBreak: string): string {
  const cell = (text: string): string => (/[",;|\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return ROWS.map((row) => row.map(cell).join(delimiter)).join(lineBreak) + lineBreak;
}

const EXPECTED = ROWS.slice(1).map(([id, name, type, description]) => ({ id, name, types: [type], description }));

async function read(file: string): Promise<unknown> {
  const { entities, problems } = await loadForTest(file);
  expect(problems).toEqual([]);
  return entities.map(({ id, name, types, description }) => ({ id, name, types, description }));
}

describe('delimited text', () => {
  const delimiters = [',', '\t', ';', '|'];
  const encodings = [
    { name: 'utf8', mark: false },
    { name: 'utf8', mark: true },
    { name: 'utf16le', mark: true },
    { name: 'utf16le', mark: false },
    { name: 'utf16be', mark: true },
    { name: 'utf16be', mark: false },
    { name: 'windows-1252', mark: false },
  ];
  for (const delimiter of delimiters) {
    for (const { name, mark } of encodings) {
      for (const zipped of [false, true]) {
        it(`delimited by ${JSON.stringify(delimiter)} in ${name}${mark ? ' with a byte order mark' : ''}${zipped ? ', gzipped' : ''}`, async () => {
          const bytes = iconv.encode(delimited(delimiter, '\r\n'), name, { addBOM: mark });
          // The name says nothing: formats are told by content.
          expect(await read(folder.write('list', zipped ? gzipSync(bytes) : bytes))).toEqual(EXPECTED);
        });
      }
    }
  }

  for (const lineBreak of ['\n', '\r\n', '\r']) {
    it(`lines end in ${JSON.stringify(lineBreak)}`, async () => {
      expect(await read(folder.write('list.csv', delimited(',', lineBreak)))).toEqual(EXPECTED);
    });
  }

  it('finds Cyrillic, Greek and Central European encodings', async () => {
    const samples = [
      ['windows-1251', 'Москва', 'столица России и крупнейший по численности населения город страны'],
      ['windows-1253', 'Αθήνα', 'η πρωτεύουσα της Ελλάδας και η μεγαλύτερη πόλη της χώρας'],
      ['windows-1250', 'Łódź', 'miasto na prawach powiatu w środkowej Polsce, siedziba władz województwa łódzkiego'],
    ] as const;
    for (const [encoding, name, description] of samples) {
      const text = `id,name,description\n1,${name},"${description}"\n2,${name} 2,"${description}"\n`;
      const { entities } = await loadForTest(folder.write('list.csv', iconv.encode(text, encoding)));
      expect(entities[0]).toMatchObject({ name, description });
    }
  });

  it('takes cells wrapped in apostrophes', async () => {
    const file = folder.write('list.csv', "'id','name'\n'1','Bath, Somerset'\n'2','Wells, Somerset'\n'3','Wells'\n");
    expect((await loadForTest(file)).entities.map(({ name }) => name)).toEqual([
      'Bath, Somerset',
      'Wells, Somerset',
      'Wells',
    ]);
  });

  it('obeys the line in which Excel names the delimiter', async () => {
    const { entities } = await loadForTest(folder.write('list.csv', 'sep=;\r\nid;name\r\n1;One, two\r\n'));
    expect(entities.map(({ id, name }) => [id, name])).toEqual([['1', 'One, two']]);
  });

  it('keeps line breaks inside quoted cells and still counts lines', async () => {
    const { entities, problems } = await loadForTest(
      folder.write('list.csv', 'id,name,description\n1,One,"first\nsecond"\n1,Again,x\n'),
    );
    expect(entities[0]?.description).toBe('first\nsecond');
    expect(problems).toEqual([
      'rejected id-duplicate ×1: line 4, id: The id "1" was used before; the first record with it was kept.',
    ]);
  });
});

describe('JSON', () => {
  const records = EXPECTED.map(({ id, name, types, description }) => ({ id, name, type: types[0], description }));
  const forms: Readonly<Record<string, string>> = {
    'a list': JSON.stringify(records),
    'a list over many lines': JSON.stringify(records, undefined, 2),
    lines: records.map((record) => JSON.stringify(record)).join('\n'),
    'lines with a break at the end': `${records.map((record) => JSON.stringify(record)).join('\r\n')}\r\n`,
    'a list inside an object': JSON.stringify({ title: 'Food', entities: records }),
    'an object by id': JSON.stringify(Object.fromEntries(records.map(({ id, ...rest }) => [id, rest]))),
  };
  for (const [form, text] of Object.entries(forms)) {
    for (const zipped of [false, true]) {
      it(`${form}${zipped ? ', gzipped' : ''}`, async () => {
        expect(await read(folder.write('list', zipped ? gzipSync(text) : text))).toEqual(EXPECTED);
      });
    }
  }

  it('flattens objects, keeps lists and languages, and loses no digits', async () => {
    const record = {
      id: 1,
      labels: { en: 'Munich', de: 'München' },
      aliases: ['Minga', { value: 'Monaco di Baviera', language: 'it' }],
      area: { km2: 310.7 },
      twin: ['a | b', 'c'],
      nothing: null,
    };
    const text = JSON.stringify([record, { id: 2, labels: { en: 'Bonn' } }]).replace(
      '"km2"',
      '"registry":12345678901234567890,"km2"',
    );
    const { entities } = await loadForTest(folder.write('list.json', text));
    expect(entities[0]).toEqual({
      id: '1',
      name: 'Munich',
      nameLanguage: 'en',
      aliases: [{ text: 'München', language: 'de' }, { text: 'Minga' }, { text: 'Monaco di Baviera', language: 'it' }],
      types: [],
      prominence: 0,
      properties: {
        area_registry: [{ kind: 'text', text: '12345678901234567890' }],
        area_km2: [{ kind: 'number', number: 310.7 }],
        twin: [
          { kind: 'text', text: 'a | b' },
          { kind: 'text', text: 'c' },
        ],
      },
    });
  });
});
