/**
 * The record's own value for a key from data; `undefined` without one. Plain indexing would find inherited members: a
 * dataset may have a type, a heading or a value called "constructor". Cost: a look-up.
 */
export function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Sets a value for a key from data, even "__proto__": a plain assignment would change the prototype. */
export function setOwnValue<T>(record: Record<string, T>, key: string, value: T): void {
  if (key === '__proto__')
    Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
  else record[key] = value;
}
