import type { GivenOptions } from './given-options.js';

/** `--aliases FILE`, which may be given several times: what commander declares it by. */
export const ALIASES_OPTION = [
  '--aliases <file>',
  'names with the ids they mean, such as judgments: aliases of the list; may be given several times',
  (file: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), file],
] as const;

/** The files that were given with it. */
export function aliasFilesGiven({ aliases }: GivenOptions): readonly string[] {
  return Array.isArray(aliases) ? aliases.filter((file) => typeof file === 'string') : [];
}
