/**
 * Names of the `width` columns of a table: their headings; `Column 3` for a third one without; a repeated heading gets
 * ` (2)`.
 */
export function nameColumns(headings: readonly string[], width: number): string[] {
  const names = new Set<string>();
  const free = new Map<string, number>();
  for (let i = 0; i < width; i++) {
    const heading = (headings[i] ?? '').replace(/\s+/g, ' ').trim();
    const name = heading === '' ? `Column ${i + 1}` : heading;
    let unique = name;
    let n = free.get(name) ?? 2;
    for (; names.has(unique); n++) unique = `${name} (${n})`;
    free.set(name, n);
    names.add(unique);
  }
  return [...names];
}
