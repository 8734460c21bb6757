import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SOFTWARE_VERSION } from '../foundation/software-version.js';

/** The chapters whose code decides what a built index holds. */
const CHAPTERS = ['foundation', 'text', 'formats', 'entities', 'datasets', 'search', 'values', 'scoring'];

/**
 * Names the code that builds indexes: the version, and a digest over the chapters that take part. An index made by other
 * code is never misread for one of ours, also while the code is being worked on. Cost: reading some hundred small files.
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
