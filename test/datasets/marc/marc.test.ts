import { afterAll, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { iso2709, type FieldAsWritten } from '../../support/iso2709.js';
import { loadForTest, loadingError } from '../../support/loaded-entities.js';
import { temporaryFolder } from '../../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const BACH: readonly FieldAsWritten[] = [
  ['001', 'n  79021425 '],
  ['010', '  $an  79021425 '],
  ['024', '7 $a0000000121268987$2isni'],
  ['035', '  $a(OCoLC)oca00265461'],
  ['046', '  $f16850321$g17500728'],
  ['100', '1 $aBach, Johann Sebastian,$d1685-1750.'],
  ['370', '  $aEisenach (Germany)$bLeipzig (Germany)'],
  ['374', '  $aComposers$aOrganists'],
  ['400', '1 $aBach, J. S.$q(Johann Sebastian),$d1685-1750'],
  ['400', '1 $aBakh, I. S.,$d1685-1750'],
];
const POPE: readonly FieldAsWritten[] = [
  ['001', 'n2'],
  ['100', '0 $aJohn Paul$bII,$cPope,$d1920-2005'],
];
const BODY: readonly FieldAsWritten[] = [
  ['001', 'n3'],
  ['110', '2 $aUnited Nations.$bGeneral Assembly.'],
  ['410', '2 $aUN.$bGA'],
  ['510', '2 $wa$aLeague of Nations'],
];
const TOPIC: readonly FieldAsWritten[] = [
  ['001', 'n4'],
  ['150', '  $aWater$xPurification$zGermany'],
  ['450', '  $aPurification of water'],
];
const PLACE: readonly FieldAsWritten[] = [
  ['001', 'n5'],
  ['151', '  $aWashington$gDC'],
];

const BOOK: readonly FieldAsWritten[] = [
  ['001', '12883376'],
  ['008', '030616s2003    enk           000 1 eng  '],
  ['020', '  $a0747551006 (hbk.) :$c16.99'],
  ['100', '1 $aRowling, J. K.'],
  ['245', '10$aHarry Potter and the Order of the Phoenix :$ba novel /$cJ.K. Rowling.'],
  ['246', '30$aOrder of the Phoenix'],
  ['260', '  $aLondon :$bBloomsbury,$c2003.'],
  ['650', ' 0$aWizards$vFiction.'],
];

describe('authority records of MARC 21', () => {
  it('are entities by their headings, with the forms that refer to them', async () => {
    const { entities, report, problems } = await loadForTest(
      folder.write(
        'authorities.mrc',
        Buffer.concat([BACH, POPE, BODY, TOPIC, PLACE].map((fields) => iso2709('z', fields))),
      ),
    );
    expect(problems).toEqual([]);
    expect(report.files[0]?.readAs).toBe('MARC (ISO 2709)');
    expect(
      entities.map(({ id, name, types, aliases }) => [
        id,
        name,
        types.join(),
        aliases.map(({ text }) => text).join(' | '),
      ]),
    ).toEqual([
      ['n 79021425', 'Bach, Johann Sebastian', 'Person', 'Bach, J. S. | Bakh, I. S.'],
      ['n2', 'John Paul II, Pope', 'Person', ''],
      ['n3', 'United Nations. General Assembly', 'Corporate body', 'UN. GA'],
      ['n4', 'Water--Purification--Germany', 'Topic', 'Purification of water'],
      ['n5', 'Washington (DC)', 'Place', ''],
    ]);
    expect(entities[0]?.description).toBe('1685-1750');
    expect(Object.keys(entities[0]?.properties ?? {})).toEqual(
      expect.arrayContaining(['dates', 'birth_date', 'occupation', 'isni']),
    );
  });

  it('are read in MARC-8 where they say so, gzipped or not, and line breaks between them are nothing', async () => {
    const dvorak = iso2709(
      'z',
      [
        ['001', 'n6'],
        ['100', '1 $aDvo\xe9r\xe2ak, Anton\xe2in'],
      ],
      { coding: ' ', encode: (text) => Buffer.from(text, 'latin1') },
    );
    const { entities, problems } = await loadForTest(
      folder.write(
        'marc8.mrc.gz',
        gzipSync(Buffer.concat([dvorak, Buffer.from('\r\n'), iso2709('z', POPE), Buffer.from('\n')])),
      ),
    );
    expect(entities.map(({ name }) => name)).toEqual(['Dvořák, Antonín', 'John Paul II, Pope']);
    expect(problems).toEqual([]);
  });

  it('lose none but those that are damaged, each told by its number', async () => {
    const damaged = Buffer.from(iso2709('z', POPE));
    damaged.write('99999', 24 + 3 + 4, 'latin1');
    const cut = iso2709('z', TOPIC);
    const { entities, problems } = await loadForTest(
      folder.write(
        'cut.mrc',
        Buffer.concat([iso2709('z', BACH), damaged, iso2709('z', BODY), cut.subarray(0, cut.length - 20)]),
      ),
    );
    expect(entities.map(({ id }) => id)).toEqual(['n 79021425', 'n3']);
    expect(problems).toEqual([
      'rejected not-marc ×2: line 2: The directory of record 2 points behind its end; the record is damaged.',
      'rejected not-marc ×2: line 4: Record 4 has no end: the file ends in it.',
    ]);
  });

  it('are refused in one sentence where nothing is left of them', async () => {
    const { code, message } = await loadingError(folder.write('stump.mrc', iso2709('z', BACH).subarray(0, 300)));
    expect([code, message.replaceAll(folder.path, '.')]).toEqual([
      'dataset-empty',
      'Not one of 1 records could be used. The first reason (./stump.mrc, record 1): Record 1 has no end: the file ends in it.',
    ]);
  });
});

describe('bibliographic records of MARC 21', () => {
  it('are entities by their titles, with those who made them', async () => {
    const { entities, problems } = await loadForTest(folder.write('books.mrc', iso2709('a', BOOK, { level: 'm' })));
    expect(problems).toEqual([]);
    expect(entities[0]).toMatchObject({
      id: '12883376',
      name: 'Harry Potter and the Order of the Phoenix: a novel',
      types: ['Book'],
      description: 'Rowling, J. K., 2003',
      aliases: [{ text: 'Order of the Phoenix' }],
    });
    expect(
      Object.entries(entities[0]?.properties ?? {})
        .map(([id, values]) => [id, JSON.stringify(values)].join(' '))
        .join('\n'),
    ).toMatch(/isbn.*0747551006[^]*publisher.*Bloomsbury|publisher.*Bloomsbury[^]*isbn.*0747551006/);
  });
});

describe('records of UNIMARC', () => {
  const GENERAL = ['100', '  $a19961022afrey50      ba0'] as const;

  it('are entities by their headings, whatever they name', async () => {
    const authorities: readonly (readonly FieldAsWritten[])[] = [
      [
        ['001', 'FRBNF118905823'],
        ['010', '  $a0000000121200982$2ISNI'],
        GENERAL,
        ['102', '  $aFR'],
        ['200', ' |$aHugo$bVictor$f1802-1885'],
        ['400', ' |$aGyugo$bViktor'],
        ['700', ' |$aГюго$bВиктор'],
      ],
      [['001', 'b2'], GENERAL, ['210', '02$aBibliothèque nationale$bDépartement des cartes'], ['410', '02$aBN']],
      [['001', 'b3'], GENERAL, ['215', '  $aBretagne$xHistoire']],
      [['001', 'b4'], GENERAL, ['250', '  $aPhares$yFrance']],
    ];
    const { entities, problems } = await loadForTest(
      folder.write('autorites.mrc', Buffer.concat(authorities.map((fields) => iso2709('x', fields, { coding: ' ' })))),
    );
    expect(problems).toEqual([]);
    expect(
      entities.map(({ id, name, types, aliases }) => [id, name, types[0], aliases.map(({ text }) => text).join(' | ')]),
    ).toEqual([
      ['FRBNF118905823', 'Hugo, Victor', expect.stringContaining('erson'), 'Gyugo, Viktor | Гюго, Виктор'],
      ['b2', 'Bibliothèque nationale. Département des cartes', expect.stringContaining('ody'), 'BN'],
      ['b3', 'Bretagne--Histoire', expect.stringContaining('lace'), ''],
      ['b4', 'Phares--France', expect.stringContaining('opic'), ''],
    ]);
    expect(entities[0]?.properties['isni']?.[0]).toMatchObject({ text: '0000000121200982' });
  });

  it('are titles with those who made them', async () => {
    const { entities } = await loadForTest(
      folder.write(
        'livres.mrc',
        Buffer.concat([
          iso2709(
            'a',
            [
              ['001', 'l1'],
              ['010', '  $a978-2-07-040850-4'],
              GENERAL,
              ['101', '0 $afre'],
              ['200', '1 $aNotre-Dame de Paris$e1482$fVictor Hugo'],
              ['214', ' 0$aParis$cGallimard$d2009'],
              ['700', ' |$aHugo$bVictor'],
            ],
            { level: 'm' },
          ),
          iso2709('a', [['001', 'l2'], GENERAL, ['200', '1 $aLa Revue des phares']], { level: 's' }),
        ]),
      ),
    );
    expect(entities[0]).toMatchObject({ id: 'l1', name: 'Notre-Dame de Paris: 1482' });
    expect(entities[0]?.properties).toMatchObject({
      author: [{ text: 'Hugo, Victor' }],
      publisher: [{ text: 'Gallimard' }],
      year: [expect.objectContaining({})],
    });
    expect(entities[1]?.name).toBe('La Revue des phares');
  });
});

describe('MARC in JSON', () => {
  const record = (id: string, name: string): object => ({
    leader: '00714cz  a2200205n  4500',
    fields: [
      { '001': id },
      { '100': { ind1: '1', ind2: ' ', subfields: [{ a: `${name},` }, { d: '1900-1980' }] } },
      { '400': { ind1: '1', ind2: ' ', subfields: [{ a: `${name} the Elder` }] } },
    ],
  });

  it('is read by its fields, as a list and one record a line', async () => {
    const records = [record('a1', 'Okafor, Ada'), record('a2', 'Lindqvist, Per')];
    for (const [name, text] of [
      ['list.json', JSON.stringify(records, undefined, 1)],
      ['lines.jsonl', records.map((one) => JSON.stringify(one)).join('\n')],
    ] as const) {
      const { entities, report } = await loadForTest(folder.write(name, text));
      expect(report.files[0]?.readAs).toBe('MARC in JSON');
      expect(entities.map(({ id, name: label, aliases }) => [id, label, aliases[0]?.text])).toEqual([
        ['a1', 'Okafor, Ada', 'Okafor, Ada the Elder'],
        ['a2', 'Lindqvist, Per', 'Lindqvist, Per the Elder'],
      ]);
    }
  });

  it('reports a record that is damaged, with its line, and reads the others', async () => {
    const lines = [record('a1', 'Okafor, Ada'), { leader: '00714cz', fields: 'none' }, record('a3', 'Ito, Ken')];
    const { entities, problems } = await loadForTest(
      folder.write('damaged.jsonl', lines.map((one) => JSON.stringify(one)).join('\n')),
    );
    expect(entities.map(({ id }) => id)).toEqual(['a1', 'a3']);
    expect(problems[0]).toContain('line 2');
  });

  it('says that a list is cut off, and reads what is there', async () => {
    const whole = JSON.stringify([record('a1', 'Okafor, Ada'), record('a2', 'Lindqvist, Per')]);
    const { entities, problems } = await loadForTest(folder.write('cut.json', whole.slice(0, -40)));
    expect(entities.map(({ id }) => id)).toEqual(['a1']);
    expect(problems[0]).toContain('cut-off');
  });
});
