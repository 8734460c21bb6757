import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { inEnglish } from '../../../src/foundation/sentence.js';
import { writeTarGzip } from '../../../src/formats/archives/write-tar.js';
import { zipWriter } from '../../../src/formats/archives/write-zip.js';
import { readArchive } from '../../../src/projects/archive/read-archive.js';
import { writeArchive } from '../../../src/projects/archive/write-archive.js';
import { DEFAULT_IMPORT_LIMITS } from '../../../src/projects/importing/import-request.js';
import { DateValue, ErrorValue, type CellValue } from '../../../src/projects/grid/cell-value.js';
import { readRows, type Grid } from '../../../src/projects/grid/grid.js';
import type { OpenProject } from '../../../src/projects/store/open-project.js';
import { ROOT } from '../../architecture/source-tree.js';
import { temporaryFolder } from '../../support/temporary-files.js';
import { changeSample, createSample, storeIn, textsOf } from '../store/sample-project.js';

/*
 * An archive that OpenRefine 3.10 made, of a project with 18 operations, and what it showed after each entry of the history as it went back.
 */

const CASES = join(ROOT, 'test/cases/archives');
const FROM_OPENREFINE = join(CASES, 'openrefine-3.10.openrefine.tar.gz');
const stateSchema = z.object({
  entry: z.number(),
  columns: z.array(z.string()),
  recon: z.array(z.string()),
  rows: z.array(z.string()),
});
const SHOWN = readFileSync(join(CASES, 'openrefine-3.10.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => stateSchema.parse(JSON.parse(line)));

const place = temporaryFolder();
const { store, folder } = storeIn(place.path);
let counter = 0;

afterAll(() => {
  place.remove();
});

const scratch = (): string => {
  counter += 1;
  const path = join(place.path, `scratch-${String(counter)}`);
  mkdirSync(path);
  return path;
};

async function imported(path: string, name = 'a.openrefine.tar.gz'): Promise<OpenProject> {
  const begun = store.begin(folder.work);
  try {
    const { history, states, metadata } = await readArchive(
      { path, name },
      { chunks: begun.writer, limits: DEFAULT_IMPORT_LIMITS, scratchFolder: scratch(), progress: () => undefined },
    );
    const grid = states.get(history.past.at(-1)?.id ?? 0);
    if (grid === undefined) throw new Error('no present state');
    return begun.commit(grid, { ...metadata, name: metadata.name ?? '', rowCount: grid.rowCount }, { history, states });
  } catch (thrown) {
    begun.abandon();
    throw thrown;
  }
}

async function exported(project: OpenProject): Promise<string> {
  const work = scratch();
  const path = join(work, 'x.openrefine.tar.gz');
  const source = {
    project,
    gridAfter: (entryId: number) => store.gridAfter(project, entryId),
    progress: () => undefined,
  };
  await writeArchive(source, work, path);
  return path;
}

const kindOf = (value: CellValue): string => {
  if (value instanceof ErrorValue) return `e:${value.message}`;
  if (value instanceof DateValue) return `date:${value.toIso()}`;
  const kinds: Readonly<Record<string, string>> = { string: 'str', bigint: 'int', number: 'float', boolean: 'bool' };
  const shown = typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value);
  const isWholeFloat = typeof value === 'number' && Number.isInteger(value);
  return `${kinds[typeof value] ?? ''}:${shown}${isWholeFloat ? '.0' : ''}`;
};

/** The grid as the recorded states show one. */
function shown(entry: number, grid: Grid): (typeof SHOWN)[number] {
  const { columns } = grid.model;
  return {
    entry,
    columns: columns.map(({ name }) => name),
    recon: columns.flatMap(({ name, reconConfig }) => (reconConfig === undefined ? [] : [name])),
    rows: [...readRows(grid)].map((row) => {
      const cells = columns.map(({ cellIndex }) => {
        const cell = row.cell(cellIndex);
        if (cell === null) return null;
        const { recon } = cell;
        return `${kindOf(cell.value)}${recon === null ? '' : `|${recon.judgment}|${recon.match?.id ?? ''}`}`;
      });
      const json = cells.map((cell) => JSON.stringify(cell)).join(', ');
      return `${row.starred ? '*' : ''}${row.flagged ? '!' : ''} [${json}]`;
    }),
  };
}

describe('an archive that OpenRefine made', () => {
  it('is opened with its rows, and every entry of its history can be undone', async () => {
    const project = await imported(FROM_OPENREFINE);
    expect(project.metadata.name).toBe('proj é');
    expect(project.history.past).toHaveLength(18);
    expect(SHOWN.map(({ entry }) => shown(entry, store.gridAfter(project, entry)))).toEqual(SHOWN);
    const undone = store.moveTo(project, { lastDoneId: 0 });
    expect(undone.grid().model.columns.map(({ name }) => name)).toEqual(['k', 'd', 'e']);
    store.remove(project.id);
  });

  it('comes through an archive made here as it was, with its history', async () => {
    const first = await imported(FROM_OPENREFINE);
    const project = await imported(await exported(first));
    expect(project.history.past).toEqual(first.history.past);
    expect(SHOWN.map(({ entry }) => shown(entry, store.gridAfter(project, entry)))).toEqual(SHOWN);
  });
});

describe('an archive made here', () => {
  it('holds what was done after an import, and leaves out what was undone', async () => {
    let project = createSample(store, folder, 'first', 10_000);
    for (const text of ['second', 'third', 'fourth']) project = changeSample(store, project, text, 10_000);
    const undone = store.moveTo(project, { lastDoneId: project.history.past[1]?.id ?? 0 });
    const again = await imported(await exported(undone));
    expect(again.history.future).toEqual([]);
    expect(textsOf(again.grid())).toEqual(['third']);
    expect(textsOf(store.moveTo(again, { lastDoneId: 0 }).grid())).toEqual(['first']);
  });
});

/** A gzipped tar archive of these files; `data.zip` of a `data.txt`. */
async function archiveOf(dataText: string, more: Readonly<Record<string, Buffer>> = {}): Promise<string> {
  const work = scratch();
  const files = Object.entries({ 'data.zip': zipOf('data.txt', dataText), ...more }).map(([name, content], place) => {
    const path = join(work, String(place));
    writeFileSync(path, content);
    return { name, path };
  });
  await writeTarGzip(files, join(work, 'made.tar.gz'));
  return join(work, 'made.tar.gz');
}

function zipOf(name: string, text: string): Buffer {
  const pieces: Uint8Array[] = [];
  const zip = zipWriter((bytes) => pieces.push(bytes));
  zip.begin(name);
  zip.write(text);
  zip.end();
  return Buffer.concat(pieces);
}

const DATA = (history: string, rows = '{"starred":false,"flagged":true,"cells":[{"v":"b"}]}'): string =>
  `3.10\ncolumnModel=\nmaxCellIndex=0\nkeyColumnIndex=0\ncolumnCount=1\n{"cellIndex":0,"originalName":"a","name":"a"}\ncolumnGroupCount=0\n/e/\nhistory=\npastEntryCount=${String(history === '' ? 0 : history.split('\n').length)}\n${history === '' ? '' : `${history}\n`}futureEntryCount=0\n/e/\nrowCount=1\n${rows}\n`;
const ENTRY = (id: number): string => `{"id":${String(id)},"description":"Edit","time":"2026-01-02T03:04:05.678Z"}`;
const changeOf = (kind: string, fields: string): Buffer =>
  zipOf('change.txt', `3.10\ncom.google.refine.model.changes.${kind}\n${fields}/ec/\n`);

describe('archives that cannot be gone back over', () => {
  it('are opened as they are now; entries of before the first state that is known cannot be undone', async () => {
    const project = await imported(
      await archiveOf(DATA(`${ENTRY(1)}\n${ENTRY(2)}`), {
        'history/2.change.zip': changeOf('CellChange', 'row=0\ncell=0\nold={"v":"a"}\nnew={"v":"b"}\n'),
        'history/1.change.zip': changeOf('SomethingNew', 'row=0\n'),
      }),
    );
    expect(project.history).toMatchObject({ startsAt: 1, past: [{ id: 1, time: '2026-01-02T03:04:05Z' }, { id: 2 }] });
    expect(() => store.moveTo(project, { lastDoneId: 0 })).toThrow('came here without its rows of before');
    const undone = store.moveTo(project, { undoId: 2 });
    expect([...readRows(undone.grid())].map((row) => row.value(0))).toEqual(['a']);
    const changed = changeSample(store, undone, 'new', 2);
    expect(() => store.moveTo(changed, { undoId: 1 })).toThrow('came here without its rows of before');
    expect(textsOf(store.open(changed.id).grid())).toEqual(['new']);
    const again = await imported(await exported(changed));
    expect(again.history.past.map(({ description }) => inEnglish(description))).toEqual(['Say new']);
  });

  it.each([
    ['no gzip', () => Buffer.from('id,name\n1,a\n')],
    ['gzip of something else', () => gzipSync('id,name\n1,a\n')],
  ])('%s is refused', async (_, bytes) => {
    const path = join(scratch(), 'upload');
    writeFileSync(path, bytes());
    await expect(imported(path)).rejects.toMatchObject({ code: 'import-file-damaged' });
  });

  it.each([
    ['a row that is none', DATA('', '[1]'), {}],
    ['a cell with a list', DATA('', '{"cells":[{"v":[1]}]}'), {}],
    ['a column without a name', '3.10\ncolumnCount=1\n{"cellIndex":0}\n', {}],
    [
      'a change that names a row beyond the last',
      DATA(ENTRY(1)),
      { kind: 'CellChange', fields: 'row=7\ncell=0\nold=\n' },
    ],
    ['a cell index beyond reason', DATA(ENTRY(1)), { kind: 'CellChange', fields: 'row=0\ncell=99999999999\nold=\n' }],
    [
      'rows in an order of others',
      DATA(ENTRY(1)),
      { kind: 'RowReorderChange', fields: 'rowIndexCount=1\n900000000\n' },
    ],
    [
      'rows removed from beyond',
      DATA(ENTRY(1)),
      { kind: 'RowRemovalChange', fields: 'rowIndexCount=1\n9\nrowCount=0\n' },
    ],
    ['a list that ends too early', DATA(ENTRY(1)), { kind: 'RowRemovalChange', fields: 'rowIndexCount=900000000\n' }],
  ] as const)('%s is refused', async (_, data, change) => {
    const more = 'kind' in change ? { 'history/1.change.zip': changeOf(change.kind, change.fields) } : {};
    const refused = imported(await archiveOf(data, more));
    await expect(refused).rejects.toMatchObject({ code: 'import-file-damaged' });
    await expect(refused).rejects.not.toThrow('data.zip');
  });
});
