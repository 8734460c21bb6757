import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { untranslated, type Sentence } from '../../../src/foundation/sentence.js';
import { openAnswerFile } from '../../../src/input/answer-file.js';
import { tallyOf } from '../../../src/input/answered-row.js';
import type { AnsweredRow, RowCandidate } from '../../../src/input/answered-row.js';
import { sssomWriter, type SssomRun } from '../../../src/input/sssom/sssom-writer.js';
import { makeSnapshot } from '../../support/make-snapshot.js';
import { temporaryFolder } from '../../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(folder.remove);

const { dataset } = makeSnapshot({
  entities: [
    { id: 'a1', name: 'Virginia Woolf', types: ['Person'] },
    { id: 'a2', name: 'Chinua Achebe', types: ['Person'] },
  ],
  types: [{ id: 'Person', name: 'Person', broader: [] }],
  identifierSpace: 'https://example.org/id/',
});
const withoutTypes = makeSnapshot({ entities: [{ id: 'a1', name: 'Virginia Woolf', types: [] }] }).dataset;

const METADATA = z.record(z.string(), z.unknown());

type Features = RowCandidate['features'];
const candidate = (
  id: string,
  name: string,
  match: boolean,
  features: Features = [{ id: 'name', value: 90 }],
): RowCandidate => ({
  id,
  name,
  type: [{ id: 'Person', name: 'Person' }],
  score: 87.56,
  match,
  probability: 0.98765,
  features,
});
const row = (cells: readonly string[], line: number): AnsweredRow['row'] => ({
  cells,
  line,
  text: cells[0] ?? '',
  types: [],
  properties: [],
  problem: undefined,
});
const answered = (text: string, candidates: readonly RowCandidate[], problem?: Sentence): AnsweredRow => ({
  row: row([text, ''], 7),
  candidates,
  problem,
});

const run = (more: Partial<SssomRun['table']> = {}, of = dataset): SssomRun => ({
  table: {
    file: 'folder/Old names.csv',
    contentHash: 'cafe',
    headings: ['name', 'note'],
    queryColumn: 0,
    rows: [row(['x', ''], 2)],
    ...more,
  },
  dataset: of,
  question: 'the same question',
  toolVersion: '1.2.3',
  date: new Date('2026-05-04T23:00:00Z'),
});

function mappings(
  rows: readonly AnsweredRow[],
  of: SssomRun = run(),
): { readonly metadata: Record<string, unknown>; readonly rows: Record<string, string>[] } {
  const { head, line } = sssomWriter(of);
  const lines = (head + rows.map(line).join('')).split('\n');
  const metadata = lines.filter((one) => one.startsWith('#')).map((one) => one.slice(1));
  return {
    metadata: METADATA.parse(parseYaml(metadata.join('\n'))),
    rows: parse(lines.slice(metadata.length).join('\n'), { columns: true, delimiter: '\t' }),
  };
}

describe('the head of mappings', () => {
  it('says what was mapped to what, by what and when', () => {
    expect(mappings([]).metadata).toEqual({
      curie_map: { 'old-names': 'https://old-names.invalid/', test: 'https://example.org/id/' },
      mapping_set_id: expect.stringMatching(
        /^https:\/\/w3id\.org\/sssom\/mappings\/[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      mapping_set_title: 'Old names.csv matched against Test',
      license: 'https://w3id.org/sssom/license/unspecified',
      subject_type: 'rdfs literal',
      subject_source: 'old-names:',
      subject_source_version: 'cafe',
      object_source: 'test:',
      object_source_version: dataset.metadata.contentHash,
      mapping_tool: 'sameas',
      mapping_tool_version: '1.2.3',
      mapping_date: '2026-05-04',
      comment: expect.not.stringContaining('proposals'),
    });
  });

  it('declares the prefixes that are used, in order', () => {
    const head = (file: string): string => sssomWriter(run({ file })).head;
    expect(head('a.csv')).toMatch(
      /^#curie_map:\n#  a: https:\/\/a\.invalid\/\n#  test: https:\/\/example\.org\/id\/\n#mapping_set_id/,
    );
    expect(head('zz.csv')).toMatch(/^#curie_map:\n#  test: .*\n#  zz: .*\n#mapping_set_id/);
    expect(head('test.csv')).toMatch(/\n#  test: https:\/\/example\.org\/id\/\n#  test-2: https:\/\/test\.invalid\/\n/);
  });

  it('is the same for the same question, and another for another', () => {
    const id = (question: string): unknown => mappings([], { ...run(), question }).metadata['mapping_set_id'];
    expect(id('a')).toBe(id('a'));
    expect(id('a')).not.toBe(id('b'));
  });

  it.each([
    'a: b',
    'x #y',
    '1.5',
    '[list]',
    '"quoted"',
    'true',
    '- x',
    'Ende:',
    'ß &c',
    '*x',
    '12:30',
    '1_000',
    '2024',
    'null',
    '   ',
  ])('keeps a name that YAML would misread: %s', (name) => {
    const { metadata } = mappings([], { ...run(), toolVersion: name });
    expect(metadata['mapping_tool_version']).toBe(name);
  });

  it('is plain where it may be, without a space after the sign of comment', () => {
    const { head } = sssomWriter(run());
    expect(head).toMatch(/^#curie_map:\n#  [a-z]/);
    expect(head).toContain('\n#mapping_date: 2026-05-04\n#comment: ');
    expect(head).toContain('\n#mapping_tool_version: 1.2.3\n');
    expect(head).toContain('\n#subject_source: "old-names:"\n');
  });
});

describe('mappings', () => {
  it('are exact for a match by itself, without its rivals', () => {
    const { rows } = mappings([
      answered('V. "W"\tWoolf', [candidate('a1', 'Virginia Woolf', true), candidate('a2', 'Chinua Achebe', false)]),
    ]);
    expect(rows).toEqual([
      {
        subject_id: 'old-names:7',
        subject_label: 'V. "W"\tWoolf',
        predicate_id: 'skos:exactMatch',
        object_id: 'test:a1',
        object_label: 'Virginia Woolf',
        object_category: 'Person',
        mapping_justification: 'semapv:LexicalSimilarityThresholdMatching',
        confidence: '0.988',
        similarity_score: '0.876',
        similarity_measure: 'sameas score',
      },
    ]);
  });

  it('assert nothing of a row that is undecided, or propose its candidates with their confidence', () => {
    const undecided = answered('Woolf', [
      candidate('a1', 'Virginia Woolf', false),
      candidate('a2', 'Chinua Achebe', false),
    ]);
    expect(mappings([undecided]).rows).toEqual([]);
    const proposed = mappings([undecided, answered('Woolf', [candidate('a1', 'Virginia Woolf', true)])], {
      ...run(),
      withUndecided: true,
    });
    expect(proposed.metadata['comment']).toContain('proposals');
    expect(
      proposed.rows.map(({ predicate_id, object_label, confidence, comment }) => [
        predicate_id,
        object_label,
        confidence,
        comment,
      ]),
    ).toEqual([
      ['skos:mappingRelation', 'Virginia Woolf', '0.988', 'proposal'],
      ['skos:mappingRelation', 'Chinua Achebe', '0.988', 'proposal'],
      ['skos:exactMatch', 'Virginia Woolf', '0.988', ''],
    ]);
  });

  it('say that nothing was found; what could not be asked has none', () => {
    const { rows } = mappings([answered('Nobody', []), answered('', [], untranslated('There is no name to match.'))]);
    expect(rows).toEqual([
      expect.objectContaining({
        subject_label: 'Nobody',
        predicate_id: 'skos:exactMatch',
        object_id: 'sssom:NoTermFound',
        object_label: '',
        confidence: '',
      }),
    ]);
  });

  it.each([
    ['LexicalMatching', [{ id: 'name', value: 100 }]],
    [
      'LexicalMatching',
      [
        { id: 'name', value: 40 },
        { id: 'alias', value: 100 },
      ],
    ],
    ['LexicalMatching', [{ id: 'id', value: true }]],
    ['LexicalSimilarityThresholdMatching', [{ id: 'name', value: 99 }]],
    [
      'LexicalSimilarityThresholdMatching',
      [
        { id: 'name', value: 99 },
        { id: 'property:born', value: 0 },
        { id: 'record', value: 0 },
      ],
    ],
    [
      'CompositeMatching',
      [
        { id: 'name', value: 100 },
        { id: 'property:born', value: 2.5 },
      ],
    ],
    [
      'CompositeMatching',
      [
        { id: 'name', value: 80 },
        { id: 'record', value: 12 },
      ],
    ],
  ] satisfies [string, Features][])('say how they came about: %s by %j', (justification, features) => {
    expect(
      mappings([answered('Woolf', [candidate('a1', 'Virginia Woolf', true, features)])]).rows[0]?.[
        'mapping_justification'
      ],
    ).toBe(`semapv:${justification}`);
  });

  it('have no column of types where the list has none', () => {
    expect(
      Object.keys(mappings([answered('W', [candidate('a1', 'W', true)])], run({}, withoutTypes)).rows[0] ?? {}),
    ).not.toContain('object_category');
  });
});

describe('the subjects of mappings', () => {
  const subjectOf = (
    table: Partial<SssomRun['table']> & { readonly rows?: readonly AnsweredRow['row'][] },
    at: number,
  ): {
    readonly metadata: Record<string, unknown>;
    readonly id: string | undefined;
    readonly notes: readonly string[];
  } => {
    const of = run(table);
    const { metadata, rows } = mappings(
      [{ row: table.rows?.[at] ?? row(['x', ''], 2), candidates: [], problem: undefined }],
      of,
    );
    return { metadata, id: rows[0]?.['subject_id'], notes: sssomWriter(of).notes };
  };

  it('are called by their ids where each row has one of its own', () => {
    const { metadata, id, notes } = subjectOf(
      { headings: ['author', 'ID'], rows: [row(['Woolf', 'x 1'], 2), row(['Achebe', 'x2'], 3)] },
      0,
    );
    expect(id).toBe('old-names:x%201');
    expect(metadata).not.toHaveProperty('subject_type');
    expect(notes).toEqual(['In the mappings the rows are called by their ids in "ID".']);
  });

  it('are named by the addresses that are their ids', () => {
    const { metadata, id } = subjectOf(
      {
        headings: ['name', 'uri'],
        rows: [row(['W', 'https://d-nb.info/gnd/11'], 2), row(['A', 'https://d-nb.info/gnd/12'], 3)],
      },
      1,
    );
    expect([id, metadata['curie_map']]).toEqual([
      'old-names:12',
      expect.objectContaining({ 'old-names': 'https://d-nb.info/gnd/' }),
    ]);
  });

  it.each([
    ['twice', [row(['W', 'x'], 2), row(['A', 'x'], 3)], 'old-names:3'],
    ['missing', [row(['W', 'x'], 2), row(['A', ' '], 3)], 'old-names:3'],
    ['missing, and lines too', [row(['W', 'x'], 0), { ...row(['A', ''], 0), place: 2 }], 'old-names:2'],
  ])('are called by their lines, or their places, where an id is %s', (_, rows, id) => {
    expect(subjectOf({ headings: ['name', 'id'], rows }, 1)).toMatchObject({
      id,
      metadata: { subject_type: 'rdfs literal' },
    });
  });

  it('are not called by the column that is asked for', () => {
    expect(subjectOf({ headings: ['id'], queryColumn: 0, rows: [row(['W'], 2)] }, 0).id).toBe('old-names:2');
  });
});

describe('a file of mappings', () => {
  it('is carried on after a break, also on another day, though rows have several lines or none', async () => {
    const rows = [
      answered('W', [candidate('a1', 'W', true)]),
      answered('X', [candidate('a1', 'W', false), candidate('a2', 'A', false)]),
      answered('', [], untranslated('No name.')),
      answered('Z', []),
    ];
    const begun = sssomWriter(run());
    const path = join(folder.path, 'broken.sssom.tsv');
    const first = await openAnswerFile(path, 'the same question', begun.head, false);
    for (const one of rows.slice(0, 2)) await first.append(begun.line(one), tallyOf([one]));
    await first.keep();
    const { head, line } = sssomWriter({ ...run(), date: new Date('2026-05-05T12:00:00Z') });
    const second = await openAnswerFile(path, 'the same question', head, false);
    expect(second.rowsThere).toBe(2);
    for (const one of rows.slice(second.rowsThere)) await second.append(line(one), tallyOf([one]));
    await second.finish();
    expect(readFileSync(path, 'utf8')).toBe(begun.head + rows.map(begun.line).join(''));
  });
});
