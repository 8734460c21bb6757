import { execFileSync } from 'node:child_process';

/**
 * Compiles src/ to dist/ unless that is newer than every source. What runs from the sources starts its threads from dist/, and
 * waits for ever for threads that speak as the code of yesterday did. Throws when the compiler finds a fault.
 */
export function buildBeforehand(): void {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
}
