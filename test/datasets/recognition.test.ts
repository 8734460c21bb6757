import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { measureRecognition, sharesOf, type Recognised } from '../../bench/tables/measure-recognition.js';
import { loadForTest } from '../support/loaded-entities.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const rowOf = (what: string, measured: readonly Recognised[]): string => {
  const { tables, name, id, type } = sharesOf(measured);
  return `| ${what} | ${String(tables)} | ${percent(name)} | ${percent(id)} | ${percent(type)} |`;
};

describe('the columns of the tables of bench/tables', () => {
  let measured: readonly Recognised[] = [];
  beforeAll(async () => {
    measured = await measureRecognition();
  });

  it('are of many headings and tables', () => {
    expect(measured.length).toBeGreaterThanOrEqual(120);
    expect(
      new Set(measured.flatMap(({ table }) => table.columns.map(({ heading }) => heading))).size,
    ).toBeGreaterThanOrEqual(300);
  });

  it('are recognised as often as wanted', () => {
    const { name, id, type } = sharesOf(measured);
    expect(name).toBeGreaterThanOrEqual(0.97);
    expect(id).toBeGreaterThanOrEqual(0.97);
    expect(type).toBeGreaterThanOrEqual(0.9);
  });

  it('are doubted in the report wherever they are recognised wrongly', () => {
    const unnoticed = measured.flatMap((one) =>
      (['name', 'id', 'type'] as const)
        .filter((part) => !one[part].isRight && !one[part].isDoubted)
        .map((part) => `${one.table.origin}: ${part}`),
    );
    expect(unnoticed).toEqual([]);
    // A doubt everywhere would say nothing.
    for (const part of ['name', 'id'] as const)
      expect(measured.filter((one) => one[part].isDoubted).length).toBeLessThan(measured.length / 5);
  });

  it('are recognised as often as wanted in the tables that were held out', () => {
    const { name, id, type } = sharesOf(measured.filter(({ isHeldOut }) => isHeldOut));
    expect(name).toBeGreaterThanOrEqual(0.97);
    expect(id).toBeGreaterThanOrEqual(0.97);
    expect(type).toBeGreaterThanOrEqual(0.9);
  });

  it('are recognised as often as docs/recognition.md says', () => {
    const page = readFileSync('docs/recognition.md', 'utf8');
    expect(page).toContain(
      rowOf(
        'for making the model',
        measured.filter(({ isHeldOut }) => !isHeldOut),
      ),
    );
    expect(page).toContain(
      rowOf(
        'held out',
        measured.filter(({ isHeldOut }) => isHeldOut),
      ),
    );
    expect(page).toContain(rowOf('all', measured));
  });
});

describe('the name beside an address', () => {
  const street = ['Alder Lane 1', 'Birch Road 12', 'Cedar Way 3', 'Delmar Street 44', 'Elm Court 5', 'Fir Path 6'];
  const names = ['Nordwind GmbH', 'Falken AG', 'Blue River Ltd', 'Haus Linden', 'Orchard Works', 'Sonne & Co'];
  it.each([
    'Company',
    'Organisation',
    'Institution',
    'Firma',
    'Author',
    'Artist',
    'Publisher',
    'Museum',
    'Empresa',
    'Razón social',
    'Raison sociale',
    'Ragione sociale',
    '氏名',
    '会社名',
    'ФИО',
    'الاسم',
    'שם',
    '公司',
    '기관명',
    'Şirket Adı',
    'Επωνυμία',
    'Nama Perusahaan',
  ])('is %s', async (heading) => {
    const rows = names.map(
      (name, i) => `${String(100 + i)};${street[i] ?? ''};${name};${String(10_000 + i)};Ort${String(i % 2)}`,
    );
    const { entities } = await loadForTest(
      folder.write('beside.csv', [`Kd.-Nr.;Straße;${heading};PLZ;Ort`, ...rows].join('\n')),
    );
    expect(entities.map(({ name }) => name)).toEqual(names);
  });

  it('is doubted where two columns could be it', async () => {
    const { problems } = await loadForTest(
      folder.write(
        'doubt.csv',
        [
          'Nr.,Museum,Organisation,City',
          ...names.map((name, i) => `${String(i + 1)},${name},${names[(i + 3) % 6] ?? ''} Trust,Ort`),
        ].join('\n'),
      ),
    );
    expect(problems).toEqual([
      'warned name-uncertain ×1: Museum: It was taken for the name; "Organisation" could be it as well. --name-column says which.',
    ]);
  });
});

describe('ids', () => {
  it('are codes of digits in front, and not years or sums', async () => {
    const zip = await loadForTest(
      folder.write(
        'zip.csv',
        'zip_code,city\n10115,Berlin\n20095,Hamburg\n80331,München\n50667,Köln\n60311,Frankfurt\n',
      ),
    );
    expect(zip.entities[0]).toMatchObject({ id: '10115', name: 'Berlin' });
    const films = await loadForTest(
      folder.write(
        'films.csv',
        [
          'Title,Year,Worldwide gross',
          ...Array.from(
            { length: 20 },
            (_, i) =>
              `The ${'ABCDEFGHIJKLMNOPQRST'[i] ?? ''} Story,${String(1980 + Math.min(i, 18))},${String(1_000_000 + Math.min(i, 18) * 991)}`,
          ),
        ].join('\n'),
      ),
    );
    expect(films.report.inferred.join('\n')).not.toContain('would be the column of ids');
  });
});

describe('values', () => {
  const reasons = async (name: string, text: string): Promise<string> =>
    (await loadForTest(folder.write(name, text))).report.inferred.join('\n');

  it('of codes stay as they are written though one comes twice', async () => {
    const { entities } = await loadForTest(
      folder.write('books.csv', 'id,title,isbn\n1,Alder,9780141036144\n2,Birch,9780141036144\n3,Cedar,9780306406157\n'),
    );
    expect(entities[0]?.properties).toEqual({ isbn: [{ kind: 'text', text: '9780141036144' }] });
  });

  it('of dates tell which of day and month comes first, and may have the month in front without a comma', async () => {
    expect(await reasons('days.csv', 'id,name,born\n1,Ada,31/12/1950\n2,Ben,3/4/1951\n')).toContain(
      '(date): its values are dates, the day before the month.',
    );
    expect(await reasons('months.csv', 'id,name,born\n1,Ada,12/31/1950\n2,Ben,3/4/1951\n')).toContain(
      '(date): its values are dates, the month before the day.',
    );
    expect(
      (await loadForTest(folder.write('words.csv', 'id,name,born\n1,Ada,Jun 12 1998\n2,Ben,Dec 1 2001\n'))).entities[0]
        ?.properties,
    ).toMatchObject({ born: [{ date: { year: 1998, month: 6, day: 12 } }] });
  });

  it('of columns that are all true are booleans', async () => {
    expect(
      (await loadForTest(folder.write('true.csv', 'id,name,listed\n1,Ada,TRUE\n2,Ben,TRUE\n'))).entities[0]?.properties,
    ).toEqual({ listed: [{ kind: 'boolean', boolean: true }] });
  });

  it('of very many like columns are told in one sentence', async () => {
    const columns = Array.from({ length: 1500 }, (_, i) => `gene_${String(i + 1)}`);
    const inferred = (
      await loadForTest(
        folder.write(
          'wide.csv',
          [
            ['id', 'name', ...columns],
            ['a', 'Alder', ...columns.map((_, i) => String(i))],
            ['b', 'Birch', ...columns.map((_, i) => String(i + 7))],
          ]
            .map((row) => row.join(','))
            .join('\n'),
        ),
      )
    ).report.inferred;
    expect(inferred.length).toBeLessThan(10);
    expect(inferred.join('\n')).toMatch(
      /columns, from \d+ "gene_\d+" to \d+ "gene_\d+", are properties \(integer\): its values are whole numbers\./,
    );
  });
});
