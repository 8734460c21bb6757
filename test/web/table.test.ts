import { gzipSync } from 'node:zlib';
import { read as readBook, utils, write, type BookType } from '@e965/xlsx';
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { MAX_SENT_ROWS } from '../../src/input/refuse-large-text.js';
import { smallApp } from '../support/small-app.js';
import { TABLES_IN_ALL_FORMATS, zipOf } from '../support/tables-in-all-formats.js';

const { app } = smallApp();
const sent = (fields: Readonly<Record<string, string>>): request.Test =>
  request(app).post('/table').type('form').send(fields);
const sentFile = (name: string, content: Buffer): request.Test =>
  request(app).post('/table').attach('file', content, name);
/** The text of an answer with its byte order mark. */
const bytesOf = async (asked: request.Test): Promise<string> => {
  const answer = await asked.buffer(true).parse((response, done) => {
    const pieces: Buffer[] = [];
    response.on('data', (piece: Buffer) => pieces.push(piece));
    response.on('end', () => done(null, Buffer.concat(pieces).toString()));
  });
  return String(answer.body);
};
type Row = readonly (string | number)[];
const sheetsAs = (bookType: BookType, rows: readonly Row[]): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Cities');
  return write(book, { type: 'buffer', bookType, compression: true }) as Buffer; // a Buffer for the type "buffer"
};
const bookOf = (rows: readonly Row[]): Buffer => sheetsAs('xlsx', rows);
const PAGE = 'text/html,application/xhtml+xml';

describe('a table of names', () => {
  it('comes back with what the names mean, every row in its place with its cells', async () => {
    const answer = await sent({
      names: 'shelf\tcity\tpopulation\nA 1\tBerln\t3700000\nA 2\t\t\nA 3\tTokio\t\n',
      column: 'city',
      type: 'City',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename=matched.csv');
    const lines = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(','));
    expect(lines.map((cells) => [...cells.slice(0, 3), cells[4]])).toEqual([
      ['shelf', 'city', 'population', 'candidate id'],
      ['A 1', 'Berln', '3700000', 'B'],
      ['A 2', '', '', ''],
      ['A 3', 'Tokio', '', 'T'],
    ]);
    expect(lines[2]?.at(lines[0]?.indexOf('problem') ?? -1)).toBe('There is no name to match.');
  });

  it('may be a file in another encoding, and its answers lines of JSON', async () => {
    const answer = await sentFile(
      'Städte.csv',
      Buffer.from('name;note\nM\xfcnchen;Z\xfcrich–ZH\n'.replace('–', '-'), 'latin1'),
    )
      .field('as', 'jsonl')
      .buffer(true)
      .parse((response, done) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => done(null, text));
      });
    expect(answer.headers['content-disposition']).toContain('matched.jsonl');
    expect(JSON.parse(String(answer.body))).toMatchObject({
      line: 2,
      query: 'München',
      row: { name: 'München', note: 'Zürich-ZH' },
    });
  });

  it('keeps its semicolons, and is marked as UTF-8 for the spreadsheet program that it comes from', async () => {
    const content = Buffer.from('place;shelf\r\nZ\xfcrich;A 1\r\n', 'latin1');
    expect(await bytesOf(sentFile('places.csv', content))).toMatch(/^\uFEFFplace;shelf;matched id;.*\nZürich;A 1;/);
    expect(
      await bytesOf(request(app).post('/table').field('names', 'place;shelf\nZürich;A 1\n').field('mark', 'yes')),
    ).toMatch(/^\uFEFFplace;shelf;matched id;.*\nZürich;A 1;/);
    expect((await sent({ names: 'place,shelf\nZürich,A 1\n' })).text).toMatch(/^place,shelf,matched id,/);
  });

  it('takes its names from the column that a heading tells, if another does not hold those of the dataset, or else from the likeliest', async () => {
    const queries = async (names: string): Promise<readonly unknown[]> =>
      (await bytesOf(request(app).post('/table').field('names', names).field('as', 'jsonl')))
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { readonly query: unknown }).query); // lines of the answer
    expect(await queries('population,a,b\n1,Berlin,x\n')).toEqual(['Berlin']);
    expect(await queries('shelf,seat\nA 1,Berlin\nA 2,Tokyo\n')).toEqual(['Berlin', 'Tokyo']);
    expect(await queries('seat,name\nAlpha,Q\nBeta,R\n')).toEqual(['Q', 'R']);
    expect(await queries('seat,name\nBerlin,Tokyo\nTokyo,Berlin\n')).toEqual(['Tokyo', 'Berlin']);
    expect(await queries('seat,name\nBerlin,Q\nTokyo,Q\n')).toEqual(['Berlin', 'Tokyo']);
  });

  it.each(Object.entries(TABLES_IN_ALL_FORMATS))('may be %s, as a dataset may', async (_, { name, content }) => {
    const answer = await bytesOf(sentFile(name, content).field('as', 'jsonl'));
    const lines = answer
      .trim()
      .split('\n')
      .map(
        (line) =>
          JSON.parse(line) as { readonly query: string; readonly candidates: readonly { readonly id: string }[] },
      ); // lines of the answer
    expect(lines.map(({ query, candidates }) => [query, candidates[0]?.id])).toEqual([
      ['Berlin', 'B'],
      ['Tokyo', 'T'],
    ]);
  });

  it.each([
    { what: 'nothing', of: () => sent({ names: ' ' }), status: 400, code: 'parameter-missing', says: 'no names' },
    {
      what: 'no form',
      of: () => request(app).post('/table').send(),
      status: 400,
      code: 'parameter-missing',
      says: 'no names',
    },
    {
      what: 'another column than there is',
      of: () => sent({ names: 'city,b\nx,y\n', column: 'citty' }),
      status: 400,
      code: 'table-invalid',
      says: 'which “column” names',
    },
    {
      what: 'an unknown form of answers',
      of: () => sent({ names: 'x', as: 'cvs' }),
      status: 400,
      code: 'parameter-invalid',
      says: '"cvs"',
    },
    {
      what: 'gzipped and unpacks to very much',
      of: () => sentFile('names.csv.gz', gzipSync(' '.repeat(50 * 1024 ** 2))),
      status: 413,
      code: 'table-too-large',
      says: 'names.csv.gz holds more than 2 MB once it is unpacked',
    },
    {
      what: 'gzipped and cut off',
      of: () => sentFile('names.csv.gz', gzipSync('name\nBerlin\n').subarray(0, 20)),
      status: 400,
      code: 'table-invalid',
      says: 'names.csv.gz is packed, but its content is incomplete',
    },
    {
      what: 'packed twice',
      of: () => sentFile('names.csv.gz', gzipSync(gzipSync('name\nBerlin\n'))),
      status: 400,
      code: 'table-invalid',
      says: 'names.csv.gz is packed twice',
    },
    {
      what: 'a database',
      of: () => sentFile('names.db', Buffer.from('SQLite format 3\0 and more')),
      status: 400,
      code: 'table-invalid',
      says: 'an SQLite database, which is not read here',
    },
    {
      what: 'a file of columns',
      of: () => sentFile('names.parquet', Buffer.from('PAR1 and more')),
      status: 400,
      code: 'table-invalid',
      says: 'a Parquet file, which is not read here',
    },
    {
      what: 'XML that is cut off',
      of: () => sentFile('names.xml', Buffer.from('<list><town><name>Ber')),
      status: 400,
      code: 'table-invalid',
      says: 'names.xml is XML, but cannot be read',
    },
    {
      what: 'RDF without a name',
      of: () =>
        sentFile('names.ttl', Buffer.from('<http://x.example/a> <http://x.example/b> <http://x.example/c> .\n')),
      status: 400,
      code: 'table-invalid',
      says: 'no name of any',
    },
    {
      what: 'XML of too many rows',
      of: () => sentFile('names.xml', Buffer.from(`<list>${'<a><name>x</name></a>'.repeat(MAX_SENT_ROWS + 1)}</list>`)),
      status: 413,
      code: 'table-too-large',
      says: '20,000 rows',
    },
    {
      what: 'a damaged spreadsheet',
      of: () => sentFile('names.xlsx', Buffer.from('PK\x03\x04 and more')),
      status: 400,
      code: 'table-invalid',
      says: 'names.xlsx is a spreadsheet or a zip archive, but it is incomplete',
    },
    {
      what: 'a spreadsheet of too many rows',
      of: () => sentFile('names.xlsx', bookOf(Array.from({ length: MAX_SENT_ROWS + 2 }, () => ['Berlin', 'x']))),
      status: 413,
      code: 'table-too-large',
      says: '20,000 rows',
    },
    {
      what: 'a spreadsheet with too much text',
      of: () => sentFile('names.xlsx', bookOf(Array.from({ length: 100 }, () => ['Berlin', 'x'.repeat(30_000)]))),
      status: 413,
      code: 'table-too-large',
      says: 'What stands in names.xlsx is longer than 2 MB',
    },
    {
      what: 'a spreadsheet that unpacks to very much',
      of: () => sentFile('names.xlsx', zipOf('xl/worksheets/sheet1.xml', ' '.repeat(50 * 1024 ** 2))),
      status: 413,
      code: 'table-too-large',
      says: 'names.xlsx holds more than 48 MB once it is unpacked',
    },
    {
      what: 'a picture',
      of: () => sentFile('names.png', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')),
      status: 400,
      code: 'table-invalid',
      says: 'names.png',
    },
    {
      what: 'an empty file',
      of: () => sentFile('names.csv', Buffer.from('')),
      status: 400,
      code: 'table-invalid',
      says: 'names.csv is empty',
    },
    {
      what: 'a line of commas',
      of: () => sentFile('names.csv', Buffer.from(','.repeat(250_000))),
      status: 413,
      code: 'table-too-large',
      says: '1,000 columns',
    },
    {
      what: 'a line of quotation marks',
      of: () => sentFile('names.csv', Buffer.from('"'.repeat(900_000))),
      status: 413,
      code: 'table-too-large',
      says: 'a cell of more than 100,000 characters',
    },
    {
      what: 'a name of very many words',
      of: () => sentFile('names.csv', Buffer.from('ab '.repeat(40_000))),
      status: 413,
      code: 'table-too-large',
      says: 'a cell of more than 100,000 characters',
    },
    {
      what: 'a long line behind the first',
      of: () => sentFile('names.csv', Buffer.from(`name,note\nBerlin,${'x,'.repeat(150_000)}\n`)),
      status: 413,
      code: 'table-too-large',
      says: 'a line of more than 256 KB',
    },
    {
      what: 'a cell of many lines',
      of: () =>
        sentFile(
          'names.csv',
          Buffer.from(`name,note\nBerlin,"${'x'.repeat(200)}\n${`${'x'.repeat(200)}\n`.repeat(600)}"\n`),
        ),
      status: 413,
      code: 'table-too-large',
      says: 'a cell of more than 100,000 characters',
    },
    {
      what: 'a text of a record in JSON that is longer than a query may be',
      of: () =>
        sentFile('names.json', Buffer.from(JSON.stringify([{ name: 'x'.repeat(100_001) }, { name: 'Berlin' }]))),
      status: 413,
      code: 'table-too-large',
      says: 'a cell of more than 100,000 characters',
    },
    {
      what: 'too many rows',
      of: () => sent({ names: 'Berlin\n'.repeat(MAX_SENT_ROWS + 1) }),
      status: 413,
      code: 'table-too-large',
      says: '20,000 rows',
    },
  ])('that is $what is refused with what is wrong', async ({ of, status, code, says }) => {
    const answer = await of();
    expect([answer.status, answer.body]).toEqual([
      status,
      expect.objectContaining({ code, message: expect.stringContaining(says), advice: expect.any(String) }),
    ]);
  });

  it('that is refused is refused in a page to a person, who is told of no parameters', async () => {
    const answer = await sent({ names: '' }).set('Accept', PAGE);
    expect([answer.status, answer.headers['content-type'], answer.text.includes('`names`')]).toEqual([
      400,
      'text/html; charset=utf-8',
      false,
    ]);
  });
});

describe('a spreadsheet of names', () => {
  it('comes back as CSV that spreadsheet programs open, every row in its place with its cells', async () => {
    const book = bookOf([
      ['Our cities, as of May'],
      [],
      ['shelf', 'city', 'since'],
      ['A 1', 'Berln; or so', 1882],
      ['A "2"', '', ''],
      ['A 3', 'TOKYO', 12.5],
    ]);
    const text = await bytesOf(sentFile('cities.xlsx', book).field('column', 'city'));
    expect(text).toMatch(/^\uFEFFshelf,city,since,matched id,/);
    expect(
      text
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',').slice(0, 5)),
    ).toEqual([
      ['A 1', 'Berln; or so', '1882', '', 'B'],
      ['"A ""2"""', '', '', '', ''],
      ['A 3', 'TOKYO', '12.5', 'T', 'T'],
    ]);
  });

  it('is read in its other kinds, with its rows by their numbers', async () => {
    const lines = await bytesOf(
      sentFile('names.ods', sheetsAs('ods', [['name', 'note'], ['Berlin', ''], [], ['Tokyo, maybe', 'x']])).field(
        'as',
        'jsonl',
      ),
    );
    expect(
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toMatchObject([
      { line: 2, query: 'Berlin', row: { name: 'Berlin', note: '' } },
      { line: 4, query: 'Tokyo, maybe' },
    ]);
    const list = await sentFile(
      'names.xls',
      sheetsAs('xls', [['Berlin; the city'], ['Tokyo'], ['Paris, France']]),
    ).field('as', 'tsv');
    expect(list.text).toContain('Berlin; the city\t');
    expect(list.text).toContain('Paris, France\t');
    const packed = await sentFile('names.zip', zipOf('names.csv', 'name;note\nBerlin;x\n'));
    expect(packed.text).toMatch(/Berlin,x,.*B/);
  });

  it('may come back as a workbook, with ids as text and scores as numbers', async () => {
    const asked = sentFile(
      'cities.xlsx',
      bookOf([
        ['shelf', 'city', 'since'],
        ['007', 'Tokyo', 1882],
        ['=A1', 'nowhere', ''],
      ]),
    )
      .field('column', 'city')
      .field('as', 'xlsx');
    const answer = await asked.buffer(true).parse((response, done) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => done(null, Buffer.concat(pieces)));
    });
    expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(answer.headers['content-disposition']).toBe('attachment; filename=matched.xlsx');
    const sheet = readBook(answer.body as Buffer, { type: 'buffer' }).Sheets['Matched']; // made so by the parser above
    const rows = utils.sheet_to_json<unknown[]>(sheet ?? {}, { header: 1 });
    expect(rows[0]?.slice(0, 4)).toEqual(['shelf', 'city', 'since', 'matched id']);
    expect(rows[1]?.slice(0, 8)).toEqual(['007', 'Tokyo', 1882, 'T', 'T', 'Tokyo', expect.any(String), 100]);
    expect(rows[2]?.slice(0, 2)).toEqual(['=A1', 'nowhere']);
  });
});

describe('people who come to match a table', () => {
  it('are led to the page on which they can review it', async () => {
    const answer = await request(app).get('/table').set('Accept', PAGE).set('Host', 'service.example').redirects(0);
    expect([answer.status, answer.headers['location']]).toEqual([303, 'http://service.example/runs']);
  });
});
