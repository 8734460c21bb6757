import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { untranslated, type Sentence } from '../../src/foundation/sentence.js';
import { ANSWER_COLUMNS } from '../../src/datasets/judgments/judgment-columns.js';
import { ANSWER_FILE_FORMS, formLike } from '../../src/input/answer-file-forms.js';
import type { AnsweredRow, RowCandidate } from '../../src/input/answered-row.js';

const candidate = (id: string, name: string, match: boolean): RowCandidate => ({
  id,
  name,
  type: [
    { id: 'town', name: 'Town' },
    { id: 'place', name: 'Place' },
  ],
  score: 87.5,
  match,
  probability: 0.98765,
  features: [],
});
const headings = ['town', 'note'];
const rowWith = (cells: readonly string[], candidates: readonly RowCandidate[], problem?: Sentence): AnsweredRow => ({
  row: { cells, line: 7, text: cells[0] ?? '', types: [], properties: [], problem },
  candidates,
  problem,
});
const written = (
  form: keyof typeof ANSWER_FILE_FORMS,
  rows: readonly AnsweredRow[],
  under: readonly string[] = headings,
): string => ANSWER_FILE_FORMS[form].head(under) + rows.map((row) => ANSWER_FILE_FORMS[form].line(under, row)).join('');

describe('answers as CSV', () => {
  it('stand behind the cells of the row, which come back as they were', () => {
    const cells = ['Spring"field', ' a,\nb '];
    const read = parse(
      written('csv', [rowWith(cells, [candidate('t1', 'Springfield', true), candidate('t2', 'Spring, Field', false)])]),
      { columns: true },
    );
    expect(read).toEqual([
      {
        town: cells[0],
        note: cells[1],
        'matched id': 't1',
        'candidate id': 't1',
        'candidate name': 'Springfield',
        'candidate type': 'town|place',
        score: '87.50',
        probability: '0.988',
        'none probability': '',
        'further candidates': 't2 Spring, Field (87.50)',
        problem: '',
        'matched by': 'sameas',
      },
    ]);
  });

  it('leave the matched id empty where nothing is matched, and everything where there is no candidate', () => {
    const read: Record<string, string>[] = parse(
      written('csv', [
        rowWith(['a', ''], [candidate('t1', 'A', false)]),
        rowWith(['', ''], [], untranslated('No name.')),
      ]),
      { columns: true },
    );
    expect(read.map((row) => [row['matched id'], row['candidate id'], row['problem'], row['matched by']])).toEqual([
      ['', 't1', '', ''],
      ['', '', 'No name.', ''],
    ]);
  });

  it('never hide a column of the table', () => {
    const under = ['town', 'score'];
    expect(parse(ANSWER_FILE_FORMS.csv.head(under))).toEqual([
      [...under, ...ANSWER_COLUMNS.map((heading) => (heading === 'score' ? 'score 2' : heading))],
    ]);
  });
});

describe('answers to a table from a spreadsheet program', () => {
  it('keep its semicolons, and are marked as UTF-8 when it was, or was in an old encoding', () => {
    const head = formLike({ delimiter: ';', needsMark: true }, 'csv').head(headings);
    expect(head.startsWith('\uFEFFtown;note;matched id;')).toBe(true);
    expect(formLike({ delimiter: ';', needsMark: false }, 'csv').head(headings)).toMatch(/^town;note;/);
    expect(formLike({ delimiter: ',', needsMark: true }, 'csv').head(headings)).toMatch(/^\uFEFFtown,note,/);
    expect(formLike({ delimiter: ';', needsMark: true }, 'tsv')).toBe(ANSWER_FILE_FORMS.tsv);
    expect(formLike({ delimiter: ',', needsMark: false }, 'csv')).toBe(ANSWER_FILE_FORMS.csv);
  });
});

describe('answers as TSV', () => {
  it('are one line a row, whatever is in the cells', () => {
    expect(written('tsv', [rowWith(['a\tb', 'c\nd'], [candidate('t1', 'A', true)])]).split('\n')).toHaveLength(3);
  });
});

describe('answers as JSON lines', () => {
  it('tell all that is known', () => {
    const [line = ''] = written('jsonl', [rowWith(['Springfield', 'x'], [candidate('t1', 'Springfield', true)])]).split(
      '\n',
    );
    expect(JSON.parse(line)).toEqual({
      line: 7,
      query: 'Springfield',
      row: { town: 'Springfield', note: 'x' },
      decision: 'match',
      matchedBy: 'sameas',
      candidates: [candidate('t1', 'Springfield', true)],
    });
    expect(written('jsonl', [rowWith(['A', ''], [candidate('t1', 'B', false)])])).not.toContain('matchedBy');
    expect(written('jsonl', [rowWith(['A', ''], [candidate('t1', 'B', false)])])).toContain('"decision":"ambiguous"');
    expect(written('jsonl', [rowWith(['A', ''], [])])).toContain('"decision":"none"');
    expect(written('jsonl', [rowWith(['', ''], [], untranslated('No name.'))])).toMatch(
      /"decision":"error".*"problem":"No name\."/,
    );
  });
});
