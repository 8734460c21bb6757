/*
 * Numbers of capturing groups are known only when the whole pattern is translated, since a possessive quantifier puts a
 * group around earlier parts. Until then the opening parenthesis of a group, and a reference to it, are marks:
 * characters of a private plane, which a translation never holds otherwise.
 */

/** A group of the pattern itself, or one for an atomic group; counted separately, from 1. */
export interface GroupMark {
  readonly kind: 'own' | 'atomic';
  readonly number: number;
}

const OPENING = '\u{f0000}';
const REFERENCE = '\u{f0001}';
const END = '\u{f0002}';
const MARKS = new RegExp(`(${OPENING}|${REFERENCE})(own|atomic)([0-9]+)${END}`, 'gu');

/** Mark of the opening parenthesis. */
export function openingMark({ kind, number }: GroupMark): string {
  return `${OPENING}${kind}${number}${END}`;
}

/** Mark of a reference to the group. */
export function referenceMark({ kind, number }: GroupMark): string {
  return `${REFERENCE}${kind}${number}${END}`;
}

/** The source without marks, and the numbers of the `groupCount` own groups in it; 0 for the whole match comes first. */
export function numberGroups(
  marked: string,
  groupCount: number,
): { readonly source: string; readonly groupNumbers: readonly number[] } {
  const numbers = new Map<string, number>();
  for (const [, mark, kind, number] of marked.matchAll(MARKS))
    if (mark === OPENING) numbers.set(`${kind}${number}`, numbers.size + 1);
  const source = marked.replace(MARKS, (_, mark: string, kind: string, number: string) =>
    mark === OPENING ? '(' : `(?:\\${numbers.get(`${kind}${number}`) ?? 0})`,
  );
  return {
    source,
    groupNumbers: [0, ...Array.from({ length: groupCount }, (_, index) => numbers.get(`own${index + 1}`) ?? 0)],
  };
}
