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
      'Network address to listen on. The default can be reached from this computer only; 0.0.0.0 or :: means every network.',
  },
  port: {
    type: 'integer',
    default: 8000,
    min: 0,
    max: 65_535,
    meaning: 'Port to listen on; 0 lets the system choose a free one.',
  },
  tlsCertificate: {
    type: 'text',
    default: '',
    meaning:
      'File of a certificate in PEM form, with those that vouch for it behind it. With it and tlsKey the service speaks HTTPS and nothing else. Both are read again at a reload.',
  },
  tlsKey: {
    type: 'text',
    default: '',
    meaning: 'File of the private key of this certificate, in PEM form and without a password.',
  },
  baseUrl: {
    type: 'url',
    default: '',
    meaning:
      'Address by which users reach the service, for example https://names.example.org/places/. It stands in the manifest and in links. Empty: taken from each request.',
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
    meaning:
      'How many proxies stand in front of the service, whose X-Forwarded-… headers are believed. 0 believes none.',
  },
  proxyAddresses: {
    type: 'text',
    default: '',
    meaning:
      'Addresses and networks of these proxies, separated by commas, such as 127.0.0.1, 10.0.0.0/8. What comes from elsewhere is not believed. Empty: every connection is taken for one of the proxy; then no other program may reach the port.',
  },
  allowedOrigins: {
    type: 'text',
    byDataset: true,
    default: '*',
    meaning:
      'Sites whose pages may ask, separated by commas, such as https://tool.example.org, http://127.0.0.1:3333; * for all. Pages of other sites are refused, by JSONP too. Programs that are no web pages may always ask.',
  },
  batchSize: {
    type: 'integer',
    byDataset: true,
    default: 50,
    min: 1,
    max: 10_000,
    unit: 'queries',
    meaning:
      'Queries that the manifest advises a client to send at once. Larger batches are answered too, up to maxBatchQueries.',
  },
  writable: {
    type: 'choice',
    byDataset: true,
    default: 'off',
    choices: ['off', 'on'],
    meaning:
      'Whether programs may add, change and delete entities (PUT, PATCH and DELETE below /entities). Changes are kept in a log beside the dataset, whose own files are never changed; those of a dataset in a search cluster are kept there.',
  },
  maxBatchQueries: {
    type: 'integer',
    byDataset: true,
    default: 2_000,
    min: 1,
    max: 1_000_000,
    unit: 'queries',
    meaning: 'Most queries that one request may hold.',
  },
  maxBodyBytes: {
    type: 'bytes',
    byDataset: true,
    default: 16 * 1024 * 1024,
    min: 1024,
    max: 1024 * 1024 * 1024,
    unit: 'bytes',
    meaning: 'Longest body that a request may have. A number, or a number with KB, MB or GB.',
  },
  maxTableRows: {
    type: 'integer',
    byDataset: true,
    default: 200_000,
    min: 1,
    max: 5_000_000,
    unit: 'rows',
    meaning:
      'Most rows of a table that people match and review in the browser. Each takes some hundred bytes of memory while the table is open, and about two kilobytes on disk.',
  },
  maxTableBytes: {
    type: 'bytes',
    byDataset: true,
    default: 64 * 1024 * 1024,
    min: 1024,
    max: 1024 * 1024 * 1024,
    unit: 'bytes',
    meaning: 'Longest file with such a table. It is written to the disk while it comes.',
  },
  bodyTimeoutMs: {
    type: 'integer',
    default: 60_000,
    min: 100,
    max: 3_600_000,
    unit: 'milliseconds',
    meaning: 'Time in which the whole body of a request must have arrived; uploads of projects may take longer.',
  },
  maxBytesInFlight: {
    type: 'bytes',
    default: 256 * 1024 * 1024,
    min: 1024 * 1024,
    max: 1024 * 1024 * 1024 * 1024,
    unit: 'bytes',
    meaning: 'Memory for bodies of all requests that are under way. A request that needs more is answered with 429.',
  },
  maxClientBytes: {
    type: 'bytes',
    default: 128 * 1024 * 1024,
    min: 1024 * 1024,
    max: 1024 * 1024 * 1024 * 1024,
    unit: 'bytes',
    meaning:
      'The part of maxBytesInFlight that one client may use. A client is a key, or without one an address or a network of IPv6 addresses; behind proxies, see trustProxy.',
  },
  maxClientRequests: {
    type: 'integer',
    default: 512,
    min: 1,
    max: 1_000_000,
    unit: 'requests',
    meaning: 'Most requests of one client that may be under way at once; further ones are answered with 429.',
  },
  maxClientQueries: {
    type: 'integer',
    default: 20_000,
    min: 1,
    max: 100_000_000,
    unit: 'queries',
    meaning:
      'Most queries of one client that may be waiting or under way; further batches are answered with 429. A single batch is always accepted.',
  },
  maxWaitingQueries: {
    type: 'integer',
    default: 100_000,
    min: 1,
    max: 100_000_000,
    unit: 'queries',
    meaning: 'The same for all clients together. A client that has nothing waiting is always accepted.',
  },
  maxClientSeconds: {
    type: 'integer',
    default: 60,
    min: 1,
    max: 1_000_000,
    unit: 'seconds',
    meaning:
      'Working time of threads that one client may use within about a minute while other clients wait; beyond it, its requests are answered with 429. A client that is alone may use all of it.',
  },
  maxRequestsPerMinute: {
    type: 'integer',
    default: 0,
    min: 0,
    max: 10_000_000,
    unit: 'requests',
    meaning:
      'Most requests of one client within a minute; further ones are answered with 429 and the time to wait. What is allowed comes back evenly, so that a client may send a whole minute’s share at once. 0: any number. A client is a key, or without one an address.',
  },
  maxQueriesPerMinute: {
    type: 'integer',
    default: 0,
    min: 0,
    max: 100_000_000,
    unit: 'queries',
    meaning:
      'The same for the queries in its batches. A batch is accepted while some of the share is left, however long it is. 0: any number.',
  },
  stopTimeoutMs: {
    type: 'integer',
    default: 60_000,
    min: 0,
    max: 3_600_000,
    unit: 'milliseconds',
    meaning:
      'How long a stop waits for answers that are under way before it closes their connections. Longer than batchTimeoutMs, so that no batch is lost.',
  },
  queryTimeoutMs: {
    type: 'integer',
    default: 2_000,
    min: 1,
    max: 600_000,
    unit: 'milliseconds',
    meaning: 'Time after which the search for one query stops and answers with what it has found.',
  },
  batchTimeoutMs: {
    type: 'integer',
    default: 45_000,
    min: 1,
    max: 3_600_000,
    unit: 'milliseconds',
    meaning:
      'Time after which the queries of a batch that are still waiting are answered with less effort. OpenRefine waits for 60 seconds.',
  },
  workers: {
    type: 'integer',
    default: 'automatic',
    min: 0,
    max: 256,
    unit: 'threads',
    meaning:
      'Threads that answer batches; 0 answers them in the thread that serves HTTP. automatic: as many as there are processors.',
  },
  indexCache: {
    type: 'choice',
    default: 'on',
    choices: ['on', 'off'],
    meaning:
      'Whether the index of a large dataset is kept in a folder .sameas-cache beside the data, and used at the next start if nothing has changed.',
  },
  candidateIndex: {
    type: 'choice',
    byDataset: true,
    default: 'auto',
    choices: ['auto', 'minisearch', 'compiled'],
    meaning:
      'What finds the candidates of a query. auto: what the manifest says, else MiniSearch up to 250 names and the compiled index for more. minisearch, compiled: this one, whatever the size. Scores are the same.',
  },
  refresh: {
    type: 'duration',
    byDataset: true,
    default: 0,
    min: 1_000,
    max: 30 * 86_400_000,
    unit: 'milliseconds',
    meaning:
      'How often a list in a database or at an address is read again, such as 30s, 10m or 12h; off: never. A changed list is served; if it cannot be read, the former one stays, and /health says so.',
  },
  watch: {
    type: 'choice',
    byDataset: true,
    default: 'off',
    choices: ['on', 'off'],
    meaning:
      'Whether the files are watched, and served anew when they change; so are those that a manifest names later, and a built index that is built again. They are looked at twice a second, also on network drives. A SIGHUP signal does the same at any time.',
  },
  allowShrink: {
    type: 'choice',
    byDataset: true,
    default: 'off',
    choices: ['on', 'off'],
    meaning:
      'Whether a reload may leave less than half of the entities. Without it, such a file is taken for one that was not written whole: what is served stays, and /health says so.',
  },
  cacheBytes: {
    type: 'bytes',
    default: 64 * 1024 * 1024,
    min: 0,
    max: 64 * 1024 * 1024 * 1024,
    unit: 'bytes',
    meaning: 'Memory for answers that may be asked for again; 0 keeps none.',
  },
  browseEntities: {
    type: 'integer',
    byDataset: true,
    default: 200_000,
    min: 1,
    max: 10_000_000,
    unit: 'entities',
    meaning:
      'Most entities whose names and records the page Browse searches, the best known first. Each takes one to two kilobytes of memory, from the first use of the page until a quarter of an hour after the last.',
  },
  dataDir: {
    type: 'text',
    default: '',
    meaning:
      'Folder in which projects and the tables that people match are kept; it is made when it is not there. Setting it turns the projects wing on: the command interface below /command/core/, and the pages of projects. Empty: there are no projects.',
  },
  csrf: {
    type: 'choice',
    default: 'compatible',
    choices: ['strict', 'compatible', 'off'],
    meaning:
      'Which commands need a token. strict: all that change something or evaluate expressions. compatible: those that evaluate may come without one, as older clients send them. off: none, for clients that know no tokens. Pages of other sites are refused in any case.',
  },
  allowedHosts: {
    type: 'text',
    default: '',
    meaning:
      'Names, separated by commas, by which clients may address the service, besides localhost, numeric addresses and the names in host and baseUrl. A guard against sites that let their name point to this computer. Empty: only tables for review, signing in and projects are guarded so, and with allowedOrigins everything.',
  },
  keysFile: {
    type: 'text',
    default: '',
    meaning:
      'File of API keys, as `sameas keys add` makes it. Setting it turns keys on: what changes something needs one then, and with requireKeys everything. It is read again at a reload.',
  },
  requireKeys: {
    type: 'choice',
    byDataset: true,
    default: 'changes',
    choices: ['everything', 'changes', 'nothing'],
    meaning:
      'What needs a key. everything: all but the manifest, the documentation and /health, /ready. changes: matching and judging tables, changes of the dataset, and projects; as long as the service has no keys and listens on this computer alone, they are open. nothing: everything is open to all who reach the service.',
  },
  maxUploadBytes: {
    type: 'bytes',
    default: 2 * 1024 * 1024 * 1024,
    min: 1024,
    max: 1024 * 1024 * 1024 * 1024,
    unit: 'bytes',
    meaning: 'Longest upload from which a project is made, all its files together.',
  },
  projectWorkers: {
    type: 'integer',
    default: 'automatic',
    min: 1,
    max: 256,
    unit: 'processes',
    meaning:
      'Most processes that carry out commands on one project at a time; one client has at most twice as many, all clients together four times. They are started when there is something to do. Work that waits for other services has processes of its own: as many, at least four for a project. automatic: as many as there are processors.',
  },
  projectMemoryBytes: {
    type: 'bytes',
    default: 1024 * 1024 * 1024,
    min: 64 * 1024 * 1024,
    max: 1024 * 1024 * 1024 * 1024,
    unit: 'bytes',
    meaning:
      'Memory that one command on a project may use; a command that needs more is ended. Its process has up to 352 MB more for the program itself. Linux enforces the limit; elsewhere it is watched.',
  },
  previewTimeoutMs: {
    type: 'integer',
    default: 10_000,
    min: 100,
    max: 3_600_000,
    unit: 'milliseconds',
    meaning: 'Time after which the preview of an expression is ended.',
  },
  commandTimeoutMs: {
    type: 'integer',
    default: 600_000,
    min: 1_000,
    max: 86_400_000,
    unit: 'milliseconds',
    meaning: 'Time after which any other command on a project is ended, except for making a project and exporting one.',
  },
  fileTimeoutMs: {
    type: 'integer',
    default: 3_600_000,
    min: 1_000,
    max: 86_400_000,
    unit: 'milliseconds',
    meaning: 'Time after which making a project from a file, or exporting one, is ended.',
  },
  stallTimeoutMs: {
    type: 'integer',
    default: 120_000,
    min: 1_000,
    max: 86_400_000,
    unit: 'milliseconds',
    meaning: 'Time after which a command on a project is ended that has not processed a few thousand rows meanwhile.',
  },
  urlAccess: {
    type: 'choice',
    default: 'off',
    choices: ['off', 'public', 'all'],
    meaning:
      'Which addresses may be connected to: to fetch lists from them, and by operations on projects that reconcile with other services or fetch pages. off: none but this service. public: those of the public internet. all: also this computer and its network.',
  },
  accessLog: {
    type: 'text',
    default: '',
    meaning:
      'File for one line of JSON a request: time, address of the client, name of the key, dataset, route, status, number of queries, duration; - for the standard output. It holds no texts of queries. Empty: none is written.',
  },
  accessLogTexts: {
    type: 'choice',
    default: 'off',
    choices: ['on', 'off'],
    meaning: 'Whether the access log also holds the texts of queries, up to a hundred of a request.',
  },
  auditLog: {
    type: 'text',
    default: '',
    meaning:
      'File for one line of JSON a change: who, what, before, after. Judgments of tables, taught aliases, entities that programs write, loads of datasets, and commands on projects are changes; - for the standard output. Empty: none is written.',
  },
  logLevel: {
    type: 'choice',
    default: 'warn',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    meaning: 'Least important kind of message that is logged. info logs every request.',
  },
  logFormat: {
    type: 'choice',
    default: 'automatic',
    choices: ['automatic', 'human', 'json'],
    meaning: 'How log messages look, on standard error. automatic: human on a terminal, else JSON, one object a line.',
  },
  searchCluster: {
    type: 'text',
    default: '',
    meaning:
      'Addresses of nodes of a search cluster (OpenSearch) for a dataset that does not fit into memory, separated by commas, such as https://search-1.example.org:9200. http:// is allowed on this computer only.',
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
      'File with the password of this user, and nothing else in it. Empty: the password is in the environment, in SAMEAS_SEARCH_CLUSTER_PASSWORD.',
  },
  searchClusterPassword: {
    type: 'text',
    environmentOnly: true,
    default: '',
    meaning:
      'The password of this user, where it is in no file. On the command line and in a settings file others could read it: it comes from the environment alone.',
  },
  searchClusterCaFile: {
    type: 'text',
    default: '',
    meaning:
      'File of the certificates, in PEM form, by which the nodes of the search cluster are known. Empty: those that Node.js trusts.',
  },
  searchDepth: {
    type: 'integer',
    default: 400,
    min: 20,
    max: 1_000,
    unit: 'entities',
    meaning:
      'How many entities the search cluster is asked for by the words of a text of eight words or more; for fewer words proportionately fewer. More find what is far behind, and take longer.',
  },
  searchTimeoutMs: {
    type: 'integer',
    default: 10_000,
    min: 100,
    max: 600_000,
    unit: 'milliseconds',
    meaning:
      'How long the search cluster may be asked, again and again, for what a query reads. After it the query fails and may be sent again.',
  },
  dataset: {
    type: 'text',
    default: '',
    meaning: 'What the dataset is called in the search cluster: small letters, digits, hyphens and underscores.',
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
