/*
 * Which suites belong to which size of a test run. Every suite is in `npm test` or in `npm run test:system`, never in both; `npm run test:quick` is a part of `npm test`.
 * Paths start at the root of the repository; one that ends in a slash names all suites below it.
 */

/**
 * What takes minutes or needs the machine for itself: faults, many starts of the built program, the documentation's commands, watching, recovery, concurrency; and what is tried with so many
 * programs, orders or names that it takes as long as a hundred other suites.
 */
export const SYSTEM = [
  'test/assembly/datasets-with-projects.test.ts',
  'test/assembly/life-of-a-dataset.test.ts',
  'test/assembly/projects/failing-services.test.ts',
  'test/assembly/projects/project-worker-pool.test.ts',
  'test/assembly/projects/projects-service.test.ts',
  'test/assembly/start-datasets.test.ts',
  'test/assembly/table-threads.test.ts',
  'test/assembly/watch-files.test.ts',
  'test/assembly/watched-service.test.ts',
  'test/cli/built-program/',
  'test/cli/evaluate-tune.test.ts',
  'test/cli/reconcile-learning.test.ts',
  'test/data/world-places-loading.test.ts',
  'test/differential/reconciling.test.ts',
  'test/documentation/examples.test.ts',
  'test/faults/',
  'test/journeys/',
  'test/projects/expressions/jython/jython-cases.test.ts',
  'test/projects/expressions/sandbox/escapes.test.ts',
  'test/projects/expressions/sandbox/random-programs.test.ts',
];

/** Suites without a service, a thread or an interpreter: what an author runs after every change. */
export const QUICK = [
  'test/access/',
  'test/browsing/',
  'test/comparison/',
  'test/conformance/',
  'test/duplicates/',
  'test/entities/',
  'test/formats/',
  'test/foundation/',

  'test/projects/browsing/',
  'test/projects/clustering/',
  'test/projects/commands/',
  'test/projects/exporting/',
  'test/projects/expressions/grel/',
  'test/projects/grid/',
  'test/projects/importing/',
  'test/projects/processes/',
  'test/projects/store/',
  'test/protocols/',
  'test/input/',
  'test/scoring/',
  'test/search/',
  'test/settings/',
  'test/text/',
  'test/values/',
];

/** Suites in the folders of QUICK that take some seconds each. */
export const NOT_QUICK = [
  'test/conformance/live-answers.test.ts',
  'test/duplicates/find-duplicates.test.ts',

  'test/projects/expressions/grel/grel-properties.test.ts',
  'test/projects/importing/import-faults.test.ts',
  'test/protocols/versions.test.ts',
  'test/scoring/lists-of-many-kinds.test.ts',
  'test/scoring/recall.test.ts',
  'test/scoring/statistics-apart.test.ts',
  'test/search/retrieval-recall.test.ts',
];

/** Suites that use one large thing: each group runs in one process, so that the thing is made once. */
export const GROUPS = [
  { shares: 'the parsed source tree', suites: ['test/architecture/'] },
  { shares: 'the embedded dataset', suites: ['test/data/', 'test/acceptance/world-places.test.ts'] },
];

/** Whether a list names a suite, by its path from the root. */
export function names(list, path) {
  return list.some((named) => (named.endsWith('/') ? path.startsWith(named) : path === named));
}

/** What Jest's `testMatch` says for a list. */
export function globsOf(list) {
  return list.map((named) => `<rootDir>/${named}${named.endsWith('/') ? '**/*.test.ts' : ''}`);
}

/** What Jest's `testPathIgnorePatterns` says for a list. */
export function ignoring(list) {
  return list.map((named) => `<rootDir>/${named.replaceAll('.', '\\.')}`);
}
