import { SameasError } from '../../foundation/sameas-error.js';
import type { UrlFetchPort } from '../../projects/operations/operation.js';
import { guardedFetch, type UrlAccess } from '../../foundation/guarded-fetch.js';
import type { ProjectWorkerSettings } from './project-task.js';
import { z } from 'zod';
import { keyedByText } from '../../projects/keyed-by-text.js';
import type {
  ReconciliationPort,
  ReconciliationService,
  ReconAnswer,
  ExtendAnswer,
  ExtendValue,
} from '../../projects/operations/recon/reconciliation-port.js';

const SERVICE_LIMITS = { timeoutMs: 60_000, maxBytes: 64 * 1024 * 1024 };
const PAGE_LIMITS = { timeoutMs: 30_000, maxBytes: 16 * 1024 * 1024 };

/** Interval of signs of life while waiting for an answer. */
const BEAT_MS = 1000;

/**
 * Reconciliation services over HTTP: always this very service, others by the settings. `beat` is called while waiting,
 * so that waiting is not taken for a stall.
 */
export function askOverHttp(
  { ownAddresses, urlAccess }: Pick<ProjectWorkerSettings, 'ownAddresses' | 'urlAccess'>,
  beat: () => void,
): AskService {
  // A redirect of the own service elsewhere falls under the rules for other addresses.
  const accessTo = (url: string): UrlAccess => (ownAddresses.some((own) => isWithin(url, own)) ? 'all' : urlAccess);
  return async (url, form) => {
    const answer = await alive(
      guardedFetch({ url, ...(form === undefined ? {} : { form }) }, accessTo, SERVICE_LIMITS),
      beat,
    );
    if (answer.status >= 400)
      throw new SameasError('service-unreachable', `The service ${url} answered with the status ${answer.status}.`, {
        facts: { url, status: answer.status },
      });
    return answer.body;
  };
}

/**
 * Parts that a proxy may read as a slash or as dots, against the standard for addresses, and parts that would be
 * decoded twice.
 */
const AMBIGUOUS = /%(?:2f|5c|2e|25|00)|\\|;/i;

/**
 * Whether an address is the matching wing at `own` or below it. Both are compared as sent: after normalisation of dots,
 * backslashes and equivalent spellings. Projects below the same address are excluded: no command is given from here.
 */
export function isWithin(address: string, own: string): boolean {
  const url = URL.parse(address);
  const base = URL.parse(own);
  if (url === null || base === null || url.origin !== base.origin || url.username !== '' || url.password !== '')
    return false;
  const root = base.pathname.replace(/\/+$/, '');
  if (url.pathname !== root && !url.pathname.startsWith(`${root}/`)) return false;
  const rest = url.pathname.slice(root.length);
  return !AMBIGUOUS.test(rest) && !/^\/+(?:command|project)(?:\/|$)/i.test(rest);
}

/** Pages and files with addresses from cells. */
export function fetchOverHttp({ urlAccess }: Pick<ProjectWorkerSettings, 'urlAccess'>, beat: () => void): UrlFetchPort {
  return {
    fetchText: async (url, headers) => {
      const answer = await alive(
        guardedFetch(
          { url, headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])) },
          urlAccess,
          PAGE_LIMITS,
        ),
        beat,
      );
      if (answer.status >= 400) throw new Error(`HTTP error ${answer.status}`);
      return answer.body;
    },
  };
}

async function alive<T>(waited: Promise<T>, beat: () => void): Promise<T> {
  const timer = setInterval(beat, BEAT_MS);
  try {
    return await waited;
  } finally {
    clearInterval(timer);
  }
}

/*
 * A client of the reconciliation protocol for operations: sends queries in the words of the published versions and
 * reads any of their answers. The transport is given: HTTP, or a direct call of the matching wing.
 */

/**
 * Sends a form to a service and resolves to the JSON text of its answer; without a form, requests the metadata. Throws
 * SameasErrors.
 */
export type AskService = (url: string, form: Readonly<Record<string, string>> | undefined) => Promise<string>;

const metadataSchema = z.looseObject({
  identifierSpace: z.string().nullish(),
  schemaSpace: z.string().nullish(),
  batchSize: z.number().int().positive().nullish(),
  extend: z.looseObject({}).nullish(),
});

const typeSchema = z.union([z.string(), z.looseObject({ id: z.string() }).transform(({ id }) => id)]);

const answerSchema = z.looseObject({
  result: z
    .array(
      z.looseObject({
        id: z.coerce.string(),
        name: z.string().nullish(),
        type: z.union([z.array(typeSchema), typeSchema.transform((one) => [one])]).nullish(),
        score: z.number().nullish(),
        match: z.boolean().nullish(),
      }),
    )
    .nullish(),
  error: z.unknown().optional(),
});

const extendValueSchema = z.looseObject({
  id: z.string().optional(),
  name: z.string().optional(),
  str: z.string().optional(),
  float: z.number().optional(),
  int: z.number().optional(),
  bool: z.boolean().optional(),
  date: z.string().optional(),
});

const extendSchema = z.looseObject({
  meta: z
    .array(
      z.looseObject({
        id: z.string(),
        name: z.string().nullish(),
        type: z.looseObject({ id: z.string(), name: z.string().nullish() }).nullish(),
      }),
    )
    .default([]),
  rows: keyedByText(keyedByText(z.array(extendValueSchema))).default(new Map()),
});

/** OpenRefine's maximum batch size for services without a limit of their own. */
const DEFAULT_BATCH_SIZE = 10;

/** Services called through `ask`; the metadata of each is read once. */
export function createReconciliationPort(
  ask: AskService,
  mayAsk: (url: string) => boolean = () => true,
): ReconciliationPort {
  const services = new Map<string, Promise<ReconciliationService>>();
  return {
    mayAsk,
    service: (url) => {
      let service = services.get(url);
      if (service === undefined) {
        service = connect(url, ask);
        // An unavailable service may be available next time.
        service.catch(() => services.delete(url));
        services.set(url, service);
      }
      return service;
    },
  };
}

async function connect(url: string, ask: AskService): Promise<ReconciliationService> {
  const metadata = read(metadataSchema, await ask(url, undefined), url);
  return {
    url,
    identifierSpace: metadata.identifierSpace ?? '',
    schemaSpace: metadata.schemaSpace ?? '',
    batchSize: metadata.batchSize ?? DEFAULT_BATCH_SIZE,
    reconcile: async (queries) => {
      const batch = Object.fromEntries(
        queries.map(({ query, type, limit, properties }, index) => [
          `q${index}`,
          {
            query,
            ...(type === undefined ? {} : { type, type_strict: 'should' }),
            ...(limit > 0 ? { limit } : {}),
            ...(properties.length === 0 ? {} : { properties }),
          },
        ]),
      );
      const answers = read(z.record(z.string(), z.unknown()), await ask(url, { queries: JSON.stringify(batch) }), url);
      return queries.map((_, index) => answerOf(answers[`q${index}`]));
    },
    extend: async (ids, properties) => {
      if (metadata.extend == null) throw unusable(url, 'it does not offer data extension');
      return extensionOf(read(extendSchema, await ask(url, { extend: JSON.stringify({ ids, properties }) }), url));
    },
  };
}

function answerOf(json: unknown): ReconAnswer {
  const parsed = answerSchema.safeParse(json);
  if (!parsed.success) return { error: 'The service gave no answer to this query.' };
  const { result, error } = parsed.data;
  if (result == null) return { error: errorText(error) };
  return {
    candidates: result.map(({ id, name, type, score, match }) => ({
      id,
      name: name ?? id,
      types: type ?? [],
      score: score ?? 0,
      match: match ?? false,
    })),
  };
}

function errorText(error: unknown): string {
  if (typeof error === 'string') return error;
  const message = z.looseObject({ message: z.string() }).safeParse(error);
  return message.success ? message.data.message : 'The service gave no candidates and no reason.';
}

function extensionOf({ meta, rows }: z.output<typeof extendSchema>): ExtendAnswer {
  return {
    properties: meta.map(({ id, name, type }) => ({
      id,
      name: name ?? id,
      ...(type == null ? {} : { type: { id: type.id, name: type.name ?? type.id } }),
    })),
    values: new Map(
      [...rows].map(([id, properties]) => [
        id,
        new Map([...properties].map(([pid, values]) => [pid, values.flatMap((value) => valueOf(value) ?? [])])),
      ]),
    ),
  };
}

function valueOf(value: z.output<typeof extendValueSchema>): ExtendValue | undefined {
  if (value.id !== undefined) return { kind: 'entity', id: value.id, name: value.name ?? value.id };
  if (value.date !== undefined) return { kind: 'date', iso: value.date };
  // JSON hides that 240.0 is a float; the key shows it.
  const whole = value.int === undefined ? undefined : Number.isSafeInteger(value.int) ? BigInt(value.int) : value.int;
  const plain = value.str ?? value.float ?? whole ?? value.bool;
  return plain === undefined ? undefined : { kind: 'plain', value: plain };
}

function read<S extends z.ZodType>(schema: S, text: string, url: string): z.output<S> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw unusable(url, 'its answer is not JSON');
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success)
    throw unusable(url, `its answer does not follow the protocol: ${parsed.error.issues[0]?.message ?? ''}`);
  return parsed.data;
}

function unusable(url: string, why: string): SameasError {
  return new SameasError('service-unreachable', `The service at ${url} cannot be used: ${why}.`, {
    advice: 'Check that the address is the root of a reconciliation service.',
  });
}
