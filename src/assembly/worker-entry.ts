/**
 * Where a worker's compiled code lies. Threads start from files, and Node cannot start one from TypeScript: code that
 * runs straight from src/ (tests, development) uses the compiled workers in dist/, which `npm test` builds first.
 */
export function workerEntry(
  name:
    | 'batch-worker'
    | 'build-worker'
    | 'search-build-worker'
    | 'table-worker'
    | 'reading-worker'
    | 'browse-worker'
    | 'changes-worker'
    | 'projects/project-worker',
): URL {
  return new URL(`${name}.js`, import.meta.url.replace('/src/assembly/', '/dist/assembly/'));
}
