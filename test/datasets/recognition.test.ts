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
    expect(new Set(measured.flatMap(({ table }) => table.columns.map(({ heading }) => heading))).size).toBeGreaterThanOrEqual(300);
  });

  it('are recognised as often as wanted', () => {
    const { name, id, type } = sharesOf(measured);
    expect(name).toBeGreaterThanOrEqual(0.97);
    expect(id).toBeGreaterThanOrEqual(0.97);
    expect(type).toBeGreaterThanOrEqual(0.9);
  });

  it('are recognised as often as docs/recognition.md says', () => {
    const page = readFileSync('docs/recognition.md', 'utf8');
    expect(page).toContain(rowOf('for making the model', measured.filter(({ isHeldOut }) => !isHeldOut)));
    expect(page).toContain(rowOf('held out', measured.filter(({ isHeldOut }) => isHeldOut)));
    expect(page).toContain(rowOf('all', measured));
  });
});

describe('the name beside an address', () => {
  const street = ['Alder Lane 1', 'Birch Road 12', 'Cedar Way 3', 'Delmar Street 44', 'Elm Court 5', 'Fir Path 6'];
  const names = ['Nordwind GmbH', 'Falken AG', 'Blue River Ltd', 'Haus Linden', 'Orchard Works', 'Sonne & Co'];
  it.each(['Company', 'Organisation', 'Institution', 'Firma', 'Author', 'Artist', 'Publisher', 'Museum', 'Empresa', 'Razón social', 'Raison sociale', 'Ragione sociale', '氏名', '会社名', 'ФИО', 'الاسم', 'שם', '公司', '기관명', 'Şirket Adı', 'Επωνυμία', 'Nama Perusahaan'])('is %s', async (heading) => {
    const rows = names.map((name, i) => `${String(100 + i)};${street[i] ?? ''};${name};${String(10_000 + i)};Ort${String(i % 2)}`);
    const { entities } = await loadForTest(folder.write('beside.csv', [`Kd.-Nr.;Straße;${heading};PLZ;Ort`, ...rows].join('\n')));
    expect(entities.map(({ name }) => name)).toEqual(names);
  });

  it('is doubted where two columns could be it', async () => {
    const { problems } = await loadForTest(folder.write('doubt.csv', ['Nr.,Museum,Organisation,City', ...names.map((name, i) => `${String(i + 1)},${name},${names[(i + 3) % 6] ?? ''} Trust,Ort`)].join('\n')));
    expect(problems).toEqual(['warned name-uncertain ×1: Museum: It was taken for the name; "Organisation" could be it as well. --name-column says which.']);
  });
});

describe('ids', () => {
  it('are codes of digits in front, and not years or sums', async () => {
    const zip = await loadForTest(folder.write('zip.csv', 'zip_code,city\n10115,Berlin\n20095,Hamburg\n80331,München\n50667,Köln\n60311,Frankfurt\n'));
    expect(zip.entities[0]).toMatchObject({ id: '10115', name: 'Berlin' });
    const films = await loadForTest(folder.write('films.csv', ['Title,Year,Worldwide gross', ...Array.from({ length: 20 }, (_, i) => `The ${'ABCDEFGHIJKLMNOPQRST'[i] ?? ''} Story,${String(1980 + Math.min(i, 18))},${String(1_000_000 + Math.min(i, 18) * 991)}`)].join('\n')));
    expect(films.report.inferred.join('\n')).not.toContain('would be the column of ids');
  });
});
