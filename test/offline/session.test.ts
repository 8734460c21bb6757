import { EventEmitter } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { begin, type HelperImage } from '../../src/offline/query-worker.js';
import { carryOut } from '../../src/assembly/workers/carry-out.js';
import type { ToWorker } from '../../src/assembly/workers/worker-messages.js';
import type { StartThread } from '../../src/assembly/workers/worker-thread.js';
import type { Action, Shown } from '../../src/offline/messages.js';
import { Session } from '../../src/offline/session.js';
import { runInProcess } from '../cli/run-in-process.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { TWO_TABLES, type TwoTables } from '../support/two-tables.js';

// The machine may be busy with other tests.
jest.setTimeout(60_000);

const folder = temporaryFolder();
afterAll(folder.remove);

/** A helper that answers in its turn, as a worker does: nothing but plain data passes. */
const helperHere: StartThread = (_, { workerData }) => {
  const events = new EventEmitter();
  const { start } = structuredClone(workerData) as { readonly start: HelperImage }; // what `startHelpers` gives
  const carry = carryOut(
    begin(start),
    (message) => void setImmediate(() => events.emit('message', structuredClone(message))),
  );
  return {
    on: events.on.bind(events),
    postMessage: (message: ToWorker) => void setImmediate(() => carry(structuredClone(message))),
    terminate: () => {
      events.removeAllListeners();
      return Promise.resolve(0);
    },
    ref: () => undefined,
    unref: () => undefined,
  };
};

/** A session of which everything that it shows is kept. */
function openSession(languages: readonly string[] = ['en']) {
  const shown: Shown[] = [];
  const faults: unknown[] = [];
  const session = new Session({
    show: (more) => shown.push(more),
    report: (fault) => faults.push(fault),
    startHelper: helperHere,
    helpers: 2,
    now: () => performance.now(),
  });
  const act = async (what: string, fields: Readonly<Record<string, string>> = {}): Promise<string> => {
    await session.take({ kind: 'do', what, fields });
    return part();
  };
  const part = (): string => shown.flatMap((one) => (one.kind === 'part' ? [one.html] : [])).at(-1) ?? '';
  const files = async ({ table, list }: Pick<TwoTables, 'table' | 'list'>): Promise<string> => {
    await session.take({ kind: 'begin', languages });
    const sent = ({ name, content }: TwoTables['table']) => ({ name, bytes: new Uint8Array(content).buffer });
    await session.take({ kind: 'files', table: sent(table), list: sent(list) } satisfies Action);
    return part();
  };
  const saved = async (): Promise<{ readonly name: string; readonly text: string }> => {
    await act('save');
    const file = shown.at(-1);
    if (file?.kind !== 'file') throw new Error('nothing was saved');
    return { name: file.name, text: file.lines.join('') };
  };
  return { files, act, saved, shown, faults };
}

/** What `sameas TABLE LIST` writes. */
async function byCommand({ table, list }: TwoTables): Promise<string> {
  const paths = [table, list].map(({ name, content }) => {
    const path = join(folder.path, name);
    writeFileSync(path, content);
    return path;
  });
  const out = join(folder.path, `${table.name}.csv`);
  await runInProcess(['match', ...paths, '--out', out, '--workers', '0', '--no-review', '--replace']);
  return readFileSync(out, 'utf8');
}

type Row = Readonly<Record<string, string>>;

const text = (name: string, content: string): TwoTables['table'] => ({ name, content: Buffer.from(content) });
const RIVERS = text(
  'rivers.csv',
  'id,name,mouth\nr1,Donau,Black Sea\nr2,Elbe,North Sea\nr3,Elbe,Black Sea\nr4,Rhein,North Sea\n',
);

describe('matching in the browser', () => {
  it.each(TWO_TABLES)('joins as the command does, byte for byte: $title', async (files) => {
    const session = openSession();
    await session.files(files);
    await session.act('match');
    const { name, text: joined } = await session.saved();
    expect(name).toBe(files.table.name.replace(/\.\w+$/, '-matched.csv'));
    expect(joined).toBe(await byCommand(files));
    expect(joined).toContain(',sameas\n'.replace(',', files.table.name === 'bills.csv' ? ';' : ','));
    expect(session.faults).toEqual([]);
  });

  it('gives the same with further workers, for a long table', async () => {
    const [people] = TWO_TABLES;
    if (people === undefined) throw new Error('there are no tables');
    const [head = '', ...rows] = people.table.content.toString('utf8').trimEnd().split('\n');
    const long = Array.from({ length: 2_100 }, (_, i) => `${rows[i % rows.length] ?? ''} ${i % 300 === 0 ? 'x' : ''}`);
    const files = { ...people, table: text('long.csv', `${[head, ...long].join('\n')}\n`) };
    const session = openSession();
    await session.files(files);
    await session.act('match');
    expect((await session.saved()).text).toBe(await byCommand(files));
  });

  it('shows what was recognised, and takes another choice of the columns', async () => {
    const session = openSession();
    const html = await session.files({ table: text('t.csv', 'ship,river\nHansa,Donau\nMoby,Elbe\n'), list: RIVERS });
    expect(html).toContain('t.csv');
    expect(html).toContain('<option value="name" selected>');
    expect(html).toContain('<th scope="row" dir="auto">mouth</th><td>compared and shown</td>');
    const refused = await session.act('match', { 'column:0': '', 'column:1': '' });
    expect(refused).toContain('No column holds the names.');
    await session.act('match', { 'column:0': 'name', 'column:1': '' });
    const rows = parse<Row>((await session.saved()).text, { columns: true });
    expect(rows.map((row) => row['matched id'])).toEqual(['', '']);
  });

  it('reads the list with the columns that a person chooses', async () => {
    const session = openSession();
    const list = text('list.csv', 'id,name,code\n1,Donau,r1\n2,Elbe,r2\n');
    await session.files({ table: text('t.csv', 'name\nDonau\n'), list });
    const html = await session.act('list', { name: 'name', id: 'code', type: '' });
    expect(html).toContain('<th scope="row" dir="auto">code</th><td>identifier</td>');
    await session.act('match');
    expect(parse<Row>((await session.saved()).text, { columns: true })[0]).toMatchObject({ 'candidate id': 'r1' });
  });

  it('asks which column holds the names where that is not clear', async () => {
    const session = openSession();
    const html = await session.files({ table: text('t.csv', 'a,b\nDonau,Elbe\nElbe,Rhein\n'), list: RIVERS });
    expect(html).toContain('Which column holds the names?');
    await session.act('names', { names: 'b' });
    await session.act('match');
    const rows = parse<Row>((await session.saved()).text, { columns: true });
    expect(rows.map((row) => row['candidate name'])).toEqual(['Elbe', 'Rhein']);
  });

  it('takes judgments and takes them back, for all rows that ask the same or for one', async () => {
    const session = openSession();
    await session.files({ table: text('t.csv', 'name\nDonau\nElbe\nElbe\nQxzzy Wvvk\n'), list: RIVERS });
    const html = await session.act('match');
    expect(html).toMatch(/data-id="r2"/);
    const judgmentsOf = async () =>
      parse<Row>((await session.saved()).text, { columns: true }).map((row) => [
        row['matched id'],
        row['matched by'],
        row['judgment'],
      ]);
    const before = await judgmentsOf();
    await session.act('judge', { row: '1', decision: 'match', id: 'r2' });
    expect(await judgmentsOf()).toEqual([
      ['r1', 'sameas', 'automatic'],
      ['r2', '', 'matched'],
      ['r2', '', 'matched'],
      ['', '', ''],
    ]);
    await session.act('judge', { row: '2', decision: 'none', alone: 'yes' });
    expect((await judgmentsOf()).slice(1, 3)).toEqual([
      ['r2', '', 'matched'],
      ['', '', 'new'],
    ]);
    await session.act('judge', { row: '0', decision: 'undo' });
    expect((await judgmentsOf())[2]).toEqual(['r2', '', 'matched']);
    await session.act('judge', { row: '0', decision: 'undo' });
    expect(await judgmentsOf()).toEqual(before);
  });

  it('estimates anew with each judgment how many rows are in the list all the same', async () => {
    const session = openSession();
    await session.files({ table: text('t.csv', 'name\nDonau\nElbe\nElbe\n'), list: RIVERS });
    const others = (html: string): string =>
      /Other rows that are in the dataset<\/dt><dd>([^<]*)</.exec(html)?.[1] ?? '';
    expect(others(await session.act('match'))).toMatch(/ \(/);
    expect(others(await session.act('judge', { row: '1', decision: 'match', id: 'r2' }))).toBe('2');
  });

  it('reviews what has no plausible candidate only when it is asked to', async () => {
    const session = openSession();
    await session.files({ table: text('t.csv', 'name\nDonau\nQxzzy Wvvk\n'), list: RIVERS });
    const html = await session.act('match');
    expect(html).toContain('Nothing is left to review here.');
    expect(html).toContain('1 row is probably not in the dataset');
    expect(await session.act('unlikely')).toContain('Qxzzy Wvvk');
    expect(await session.act('judge', { row: '1', decision: 'none' })).toContain('Nothing is left to review here.');
  });

  it('stops when it is told to, and shows the columns again', async () => {
    const session = openSession();
    const [people] = TWO_TABLES;
    if (people === undefined) throw new Error('there are no tables');
    await session.files(people);
    const matching = session.act('match');
    await session.act('stop');
    expect(await matching).toContain('data-do="match"');
    expect(session.faults).toEqual([]);
  });

  it.each([
    ['an empty list', text('list.csv', ''), 'list.csv is empty.'],
    ['a list that is none', text('list.pdf', '%PDF-1.7 …'), 'list.pdf'],
    [
      'a packed list that is damaged',
      { name: 'l.csv.gz', content: Buffer.from('1f8b080000000000', 'hex') },
      'l.csv.gz is gzipped',
    ],
  ])('says what is wrong with %s, in the place of the files', async (_, list, message) => {
    const session = openSession();
    const html = await session.files({ table: text('t.csv', 'name\nDonau\n'), list });
    expect(html).toContain('role="alert"');
    expect(html).toContain(message);
    expect(html).toContain('name="table"');
    expect(session.faults).toEqual([]);
  });

  it('escapes what comes from files, and speaks the language of its reader', async () => {
    const session = openSession(['de-AT', 'en']);
    const html = await session.files({
      table: text('<img src=x>.csv', 'name,<b>x</b>\nDonau,<script>alert(1)</script>\nElb,<i>y</i>\n'),
      list: RIVERS,
    });
    const matched = await session.act('match');
    expect(`${html}${matched}`).not.toMatch(/<img|<script|<i>|<b>/);
    expect(matched).toContain('Tabelle speichern');
  });
});
