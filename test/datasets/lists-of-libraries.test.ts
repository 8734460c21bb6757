import { afterAll, describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { writeManifest } from '../../src/datasets/write-manifest.js';
import { loadDataset } from '../../src/datasets/load-dataset.js';
import { loadForTest, type LoadedForTest } from '../support/loaded-entities.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

function load(text: string, name = 'list.csv'): Promise<LoadedForTest> {
  return loadForTest(folder.write(name, text));
}

function names({ entities }: LoadedForTest): readonly string[] {
  return entities.map(({ name, aliases }) => [name, ...aliases.map(({ text }) => text)].join(' = '));
}

const ROWS = [
  ['1', 'Goethe, Johann Wolfgang von', ['Göthe, Johann Wolfgang', 'Goethe, J. W. v.'], 'Dichter; Jurist'],
  ['2', 'Mann, Klaus', [], 'Schriftsteller'],
  ['3', 'Grimm, Jacob', ['Grimm, Jakob', 'Grimm, Jacob Ludwig'], 'Germanist; Jurist'],
  ['4', 'Müller, Johannes', ['Müller, Johannes Peter'], 'Physiologe'],
  ['5', 'Müller, Johannes', ['Müller, Johannes von'], 'Dichter; Germanist'],
] as const;

function table(headings: string, between: string): string {
  return `${headings}\r\n${ROWS.map(([id, name, others, work]) => `${id};"${name}";"${others.join(between)}";"${work}"\r\n`).join('')}`;
}

const NAMES = ROWS.map(([, name, others]) => [name, ...others].join(' = '));

describe('several names in a cell', () => {
  it.each(['\n', '\r\n', ' ; ', ';\n', '|', '¶', ' ¶ '])('stand apart with %j between', async (between) => {
    const loaded = await load(table('Nr.;Ansetzungsform;Verweisungsformen;Beruf', between));
    expect(names(loaded)).toEqual(NAMES);
    expect(loaded.problems.filter((problem) => problem.startsWith('rejected'))).toEqual([]);
  });

  it('are told in words, and come again from a written manifest', async () => {
    const file = folder.write(
      'lines.csv',
      iconv.encode(table('Nr.;Ansetzungsform;Verweisungsformen;Beruf', '\n'), 'windows-1252'),
    );
    const first = await loadForTest(file);
    expect(first.report.inferred).toContain(
      'Column 3 "Verweisungsformen" is aliases, several in a cell, each on a line: its heading says so.',
    );
    const again = await loadForTest(
      folder.write('lines.manifest.yaml', writeManifest((await loadDataset({ files: [file] })).manifest, folder.path)),
    );
    expect(again.entities).toEqual(first.entities);
  });
});

describe('several values in a cell of a property', () => {
  it('stand apart at a semicolon or a line break when they come again in the column', async () => {
    for (const between of ['; ', '\n']) {
      const { entities } = await load(
        table('Nr.;Ansetzungsform;Verweisungsformen;Beruf', '|').replaceAll('; ', between),
      );
      expect(entities[0]?.properties['beruf']).toEqual([
        { kind: 'text', text: 'Dichter' },
        { kind: 'text', text: 'Jurist' },
      ]);
      expect(entities[1]?.properties['beruf']).toEqual([{ kind: 'text', text: 'Schriftsteller' }]);
    }
  });

  it('are one text when they do not, as prose and addresses', async () => {
    const prose = [
      'Born in Kent; died at sea',
      'A painter; a recluse',
      'Taught Latin; wrote Greek',
      'Lived alone; kept bees',
    ];
    const { entities } = await load(
      `id;name;life\n${prose.map((text, i) => `${String(i)};Person ${'ABCD'[i] ?? ''};"${text}"\n`).join('')}`,
    );
    expect(entities.map(({ properties }) => properties['life'])).toEqual(prose.map((text) => [{ kind: 'text', text }]));
    const homes = await load(
      `id;name;home\n${[1, 2, 3, 4].map((n) => `p${String(n)};Person ${'ABCD'[n - 1] ?? ''};"Hill Road ${String(n)}\n${String(n)}0115 Hill"\n`).join('')}`,
    );
    expect(homes.entities[0]?.properties['home']).toHaveLength(1);
  });
});

describe('headings of several words', () => {
  it.each([
    'PPN;Name (bevorzugt);Andere Namensformen;Beruf',
    'PPN;Bevorzugte Namensform;Abweichende Bezeichnungen;Beruf',
    'id;preferredName;variantForms;work',
    'id;Name of person;Former or other names;work',
    '001;100 $a;400 $a;550 $a',
    'id;Forme retenue;Autres formes du nom;métier',
  ])('name their parts: %s', async (headings) => {
    expect(names(await load(table(headings, '\n')))).toEqual(NAMES);
  });

  it('give the names that people use beside scientific ones, and not by themselves', async () => {
    expect(
      names(
        await load(
          'taxonID,scientificName,vernacularName,family\nt1,Quercus robur,English oak,Fagaceae\nt2,Acer campestre,Field maple,Sapindaceae\n',
        ),
      ),
    ).toEqual(['Quercus robur = English oak', 'Acer campestre = Field maple']);
    expect(
      names(await load('taxonID,common name,family\nt1,English oak,Fagaceae\nt2,Field maple,Sapindaceae\n')),
    ).toEqual(['English oak', 'Field maple']);
  });

  it('leave a language at the end what it is', async () => {
    expect(names(await load('id,name_de,name_en\n1,München,Munich\n2,Köln,Cologne\n'))).toEqual([
      'Munich = München',
      'Cologne = Köln',
    ]);
  });
});

it('a column in which names are missing or stand in lists is not taken for that of the names', async () => {
  expect(
    names(await load(table('Kennung;Spalte A;Spalte B;Spalte C', '\n'))).map((text) => text.split(' = ')[0]),
  ).toEqual(ROWS.map(([, name]) => name));
});

it('control numbers with the library in front identify', async () => {
  const { dataset } = await load(
    'id,name,GND\n1,Goethe,(DE-588)118540238\n2,Schiller,(DE-588)118607626\n3,Arnim,(DE-588)118505714\n',
  );
  expect(dataset.properties[0]).toMatchObject({ datatype: 'identifier', identifying: true });
});

describe('a list of libraries', () => {
  const HALLS = [
    ['DE-12', 'Bayerische Staatsbibliothek', '1558'],
    ['IT-RM0267', 'Biblioteca Casanatense', '0980'],
    ['CH-000003-3', 'Stiftsbibliothek St. Gallen', '0719'],
    ['DLC', 'Library of Congress', '1800'],
    ['GB-UkOxU', 'Bodleian Library', '1602'],
    ['FR-751131015', `Bibliothèque ${'très '.repeat(14)}longue de la ville`, '1368'],
  ];
  const csv = `ISIL,Library name,Founded\n${HALLS.map((cells) => cells.join(',')).join('\n')}\n`;

  it('has the signs of libraries for ids', async () => {
    const { entities } = await load(csv);
    expect(entities.map(({ id }) => id)).toEqual(HALLS.map(([isil]) => isil));
  });

  it('has years that are filled up with zeros', async () => {
    const { entities } = await load(csv);
    expect(entities.slice(0, 3).map(({ properties }) => properties['founded'])).toEqual(
      [1558, 980, 719].map((year) => [{ kind: 'date', date: { year } }]),
    );
  });

  it('has numbers of another kind that are filled up with zeros as texts', async () => {
    const { entities } = await load(csv.replace('Founded', 'Shelf'));
    expect(entities[1]?.properties['shelf']).toEqual([{ kind: 'text', text: '0980' }]);
  });

  it('has whole ids when they are made of long names', async () => {
    const { entities } = await load('name\n' + `${'Foundation '.repeat(7)}of B library\nOther library\n`);
    expect(entities[0]?.id).not.toMatch(/-$/);
  });
});
