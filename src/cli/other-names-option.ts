import type { GivenOptions } from './given-options.js';

/** `--other-names FILE`, which may be given several times: what commander declares it by. */
export const OTHER_NAMES_OPTION = [
  '--other-names <file>',
  'names with the ids they mean, such as judgments: other names of the list; may be given several times',
  (file: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), file],
] as const;

/** The files that were given with it. */
export function otherNamesGiven({ otherNames }: GivenOptions): readonly string[] {
  return Array.isArray(otherNames) ? otherNames.filter((file) => typeof file === 'string') : [];
}
