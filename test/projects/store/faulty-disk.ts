import { NODE_DISK, type Disk } from '../../../src/projects/store/disk.js';

/** A disk that does its work until a step that fails; what failed and how much was done can be asked afterwards. */
export interface FaultyDisk extends Disk {
  /** Changing steps so far. */
  readonly steps: () => number;
}

/**
 * `failAt` counts changing steps from 1. once: that step fails as on a full disk, a write after half of its bytes, and all others work. fromThen: nothing works any
 * more from that step on, as when the power goes.
 */
export function faultyDisk(failAt: number, mode: 'once' | 'fromThen'): FaultyDisk {
  let steps = 0;
  const step = (): void => {
    steps += 1;
    if (steps === failAt || (mode === 'fromThen' && steps > failAt))
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  };
  return {
    ...NODE_DISK,
    steps: () => steps,
    createFile: (path) => (step(), NODE_DISK.createFile(path)),
    write: (file, bytes) => {
      if (steps + 1 === failAt) NODE_DISK.write(file, bytes.subarray(0, bytes.length >> 1));
      step();
      NODE_DISK.write(file, bytes);
    },
    flush: (file) => (step(), NODE_DISK.flush(file)),
    rename: (from, to) => (step(), NODE_DISK.rename(from, to)),
    flushFolder: (folder) => (step(), NODE_DISK.flushFolder(folder)),
    makeFolder: (folder) => (step(), NODE_DISK.makeFolder(folder)),
    remove: (path) => {
      if (mode === 'fromThen') step();
      NODE_DISK.remove(path);
    },
  };
}
