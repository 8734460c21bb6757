import { readFileSync } from 'node:fs';

/** The version in package.json, which is next to src/ and dist/ alike. */
export const SOFTWARE_VERSION: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version; // our own file
