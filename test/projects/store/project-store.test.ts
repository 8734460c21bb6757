import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SameasError } from '../../../src/foundation/sameas-error.js';
import { inEnglish, untranslated } from '../../../src/foundation/sentence.js';
import { absentChunk } from '../../../src/projects/grid/cell-chunk.js';
import { readRows } from '../../../src/projects/grid/grid.js';
import { dataFolderAt, prepareDataFolder } from '../../../src/projects/store/data-folder.js';
import { NODE_DISK } from '../../../src/projects/store/disk.js';
import { lockDataFolder } from '../../../src/projects/store/data-folder.js';
import { readPreferences, writePreferences } from '../../../src/projects/commands/preference-commands.js';
import type { OpenProject } from '../../../src/projects/store/open-project.js';
import { createProjectStore } from '../../../src/projects/store/project-store.js';
import { parentInMemory, temporaryFolder } from '../../support/temporary-files.js';
import { faultyDisk } from './faulty-disk.js';
import { changeSample, createSample, gridOfText, storeIn, textsOf } from './sample-project.js';

const temporary = temporaryFolder(parentInMemory());
afterAll(() => temporary.remove());
let folders = 0;
const newFolder = (): string => join(temporary.path, `data-${(folders += 1)}`);

/** The code of what the call throws; undefined when it throws nothing. */
function codeOf(call: () => unknown): string | undefined {
  try {
    call();
  } catch (thrown) {
    return thrown instanceof SameasError ? thrown.code : String(thrown);
  }
  return undefined;
}

const everything = (project: OpenProject): unknown =>
  [...readRows(project.grid())].map((row) => [row.index, row.starred, row.flagged, row.value(0), row.value(1)]);

describe('a project', () => {
  it('is the same when another process opens it', () => {
    const path = newFolder();
    const { store, folder } = storeIn(path);
    const { id } = createSample(store, folder, 'first', 10_000);
    expect(id).toMatch(/^\d{13}$/);
    const made = changeSample(store, store.open(id), 'second', 9_000);
    const found = storeIn(path).store.open(id);
    expect(found.metadata).toMatchObject({ name: 'Sample', rowCount: 9_000, tags: [] });
    expect(found.history.past.map(({ description, operation }) => [inEnglish(description), operation])).toEqual([
      ['Say second', { op: 'core/text-transform', text: 'second' }],
    ]);
    expect(everything(found)).toEqual(everything(made));
    expect(readdirSync(join(path, 'work'))).toEqual([]);
  });

  it('comes back by undo exactly as it was, whatever was done and undone in between', () => {
    const { store, folder } = storeIn(newFolder());
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant('change'), fc.constant('undo'), fc.constant('redo')), { maxLength: 12 }),
        (steps) => {
          let project = createSample(store, folder, 'first');
          // What the grid was after each entry; 0 is the beginning.
          const known = new Map([[0, everything(project)]]);
          let count = 0;
          for (const step of steps) {
            const { past, future } = project.history;
            if (step === 'change') {
              project = changeSample(store, project, `change ${(count += 1)}`);
              known.set(project.history.past.at(-1)?.id ?? 0, everything(project));
              expect(project.history.future).toEqual([]);
            } else if (step === 'undo' && past.length > 0)
              project = store.moveTo(project, { undoId: past.at(-1)?.id ?? 0 });
            else if (step === 'redo' && future.length > 0)
              project = store.moveTo(project, { lastDoneId: future[0]?.id ?? 0 });
            expect(everything(store.open(project.id))).toEqual(known.get(project.history.past.at(-1)?.id ?? 0));
          }
          const files = readdirSync(join(folder.projects, project.id)).filter((name) => name.endsWith('.state.json'));
          expect(files).toHaveLength(1 + project.history.past.length + project.history.future.length);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('is refused to the slower of two writers, and is what the faster made of it', () => {
    const path = newFolder();
    const { store, folder } = storeIn(path);
    const { id } = createSample(store, folder, 'first');
    const [one, other] = [store.open(id), createProjectStore(folder, { cacheBytes: 0 }).open(id)];
    changeSample(store, one, 'faster');
    expect(codeOf(() => changeSample(store, other, 'slower'))).toBe('project-changed');
    expect(codeOf(() => store.changeMetadata(other, (metadata) => ({ ...metadata, name: 'x' })))).toBe(
      'project-changed',
    );
    expect(textsOf(store.open(id).grid())).toEqual(['faster']);
    expect(store.wasOvertaken(other)).toBe(true);
  });

  it('is gone completely when it is deleted', () => {
    const path = newFolder();
    const { store, folder } = storeIn(path);
    const { id } = createSample(store, folder, 'first');
    expect(store.remove(id)).toBe(true);
    expect(store.remove(id)).toBe(false);
    expect([folder.projects, folder.trash].map((one) => readdirSync(one))).toEqual([[], []]);
    expect(codeOf(() => store.open(id))).toBe('project-unknown');
  });

  it('shows in the list with its metadata, and as damaged when it is', () => {
    const { store, folder } = storeIn(newFolder());
    const whole = createSample(store, folder, 'first');
    const broken = createSample(store, folder, 'first');
    store.changeMetadata(whole, (metadata) => ({ ...metadata, tags: ['a'] }));
    writeFileSync(join(folder.projects, broken.id, 'project.json'), '{}');
    const listed = new Map(store.list().map((one) => [one.id, 'error' in one ? one.error.code : one.metadata.tags]));
    expect(listed).toEqual(
      new Map<string, unknown>([
        [whole.id, ['a']],
        [broken.id, 'project-damaged'],
      ]),
    );
  });
});

describe('a damaged file', () => {
  it.each(['project.json', '0.state.json', '0.segment'])(
    '%s: any changed or missing byte is a clear error, never another grid',
    (name) => {
      const { store, folder } = storeIn(newFolder());
      const { id } = createSample(store, folder, 'first', 50);
      const file = join(folder.projects, id, name);
      const whole = readFileSync(file);
      const readAll = (): unknown => everything(createProjectStore(folder, { cacheBytes: 0 }).open(id));
      const expected = readAll();
      for (let place = 0; place < whole.length; place += Math.max(1, Math.floor(whole.length / 60))) {
        const changed = Buffer.from(whole);
        changed[place] = (changed[place] ?? 0) ^ 0x41;
        writeFileSync(file, changed);
        const code = codeOf(readAll);
        // Padding between chunks is nobody's data.
        if (code === undefined) expect(readAll()).toEqual(expected);
        else expect(code).toBe('project-damaged');
        writeFileSync(file, whole.subarray(0, place));
        expect(codeOf(readAll)).toBe('project-damaged');
      }
      writeFileSync(file, whole);
      expect(readAll()).toEqual(expected);
    },
  );
});

describe('a disk that fails at the n-th step', () => {
  it.each(['once', 'fromThen'] as const)(
    '(%s) leaves the old or the new state of a changed project, and a way to go on',
    (mode) => {
      for (let failAt = 1; ; failAt += 1) {
        const { store, folder } = storeIn(newFolder());
        const { id } = createSample(store, folder, 'old');
        // There is redo work to be dropped.
        const undone = changeSample(store, store.open(id), 'undone');
        store.moveTo(undone, { lastDoneId: 0 });
        const disk = faultyDisk(failAt, mode);
        const faulty = createProjectStore(folder, { cacheBytes: 0, disk });
        const code = codeOf(() => changeSample(faulty, faulty.open(id), 'new'));
        const found = store.open(id);
        const texts = textsOf(found.grid());
        if (disk.steps() < failAt) {
          expect(code).toBeUndefined();
          expect(texts).toEqual(['new']);
          expect(failAt).toBeGreaterThan(8);
          return;
        }
        // The faults are those of a full disk.
        if (mode === 'once' && code !== undefined) expect(code).toBe('disk-full');
        expect(['old', 'new']).toContain(texts[0]);
        expect(texts).toHaveLength(1);
        const next = changeSample(store, found, 'next');
        expect(textsOf(next.grid())).toEqual(['next']);
        const kept = readdirSync(join(folder.projects, id));
        expect(kept).toHaveLength(1 + 2 * (1 + next.history.past.length));
      }
    },
  );

  it.each(['once', 'fromThen'] as const)('(%s) leaves no half of a new project', (mode) => {
    for (let failAt = 1; ; failAt += 1) {
      const path = newFolder();
      const { store, folder } = storeIn(path);
      const disk = faultyDisk(failAt, mode);
      const faulty = createProjectStore(folder, { cacheBytes: 0, disk });
      const code = codeOf(() => createSample(faulty, folder, 'new'));
      prepareDataFolder(NODE_DISK, folder);
      expect([readdirSync(folder.work), readdirSync(folder.trash)]).toEqual([[], []]);
      for (const { id } of store.list()) expect(textsOf(store.open(id).grid())).toEqual(['new']);
      if (disk.steps() < failAt) {
        expect([code, store.list().length]).toEqual([undefined, 1]);
        return;
      }
      expect(code).toBeDefined();
    }
  });

  it.each(['once', 'fromThen'] as const)('(%s) leaves a deleted project whole or not at all', (mode) => {
    for (let failAt = 1; failAt < 5; failAt += 1) {
      const { store, folder } = storeIn(newFolder());
      const { id } = createSample(store, folder, 'old');
      const faulty = createProjectStore(folder, { cacheBytes: 0, disk: faultyDisk(failAt, mode) });
      codeOf(() => faulty.remove(id));
      prepareDataFolder(NODE_DISK, folder);
      for (const one of store.list()) expect(textsOf(store.open(one.id).grid())).toEqual(['old']);
      expect(readdirSync(folder.trash)).toEqual([]);
    }
  });
});

describe('a data folder', () => {
  it('is emptied of what a killed process left behind', () => {
    const folder = dataFolderAt(newFolder());
    prepareDataFolder(NODE_DISK, folder);
    mkdirSync(join(folder.work, 'request', 'project-1'), { recursive: true });
    writeFileSync(join(folder.trash, 'x'), '');
    prepareDataFolder(NODE_DISK, folder);
    expect([readdirSync(folder.work), readdirSync(folder.trash)]).toEqual([[], []]);
  });

  it('belongs to one service at a time, and again to the next when that is gone', () => {
    const path = newFolder();
    mkdirSync(path);
    const release = lockDataFolder(path);
    expect(codeOf(() => lockDataFolder(path))).toBe('data-folder-in-use');
    release();
    // Left behind by a process that no longer is: the number is taken by another one by now.
    writeFileSync(join(path, 'in-use'), `${process.ppid} 1 of-another-time`);
    lockDataFolder(path)();
    writeFileSync(join(path, 'in-use'), '999999999');
    lockDataFolder(path)();
  });

  it('keeps preferences', () => {
    const folder = dataFolderAt(newFolder());
    prepareDataFolder(NODE_DISK, folder);
    expect(readPreferences(folder.preferencesFile)).toEqual({ values: {}, expressions: [] });
    const preferences = { values: { a: [1, { b: null }] }, expressions: [{ code: 'grel:value', starred: true }] };
    writePreferences(folder.preferencesFile, preferences);
    expect(readPreferences(folder.preferencesFile)).toEqual(preferences);
    writeFileSync(folder.preferencesFile, 'x');
    expect(codeOf(() => readPreferences(folder.preferencesFile))).toBe('project-damaged');
  });
});

it('a grid whose chunks lie in memory is not taken for saved', () => {
  const { store, folder } = storeIn(newFolder());
  const project = createSample(store, folder, 'first');
  const change = store.beginChange(project);
  const inMemory = gridOfText(
    { write: () => ({ byteLength: 0, reference: undefined, load: () => absentChunk(0) }) },
    'x',
  );
  expect(codeOf(() => change.commit(inMemory, { description: untranslated('x'), operationId: null }))).toMatch(
    /lies in no segment/,
  );
  expect(textsOf(store.open(project.id).grid())).toEqual(['first']);
});
