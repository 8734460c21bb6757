import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Dataset } from '../../src/entities/dataset.js';
import type { GoldProblem, GoldQuery } from '../../src/evaluation/gold-query.js';
import type { NamedColumns } from '../../src/evaluation/open-gold.js';
import { openGold } from '../../src/evaluation/open-gold.js';
import { ANSWER_FILE_FORMS } from '../../src/input/answer-file-forms.js';
import { makeSnapshot } from '../support/make-snapshot.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(folder.remove);

const { dataset } = makeSnapshot({
  entities: [
    { id: 'a1', name: 'Virginia Woolf', types: ['Person'] },
    { id: 'a2', name: 'Chinua Achebe', types: ['Person'] },
    { id: 'a;3', name: 'Clarice Lispector', types: ['Person'] },
  ],
  types: [{ id: 'Person', name: 'Person', broader: [] }],
  properties: [
    { id: 'born', name: 'Born', datatype: 'integer' },
    { id: 'place_of_birth', name: 'Place of birth', datatype: 'text' },
  ],
  identifierSpace: 'https://example.org/id/',
});

interface Read {
  readonly queries: readonly GoldQuery[];
  readonly problems: readonly GoldProblem[];
  readonly notes: readonly string[];
}

async function read(
  name: string,
  content: string | Uint8Array,
  named: NamedColumns = {},
  of: Dataset = dataset,
): Promise<Read> {
  const gold = await openGold(folder.write(name, content), { dataset: of }, named);
  const queries: GoldQuery[] = [];
  const problems: GoldProblem[] = [];
  gold.read(
    (query) => queries.push(query),
    (problem) => problems.push(problem),
  );
  return { queries, problems, notes: gold.notes };
}

const brief = ({ queries }: Read): readonly (readonly [string, string])[] =>
  queries.map(({ text, right }) => [text, right.join('+')]);

describe('a table of gold', () => {
  it('has queries, ids, types and properties, recognised by their headings', async () => {
    const { queries, problems, notes } = await read(
      'full.csv',
      'query,gold_id,type,Born,Place of birth,subset\nV. Woolf,a1,Person,1882,London,x\nNobody,,,,,y\n',
    );
    expect(queries).toEqual([
      {
        text: 'V. Woolf',
        types: ['Person'],
        properties: [
          { property: 'born', values: ['1882'] },
          { property: 'place_of_birth', values: ['London'] },
        ],
        right: ['a1'],
        line: 2,
      },
      { text: 'Nobody', types: [], properties: [], right: [], line: 3 },
    ]);
    expect(problems).toEqual([]);
    expect(notes.join('\n')).toContain('"subset"');
  });

  it.each([
    ['name and id', 'id,name\na1,Woolf\n'],
    ['label and expected', 'label,expected\nWoolf,a1\n'],
    ['a column with its ids beside it', 'Row,Author,Author ID\n1,Woolf,a1\n'],
    ['German headings', 'Bezeichnung;Kennung\nWoolf;a1\n'],
    ['tabs', 'Name\tMatched ID\nWoolf\ta1\n'],
    ['ids recognised by what they are', 'Autorin,Ergebnis\nWoolf,a1\nNobody,\n'],
    ['the query before any other name', 'query,name,id\nWoolf,Someone,a1\n'],
    ['expected ids before any other', 'id,name,expected\n17,Woolf,a1\n'],
  ])('may have %s', async (_, csv) => {
    expect(brief(await read('headings.csv', csv))[0]).toEqual(['Woolf', 'a1']);
  });

  it('may be gzipped', async () => {
    expect(brief(await read('small.csv.gz', gzipSync('query,id\nWoolf,a1\n')))).toEqual([['Woolf', 'a1']]);
  });

  it('takes columns that the user names, and says which there are when the name is wrong', async () => {
    const csv = 'spelling,what it is,id\nWoolf,a1,7\n';
    expect(brief(await read('named.csv', csv, { query: 'spelling', expected: 'what it is' }))).toEqual([
      ['Woolf', 'a1'],
    ]);
    await expect(read('named.csv', csv, { query: 'speling' })).rejects.toMatchObject({
      code: 'gold-invalid',
      advice: 'Did you mean "spelling"?',
    });
  });

  it('reads several ids, addresses and words for no answer, and ids with a semicolon in them', async () => {
    const csv = 'query,id\nA,a1|a2\nB,a2; a1\nC,https://example.org/id/a2\nD,NIL\nE,a;3\n';
    expect(brief(await read('ids.csv', csv))).toEqual([
      ['A', 'a1+a2'],
      ['B', 'a2+a1'],
      ['C', 'a2'],
      ['D', ''],
      ['E', 'a;3'],
    ]);
  });

  it('reports ids that the dataset lacks, and rows that cannot be used, with their lines', async () => {
    const { queries, problems } = await read('faults.csv', 'query,id\nA,a1\nB,zz\n ,a2\n');
    expect(queries.map(({ right }) => right)).toEqual([['a1'], ['zz']]);
    expect(problems.map(({ kind, line }) => [kind, line])).toEqual([
      ['unknown-id', 3],
      ['unusable', 4],
    ]);
    expect(problems[0]?.message).toContain('"zz"');
  });

  it('follows a column of judgments', async () => {
    const result = await read(
      'judged.csv',
      'Author,Author id,Author judgment\nWoolf,a1,matched\nNobody,,new\nAchebe,,none\nX,,matched\n',
    );
    expect(brief(result)).toEqual([
      ['Woolf', 'a1'],
      ['Nobody', ''],
    ]);
    expect(result.problems.map(({ kind, line }) => [kind, line])).toEqual([
      ['unjudged', 4],
      ['unusable', 5],
    ]);
  });

  it('refuses a table whose columns it does not recognise, and says how to mend it', async () => {
    await expect(read('strange.csv', 'query,remark\nWoolf,x\n')).rejects.toMatchObject({
      code: 'gold-invalid',
      advice: expect.stringContaining('--expected-column'),
    });
    await expect(read('strange.csv', 'expected,a,b\na1,x,y\n')).rejects.toMatchObject({
      code: 'gold-invalid',
      advice: expect.stringContaining('--query-column'),
    });
  });
});

describe('gold as JSON', () => {
  it('may be lines with lists and nested properties', async () => {
    const lines = [
      { query: 'Woolf', type: 'Person', gold: ['a1', 'a2'], properties: { born: 1882 } },
      { query: 'Nobody', gold: [] },
      { query: 'Nobody else', gold: null },
    ];
    const { queries } = await read('gold.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(queries).toMatchObject([
      {
        text: 'Woolf',
        types: ['Person'],
        right: ['a1', 'a2'],
        properties: [{ property: 'born', values: ['1882'] }],
        line: 1,
      },
      { text: 'Nobody', right: [], line: 2 },
      { text: 'Nobody else', right: [], line: 3 },
    ]);
  });

  it('may carry properties as the protocol writes them', async () => {
    const text = JSON.stringify([
      {
        query: 'Woolf',
        gold_id: 'a1',
        properties: [
          { pid: 'born', v: 1882 },
          { pid: 'place_of_birth', v: 'London' },
        ],
      },
      { query: 'X', gold_id: '' },
    ]);
    const { queries } = await read('protocol.json', text);
    expect(queries[0]?.properties).toEqual([
      { property: 'born', values: ['1882'] },
      { property: 'place_of_birth', values: ['London'] },
    ]);
  });

  it("may come from OpenRefine's templating", async () => {
    const text =
      '{\n  "rows" : [\n    { "Author" : "Woolf", "id" : "a1", "judgment" : "matched" },\n    { "Author" : "Nobody", "id" : null, "judgment" : "new" }\n  ]\n}';
    expect(brief(await read('templating.json', text))).toEqual([
      ['Woolf', 'a1'],
      ['Nobody', ''],
    ]);
  });
});

describe('what matching has written', () => {
  const ADDED = 'matched id,candidate id,candidate name,candidate type,score,probability,further candidates,problem';

  it('is read by the ids that are matched, and by the column that is like the candidates, whatever its heading', async () => {
    const csv = `title,who,born,${ADDED}\nTo the Lighthouse,V. Woolf,1882,a1,a1,Virginia Woolf,Person,90,0.9,,\nOrlando,Woolf,1882,,a1,Virginia Woolf,Person,60,0.4,,\n`;
    const result = await read('matched.csv', csv);
    expect(brief(result)).toEqual([
      ['V. Woolf', 'a1'],
      ['Woolf', ''],
    ]);
    expect(result.queries[0]?.properties).toEqual([{ property: 'born', values: ['1882'] }]);
  });

  it('is read by the last run, where there are several', async () => {
    const again = ADDED.split(',')
      .map((heading) => `${heading} 2`)
      .join(',');
    const csv = `who,${ADDED},${again}\nAchebe,a1,a1,Virginia Woolf,,1,,,,a2,a2,Chinua Achebe,,90,0.9,,\n`;
    expect(brief(await read('again.csv', csv))).toEqual([['Achebe', 'a2']]);
  });

  it('may be lines with every candidate, of which only the match counts', async () => {
    const candidate = (id: string, match: boolean) => ({
      id,
      name: id,
      type: [{ id: 'Person', name: 'Person' }],
      score: 90,
      match,
      probability: 0.9,
      features: [],
    });
    const line = (query: string, candidates: readonly unknown[]) =>
      JSON.stringify({ line: 2, query, row: { name: 'x' }, candidates });
    const lines = [
      line('Woolf', [candidate('a2', false), candidate('a1', true)]),
      line('Achebe', [candidate('a2', true)]),
      line('Nobody', [candidate('a1', false)]),
      line('Nothing', []),
    ];
    expect(brief(await read('matched.jsonl', lines.join('\n')))).toEqual([
      ['Woolf', 'a1'],
      ['Achebe', 'a2'],
      ['Nobody', ''],
      ['Nothing', ''],
    ]);
  });

  it('is what the service writes', async () => {
    const answered = {
      row: { cells: ['V. Woolf'], line: 2, text: 'V. Woolf', types: [], properties: [], problem: undefined },
      problem: undefined,
      candidates: [
        { id: 'a1', name: 'Virginia Woolf', type: [], score: 90, match: true, probability: 1, features: [] },
      ],
    };
    for (const form of ['csv', 'tsv', 'jsonl'] as const) {
      const { head, line } = ANSWER_FILE_FORMS[form];
      expect(brief(await read(`written.${form}`, head(['author']) + line(['author'], answered)))).toEqual([
        ['V. Woolf', 'a1'],
      ]);
    }
  });
});

describe('columns of gold', () => {
  it('may say true and false of each row, which is no id', async () => {
    const result = await read('flags.csv', 'name,id,match\nWoolf,a1,true\nAchebe,a2,false\n');
    expect(brief(result)).toEqual([['Woolf', 'a1']]);
    expect(result.problems.map(({ kind }) => kind)).toEqual(['unjudged']);
  });

  it('need no headings where one holds ids: the first row is not lost', async () => {
    const result = await read('bare.csv', 'Mrs Dalloway,a1\nThe Nigerian,a2\n');
    expect(brief(result)).toEqual([
      ['Mrs Dalloway', 'a1'],
      ['The Nigerian', 'a2'],
    ]);
    expect(result.queries[0]?.line).toBe(1);
  });
});

describe('an operation history of OpenRefine', () => {
  const rows = { facets: [], mode: 'row-based' };
  const chosen = (...texts: readonly string[]) => ({
    facets: [
      {
        type: 'list',
        name: 'recon',
        columnName: 'author',
        expression: 'cell.recon.judgment',
        selection: [{ v: { v: 'none', l: 'none' } }],
      },
      {
        type: 'list',
        name: 'author',
        columnName: 'author',
        expression: 'value',
        invert: false,
        selection: texts.map((text) => ({ v: { v: text, l: text } })),
      },
    ],
    mode: 'row-based',
  });
  const match = (id: string) => ({ id, name: 'x', score: 100, types: [] });
  const similar = (similarValue: string, judgment: string, id?: string) => ({
    op: 'core/recon-judge-similar-cells',
    engineConfig: rows,
    columnName: 'author',
    similarValue,
    judgment,
    ...(id !== undefined && { match: match(id) }),
    shareNewTopics: true,
  });
  const RECON = {
    op: 'core/recon',
    engineConfig: rows,
    columnName: 'author',
    config: { mode: 'standard-service', type: { id: 'Person', name: 'Person' } },
  };

  it('gives the texts that it names, with the type that was reconciled with; the last judgment counts', async () => {
    const operations = [
      { op: 'core/text-transform', engineConfig: rows, columnName: 'author', expression: 'value.trim()' },
      RECON,
      similar('V. Woolf', 'matched', 'a2'),
      { op: 'core/recon-match-best-candidates', engineConfig: rows, columnName: 'author' },
      similar('V. Woolf', 'matched', 'a1'),
      similar('Nobody', 'new'),
      similar('Someone', 'matched', 'a1'),
      { op: 'core/recon-clear-similar-cells', engineConfig: rows, columnName: 'author', similarValue: 'Someone' },
      {
        op: 'core/recon-match-specific-topic-to-cells',
        engineConfig: chosen('Achebe', 'C. Achebe'),
        columnName: 'author',
        match: match('a2'),
      },
      { op: 'core/recon-mark-new-topics', engineConfig: chosen('Anon.'), columnName: 'author', shareNewTopics: false },
      { op: 'core/recon-mark-new-topics', engineConfig: rows, columnName: 'author', shareNewTopics: false },
    ];
    const result = await read('history.json', JSON.stringify(operations));
    expect(brief(result)).toEqual([
      ['V. Woolf', 'a1'],
      ['Nobody', ''],
      ['Achebe', 'a2'],
      ['C. Achebe', 'a2'],
      ['Anon.', ''],
    ]);
    expect(result.queries.every(({ types }) => types[0] === 'Person')).toBe(true);
    expect(result.problems.map(({ kind, line }) => [kind, line])).toEqual([['unusable', 11]]);
    expect(result.notes.join('\n')).toContain('best candidate');
  });

  it('may be wrapped as the history itself is', async () => {
    expect(
      brief(
        await read(
          'wrapped.json',
          JSON.stringify({ entries: [{ description: 'x', operation: similar('Woolf', 'matched', 'a1') }] }),
        ),
      ),
    ).toEqual([['Woolf', 'a1']]);
  });

  it('is refused when it names no text, with what to do instead', async () => {
    const text = JSON.stringify([
      RECON,
      { op: 'core/recon-mark-new-topics', engineConfig: rows, columnName: 'author' },
    ]);
    await expect(read('nothing.json', text)).rejects.toMatchObject({
      code: 'gold-invalid',
      message: expect.stringContaining('Operation 2'),
      advice: expect.stringContaining('CSV'),
    });
    await expect(read('broken.json', text.slice(0, -3))).rejects.toMatchObject({ code: 'gold-invalid' });
  });
});

describe('mappings as gold', () => {
  const HEAD = '#curie_map:\n#  list: https://example.org/id/\n';
  const COLUMNS =
    'subject_id\tsubject_label\tpredicate_id\tpredicate_modifier\tobject_id\tobject_label\tmapping_justification\tconfidence\tborn\tcomment\n';
  const manual = (label: string, object: string, modifier = ''): string =>
    `x:1\t${label}\tskos:exactMatch\t${modifier}\t${object}\tY\tsemapv:ManualMappingCuration\t1\t1882\tPerson\n`;
  const machine = (label: string): string =>
    `x:1\t${label}\tskos:exactMatch\t\tlist:a1\tY\tsemapv:LexicalMatching\t1\t\t\n`;

  it('are asked by their labels, what follows each other of one name as one question', async () => {
    const { queries, problems, notes } = await read(
      'gold.sssom.tsv',
      HEAD +
        COLUMNS +
        manual('Woolf', 'list:a1') +
        manual('Woolf', 'list:a2') +
        manual('Nobody', 'sssom:NoTermFound') +
        manual('Woolf', 'list:a%3B3'),
    );
    expect(queries.map(({ text, right, line }) => [text, right, line])).toEqual([
      ['Woolf', ['a1', 'a2'], 4],
      ['Nobody', [], 6],
      ['Woolf', ['a;3'], 7],
    ]);
    expect(problems).toEqual([]);
    expect(notes[0]).toContain('names to match in "subject_label", expected ids in "object_id"');
    expect(notes[1]).toContain('that a person has made or reviewed');
  });

  it('have evidence only in columns that are not of the standard', async () => {
    const { queries } = await read('evidence.sssom.tsv', HEAD + COLUMNS + manual('Woolf', 'list:a1'));
    expect(queries).toEqual([
      { text: 'Woolf', types: [], properties: [{ property: 'born', values: ['1882'] }], right: ['a1'], line: 4 },
    ]);
  });

  it('are left out where nobody has judged them, and where a name is only said not to mean something', async () => {
    const { queries, problems } = await read(
      'open.sssom.tsv',
      HEAD +
        COLUMNS +
        machine('Woolf') +
        manual('Achebe', 'list:a1', 'Not') +
        manual('Pamuk', 'list:a2') +
        manual('Pamuk', 'list:a2', 'Not'),
    );
    expect(queries).toEqual([]);
    expect(problems.map(({ kind, line }) => [kind, line])).toEqual([
      ['unjudged', 4],
      ['unjudged', 5],
      ['unusable', 6],
    ]);
  });

  it('tell of ids that the list does not have', async () => {
    expect((await read('gone.sssom.tsv', HEAD + COLUMNS + manual('Woolf', 'list:a77'))).problems).toMatchObject([
      { kind: 'unknown-id', message: expect.stringContaining('"list:a77"') },
    ]);
  });
});
