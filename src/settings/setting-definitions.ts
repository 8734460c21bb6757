/**
 * All settings of the service, one entry each. Flags of the command line, environment variables, keys of a settings
 * file and docs/settings.md are generated from this table.
 *
 * To add a setting, add an entry here and run `npx tsx scripts/generate-docs.ts`.
 */
export const SETTING_DEFINITIONS = {
  host: {
    type: 'text',
    default: '127.0.0.1',
    meaning:
      'Network address to listen on. By default only this computer can connect; 0.0.0.0 or :: means every network.',
  },
  port: {
    type: 'integer',
    default: 8000,
    min: 0,
    max: 65_535,
    meaning: 'Port to listen on; 0 chooses a free one.',
  },
  tlsCertificate: {
    type: 'text',
    default: '',
    meaning:
      'File with a certificate and its chain, in PEM form. With it and tlsKey the service speaks HTTPS only. Both files are read again at a reload.',
  },
  tlsKey: {
    type: 'text',
    default: '',
    meaning: 'File with the private key of the certificate, in PEM form and without a password.',
  },
  baseUrl: {
    type: 'url',
    default: '',
    meaning:
      'Address of the service for users, for example https://names.example.org/places/. The manifest and links have it. Empty: the address of each request.',
  },
  theme: {
    type: 'text',
    default: '',
    meaning:
      'File of CSS with the colours and fonts of an institution. Its rules follow those of the pages. Read at the start.',
  },
  logo: {
    type: 'text',
    default: '',
    meaning: 'File of the picture at the top of all pages, as SVG or PNG. Clients show it, too. Read at the start.',
  },
  trustProxy: {
    type: 'integer',
    default: 0,
    min: 0,
    max: 10,
    unit: 'proxies',
    meaning: 'Number of proxies in front of the service whose X-Forwarded-… headers are trusted.',
  },
  proxyAddresses: {
    type: 'text',
    default: '',
    meaning:
      'Addresses and networks of these proxies, separated by commas, such as 127.0.0.1, 10.0.0.0/8. Headers from other addresses are ignored. Empty: every connection counts as one of a proxy, so no other program may reach the port.',
  },
  allowedOrigins: {
    type: 'text',
    byDataset: true,
    default: '*',
    meaning:
      'Sites whose pages may use the service, separated by commas, such as https://tool.example.org, http://127.0.0.1:3333; * for all. Pages of other sites are refused, also with JSONP. Programs other than web pages are always accepted.',
  },
  batchSize: {
    type: 'integer',
    byDataset: true,
    default: 50,
    min: 1,
    max: 10_000,
    unit: 'queries',
    meaning:
      'Queries in one batch that the manifest recommends to clients. Larger batches are accepted up to maxBatchQueries.',
  },
  writable: {
    type: 'choice',
    byDataset: true,
    default: 'off',
    choices: ['off', 'on'],
    meaning:
      'Whether programs may add, change and delete entities (PUT, PATCH and DELETE below /entities). Changes are saved in a log next to the dataset, whose own files stay unchanged; those of a dataset in a search cluster are saved in the cluster.',
  },
  maxBatchQueries: {
    type: 'integer',
    byDataset: true,
    default: 2_000,
    min: 1,
    max: 1_000_000,
    unit: 'queries',
    meaning: 'Maximum queries in one request.',
  },
  maxBodyBytes: {
    type: 'bytes',
    byDataset: true,
    default: 16 * 1024 * 1024,
    min: 1024,
    max: 1024 * 1024 * 1024,
    unit: 'bytes',
    meaning: 'Maximum size of a request body. A number, or a number with KB, MB or GB.',
  },
  maxTableRows: {
    type: 'integer',
    byDataset: true,
    default: 200_000,
    min: 1,
    max: 5_000_000,
    unit: 'rows',
    meaning:
      'Maximum rows of a table to match in the browser. Each takes some hundred bytes of memory while the table is open, and about two kilobytes on disk.',
  },
  maxTableBytes: {
    type: 'bytes',
    byDataset: true,
    default: 64 * 1024 * 1024,
    min: 1024,
    max: 1024 * 1024 * 1024,
    unit: 'bytes',
    meaning: 'Maximum size of a file with such a table. It is written to disk while it arrives.',
  },
  bodyTimeoutMs: {
    type: 'integer',
    default: 60_000,
    min: 100,
    max: 3_600_000,
    unit: 'milliseconds',
    meaning: 'Time in which a request body must arrive completely; uploads of projects may take longer.',
  },
  maxBytesInFlight: {
    type: 'bytes',
    default: 256 * 1024 * 1024,
    min: 1024 * 1024,
    max: 1024 * 1024 * 1024 * 1024,
    unit: 'bytes',
    meaning: 'Memory for the bodies of all pending requests. A request that needs more is answered with 429.',
  },
  maxClientBytes: {
    type: 'bytes',
    default: 128 * 1024 * 1024,
    min: 1024 * 1024,
    max: 1024 * 1024 * 1024 * 1024,
    unit: 'bytes',
    meaning:
      'Share of maxBytesInFlight for one client. A client is a key, or without one an address or a network of IPv6 addresses; behind proxies, see trustProxy.',
  },
  maxClientRequests: {
    type: 'integer',
    default: 512,
    min: 1,
    max: 1_000_000,
    unit: 'requests',
    meaning: 'Maximum pending requests of one client; further ones are answered with 429.',
  },
  maxClientQueries: {
    type: 'integer',
    default: 20_000,
    min: 1,
    max: 100_000_000,
    unit: 'queries',
    meaning:
      'Maximum pending queries of one client; further batches are answered with 429. A single batch is always accepted.',
  },
  maxWaitingQueries: {
    type: 'integer',
    default: 100_000,
    min: 1,
    max: 100_000_000,
    unit: 'queries',
    meaning: 'The same for all clients together. A client without pending queries is always accepted.',
  },
  maxClientSeconds: {
    type: 'integer',
    default: 60,
    min: 1,
    max: 1_000_000,
    unit: 'seconds',
    meaning:
      'Computing time that one client may use within about a minute while other clients wait; beyond it, its requests are answered with 429. A single client may use all of it.',
  },
  maxRequestsPerMinute: {
    type: 'integer',
    default: 0,
    min: 0,
    max: 10_000_000,
    unit: 'requests',
    meaning:
      'Maximum requests of one client within a minute; further ones are answered with 429 and the time to wait. The allowance refills evenly, so a client may send the requests of a minute at once. 0: no limit. A client is a key, or without one an address.',
  },
  maxQueriesPerMinute: {
    type: 'integer',
    default: 0,
    min: 0,
    max: 100_000_000,
    unit: 'queries',
    meaning:
      'The same for the queries in its batches. A batch of any length is accepted while some of the allowance is left. 0: no limit.',
  },
  stopTimeoutMs: {
    type: 'integer',
    default: 60_000,
    min: 0,
    max: 3_600_000,
    unit: 'milliseconds',
    meaning:
      'Time that a stop waits for pending answers before it closes their connections. It should exceed batchTimeoutMs, so that no batch is lost.',
  },
  queryTimeoutMs: {
    type: 'integer',
    default: 2_000,
    min: 1,
    max: 600_000,
    unit: 'milliseconds',
    meaning: 'Time after which the search for one query ends with the candidates found so far.',
  },
  batchTimeoutMs: {
    type: 'integer',
    default: 45_000,
    min: 1,
    max: 3_600_000,
    unit: 'milliseconds',
    meaning:
      'Time after which the remaining queries of a batch are answered with less effort. OpenRefine waits for 60 seconds.',
  },
  workers: {
    type: 'integer',
    default: 'automatic',
    min: 0,
    max: 256,
    unit: 'threads',
    meaning: 'Threads that answer batches; 0 uses the thread that serves HTTP. automatic: one for each processor.',
  },
  indexCache: {
    type: 'choice',
    default: 'on',
    choices: ['on', 'off'],
    meaning:
      'Whether the index of a large dataset is kept in a folder .sameas-cache next to the data, for the next start with unchanged data.',
  },
  candidateIndex: {
    type: 'choice',
    byDataset: true,
    default: 'auto',
    choices: ['auto', 'minisearch', 'compiled'],
    meaning:
      'Index that finds the candidates of a query. auto: the one in the manifest, else MiniSearch up to 250 names and the compiled index for more. minisearch, compiled: this one for any size. Scores are equal.',
  },
  refresh: {
    type: 'duration',
    byDataset: true,
    default: 0,
    min: 1_000,
    max: 30 * 86_400_000,
    unit: 'milliseconds',
    meaning:
      'Interval of reading a list in a database or at an address again, such as 30s, 10m or 12h; off: never. If it cannot be read, the former state stays in service, and /health reports it.',
  },
  watch: {
    type: 'choice',
    byDataset: true,
    default: 'off',
    choices: ['on', 'off'],
    meaning:
      'Whether the files are watched and reloaded when they change, including those that a manifest names later, and a built index. They are checked twice a second, also on network drives. A SIGHUP signal reloads at any time.',
  },
  allowShrink: {
    type: 'choice',
    byDataset: true,
    default: 'off',
    choices: ['on', 'off'],
    meaning:
      'Whether a reload may have less than half of the entities. Otherwise such a file counts as incomplete: the former state stays in service, and /health reports it.',
  },
  cacheBytes: {
    type: 'bytes',
    default: 64 * 1024 * 1024,
    min: 0,
    max: 64 * 1024 * 1024 * 1024,
    unit: 'bytes',
    meaning: 'Memory for answers to repeated queries; 0 keeps none.',
  },
  browseEntities: {
    type: 'integer',
    byDataset: true,
    default: 200_000,
    min: 1,
    max: 10_000_000,
    unit: 'entities',
    meaning:
      'Maximum entities that the page Browse searches, the best known first. Each takes one to two kilobytes of memory, from the first use of the page until a quarter of an hour after the last.',
  },
  dataDir: {
    type: 'text',
    default: '',
    meaning:
      'Folder for projects and matched tables; it is created if missing. It turns projects on: the command interface below /command/core/, and the pages of projects. Empty: there are no projects.',
  },
  csrf: {
    type: 'choice',
    default: 'compatible',
    choices: ['strict', 'compatible', 'off'],
    meaning:
      'Which commands need a token. strict: all that change something or evaluate expressions. compatible: evaluation needs none, as older clients send none. off: none, for clients without tokens. Pages of other sites are always refused.',
  },
  allowedHosts: {
    type: 'text',
    default: '',
    meaning:
      'Host names of the service, separated by commas, besides localhost, numeric addresses and the names in host and baseUrl. They protect against sites whose name points to this computer. Empty: only matched tables, signing in and projects are protected, and with allowedOrigins everything.',
  },
  keysFile: {
    type: 'text',
    default: '',
    meaning:
      'File of API keys, created by `sameas keys add`. With it, changes need a key, and with requireKeys everything does. It is read again at a reload.',
  },
  requireKeys: {
    type: 'choice',
    byDataset: true,
    default: 'changes',
    choices: ['everything', 'changes', 'nothing'],
    meaning:
      'What needs a key. everything: all except the manifest, the documentation, /health and /ready. changes: matching and judging tables, changes of the dataset, and projects; without keys these are open only if the service listens on this computer alone. nothing: everything is open to all who reach the service.',
  },
  maxUploadBytes: {
    type: 'bytes',
    default: 2 * 1024 * 1024 * 1024,
    min: 1024,
    max: 1024 * 1024 * 1024 * 1024,
    unit: 'bytes',
    meaning: 'Maximum size of an upload for a project, all its files together.',
  },
  projectWorkers: {
    type: 'integer',
    default: 'automatic',
    min: 1,
    max: 256,
    unit: 'processes',
    meaning:
      'Maximum processes for the commands on one project; one client has at most twice as many, all clients together four times. They start on demand. Work that waits for other services has processes of its own: as many, at least four for each project. automatic: one for each processor.',
  },
  projectMemoryBytes: {
    type: 'bytes',
    default: 1024 * 1024 * 1024,
    min: 64 * 1024 * 1024,
    max: 1024 * 1024 * 1024 * 1024,
    unit: 'bytes',
    meaning:
      'Memory for one command on a project; a command that needs more is stopped. Its process has up to 352 MB more for the program itself. Linux enforces the limit; on other systems it is checked regularly.',
  },
  previewTimeoutMs: {
    type: 'integer',
    default: 10_000,
    min: 100,
    max: 3_600_000,
    unit: 'milliseconds',
    meaning: 'Time after which the preview of an expression is stopped.',
  },
  commandTimeoutMs: {
    type: 'integer',
    default: 600_000,
    min: 1_000,
    max: 86_400_000,
    unit: 'milliseconds',
    meaning: 'Time after which any other command on a project is stopped, except creating and exporting a project.',
  },
  fileTimeoutMs: {
    type: 'integer',
    default: 3_600_000,
    min: 1_000,
    max: 86_400_000,
    unit: 'milliseconds',
    meaning: 'Time after which creating a project from a file, or exporting one, is stopped.',
  },
  stallTimeoutMs: {
    type: 'integer',
    default: 120_000,
    min: 1_000,
    max: 86_400_000,
    unit: 'milliseconds',
    meaning: 'Time after which a command on a project is stopped unless it has processed a few thousand rows.',
  },
  urlAccess: {
    type: 'choice',
    default: 'off',
    choices: ['off', 'public', 'all'],
    meaning:
      'Which addresses the service may request: for lists at addresses, and for operations that reconcile with other services or fetch pages. off: only this service. public: the public internet. all: also this computer and its network.',
  },
  accessLog: {
    type: 'text',
    default: '',
    meaning:
      'File with one line of JSON for each request: time, address of the client, name of the key, dataset, route, status, number of queries, duration; - for the standard output. It has no texts of queries. Empty: no log.',
  },
  accessLogTexts: {
    type: 'choice',
    default: 'off',
    choices: ['on', 'off'],
    meaning: 'Whether the access log also has the texts of queries, up to a hundred for each request.',
  },
  auditLog: {
    type: 'text',
    default: '',
    meaning:
      'File with one line of JSON for each change: who, what, before, after. Changes are judgments of tables, learned aliases, entities written by programs, loads of datasets, and commands on projects; - for the standard output. Empty: no log.',
  },
  logLevel: {
    type: 'choice',
    default: 'warn',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    meaning: 'Minimum level of logged messages. info logs every request.',
  },
  logFormat: {
    type: 'choice',
    default: 'automatic',
    choices: ['automatic', 'human', 'json'],
    meaning: 'Format of log messages on standard error. automatic: human on a terminal, else JSON, one object a line.',
  },
  searchCluster: {
    type: 'text',
    default: '',
    meaning:
      'Addresses of nodes of a search cluster (OpenSearch) for a dataset that does not fit into memory, separated by commas, such as https://search-1.example.org:9200. http:// is allowed for this computer only.',
  },
  searchClusterUser: {
    type: 'text',
    default: '',
    meaning: 'User of the search cluster. Empty: none is sent.',
  },
  searchClusterPasswordFile: {
    type: 'text',
    default: '',
    meaning:
      'File with only the password of this user. Empty: the environment variable SAMEAS_SEARCH_CLUSTER_PASSWORD has it.',
  },
  searchClusterPassword: {
    type: 'text',
    environmentOnly: true,
    default: '',
    meaning:
      'Password of this user, if it is not in a file. Only the environment can set it, because others could read it on the command line and in a settings file.',
  },
  searchClusterCaFile: {
    type: 'text',
    default: '',
    meaning:
      'File with the certificates that the nodes of the search cluster are checked against, in PEM form. Empty: those that Node.js trusts.',
  },
  searchDepth: {
    type: 'integer',
    default: 400,
    min: 20,
    max: 1_000,
    unit: 'entities',
    meaning:
      'Number of entities requested from the search cluster for a text of eight words or more; proportionately fewer for shorter texts. More entities include candidates of lower rank, and take longer.',
  },
  searchTimeoutMs: {
    type: 'integer',
    default: 10_000,
    min: 100,
    max: 600_000,
    unit: 'milliseconds',
    meaning:
      'Total time for the requests of one query to the search cluster, with all attempts. After it the query fails and may be sent again.',
  },
  dataset: {
    type: 'text',
    default: '',
    meaning: 'Name of the dataset in the search cluster: lower-case letters, digits, hyphens and underscores.',
  },
} as const satisfies Readonly<Record<string, SettingDefinition>>;

interface Described {
  /** One or two sentences for the documentation and the help text. */
  readonly meaning: string;
  /** Unit of a number. */
  readonly unit?: string;
  /** Whether each of several datasets may have its own value. */
  readonly byDataset?: true;
  /** Whether it is a secret, without a flag and forbidden in a settings file. */
  readonly environmentOnly?: true;
}

/**
 * A whole number from `min` to `max`, or a duration in ms, with 0 for none; the default `automatic` is computed from
 * the machine.
 */
interface IntegerDefinition extends Described {
  readonly type: 'integer' | 'bytes' | 'duration';
  readonly default: number | 'automatic';
  readonly min: number;
  readonly max: number;
}

/** One of a few words. */
interface ChoiceDefinition extends Described {
  readonly type: 'choice';
  readonly default: string;
  readonly choices: readonly string[];
}

/** Text of any kind, or an absolute http(s) URL; empty text means not set. */
interface TextDefinition extends Described {
  readonly type: 'text' | 'url';
  readonly default: string;
}

export type SettingDefinition = IntegerDefinition | ChoiceDefinition | TextDefinition;

export type SettingName = keyof typeof SETTING_DEFINITIONS;

type ValueOf<D extends SettingDefinition> = D extends { readonly choices: readonly (infer C)[] }
  ? C
  : D extends IntegerDefinition
    ? number
    : string;

/** All settings with valid values; `automatic` numbers are resolved. */
export type Settings = { readonly [N in SettingName]: ValueOf<(typeof SETTING_DEFINITIONS)[N]> };

/** The definitions in the order of the table. */
export function settingEntries(): readonly (readonly [SettingName, SettingDefinition])[] {
  // Object.entries loses the key type; the object is the literal above and has no other keys.
  return Object.entries(SETTING_DEFINITIONS) as [SettingName, SettingDefinition][];
}

/** The settings that each of several datasets may override. */
export type DatasetSettings = Pick<Settings, DatasetSettingName>;

type DatasetSettingName = {
  [N in SettingName]: (typeof SETTING_DEFINITIONS)[N] extends { readonly byDataset: true } ? N : never;
}[SettingName];
