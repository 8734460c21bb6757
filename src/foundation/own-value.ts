/**
 * What a record holds under a key that comes from data; `undefined` when it holds nothing there. Plain indexing would find
 * what every object inherits: a list may have a type, a heading or a value called "constructor". Cost: a look-up.
 */
export function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Puts a value under a key that comes from data, "__proto__" like any other: assigning to that would make the value what the object inherits from. */
export function setOwnValue<T>(record: Record<string, T>, key: string, value: T): void {
  if (key === '__proto__')
    Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
  else record[key] = value;
}
