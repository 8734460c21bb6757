import { z } from 'zod';

const candidateSchema = z.object({ id: z.string(), name: z.string(), score: z.number(), types: z.array(z.string()) });

const reconSchema = z.object({
  j: z.enum(['none', 'matched', 'new', 'error']),
  m: candidateSchema.nullish(),
  c: z.array(candidateSchema).optional(),
  service: z.string().optional(),
  identifierSpace: z.string().optional(),
  schemaSpace: z.string().optional(),
  e: z.string().optional(),
});

const cellSchema = z
  .object({ v: z.unknown().optional(), t: z.string().optional(), e: z.string().optional(), r: z.string().optional() })
  .nullable();

/** One cell as the command interface shows it. */
export type RawCell = z.infer<typeof cellSchema>;

const rowsSchema = z.object({
  total: z.number(),
  rows: z.array(z.object({ i: z.number(), cells: z.array(cellSchema) })),
  pool: z.object({ recons: z.record(z.string(), reconSchema) }),
});

const modelsSchema = z.object({
  columnModel: z.object({
    columns: z.array(
      z.object({
        cellIndex: z.number(),
        name: z.string(),
        reconConfig: z
          .object({ service: z.string().optional(), type: z.object({ id: z.string() }).nullish() })
          .nullish(),
        reconStats: z.object({ nonBlanks: z.number(), newTopics: z.number(), matchedTopics: z.number() }).nullish(),
      }),
    ),
  }),
});

const processesSchema = z.object({
  processes: z.array(z.object({ description: z.string(), status: z.string(), progress: z.number().optional() })),
});
const typesSchema = z.object({
  code: z.literal('ok'),
  types: z.array(z.object({ id: z.string(), name: z.string().nullable(), count: z.number(), score: z.number() })),
});
const previewSchema = z.object({
  code: z.literal('ok'),
  columns: z.array(z.object({ id: z.string(), name: z.string() })),
  rows: z.array(z.array(z.unknown())),
});

/** What OpenRefine knows of a cell after reconciliation. */
export type Recon = z.infer<typeof reconSchema>;

/** One cell as OpenRefine holds it; `recon` only when it was reconciled. */
export interface ReconciledCell {
  readonly value: unknown;
  readonly recon?: Recon;
}

/** A column as OpenRefine describes it. */
export type OpenRefineColumn = z.infer<typeof modelsSchema>['columnModel']['columns'][number];

/** A property of the service, by id, and the name that a new column gets. */
export interface WantedProperty {
  readonly id: string;
  readonly name: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** The two URI prefixes from the manifest of the service, and its address. */
export interface ServiceAddress {
  readonly url: string;
  readonly identifierSpace: string;
  readonly schemaSpace: string;
}

/** How a column is to be reconciled; names as in the dialog of OpenRefine. */
export interface ReconciliationSettings {
  readonly column: string;
  readonly service: ServiceAddress;
  /** `null`: no particular type. */
  readonly type: { readonly id: string; readonly name: string } | null;
  /** Column of the project → property of the service. */
  readonly details?: readonly {
    readonly column: string;
    readonly property: { readonly id: string; readonly name: string };
  }[];
  readonly autoMatch: boolean;
  readonly batchSize: number;
  /** How many candidates; 0 leaves it to the service. */
  readonly limit?: number;
}

const shownSchema = z.union([
  z.object({
    code: z.literal('ok'),
    results: z.tuple([z.union([z.string(), z.null(), z.object({ message: z.string().nullable() })])]),
  }),
  z.object({ code: z.literal('error'), message: z.string().nullish() }),
]);

/** An operation as the command interface takes it, with whatever fields it has. */
export interface Operation {
  readonly op: string;
  readonly [field: string]: unknown;
}

/** What a preview shows for one row: a text or nothing, the message of an error, or that of a program that cannot be read. */
export type ShownValue = string | null | { readonly error: string } | { readonly syntaxError: string };

/** The commands of a running OpenRefine that a reconciliation needs. Every method rejects when OpenRefine says that it failed. */
export interface OpenRefineClient {
  /** An expression, with the prefix of its language, on one row; `cellIndex` -1 for no base cell. */
  previewExpression(
    project: string,
    expression: string,
    place: { readonly row: number; readonly cellIndex: number },
  ): Promise<ShownValue>;
  /** Makes a project from CSV text with one header line; gives its number. Cells are text, surrounding spaces are kept. */
  createProject(name: string, csv: string): Promise<string>;
  deleteProject(project: string): Promise<void>;
  guessTypes(
    project: string,
    column: string,
    serviceUrl: string,
  ): Promise<readonly { readonly id: string; readonly name: string | null }[]>;
  reconcile(project: string, settings: ReconciliationSettings): Promise<void>;
  matchBestCandidates(project: string, column: string): Promise<void>;
  judgeOneCell(
    project: string,
    row: number,
    cellIndex: number,
    candidate: { id: string; name: string; types: readonly string[]; score: number },
    service: ServiceAddress,
  ): Promise<void>;
  previewExtension(
    project: string,
    column: string,
    rows: readonly number[],
    properties: readonly WantedProperty[],
  ): Promise<z.infer<typeof previewSchema>>;
  extend(
    project: string,
    column: string,
    service: ServiceAddress,
    properties: readonly WantedProperty[],
    insertAt: number,
  ): Promise<void>;
  /** Sends a history of operations in one request; those behind a long one are carried out when it has ended. */
  applyOperations(project: string, operations: readonly unknown[]): Promise<void>;
  /**
   * Carries out a history of operations, and is done when they are. Waits after each long one: OpenRefine takes operations from its queue without a lock,
   * so that one that is queued in the moment when a long one ends can be lost or carried out twice.
   */
  replay(project: string, operations: readonly Operation[]): Promise<void>;
  /** Goes back or forward in the history, to after the entry with this id; 0 is the beginning. */
  goTo(project: string, historyEntryId: number): Promise<void>;
  columns(project: string): Promise<readonly OpenRefineColumn[]>;
  /** All cells of one column, in row order; `null` for blank ones. */
  cells(project: string, column: string): Promise<readonly (ReconciledCell | null)[]>;
  /** Those of all columns, by the name of the column. */
  allCells(project: string): Promise<ReadonlyMap<string, readonly (ReconciledCell | null)[]>>;
  /** The same without a look at their reconciliation: value, kind and error. */
  rawCells(project: string, column: string): Promise<readonly RawCell[]>;
  exportCsv(project: string): Promise<string>;
  /** Stores a manifest among the services of the user, as the dialog of OpenRefine does. */
  registerService(url: string, manifest: object): Promise<void>;
  /**
   * Waits until no process is left. Rejects when a worker of OpenRefine died (its process stays in the list, as "done"),
   * and when processes are left after `timeoutMs`. OpenRefine breaks off its answer when a process ends while it writes the list of them
   * (3 of 120,000 times when asked without a pause): such a list is asked for again, three times at most.
   */
  waitForProcesses(project: string, timeoutMs?: number): Promise<void>;
}

/** Whether the connection ended before the answer did. (Not `instanceof`: Jest runs tests with error classes of their own.) */
const isBrokenOff = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'cause' in error &&
  typeof error.cause === 'object' &&
  error.cause !== null &&
  'code' in error.cause &&
  error.cause.code === 'UND_ERR_SOCKET';

const engine = JSON.stringify({ facets: [], mode: 'row-based' });
const moreRowsThanAnyTestHas = 100_000;
const importOptions = {
  encoding: 'UTF-8',
  separator: ',',
  ignoreLines: -1,
  headerLines: 1,
  skipDataLines: 0,
  limit: -1,
  storeBlankRows: true,
  guessCellValueTypes: false,
  processQuotes: true,
  quoteCharacter: '"',
  storeBlankCellsAsNulls: true,
  trimStrings: false,
};

/** A client of the OpenRefine at `origin` (no slash at the end). */
export function openRefineClient(origin: string): OpenRefineClient {
  let token: Promise<string> | undefined;
  const csrfToken = (): Promise<string> =>
    (token ??= fetch(`${origin}/command/core/get-csrf-token`)
      .then((response) => response.json())
      .then((body) => z.object({ token: z.string() }).parse(body).token));

  const address = (command: string, query: Readonly<Record<string, string>> = {}): string =>
    `${origin}/command/core/${command}?${new URLSearchParams(query).toString()}`;

  // Failures arrive with status 200 and a code.
  const read = async (response: Response): Promise<unknown> => {
    const text = await response.text();
    if (!response.ok)
      throw new Error(`OpenRefine answered ${response.status} to ${response.url}: ${text.slice(0, 500)}`);
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && 'code' in body && body.code === 'error') {
      throw new Error(`OpenRefine refused ${response.url}: ${text.slice(0, 500)}`);
    }
    return body;
  };
  const get = async (command: string, query: Readonly<Record<string, string>>): Promise<unknown> =>
    read(await fetch(address(command, query)));
  const postForm = async (
    command: string,
    query: Readonly<Record<string, string>>,
    form: Readonly<Record<string, string>>,
  ): Promise<Response> =>
    fetch(address(command, query), {
      method: 'POST',
      body: new URLSearchParams({ ...form, csrf_token: await csrfToken() }),
    });
  const post = async (
    command: string,
    query: Readonly<Record<string, string>>,
    form: Readonly<Record<string, string>>,
  ): Promise<unknown> => read(await postForm(command, query, form));

  const columns = async (project: string): Promise<readonly OpenRefineColumn[]> =>
    modelsSchema.parse(await get('get-models', { project })).columnModel.columns;

  const applyOperations = async (project: string, operations: readonly unknown[]): Promise<void> => {
    await post('apply-operations', { project }, { operations: JSON.stringify(operations) });
  };

  const waitForProcesses = async (project: string, timeoutMs = 180_000): Promise<void> => {
    const giveUpAt = Date.now() + timeoutMs;
    let doneSince: number | undefined;
    let asksAgain = 3;
    const processList = async (): Promise<unknown> => {
      try {
        return await get('get-processes', { project });
      } catch (error) {
        if (!isBrokenOff(error) || asksAgain-- === 0) throw error;
        return await processList();
      }
    };
    for (;;) {
      const { processes } = processesSchema.parse(await processList());
      if (processes.length === 0) return;
      // One that has ended well is done for a moment too, before it is taken from the list.
      const dead = processes.find((process) => process.status === 'done');
      doneSince = dead === undefined ? undefined : (doneSince ?? Date.now());
      if (dead !== undefined && Date.now() - (doneSince ?? 0) > 3_000)
        throw new Error(`A worker of OpenRefine died over an answer of the service: ${dead.description}`);
      if (Date.now() > giveUpAt)
        throw new Error(`OpenRefine was not done after ${timeoutMs} ms: ${JSON.stringify(processes)}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  const allCells = async (project: string): Promise<ReadonlyMap<string, readonly (ReconciledCell | null)[]>> => {
    const named = await columns(project);
    const body = rowsSchema.parse(
      await post('get-rows', { project, start: '0', limit: String(moreRowsThanAnyTestHas) }, { engine }),
    );
    const cellsAt = (cellIndex: number): readonly (ReconciledCell | null)[] =>
      body.rows.map((row) => {
        const cell = row.cells[cellIndex] ?? null;
        if (cell === null) return null;
        const recon = cell.r === undefined ? undefined : body.pool.recons[cell.r];
        return { value: cell.v, ...(recon === undefined ? {} : { recon }) };
      });
    return new Map(named.map(({ name, cellIndex }) => [name, cellsAt(cellIndex)]));
  };
  return {
    columns,
    applyOperations,
    waitForProcesses,
    replay: async (project, operations) => {
      for (const part of partsEndingLong(operations)) {
        await applyOperations(project, part);
        await waitForProcesses(project);
      }
    },
    createProject: async (name, csv) => {
      const form = new FormData();
      form.set('project-file', new File([csv], `${name}.csv`, { type: 'text/csv' }));
      form.set('project-name', name);
      form.set('format', 'text/line-based/*sv');
      form.set('options', JSON.stringify({ ...importOptions, projectName: name }));
      const response = await fetch(address('create-project-from-upload', { csrf_token: await csrfToken() }), {
        method: 'POST',
        body: form,
        redirect: 'manual',
      });
      const project = /[?&]project=(\d+)/.exec(response.headers.get('location') ?? '')?.[1];
      if (project === undefined)
        throw new Error(`OpenRefine made no project: ${response.status} ${await response.text()}`);
      return project;
    },
    previewExpression: async (project, expression, { row, cellIndex }) => {
      const form = {
        project,
        expression,
        cellIndex: String(cellIndex),
        rowIndices: JSON.stringify([row]),
        repeat: 'false',
        repeatCount: '0',
      };
      const answer = shownSchema.parse(await (await postForm('preview-expression', {}, form)).json());
      if (answer.code === 'error') return { syntaxError: answer.message ?? '' };
      const [shown] = answer.results;
      return typeof shown === 'object' && shown !== null ? { error: shown.message ?? '' } : shown;
    },
    goTo: async (project, historyEntryId) => {
      await post('undo-redo', { project }, { lastDoneID: String(historyEntryId) });
      await waitForProcesses(project);
    },
    deleteProject: async (project) => {
      await post('delete-project', {}, { project });
    },
    guessTypes: async (project, column, serviceUrl) =>
      typesSchema.parse(await post('guess-types-of-column', { project, columnName: column, service: serviceUrl }, {}))
        .types,
    reconcile: async (project, settings) => {
      await post(
        'reconcile',
        { project },
        { engine, columnName: settings.column, config: JSON.stringify(reconConfig(settings)) },
      );
    },
    matchBestCandidates: async (project, column) => {
      await post('recon-match-best-candidates', { project }, { engine, columnName: column });
    },
    judgeOneCell: async (project, row, cellIndex, candidate, service) => {
      await post(
        'recon-judge-one-cell',
        { project },
        {
          engine,
          row: String(row),
          cell: String(cellIndex),
          judgment: 'matched',
          id: candidate.id,
          name: candidate.name,
          types: candidate.types.join(','),
          score: String(candidate.score),
          identifierSpace: service.identifierSpace,
          schemaSpace: service.schemaSpace,
        },
      );
    },
    previewExtension: async (project, column, rows, properties) =>
      previewSchema.parse(
        await post(
          'preview-extend-data',
          { project, columnName: column },
          { rowIndices: JSON.stringify(rows), extension: JSON.stringify({ properties }) },
        ),
      ),
    extend: async (project, column, service, properties, insertAt) => {
      await post(
        'extend-data',
        {
          project,
          baseColumnName: column,
          endpoint: service.url,
          identifierSpace: service.identifierSpace,
          schemaSpace: service.schemaSpace,
          columnInsertIndex: String(insertAt),
        },
        {
          engine,
          extension: JSON.stringify({ properties }),
          resultColumns: JSON.stringify(properties.map((property) => property.name)),
        },
      );
    },
    cells: async (project, column) => {
      const found = (await allCells(project)).get(column);
      if (found === undefined) throw new Error(`The project has no column “${column}”.`);
      return found;
    },
    allCells,
    rawCells: async (project, column) => {
      const { cellIndex = -1 } = (await columns(project)).find(({ name }) => name === column) ?? {};
      const body = rowsSchema.parse(
        await post('get-rows', { project, start: '0', limit: String(moreRowsThanAnyTestHas) }, { engine }),
      );
      return body.rows.map(({ cells }) => cells[cellIndex] ?? null);
    },
    exportCsv: async (project) => {
      const response = await postForm('export-rows', {}, { project, format: 'csv', engine });
      if (!response.ok) throw new Error(`OpenRefine could not export: ${response.status}`);
      return response.text();
    },
    registerService: async (url, manifest) => {
      const service = { ...manifest, url, ui: { handler: 'ReconStandardServicePanel', access: 'json' } };
      await post('set-preference', { name: 'reconciliation.standardServices' }, { value: JSON.stringify([service]) });
    },
  };
}

const LONG_OPERATIONS: ReadonlySet<string> = new Set([
  'core/recon',
  'core/extend-reconciled-data',
  'core/column-addition-by-fetching-urls',
]);

/** The same operations in the same order, in parts of which only the last operation is a long one. */
function partsEndingLong(operations: readonly Operation[]): readonly (readonly Operation[])[] {
  const parts: Operation[][] = [];
  let isEnded = true;
  for (const operation of operations) {
    if (isEnded) parts.push([]);
    parts.at(-1)?.push(operation);
    isEnded = LONG_OPERATIONS.has(operation.op);
  }
  return parts;
}

function reconConfig(settings: ReconciliationSettings): object {
  return {
    mode: 'standard-service',
    service: settings.service.url,
    identifierSpace: settings.service.identifierSpace,
    schemaSpace: settings.service.schemaSpace,
    type: settings.type,
    autoMatch: settings.autoMatch,
    batchSize: settings.batchSize,
    columnDetails: settings.details ?? [],
    limit: settings.limit ?? 0,
  };
}

/** The operations that a user saves from the history of OpenRefine and replays on another project. */
export function historyOf(
  settings: ReconciliationSettings,
  properties: readonly WantedProperty[],
): readonly Operation[] {
  const engineConfig = { facets: [], mode: 'row-based' };
  const { identifierSpace, schemaSpace, url } = settings.service;
  return [
    {
      op: 'core/recon',
      engineConfig,
      columnName: settings.column,
      config: {
        ...reconConfig(settings),
        columnDetails: (settings.details ?? []).map(({ column, property }) => ({
          column,
          propertyID: property.id,
          propertyName: property.name,
        })),
      },
    },
    { op: 'core/recon-match-best-candidates', engineConfig, columnName: settings.column },
    {
      op: 'core/extend-reconciled-data',
      engineConfig,
      baseColumnName: settings.column,
      endpoint: url,
      identifierSpace,
      schemaSpace,
      extension: { properties },
      columnInsertIndex: 1,
      resultColumnNames: properties.map((property) => property.name),
    },
  ];
}
