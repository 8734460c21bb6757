import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { NODE_STORE_DISK, type StoreDisk } from '../../src/foundation/store/store-disk.js';

/** What happens at the n-th call: an error of the system; half of a write, and no space for the rest; a kill before or after the call; a kill with the loss of everything that was not flushed. */
export const FAULTS = ['ENOSPC', 'EIO', 'EACCES', 'short', 'kill before', 'kill after', 'power cut'] as const;
export type Fault = (typeof FAULTS)[number];

/** The disk of this machine, of which one call fails. */
export interface FaultyDisk {
  readonly disk: StoreDisk;
  /** Calls so far. */
  readonly steps: () => number;
  /** Whether the process is gone: no call reaches the disk any more. */
  readonly isDead: () => boolean;
  /** The call that failed. */
  readonly failed: () => string;
}

const fails = (code: string): Error => Object.assign(new Error(`${code}: injected`), { code });

/** Does the work of a process that is killed then: the system closes what it has opened. */
async function leave(work: () => Promise<unknown>): Promise<void> {
  const opened = await work().catch(() => undefined);
  if (typeof opened === 'object' && opened !== null && 'close' in opened && typeof opened.close === 'function')
    await (opened.close as () => Promise<void>)();
}

/** `at`: which call fails, from 1; `lasting`: all calls after it fail alike. Reading and truncating do not fail while the process lives: what was refused can be taken back. */
export function faultyDisk({
  at,
  fault,
  lasting = false,
}: {
  readonly at: number;
  readonly fault: Fault;
  readonly lasting?: boolean;
}): FaultyDisk {
  let [steps, isDead, failed, isShort] = [0, false, '', false];
  const unsafe = new Unflushed();

  async function call<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (isDead) throw fails('EKILLED');
    steps++;
    if (steps !== at && !(lasting && steps > at)) return work();
    failed = name;
    switch (fault) {
      case 'ENOSPC':
      case 'EIO':
      case 'EACCES':
        throw fails(fault);
      case 'short':
        isShort = true;
        return work().finally(() => (isShort = false));
      case 'kill after':
        await leave(work);
        isDead = true;
        break;
      case 'power cut':
        await leave(work);
        isDead = true;
        unsafe.lose();
        break;
      case 'kill before':
        isDead = true;
        break;
    }
    throw fails('EKILLED');
  }

  let mustFail = false;
  const disk: StoreDisk = {
    open: (path, how) =>
      (how === 'read'
        ? NODE_STORE_DISK.open(path, how)
        : call('open', () => unsafe.open(path, () => NODE_STORE_DISK.open(path, how)))
      ).then((file) => ({
        read: file.read,
        write: (bytes, position) => {
          if (mustFail) {
            mustFail = false;
            return Promise.reject(fails('ENOSPC'));
          }
          return call('write', () => {
            if (!isShort || bytes.length < 2) return file.write(bytes, position);
            mustFail = true;
            return file.write(bytes.subarray(0, bytes.length >> 1), position);
          });
        },
        truncate: (length) => (isDead ? Promise.reject(fails('EKILLED')) : file.truncate(length)),
        flush: () =>
          call('flush', async () => {
            await file.flush();
            unsafe.flushed(path);
          }),
        close: () =>
          (how === 'read' ? file.close() : call('close', () => file.close())).catch(async (thrown: unknown) => {
            // The system closes what the process has left open.
            await file.close().catch(() => undefined);
            throw thrown;
          }),
      })),
    rename: (from, to) => call('rename', () => unsafe.rename(from, to, () => NODE_STORE_DISK.rename(from, to))),
    remove: (path) => call('remove', () => NODE_STORE_DISK.remove(path)),
    flushFolder: (folder) =>
      call('flush of folder', async () => {
        await NODE_STORE_DISK.flushFolder(folder);
        unsafe.folderFlushed(folder);
      }),
  };
  return { disk, steps: () => steps, isDead: () => isDead, failed: () => failed };
}

/** What a loss of power takes with it: content that was not flushed, and names in folders that were not. */
class Unflushed {
  readonly #sizes = new Map<string, number>();
  /** Where files are now that were opened under another name. */
  readonly #moved = new Map<string, string>();
  #names: { readonly path: string; readonly before: Buffer | undefined }[] = [];

  async open<T>(path: string, work: () => Promise<T>): Promise<T> {
    if (!existsSync(path)) this.#names.push({ path, before: undefined });
    const opened = await work();
    this.#moved.delete(path);
    if (!this.#sizes.has(path)) this.#sizes.set(path, statSync(path).size);
    return opened;
  }

  flushed(opened: string): void {
    const path = this.#moved.get(opened) ?? opened;
    this.#sizes.set(path, existsSync(path) ? statSync(path).size : 0);
  }

  async rename(from: string, to: string, work: () => Promise<void>): Promise<void> {
    const before = existsSync(to) ? readFileSync(to) : undefined;
    await work();
    this.#names.push({ path: to, before });
    this.#sizes.set(to, this.#sizes.get(from) ?? 0);
    this.#sizes.delete(from);
    this.#moved.set(from, to);
  }

  folderFlushed(folder: string): void {
    this.#names = this.#names.filter(({ path }) => dirname(path) !== folder);
  }

  lose(): void {
    for (const [path, size] of this.#sizes)
      if (existsSync(path) && statSync(path).size > size) truncateSync(path, size);
    for (const { path, before } of this.#names.reverse()) {
      if (before === undefined) rmSync(path, { force: true });
      else writeFileSync(path, before);
    }
  }
}
