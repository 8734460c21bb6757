import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import type { UnpackedFile } from './unpack-archive.js';

/**
 * Packs files into a gzipped tar archive at `path`, under their names in it. Rejects with errors of the file system.
 */
export async function writeTarGzip(files: readonly UnpackedFile[], path: string): Promise<void> {
  const archive = pack();
  const writing = pipeline(archive, createGzip(), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  // Awaited below; an earlier error must not be unhandled.
  writing.catch(() => undefined);
  for (const file of files)
    await pipeline(createReadStream(file.path), archive.entry({ name: file.name, size: statSync(file.path).size }));
  archive.finalize();
  await writing;
}
