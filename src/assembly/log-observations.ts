import { createRequire } from 'node:module';
import type * as Pino from 'pino';
import { amountOf } from '../foundation/amount-of.js';
import { bytesText } from '../foundation/bytes-text.js';
import type { Observation, Observe } from '../foundation/observation.js';
import { traceOf, type SameasError } from '../foundation/sameas-error.js';

/** Severity of a message; the threshold `silent` suppresses all. */
type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface LogOptions {
  readonly level: LogLevel | 'silent';
  readonly format: 'human' | 'json';
  /** Takes whole lines, each with its newline. */
  readonly write: (line: string) => void;
  /** Milliseconds since 1970; replaced in tests. */
  readonly now?: () => number;
}

interface LogMessage {
  readonly level: LogLevel;
  readonly text: string;
  /** Set for errors: internal ones are logged with a stack trace. */
  readonly error?: SameasError;
}

const SOON_MS = 14 * 86_400_000;

const RANKS: Readonly<Record<LogOptions['level'], number>> = {
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  silent: Infinity,
};

/**
 * Writes observations as log lines: for people a time, a level and a sentence; as JSON also every field of the
 * observation, so that a program need not parse sentences. The only place with log texts.
 */
export function logObservations(options: LogOptions): Observe {
  const now = options.now ?? Date.now;
  const threshold = RANKS[options.level];
  const line = options.format === 'json' ? jsonWriter(options.write, now) : humanWriter(options.write, now);
  return (observation) => {
    const message = messageOf(observation);
    if (RANKS[message.level] >= threshold) line(message, observation);
  };
}

type WriteMessage = (message: LogMessage, observation: Observation) => void;

function humanWriter(write: (line: string) => void, now: () => number): WriteMessage {
  return ({ level, text, error }) => {
    const time = new Date(now()).toTimeString().slice(0, 8);
    const trace = error?.kind === 'internal' ? traceOf(error) : undefined;
    write(`${time} ${level.padEnd(5)} ${text}${trace === undefined ? '' : `\n${trace}`}\n`);
  };
}

function jsonWriter(write: (line: string) => void, now: () => number): WriteMessage {
  let logger: Pino.Logger | undefined;
  return ({ level, text, error }, observation) => {
    logger ??= createLogger(write, now);
    const fields = error === undefined ? observation : { ...observation, error: errorFields(error) };
    logger[level](fields, text);
  };
}

/**
 * Loads pino with the first line only, as it takes longer than reading the command line and can overlap with loading a
 * dataset.
 */
function createLogger(write: (line: string) => void, now: () => number): Pino.Logger {
  // `createRequire` returns the exports of the package, typed by its own declarations.
  const { pino } = createRequire(import.meta.url)('pino') as typeof Pino;
  return pino(
    {
      level: 'debug',
      base: { service: 'sameas', pid: process.pid },
      timestamp: () => `,"time":"${new Date(now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write },
  );
}

function errorFields(error: SameasError): Readonly<Record<string, unknown>> {
  const cause = traceOf(error);
  return { code: error.code, message: error.message, facts: error.facts, ...(cause === undefined ? {} : { cause }) };
}

const debug = (text: string): LogMessage => ({ level: 'debug', text });
const info = (text: string): LogMessage => ({ level: 'info', text });
const warn = (text: string): LogMessage => ({ level: 'warn', text });
/** A message about an error, which is written at its end. */
const failure = (text: string, error: SameasError, level: LogLevel = 'error'): LogMessage => ({
  level,
  text: `${text}: ${error.message} (${error.code})`,
  error,
});
const levelOf = ({ kind }: SameasError): LogLevel => (kind === 'internal' ? 'error' : 'info');

type Kind = Observation['kind'];

const MESSAGES: { readonly [K in Kind]: (o: Extract<Observation, { kind: K }>) => LogMessage } = {
  'dataset-loading': (o) => info(`loading ${o.source}`),
  'dataset-ready': (o) =>
    info(
      `${o.source} is ready: ${amountOf(o.entities, 'entity', 'entities')}, ${amountOf(o.labels, 'name')} in ${seconds(o.elapsedMs)}, searched by ${o.searchedBy}, snapshot ${o.snapshot}`,
    ),
  'dataset-load-failed': (o) => failure(`${o.source} could not be loaded`, o.error),
  'snapshots-held': (o) => debug(o.change > 0 ? 'a snapshot was put in service' : 'a snapshot was freed'),
  'dataset-progress': ({ progress: { phase, done, all, unit } }) =>
    debug(`${phase}: ${done}${all === undefined ? '' : ` of ${all}`} ${unit}`),
  'index-used': (o) =>
    info(`the index was read from ${o.path} (${bytesText(o.bytes)}), where an earlier start kept it`),
  'index-kept': (o) => info(`the index is kept in ${o.path} (${bytesText(o.bytes)}) for the next start`),
  'index-not-kept': (o) =>
    warn(`the index could not be kept in ${o.path}, so the next start takes as long: ${o.reason}`),
  'index-rebuilt': (o) => warn(`the index of ${o.source} is built anew: ${o.reason}`),
  'batch-answered': (o) =>
    debug(
      `${amountOf(o.queries, 'query', 'queries')} answered in ${milliseconds(o.elapsedMs)}, ${o.cacheHits} from the cache, ${o.failed} failed`,
    ),
  'queries-refused': (o) =>
    failure(`${amountOf(o.queries, 'query', 'queries')} of a batch refused, the first`, o.error, 'info'),
  'query-failed': (o) => failure('a query failed', o.error, levelOf(o.error)),
  'effort-lowered': (o) => warn(`no time for the full search of ${amountOf(o.queries, 'query', 'queries')}`),
  'worker-replaced': (o) => ({ level: 'error', text: `a worker was replaced: ${o.reason}` }),
  'request-answered': (o) => info(`${o.method} ${o.route} ${o.status} in ${milliseconds(o.elapsedMs)}`),
  'request-failed': (o) => failure(`${o.method} ${o.route} failed`, o.error, levelOf(o.error)),
  'request-interrupted': (o) =>
    info(`${o.method} ${o.route}: the client closed the connection before it had the whole answer`),
  'changes-closed': () =>
    warn(
      'others can reach this service, and it has no keys: tables, projects and changes are closed. Make a key (sameas keys add NAME --keys-file keys.json), or open them to everybody with --require-keys nothing',
    ),
  'keys-not-read': (o) => failure('the keys were not read again, and those from before stay', o.error),
  'log-not-written': (o) => ({
    level: 'error',
    text: `${o.path} cannot be written, and lines of it are lost: ${o.reason}`,
  }),
  'certificate-read': ({ validTo }) => {
    const day = validTo.toISOString().slice(0, 10);
    const left = validTo.getTime() - Date.now();
    if (left < 0) return warn(`the certificate has ended on ${day}: browsers and clients refuse it`);
    return (left < SOON_MS ? warn : info)(`the certificate holds until ${day}`);
  },
  'certificate-not-read': (o) => failure('the certificate was not read again, and the one from before stays', o.error),
  listening: (o) => info(`listening on ${o.url}`),
  stopping: (o) => info(`stopping: ${o.reason}`),
};

function messageOf(observation: Observation): LogMessage {
  return (MESSAGES[observation.kind] as (o: Observation) => LogMessage)(observation); // the row of its kind
}

function seconds(elapsedMs: number): string {
  return `${(elapsedMs / 1000).toFixed(1)} s`;
}

function milliseconds(elapsedMs: number): string {
  return `${elapsedMs.toFixed(elapsedMs < 10 ? 1 : 0)} ms`;
}
