/**
 * What a record holds under a key that comes from data; `undefined` when it holds nothing there. Plain indexing would find
 * what every object inherits: a list may have a type, a heading or a value called "constructor". Cost: a look-up.
 */
export function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
