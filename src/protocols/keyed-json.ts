/**
 * An object as JSON text, from keys and the JSON of their values. Keys keep their order and none is special: an object
 * built in memory would move `0` to the front and take `__proto__` for something else.
 */
export function keyedJson(entries: Iterable<readonly [key: string, json: string]>): string {
  const parts: string[] = [];
  for (const [key, json] of entries) parts.push(`${JSON.stringify(key)}:${json}`);
  return `{${parts.join(',')}}`;
}
