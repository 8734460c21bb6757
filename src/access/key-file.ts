import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { errorCodeOf } from '../foundation/error-code-of.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { StoreDisk } from '../foundation/store/store-disk.js';
import { updateFile } from '../foundation/store/update-file.js';
import { type ApiKey, ROLES } from './api-key.js';

const hexadecimal = z.string().regex(/^[0-9a-f]+$/);
const keySchema = z.strictObject({
  name: z.string().min(1).max(80),
  id: hexadecimal,
  salt: hexadecimal,
  hash: hexadecimal.length(64),
  role: z.enum(ROLES),
  datasets: z.union([z.literal('all'), z.array(z.string().min(1)).min(1)]),
  created: z.string(),
});
const fileSchema = z.strictObject({ keys: z.array(keySchema) });

/** The keys in a file. Throws `file-not-found`, `file-unreadable` and `keys-file-invalid`, which names the place. */
export function readKeyFile(path: string): readonly ApiKey[] {
  return keysIn(readText(path), path);
}

function keysIn(text: string, path: string): readonly ApiKey[] {
  const raw = parsed(text);
  if (raw === undefined) throw invalid(path, 'it is not JSON');
  const read = fileSchema.safeParse(raw);
  if (!read.success) {
    const { path: place = [], message = 'it is something else' } = read.error.issues[0] ?? {};
    throw invalid(path, place.length === 0 ? 'it is no list of keys' : `${place.join('.')}: ${message}`);
  }
  const { keys } = read.data;
  for (const [i, { name, id }] of keys.entries()) {
    const twice = keys.findIndex((other) => other.name === name || other.id === id) < i;
    if (twice) throw invalid(path, `the key ${JSON.stringify(name)} stands there twice`);
  }
  return keys;
}

/**
 * Replaces the keys in the file by the result of `change`, from none where there is no file; a new file can be read by
 * its user alone. Rejects with errors of `change`, `keys-file-invalid`, and as `updateFile`.
 */
export async function changeKeyFile(
  path: string,
  change: (keys: readonly ApiKey[]) => readonly ApiKey[],
  disk?: StoreDisk,
): Promise<void> {
  const changed = (text: string | undefined): string =>
    `${JSON.stringify({ keys: change(text === undefined ? [] : keysIn(text, path)) }, null, 2)}\n`;
  await updateFile(path, changed, { disk });
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if (errorCodeOf(cause) === 'ENOENT') {
      throw new SameasError('file-not-found', `There is no file of keys ${path}.`, {
        advice: `Make it with its first key: sameas keys add NAME --keys-file ${path}.`,
        facts: { file: path },
        cause,
      });
    }
    throw new SameasError('file-unreadable', `The file of keys ${path} cannot be read.`, {
      advice: 'Check that it is a file, and that the user of the service may read it.',
      facts: { file: path },
      cause,
    });
  }
}

function parsed(text: string): unknown {
  try {
    const raw: unknown = JSON.parse(text);
    return raw;
  } catch {
    return undefined;
  }
}

function invalid(path: string, fault: string): SameasError {
  return new SameasError('keys-file-invalid', `The file of keys ${path} cannot be used: ${fault}.`, {
    advice: 'Change it with `sameas keys` only, or put back the copy from before.',
    facts: { file: path },
  });
}
