import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { GuardedResponse } from '../../foundation/guarded-fetch.js';

/** What an address answered before. */
export interface KeptAnswer {
  readonly answer: Pick<GuardedResponse, 'bytes' | 'contentType'> | undefined;
  /** Headers by which only what has changed is sent again. */
  readonly conditions: Readonly<Record<string, string>>;
  /** Keeps an answer that can be asked for so. */
  readonly keep: (answer: GuardedResponse) => Promise<void>;
}

const NOTE = z.object({
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  contentType: z.string(),
  sha256: z.string(),
});

/** What is kept of an address in a folder; the address itself, which may hold secrets, is only a digest there. A folder that cannot be written to keeps nothing. */
export async function keptAnswer(folder: string | undefined, address: string): Promise<KeptAnswer> {
  if (folder === undefined) return { answer: undefined, conditions: {}, keep: () => Promise.resolve() };
  const path = join(folder, createHash('sha256').update(address).digest('hex'));
  const found = await read(path);
  return {
    answer: found?.answer,
    conditions: found?.conditions ?? {},
    keep: async ({ bytes, contentType, headers }) => {
      const [etag, lastModified] = [headers['etag'], headers['last-modified']];
      if (etag === undefined && lastModified === undefined) return;
      const note: z.infer<typeof NOTE> = {
        ...(etag !== undefined && { etag }),
        ...(lastModified !== undefined && { lastModified }),
        contentType,
        sha256: digest(bytes),
      };
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(`${path}.part`, bytes, { mode: 0o600 });
        await rename(`${path}.part`, `${path}.body`);
        await writeFile(`${path}.json`, JSON.stringify(note), { mode: 0o600 });
      } catch {
        // The next time it is fetched again.
      }
    },
  };
}

async function read(path: string): Promise<Pick<KeptAnswer, 'answer' | 'conditions'> | undefined> {
  try {
    const { etag, lastModified, contentType, sha256 } = NOTE.parse(JSON.parse(await readFile(`${path}.json`, 'utf8')));
    const bytes = await readFile(`${path}.body`);
    if (digest(bytes) !== sha256) return undefined;
    return {
      answer: { bytes, contentType },
      conditions: {
        ...(etag !== undefined && { 'If-None-Match': etag }),
        ...(lastModified !== undefined && { 'If-Modified-Since': lastModified }),
      },
    };
  } catch {
    return undefined; // nothing is kept, or half of it
  }
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
