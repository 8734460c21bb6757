import { dirname } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadDataset } from '../../src/datasets/load-dataset.js';
import { writeManifest } from '../../src/datasets/write-manifest.js';
import { loadForTest } from '../support/loaded-entities.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe('what stands above a table', () => {
  const TABLE = 'id;name;born\n1;Alpha;1900\n2;Beta;1910\n3;Gamma;1920\n';
  const WIDE = TABLE.replaceAll('\n', ';x;y\n').replace(';x;y', ';aliases;note');

  it.each([
    ['a title', `Authors of 2024\n\n${TABLE}`, 'a row above the table was left out: "Authors of 2024".'],
    [
      'a title as spreadsheet programs save it',
      `Authors of 2024;;\n;;\n${TABLE}`,
      '2 rows above the table were left out: "Authors of 2024".',
    ],
    [
      'lines of comment',
      `# exported 2024-01-01\n# from: here; there\n${TABLE}`,
      '2 rows above the table were left out: "# exported 2024-01-01", "# from: here".',
    ],
    [
      'a title with a date far to the right',
      `Authors;;;;2024\n;;;;\n${WIDE}`,
      '2 rows above the table were left out: "Authors".',
    ],
    ['headings of groups of columns', `;name;;;\n${WIDE}`, 'a row above the table was left out: "name".'],
  ])('%s', async (_, text, sentence) => {
    const file = folder.write('titled.csv', text);
    const { entities, problems, report } = await loadForTest(file);
    expect(entities.map(({ id, name }) => [id, name])).toEqual([
      ['1', 'Alpha'],
      ['2', 'Beta'],
      ['3', 'Gamma'],
    ]);
    expect(problems).toEqual([]);
    expect(report.inferred[0]).toBe(`titled.csv: ${sentence}`);
    const again = await loadForTest(
      folder.write(
        'again.manifest.yaml',
        writeManifest((await loadDataset({ files: [file] })).manifest, dirname(file)),
      ),
    );
    expect(again.entities).toEqual(entities);
  });

  it.each([
    ['a heading with a sign of number', '#;name\n1;Alpha\n2;Beta\n'],
    ['a first row with gaps', 'id;;\n1;Alpha;x\n2;Beta;y\n'],
    ['a single common heading', 'name\nAlpha;x;y\nBeta;x;y\n'],
  ])('is not %s', async (_, text) => {
    const { report } = await loadForTest(folder.write('plain.csv', text));
    expect(report.inferred.filter((sentence) => sentence.includes('above'))).toEqual([]);
    expect(report.counts.records).toBe(2);
  });

  it.each(['V1,V2,V3', 'Column 0,Column 1,Column 2', 'Spalte1,Spalte2,Spalte3'])(
    'is no record where columns are numbered: %s',
    async (heading) => {
      const { entities } = await loadForTest(
        folder.write('numbered.csv', `${heading}\nA1,Alpha,x\nB2,Beta,y\nC3,Gamma,z\n`),
      );
      expect(entities.map(({ name }) => name)).toEqual(['Alpha', 'Beta', 'Gamma']);
    },
  );

  it('is no record with a gap', async () => {
    const { entities } = await loadForTest(folder.write('gap.csv', 'Alpha,\nBeta,7\nGamma,8\nDelta,9\n'));
    expect(entities.map(({ name }) => name)).toContain('Beta');
    expect(
      (await loadForTest(folder.write('gap.csv', 'Alpha,\nBeta,7\nGamma,8\nDelta,9\n'))).report.inferred.filter(
        (sentence) => sentence.includes('above'),
      ),
    ).toEqual([]);
  });
});

describe('a list of one column', () => {
  it.each([
    [
      'names with a comma on every line',
      'Woolf, Virginia\nAchebe, Chinua\nPamuk, Orhan\n',
      ['Woolf, Virginia', 'Achebe, Chinua', 'Pamuk, Orhan'],
    ],
    [
      'a heading, and names of which some hold commas',
      'name\nSuhrkamp Verlag, Berlin\nHanser\nKlett; Cotta\n',
      ['Suhrkamp Verlag, Berlin', 'Hanser', 'Klett; Cotta'],
    ],
    ['quoted names', 'name\n"Woolf, ""V."""\n"Achebe, Chinua"\n', ['Woolf, "V."', 'Achebe, Chinua']],
  ])('%s', async (_, text, names) => {
    const { entities, problems, report } = await loadForTest(folder.write('names.txt', text));
    expect(entities.map(({ name }) => name)).toEqual(names);
    expect(problems).toEqual([]);
    expect(report.files[0]?.readAs).toBe('text in a single column, ASCII');
  });

  it.each(['City', 'Town', 'Museum name', 'Author', 'Ort', 'Especie', 'Verlag', '城市'])(
    'begins with its heading where that is a kind of things: %s',
    async (heading) => {
      const { entities } = await loadForTest(folder.write('kinds.csv', `${heading}\nUlm\nBern\nNantes\n`));
      expect(entities.map(({ name }) => name)).toEqual(['Ulm', 'Bern', 'Nantes']);
    },
  );

  it.each([
    ['kinds of things', ['Museum', 'Church', 'Library', 'School']],
    ['names that begin with a place', ['Castle Church', 'Ulm Minster', 'Bern Minster']],
    ['no kind of things', ['Berlin', 'Ulm', 'Bern']],
  ])('begins with its first name where it lists %s', async (_, names) => {
    const { entities } = await loadForTest(folder.write('kinds.csv', `${names.join('\n')}\n`));
    expect(entities.map(({ name }) => name)).toEqual(names);
  });

  it('is not a table with blanks behind its commas', async () => {
    const headed = await loadForTest(folder.write('spaced.csv', 'name, city\nWoolf, London\nPamuk, Istanbul\n'));
    expect(headed.entities.map(({ name }) => name)).toEqual(['Woolf', 'Pamuk']);
    const numbered = await loadForTest(
      folder.write('spaced.csv', 'Ada Lovelace, 1815\nAlan Turing, 1912\nGrace Hopper, 1906\n'),
    );
    expect(numbered.entities.map(({ name }) => name)).toEqual(['Ada Lovelace', 'Alan Turing', 'Grace Hopper']);
  });
});
