import type { SourceModule } from './source-tree.js';

/*
 * The thread that serves HTTP does no work whose cost a request controls. What can be called there is what its modules import, be it when somebody asks for it; work that costs more is handed
 * to threads and processes, which are started from files and not imported, through ports that `src/assembly/` fills in. So the rule is one about imports: from the handlers of requests and
 * from what fills in the ports, nothing can be reached but what stands here, with what bounds its cost.
 */

/** Where requests come in, and the ports to threads and processes. */
export const SERVING_ROOTS: readonly string[] = [
  'web/create-app.ts',
  'web/datasets-app.ts',
  'assembly/browse-threads.ts',
  'assembly/caching-batch-executor.ts',
  'assembly/create-review.ts',
  'assembly/entity-changes.ts',
  'assembly/log-observations.ts',
  'assembly/metrics.ts',
  'assembly/projects/projects-service.ts',
  'assembly/reading-threads.ts',
  'assembly/table-threads.ts',
  'assembly/worker-pool-batch-executor.ts',
];

/** Folders (with a slash at the end) and modules that may be reached, and what bounds the cost of a call. */
export const BOUNDED: Readonly<Record<string, string>> = {
  'web/': 'the handlers: test/faults/serving-thread.test.ts measures them, route by route',
  'access/': 'hashes a key of at most 63 characters; the file of keys is read at the start and at reloads',
  'foundation/': 'no domain; linear in texts of at most the length of an address',
  'text/': 'reads one name; what is typed is no longer than an address',
  'protocols/':
    'parses messages of at most 32 KB here, longer ones on a thread; puts answers together from texts that threads made',
  'entities/': 'looks one entity up',
  'agents/': 'at most 50 names, 300 rows or one entity a call, in a message of at most 32 KB',
  'browsing/entity-graph.ts': 'one entity here',
  'browsing/write-browse-file.ts': 'one entity here',
  'describe/answer.ts': 'the answer to one query',
  'describe/describe-entity.ts': 'one entity; for agents at most 150 of which a line is said',
  'describe/explanation-in-english.ts': 'the explanation of one candidate',
  'describe/extend-data.ts': 'at most 500 cells here',
  'entities/built-in-properties.ts': 'follows references of one entity, 20 entities at each of two steps',
  'describe/suggest-entities.ts': 'a look-up in the prefix index; searches are made on threads',
  'describe/suggest-things.ts': 'types and properties, of which there are hundreds at most',
  'scoring/query.ts': 'looks at one query',
  'scoring/type-request.ts': 'looks types up',
  'scoring/feature-table.ts': 'names',
  'scoring/decide.ts': 'the candidates of one query',
  'scoring/learn.ts': 'decides a page of rows by what was learned',
  'scoring/neighbours.ts': 'the same',
  'input/decide-row.ts': 'a page of rows',
  'review/':
    'a table of maxTableRows rows: numbers in memory, some milliseconds for all of them, and rows from the disk by the hundred, others having their turn in between',
  'input/certainty.ts': 'seventy looks at each of twenty ranges',
  'input/certainty-figures.ts': 'numbers',

  'input/answered-row.ts': 'the answer to one query',
  'input/reconcile-rows.ts': 'a hundred rows at a time',
  'input/describe-learned.ts': 'six words',
  'input/read-input-row.ts': 'one row',
  'input/refuse-large-text.ts': 'a look at each of two million bytes, some milliseconds',
  'input/query-input.ts': 'one query',
  'input/row-summary.ts': 'the answer to one row',
  'datasets/heading-vocabulary.ts': 'one heading of a property',
  'formats/first-bytes.ts': 'four bytes',
  'formats/marc/marc-record.ts': 'a hundred kilobytes',
  'formats/separated/field-writer.ts': 'one cell',
  'formats/raw-record.ts': 'one cell',
  'projects/commands/command-table.ts': 'names',
  'projects/processes/': 'lists of what is under way',
  'projects/store/data-folder.ts': 'names of files; the lock is taken once at the start',
  'projects/store/disk.ts': 'small files',
  'projects/store/project-id.ts': 'reads a number',
  'projects/store/store-errors.ts': 'sentences',
  'assembly/': 'ports: tasks are posted to threads and processes',
  // A snapshot is attached when it is loaded; of what it holds, requests look up entities and beginnings of names.
  'search/': 'attached to shared memory when a dataset is loaded',
  'scoring/statistics.ts': 'attached when a dataset is loaded; asked on the threads of batches',
  'scoring/property-values.ts':
    'attached when a dataset is loaded, or when entities have changed; asked on the threads of batches',
  'values/': 'as above',
};

/** Packages that may be loaded there. Those that parse files, archives, markup or programs are not among them. */
export const BOUNDED_PACKAGES: ReadonlySet<string> = new Set([
  // Messages of at most 32 KB.
  '@modelcontextprotocol/sdk',
  'any-ascii',
  'compression',
  'cors',
  'express',
  'helmet',
  'iconv-lite',
  'lru-cache',
  // Reads the documents that the service brings, and nothing else.
  'markdown-it',
  // Filled and asked on the threads that answer queries.
  'minisearch',
  'multer',
  // Writes one entity.
  'n3',
  'pino',
  'prom-client',
  // Reads openapi.yaml, and nothing else.
  'yaml',
  'zod',
]);

/** Modules that parse JSON there, and how long it can be. */
export const PARSES_JSON: Readonly<Record<string, string>> = {
  'assembly/built-index/index-file.ts': 'the head of an index file, when the service starts',
  'foundation/software-version.ts': 'package.json',
  'entities/packed-entity-store.ts': 'what the service has written: one entity',
  'foundation/sections.ts': 'what the service has written, when a dataset is loaded',
  'protocols/read-message.ts': 'at most 32 KB here',
  'protocols/read-query-batch.ts': 'at most 32 KB here',
  'review/judgments.ts': 'a line that the service has written',
  'review/matching-run.ts': 'a line that the service has written',
  'review/run-record.ts': 'lines and a file of some kilobytes that the service has written',
  'review/matching-runs.ts': 'a file of some kilobytes that the service has written',
  'web/mcp/answer-mcp.ts': 'at most 32 KB, and what the service has written: at most 300 rows',
  'web/commands/project-pages.ts': 'what a command has answered, the names of projects',
  'web/messages/words.ts': 'a file of the program, 80 KB',
  'web/matching/answer-suggest.ts': 'a parameter of the address',
  'web/error-reply.ts': 'at most 32 KB',
};

/** A module that can be called on the serving thread, and how it is reached: the modules from a root to it. */
export interface Reached {
  readonly module: SourceModule;
  readonly way: readonly string[];
}

/** Everything that can be loaded from the roots, first ways found. Imports of types alone load nothing. */
export function reachedFrom(modules: readonly SourceModule[], roots: readonly string[]): readonly Reached[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const ways = new Map<string, readonly string[]>(roots.map((root) => [root, [root]]));
  for (const [path, way] of ways) {
    for (const { target, typeOnly } of byPath.get(path)?.imports ?? []) {
      if (target !== undefined && !typeOnly && !ways.has(target)) ways.set(target, [...way, target]);
    }
  }
  return [...ways].flatMap(([path, way]) => {
    const module = byPath.get(path);
    return module === undefined ? [] : [{ module, way }];
  });
}

/** What is reached and does not stand in the tables, one sentence each. */
export function servingFaults(modules: readonly SourceModule[], roots: readonly string[]): readonly string[] {
  return reachedFrom(modules, roots).flatMap(({ module: { path, imports, text }, way }) => [
    ...(Object.keys(BOUNDED).some((known) => path === known || (known.endsWith('/') && path.startsWith(known)))
      ? []
      : [`${path} can be reached on the serving thread: ${way.join(' → ')}`]),
    ...imports.flatMap(({ packageName, typeOnly }) =>
      packageName === undefined || typeOnly || packageName.startsWith('node:') || BOUNDED_PACKAGES.has(packageName)
        ? []
        : [`${path} loads ${packageName} on the serving thread`],
    ),
    ...(/\bJSON\.parse\b/.test(text) && PARSES_JSON[path] === undefined
      ? [`${path} parses JSON on the serving thread, of a length that nobody has stated`]
      : []),
    ...[
      ...text.matchAll(/\b(?:gzip|gunzip|deflate|inflate|unzip|brotli\w+|pbkdf2|scrypt|exec|execFile|spawn)Sync\b/g),
    ].map(([name]) => `${path} calls ${name} on the serving thread`),
  ]);
}
