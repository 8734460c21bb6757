/**
 * The compiled code of a thread or a process, by its path below src/assembly/ without the ending. Threads start from files, and Node cannot start one from TypeScript: code that
 * runs straight from src/ (tests, development) uses the compiled files in dist/, which `npm test` builds first.
 */
export function workerEntry(name: string): URL {
  return new URL(`../${name}.js`, import.meta.url.replace('/src/assembly/', '/dist/assembly/'));
}
