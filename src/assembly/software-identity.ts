import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SOFTWARE_VERSION } from '../foundation/software-version.js';

/** Chapters whose code determines the content of a built index. */
const CHAPTERS = ['foundation', 'text', 'formats', 'entities', 'datasets', 'search', 'values', 'scoring'];

/**
 * Identity of the code that builds indexes: the version, and a digest over these chapters. So no index of other code is
 * misread, even during development. Cost: reading some hundred small files.
 */
export function softwareIdentity(): string {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const hash = createHash('sha256');
  for (const chapter of CHAPTERS) {
    const files = readdirSync(join(root, chapter), { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.[jt]s$/.test(name) && !name.endsWith('.d.ts'),
    );
    for (const name of files.sort()) hash.update(name).update(readFileSync(join(root, chapter, name)));
  }
  return `${SOFTWARE_VERSION}+${hash.digest('hex').slice(0, 16)}`;
}
