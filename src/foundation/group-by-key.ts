/**
 * The positions of `keys` by key, ascending within each: members of key k are from `offsets[k]` up to `offsets[k + 1]`.
 * `keys` are below `keyCount`. Cost: a counting sort.
 */
export function groupByKey(
  keys: Uint32Array,
  keyCount: number,
): { readonly offsets: Uint32Array; readonly members: Uint32Array } {
  const offsets = new Uint32Array(keyCount + 1);
  for (const key of keys) offsets[key + 1] = (offsets[key + 1] ?? 0) + 1;
  for (let key = 0; key < keyCount; key++) offsets[key + 1] = (offsets[key + 1] ?? 0) + (offsets[key] ?? 0);
  const next = offsets.slice(0, keyCount);
  const members = new Uint32Array(keys.length);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] ?? 0;
    const place = next[key] ?? 0;
    members[place] = i;
    next[key] = place + 1;
  }
  return { offsets, members };
}
