// Zip archives in memory, instead of the streams of src/formats/archives/unpack-archive.ts.
import { unzipSync } from 'fflate';
import { Buffer } from './buffer.js';

/** Files that file systems add, not meant to be read. */
export const isLitter = (name) =>
  name
    .split('/')
    .some((part) => part === '__MACOSX' || part === 'Thumbs.db' || (part.startsWith('.') && part.length > 1));

/** Entries of the archive; `wanted` selects those to unpack. Throws a SyntaxError for a damaged archive. */
function entries(archive, wanted) {
  const names = [];
  try {
    const contents = unzipSync(archive, {
      filter: ({ name, originalSize }) => {
        names.push({ name, originalSize });
        return wanted(name);
      },
    });
    return { names, contents };
  } catch (thrown) {
    throw new SyntaxError('The zip archive is incomplete or damaged.', { cause: thrown });
  }
}

export const zipEntryNames = (archive) => Promise.resolve(entries(archive, () => false).names.map(({ name }) => name));

export function unpackZipEntry(archive, name, budget) {
  budget.addEntry();
  const { contents } = entries(archive, (one) => one === name);
  return Promise.resolve(Buffer.from(contents[name] ?? new Uint8Array(0)));
}

/** Unpacks the archive for `budget` and `watch`. */
export function weighZip(archive, budget, watch) {
  const { contents } = entries(archive, (name) => !name.endsWith('/'));
  for (const [name, bytes] of Object.entries(contents)) {
    budget.addEntry();
    watch?.(name, Buffer.from(bytes));
  }
  return Promise.resolve();
}
