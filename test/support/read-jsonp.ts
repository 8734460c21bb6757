import vm from 'node:vm';

/** What a JSONP answer hands to its callback, by running the script as a browser would. */
export function readJsonp(script: string, callback: string): unknown {
  const seen: unknown[] = [];
  const take = (value: unknown): void => void seen.push(value);
  // `a.b.c` is a function in objects.
  const [first = '', ...rest] = callback.split('.').reverse();
  const context = rest.reduce<Record<string, unknown>>((inner, name) => ({ [name]: inner }), { [first]: take });
  vm.runInNewContext(script, context, { timeout: 1_000 });
  if (seen.length !== 1) throw new Error(`the callback was called ${String(seen.length)} times`);
  return JSON.parse(JSON.stringify(seen[0]));
}
