/** In an example, stands for anything: within a text for any characters, as a line for any lines, as last item for any further items, as a key for any further keys. */
const ANYTHING = '…';

/** Where an actual JSON value departs from an example; empty when it agrees. */
export function jsonDifferences(example: unknown, actual: unknown, path = '$'): readonly string[] {
  if (example === ANYTHING) return [];
  if (typeof example === 'string' && typeof actual === 'string')
    return textAgrees(example, actual) ? [] : [differs(path, example, actual)];
  if (Array.isArray(example))
    return Array.isArray(actual) ? itemDifferences(example, actual, path) : [differs(path, example, actual)];
  if (typeof example === 'object' && example !== null) {
    if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return [differs(path, example, actual)];
    return keyDifferences(new Map(Object.entries(example)), new Map(Object.entries(actual)), path);
  }
  return Object.is(example, actual) ? [] : [differs(path, example, actual)];
}

/** Whether an actual text agrees with an example, line by line; space at the ends does not count. */
export function textAgrees(example: string, actual: string): boolean {
  const pattern = example
    .trim()
    .split('\n')
    .map((line) => (line.trim() === ANYTHING ? '(?:.*\\n)*?.*' : line.split(ANYTHING).map(escapePattern).join('.*')))
    .join('\n');
  return new RegExp(`^${pattern}$`).test(actual.trim());
}

function itemDifferences(example: readonly unknown[], actual: readonly unknown[], path: string): readonly string[] {
  const open = example.at(-1) === ANYTHING;
  const wanted = open ? example.slice(0, -1) : example;
  if (actual.length < wanted.length || (!open && actual.length > wanted.length))
    return [`${path}: ${wanted.length} items expected, ${actual.length} found`];
  return wanted.flatMap((item, i) => jsonDifferences(item, actual[i], `${path}[${i}]`));
}

function keyDifferences(
  example: ReadonlyMap<string, unknown>,
  actual: ReadonlyMap<string, unknown>,
  path: string,
): readonly string[] {
  const surplus = example.has(ANYTHING)
    ? []
    : [...actual.keys()].filter((key) => !example.has(key)).map((key) => `${path}.${key}: not in the example`);
  const differing = [...example]
    .filter(([key]) => key !== ANYTHING)
    .flatMap(([key, value]) =>
      actual.has(key) ? jsonDifferences(value, actual.get(key), `${path}.${key}`) : [`${path}.${key}: missing`],
    );
  return [...surplus, ...differing];
}

function differs(path: string, example: unknown, actual: unknown): string {
  return `${path}: ${JSON.stringify(example)} expected, ${JSON.stringify(actual)} found`;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
