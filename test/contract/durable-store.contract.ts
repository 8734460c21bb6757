import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { openActLog, type ActLog } from '../../src/foundation/store/act-log.js';
import { replaceFile } from '../../src/foundation/store/replace-file.js';
import type { StoreDisk } from '../../src/foundation/store/store-disk.js';
import { updateFile } from '../../src/foundation/store/update-file.js';
import { FAULTS, faultyDisk, type Fault } from '../support/faulty-store-disk.js';
import { temporaryFolder } from '../support/temporary-files.js';

/** What a store of acts must do, on any disk. */
export function durableStoreContract(name: string, disk: StoreDisk): void {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());
  let files = 0;
  const newPath = (content?: string): string => {
    const place = join(folder.path, String(++files));
    mkdirSync(place);
    const path = join(place, 'acts.jsonl');
    if (content !== undefined) writeFileSync(path, content);
    return path;
  };
  const opened = async (path: string, on = disk): Promise<{ readonly log: ActLog; readonly taken: string[] }> => {
    const taken: string[] = [];
    const log = await openActLog(path, (line) => taken.push(line()), { disk: on });
    return { log, taken };
  };
  const linesIn = async (path: string): Promise<readonly string[]> => {
    const { log, taken } = await opened(path);
    await log.close();
    return taken;
  };

  describe(`a log of acts on ${name}`, () => {
    it('decides each act on what follows from all before, takes it when it is on disk, and has all again', async () => {
      const path = newPath();
      const { log, taken } = await opened(path);
      const given = await Promise.all(
        Array.from({ length: 50 }, (_, i) => log.act(() => `${String(taken.length)} by ${String(i)} Zoë 東京`)),
      );
      expect(taken).toEqual(Array.from({ length: 50 }, (_, i) => `${String(i)} by ${String(i)} Zoë 東京`));
      expect(given).toEqual(taken);
      expect(await log.act(() => undefined)).toBeUndefined();
      await expect(
        log.act(() => {
          throw new Error('not allowed');
        }),
      ).rejects.toThrow('not allowed');
      expect([log.count(), await log.read(2, 2), await log.read(49, 10), await log.read(50, 1)]).toEqual([
        50,
        taken.slice(2, 4),
        taken.slice(49),
        [],
      ]);
      await log.close();
      expect(await linesIn(path)).toEqual(taken);
    });

    it('cuts off what a killed process has left half written, before the next act', async () => {
      const path = newPath('{"a":1}\n{"a":2}\n{"a":');
      const { log, taken } = await opened(path);
      expect([taken, readFileSync(path, 'utf8')]).toEqual([['{"a":1}', '{"a":2}'], '{"a":1}\n{"a":2}\n{"a":']);
      await log.act(() => '{}');
      await log.close();
      expect(readFileSync(path, 'utf8')).toBe('{"a":1}\n{"a":2}\n{}\n');
    });

    it('is read beside the one that adds to it, as far as that says', async () => {
      const path = newPath('one\ntwo\nthree\nfo');
      const read = async (through?: number): Promise<readonly string[]> => {
        const taken: string[] = [];
        const readOnly = through === undefined ? {} : { through };
        await (await openActLog(path, (line) => taken.push(line()), { readOnly, disk })).close();
        return taken;
      };
      expect([await read(), await read(2), await read(0)]).toEqual([['one', 'two', 'three'], ['one', 'two'], []]);
      expect(readFileSync(path, 'utf8')).toBe('one\ntwo\nthree\nfo');
      await expect(openActLog(newPath(), () => undefined, { readOnly: {}, disk })).rejects.toMatchObject({
        code: 'ENOENT',
      });
    });

    it('reads lines that are longer than what is read at once, and their beginnings', async () => {
      const long = 'ü'.repeat(900_000);
      const path = newPath(`${long}\nhead\ttail\n${long}\n`);
      const heads: number[] = [];
      const log = await openActLog(path, (line) => heads.push(line('\t').length), { disk });
      await log.act(() => 'added\tlater');
      await log.close();
      expect(heads).toEqual([900_000, 4, 900_000, 5]);
    });

    it('has other lines in place of the first ones, while acts are added', async () => {
      const path = newPath();
      const { log } = await opened(path);
      await log.append(['a', 'b', 'c']);
      await Promise.all([log.replace(3, ['x', 'y']), log.act(() => 'd'), log.act(() => 'e')]);
      await log.act(() => 'f');
      expect(await log.read(0, 9)).toEqual(['x', 'y', 'd', 'e', 'f']);
      await log.close();
      expect([await linesIn(path), existsSync(`${path}.part`)]).toEqual([['x', 'y', 'd', 'e', 'f'], false]);
    });

    it('can be read by its user alone', async () => {
      const path = newPath();
      await (await opened(path)).log.close();
      expect(statSync(path).mode & 0o777).toBe(0o600);
    });
  });

  describe(`files of the store on ${name}`, () => {
    it('are replaced in one step; one that is there keeps its mode', async () => {
      const path = newPath();
      await replaceFile(path, 'new', { disk });
      expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['new', 0o600]);
      const shared = newPath();
      writeFileSync(shared, 'old', { mode: 0o640 });
      await replaceFile(shared, 'new', { disk });
      expect([readFileSync(shared, 'utf8'), statSync(shared).mode & 0o777]).toEqual(['new', 0o640]);
    });

    it('have the changes of all who change them at once', async () => {
      const path = newPath();
      const add = (what: string): Promise<unknown> => updateFile(path, (before = '') => `${before}${what}`, { disk });
      await Promise.all(['a', 'b', 'c', 'd'].map(add));
      expect([...readFileSync(path, 'utf8')].sort()).toEqual(['a', 'b', 'c', 'd']);
      expect(existsSync(`${path}.lock`)).toBe(false);
    });
  });

  describe(`a fault of ${name}`, () => {
    const faults = FAULTS.flatMap((fault) => [
      { fault, lasting: false },
      { fault, lasting: true },
    ]);
    it.each(faults)(
      '($fault, lasting: $lasting) at any call leaves what was acknowledged and nothing that was refused',
      async ({ fault, lasting }) => {
        for (let at = 1; ; at++) {
          const path = newPath('first\n');
          const faulty = faultyDisk({ at, fault, lasting });
          const [said, refused] = [['first'], [] as string[]];
          let unknown: string | undefined;
          const say = async (log: ActLog, line: string): Promise<void> => {
            await log
              .act(() => line)
              .then(
                () => said.push(line),
                () => (faulty.isDead() ? (unknown ??= line) : refused.push(line)),
              );
          };
          const work = await opened(path, faulty.disk).catch(() => undefined);
          if (work !== undefined) {
            const { log, taken } = work;
            for (const line of ['a', 'bb', 'ccc']) await say(log, line);
            const isReplaced = await log.replace(1, ['FIRST']).then(
              () => true,
              () => false,
            );
            await say(log, 'd');
            expect([at, taken]).toEqual([at, said]);
            if (isReplaced) said[0] = 'FIRST';
            await log.close().catch(() => undefined);
          }
          const found = await linesIn(path);
          const allowed = [said, ...(unknown === undefined ? [] : [[...said, unknown]])];
          expect([at, faulty.failed(), allowed.map((lines) => lines.slice(1))]).toEqual([
            at,
            faulty.failed(),
            expect.arrayContaining([found.slice(1)]),
          ]);
          expect(['first', 'FIRST']).toContain(found[0]);
          expect(found).toEqual(expect.not.arrayContaining(refused.length === 0 ? ['never'] : refused));
          if (faulty.steps() < at) {
            expect(at).toBeGreaterThan(10);
            return;
          }
        }
      },
    );

    it.each(FAULTS)('(%s) at any call leaves the old file or the new one', async (fault: Fault) => {
      for (let at = 1; ; at++) {
        const path = newPath('old');
        const faulty = faultyDisk({ at, fault });
        const outcome = await updateFile(path, () => 'new', { disk: faulty.disk }).then(
          () => 'saved',
          ({ code }: { readonly code: string }) => code,
        );
        const found = readFileSync(path, 'utf8');
        if (outcome === 'saved') expect([at, found]).toEqual([at, 'new']);
        else if (outcome === 'save-in-doubt' || faulty.isDead()) expect(['old', 'new']).toContain(found);
        else
          expect([at, outcome, found]).toEqual([
            at,
            fault === 'ENOSPC' || fault === 'short' ? 'disk-full' : 'file-unwritable',
            'old',
          ]);
        if (faulty.steps() < at) return;
      }
    });

    it('that is a full disk is told as that, and acts are saved again once there is space', async () => {
      const path = newPath();
      const { log, taken } = await opened(path, faultyDisk({ at: 4, fault: 'short' }).disk);
      await expect(log.act(() => 'a long line')).rejects.toMatchObject({
        code: 'disk-full',
        message: 'The disk of the data folder is full: free space and try again.',
      });
      await log.act(() => 'a longer line');
      expect(taken).toEqual(['a longer line']);
      await log.close();
    });
  });
}
