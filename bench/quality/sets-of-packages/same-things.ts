import { groupsOf, type AskedName, type Thing } from './write-set.js';

/** Entries that have a key in common, directly or through others, are together; in the order in which they come. */
export function sharingKeys<T>(
  all: readonly T[],
  keysOf: (one: T) => readonly string[],
): readonly (readonly [T, ...T[]])[] {
  const before = new Map<string, string>();
  const firstOf = (key: string): string => {
    const other = before.get(key);
    return other === undefined ? key : firstOf(other);
  };
  for (const one of all) {
    const [first = '', ...others] = keysOf(one).map(firstOf);
    for (const key of others) if (firstOf(key) !== firstOf(first)) before.set(firstOf(key), firstOf(first));
  }
  return groupsOf(all, (one) => firstOf(keysOf(one)[0] ?? ''));
}

/** What says whether a name, without its legal form, is not that of another thing of the same scope: if it is, one of the two sources has given a code anew, and there is no telling what is right. */
export function unlikeOthers(list: readonly Thing[], scopeOf: (id: string) => string): (asked: AskedName) => boolean {
  const holders = new Map<string, Set<string>>();
  for (const { id, name, aliases } of list) {
    for (const text of [name, ...(aliases ?? [])]) {
      const key = `${scopeOf(id)} ${plain(withoutLegalForm(text))}`;
      holders.set(key, (holders.get(key) ?? new Set()).add(id));
    }
  }
  return ({ text, right }) =>
    right.every((id) =>
      [...(holders.get(`${scopeOf(id)} ${plain(withoutLegalForm(text))}`) ?? [])].every((holder) =>
        right.includes(holder),
      ),
    );
}

/** Those of which no other has the same key. */
export function unshared<T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] {
  return groupsOf(all, keyOf).flatMap((same) => (same.length === 1 ? [same[0]] : []));
}

/** Whether a word of a name begins as one in the names of a thing that it is to mean: if none does, its code has another holder by now. */
export function sharesWord(
  { text, right }: Pick<AskedName, 'text' | 'right'>,
  names: ReadonlyMap<string, readonly string[]>,
): boolean {
  return right.some((id) => haveWordAlike(text, names.get(id) ?? []));
}

function haveWordAlike(text: string, names: readonly string[]): boolean {
  const beginnings = (name: string): readonly string[] =>
    name
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .map((word) => plain(word).slice(0, 3))
      .filter((word) => word.length > 1);
  const known = new Set(names.flatMap(beginnings));
  return beginnings(text).some((word) => known.has(word));
}

export function withoutLegalForm(name: string): string {
  return name.replace(
    /[\s,]+(?:ltd|limited|inc|incorporated|llc|corp|corporation|co|s\.?a\.?|s\.?p\.?a|s\.?r\.?l|ag|se|gmbh|plc|[bn]\.?v\.?)\.?$/i,
    '',
  );
}

/** A name by its letters and digits alone. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
