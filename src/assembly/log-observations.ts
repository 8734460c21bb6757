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

function messageOf(observation: Observation): LogMessage {
  const o = observation;
  switch (o.kind) {
    case 'dataset-loading':
      return { level: 'info', text: `loading ${o.source}` };
    case 'dataset-ready':
      return {
        level: 'info',
        text: `${o.source} is ready: ${amountOf(o.entities, 'entity', 'entities')}, ${amountOf(o.labels, 'name')} in ${seconds(o.elapsedMs)}, searched by ${o.searchedBy}, snapshot ${o.snapshot}`,
      };
    case 'dataset-load-failed':
      return {
        level: 'error',
        text: `${o.source} could not be loaded: ${o.error.message} (${o.error.code})`,
        error: o.error,
      };
    case 'snapshots-held':
      return {
        level: 'debug',
        text: o.change > 0 ? 'a snapshot was put in service' : 'a snapshot was freed',
      };
    case 'dataset-progress':
      return {
        level: 'debug',
        text: `${o.progress.phase}: ${o.progress.done}${o.progress.all === undefined ? '' : ` of ${o.progress.all}`} ${o.progress.unit}`,
      };
    case 'index-used':
      return {
        level: 'info',
        text: `the index was read from ${o.path} (${bytesText(o.bytes)}), where an earlier start kept it`,
      };
    case 'index-kept':
      return { level: 'info', text: `the index is kept in ${o.path} (${bytesText(o.bytes)}) for the next start` };
    case 'index-not-kept':
      return {
        level: 'warn',
        text: `the index could not be kept in ${o.path}, so the next start takes as long: ${o.reason}`,
      };
    case 'index-rebuilt':
      return { level: 'warn', text: `the index of ${o.source} is built anew: ${o.reason}` };
    case 'batch-answered':
      return {
        level: 'debug',
        text: `${amountOf(o.queries, 'query', 'queries')} answered in ${milliseconds(o.elapsedMs)}, ${o.cacheHits} from the cache, ${o.failed} failed`,
      };
    case 'queries-refused':
      return {
        level: 'info',
        text: `${amountOf(o.queries, 'query', 'queries')} of a batch refused, the first: ${o.error.message} (${o.error.code})`,
        error: o.error,
      };
    case 'query-failed':
      return {
        level: o.error.kind === 'internal' ? 'error' : 'info',
        text: `a query failed: ${o.error.message} (${o.error.code})`,
        error: o.error,
      };
    case 'effort-lowered':
      return { level: 'warn', text: `no time for the full search of ${amountOf(o.queries, 'query', 'queries')}` };
    case 'worker-replaced':
      return { level: 'error', text: `a worker was replaced: ${o.reason}` };
    case 'request-answered':
      return { level: 'info', text: `${o.method} ${o.route} ${o.status} in ${milliseconds(o.elapsedMs)}` };
    case 'request-failed':
      return {
        level: o.error.kind === 'internal' ? 'error' : 'info',
        text: `${o.method} ${o.route} failed: ${o.error.message} (${o.error.code})`,
        error: o.error,
      };
    case 'request-interrupted':
      return {
        level: 'info',
        text: `${o.method} ${o.route}: the client closed the connection before it had the whole answer`,
      };
    case 'changes-closed':
      return {
        level: 'warn',
        text: 'others can reach this service, and it has no keys: tables, projects and changes are closed. Make a key (sameas keys add NAME --keys-file keys.json), or open them to everybody with --require-keys nothing',
      };
    case 'keys-not-read':
      return {
        level: 'error',
        text: `the keys were not read again, and those from before stay: ${o.error.message} (${o.error.code})`,
        error: o.error,
      };
    case 'log-not-written':
      return { level: 'error', text: `${o.path} cannot be written, and lines of it are lost: ${o.reason}` };
    case 'certificate-read': {
      const day = o.validTo.toISOString().slice(0, 10);
      const left = o.validTo.getTime() - Date.now();
      return {
        level: left < SOON_MS ? 'warn' : 'info',
        text:
          left < 0
            ? `the certificate has ended on ${day}: browsers and clients refuse it`
            : `the certificate holds until ${day}`,
      };
    }
    case 'certificate-not-read':
      return {
        level: 'error',
        text: `the certificate was not read again, and the one from before stays: ${o.error.message} (${o.error.code})`,
        error: o.error,
      };
    case 'listening':
      return { level: 'info', text: `listening on ${o.url}` };
    case 'stopping':
      return { level: 'info', text: `stopping: ${o.reason}` };
  }
}

function seconds(elapsedMs: number): string {
  return `${(elapsedMs / 1000).toFixed(1)} s`;
}

function milliseconds(elapsedMs: number): string {
  return `${elapsedMs.toFixed(elapsedMs < 10 ? 1 : 0)} ms`;
}
