/**
 * The compiled code of a thread or process, by its path below src/assembly/ without the extension. Node cannot start a
 * thread from TypeScript: code that runs from src/ (tests, development) uses the compiled files in dist/, which `npm
 * test` builds first.
 */
export function workerEntry(name: string): URL {
  return new URL(`../${name}.js`, import.meta.url.replace('/src/assembly/', '/dist/assembly/'));
}
