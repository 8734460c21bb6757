/**
 * Every command of the interface, one line each: the index of this chapter. docs/commands.md is generated from it, and
 * openapi.yaml compared with it. command-handlers.ts has the handlers; this table is also read where commands are only
 * forwarded.
 */
export interface CommandDefinition {
  readonly name: string;
  /** GET answers HEAD as well. */
  readonly methods: 'GET' | 'POST' | 'GET, POST';
  /**
   * Whether a token is required: never · evaluating: clients before 3.8.3 send none, so that a missing one passes
   * unless the service is strict, and a wrong one never · changing: always.
   */
  readonly token: 'never' | 'evaluating' | 'changing';
  /**
   * Place of the work: service: at once, in the service itself · read: in a worker, in parallel with others · write: in
   * a worker, one at a time for each project · preferences: in a worker, one at a time for the whole service · create:
   * in a worker, for a project that does not exist yet.
   */
  readonly lane: 'service' | 'read' | 'write' | 'preferences' | 'create';
  /** preview: a person waits for each key · usual: some minutes · waiting: as long, for another service · long: whole files. */
  readonly time: 'preview' | 'usual' | 'waiting' | 'long';
  /** One sentence for the documentation. */
  readonly summary: string;
}

const read = <N extends string>(name: N, summary: string) =>
  ({ name, methods: 'GET, POST', token: 'never', lane: 'read', time: 'usual', summary }) as const;
const write = <N extends string>(name: N, summary: string) =>
  ({ name, methods: 'POST', token: 'changing', lane: 'write', time: 'usual', summary }) as const;
const service = <N extends string>(name: N, summary: string) =>
  ({ name, methods: 'GET, POST', token: 'never', lane: 'service', time: 'usual', summary }) as const;

export const COMMAND_TABLE = [
  // The service
  service('get-csrf-token', 'A token for the commands that need one; it holds for an hour.'),
  service('get-version', 'The version of the interface that is spoken, and what speaks it.'),

  // Projects come and go
  {
    name: 'create-project-from-upload',
    methods: 'POST',
    token: 'changing',
    lane: 'create',
    time: 'long',
    summary: 'Makes a project from the files that are uploaded, and redirects to it.',
  },
  {
    name: 'import-project',
    methods: 'POST',
    token: 'changing',
    lane: 'create',
    time: 'long',
    summary: 'Makes a project from an archive of OpenRefine, with its history, and redirects to it.',
  },
  {
    name: 'export-project',
    methods: 'GET, POST',
    token: 'never',
    lane: 'read',
    time: 'long',
    summary: 'A project with its history, as an archive that OpenRefine opens.',
  },
  write('delete-project', 'Deletes a project with everything that belongs to it.'),

  // Contents of a project
  read('get-models', 'Columns, records and expression languages.'),
  read('get-rows', 'A page of rows, filtered and sorted.'),
  read('get-columns-info', 'How many numbers, texts, blanks and errors each column holds.'),
  read('get-project-metadata', 'Name, dates, tags and whatever else is known of a project.'),
  read('get-all-project-metadata', 'The same of every project, by its id.'),
  read('get-all-project-tags', 'Every tag that some project has.'),
  write('set-project-metadata', 'Sets one member of the metadata.'),
  write('rename-project', 'Gives a project another name.'),
  write('set-project-tags', 'Takes tags from a project and gives it others.'),

  // Facets and previews
  {
    name: 'compute-facets',
    methods: 'GET, POST',
    token: 'evaluating',
    lane: 'read',
    time: 'usual',
    summary: 'The choices or the histogram of each facet of an engine.',
  },
  {
    name: 'export-rows',
    methods: 'GET, POST',
    token: 'evaluating',
    lane: 'read',
    time: 'long',
    summary: 'The rows that an engine lets through, as a file.',
  },
  {
    name: 'compute-clusters',
    methods: 'GET, POST',
    token: 'evaluating',
    lane: 'read',
    time: 'usual',
    summary: 'Texts of a column that may mean the same.',
  },
  read('get-clustering-functions-and-distances', 'The ways of clustering that there are.'),
  {
    name: 'guess-types-of-column',
    methods: 'POST',
    token: 'changing',
    lane: 'read',
    time: 'waiting',
    summary: 'The types that a reconciliation service has for the first values of a column.',
  },
  {
    name: 'preview-extend-data',
    methods: 'POST',
    token: 'changing',
    lane: 'read',
    time: 'waiting',
    summary: 'What extending a reconciled column would bring to some rows.',
  },
  {
    name: 'preview-expression',
    methods: 'GET, POST',
    token: 'evaluating',
    lane: 'read',
    time: 'preview',
    summary: 'What an expression gives in some rows.',
  },

  // Changes and their history
  write('apply-operations', 'Runs a recipe: a list of operations, one entry of the history each.'),
  write('undo-redo', 'Goes back or forth in the history.'),
  write('annotate-one-row', 'Gives one row a star or a flag, or takes it away.'),
  write('edit-one-cell', 'Puts a value into one cell.'),
  write('recon-judge-one-cell', 'Says which entity one cell means, or that it is a new one.'),
  write('recon-clear-one-cell', 'Takes candidates and judgment from one cell.'),
  read('get-history', 'What was done, and what was undone.'),
  read('get-operations', 'The operations of the history, as a recipe.'),
  {
    name: 'get-column-dependencies',
    methods: 'GET, POST',
    token: 'never',
    lane: 'read',
    time: 'usual',
    summary: 'The columns that a recipe needs, and those that it makes.',
  },
  service('get-processes', 'Work on a project that is waiting or under way.'),
  {
    name: 'cancel-processes',
    methods: 'POST',
    token: 'changing',
    lane: 'service',
    time: 'usual',
    summary: 'Stops the work on a project that is waiting or under way.',
  },

  // One operation each
  write('text-transform', 'core/text-transform'),
  write('mass-edit', 'core/mass-edit'),
  write('add-column', 'core/column-addition'),
  write('add-column-by-fetching-urls', 'core/column-addition-by-fetching-urls'),
  write('remove-column', 'core/column-removal'),
  write('rename-column', 'core/column-rename'),
  write('move-column', 'core/column-move'),
  write('split-column', 'core/column-split'),
  write('reorder-columns', 'core/column-reorder'),
  write('fill-down', 'core/fill-down'),
  write('blank-down', 'core/blank-down'),
  write('join-multi-value-cells', 'core/multivalued-cell-join'),
  write('split-multi-value-cells', 'core/multivalued-cell-split'),
  write('transpose-columns-into-rows', 'core/transpose-columns-into-rows'),
  write('transpose-rows-into-columns', 'core/transpose-rows-into-columns'),
  write('key-value-columnize', 'core/key-value-columnize'),
  write('annotate-rows', 'core/row-star or core/row-flag'),
  write('remove-rows', 'core/row-removal'),
  write('keep-matching-rows', 'core/row-keep-matched'),
  write('reorder-rows', 'core/row-reorder'),
  write('remove-duplicate-rows', 'core/row-duplicate-removal'),
  write('add-rows', 'core/row-addition'),
  write('reconcile', 'core/recon'),
  write('recon-match-best-candidates', 'core/recon-match-best-candidates'),
  write('recon-mark-new-topics', 'core/recon-mark-new-topics'),
  write('recon-discard-judgments', 'core/recon-discard-judgments'),
  write('recon-judge-similar-cells', 'core/recon-judge-similar-cells'),
  write('recon-match-specific-topic-to-cells', 'core/recon-match-specific-topic-to-cells'),
  write('recon-clear-similar-cells', 'core/recon-clear-similar-cells'),
  write('recon-use-values-as-identifiers', 'core/recon-use-values-as-identifiers'),
  write('recon-copy-across-columns', 'core/recon-copy-across-columns'),
  write('extend-data', 'core/extend-reconciled-data'),

  // Preferences, over all projects
  read('get-preference', 'The value that is kept under a name.'),
  read('get-all-preferences', 'All values that are kept.'),
  {
    name: 'set-preference',
    methods: 'POST',
    token: 'changing',
    lane: 'preferences',
    time: 'usual',
    summary: 'Keeps a value under a name.',
  },
  read('get-expression-language-info', 'Every function and control of GREL.'),
  read('get-expression-history', 'Expressions that were used, the latest first.'),
  read('get-starred-expressions', 'Expressions that carry a star.'),
  {
    name: 'log-expression',
    methods: 'POST',
    token: 'changing',
    lane: 'preferences',
    time: 'usual',
    summary: 'Remembers that an expression was used.',
  },
  {
    name: 'toggle-starred-expression',
    methods: 'POST',
    token: 'changing',
    lane: 'preferences',
    time: 'usual',
    summary: 'Gives an expression a star, or takes it away.',
  },
] as const satisfies readonly CommandDefinition[];

type Row = (typeof COMMAND_TABLE)[number];

export type CommandName = Row['name'];

export type ServiceCommandName = Extract<Row, { readonly lane: 'service' }>['name'];

export type WorkerCommandName = Exclude<CommandName, ServiceCommandName>;

/** The command of a name; undefined for an unknown one. */
export function findCommand(name: string): (CommandDefinition & { readonly name: CommandName }) | undefined {
  return COMMAND_TABLE.find((one) => one.name === name);
}

/** Whether the service answers a command by itself. */
export function isServiceCommand(
  command: CommandDefinition,
): command is CommandDefinition & { readonly name: ServiceCommandName } {
  return command.lane === 'service';
}

/** Whether a command runs in a worker. */
export function isWorkerCommand(
  command: CommandDefinition,
): command is CommandDefinition & { readonly name: WorkerCommandName } {
  return command.lane !== 'service';
}

/** Elements of a list or members of an object in a parameter: more than a person chooses or edits at once. */
export const MAX_ELEMENTS = 100_000;
