import type { Observe } from '../../foundation/observation.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { readExtensionTask, renderAnswer } from '../../protocols/answer-extension.js';
import { type AnswerFormName, formInLanguages } from '../../protocols/answer-forms.js';
import { keyedJson } from '../../protocols/v0-1/render-extension.js';
import type { BatchEntry } from '../../protocols/read-query-batch.js';
import { asksNothing } from '../../protocols/read-query.js';
import type { ExplainTask, Explanation } from '../../describe/explain-candidate.js';
import type { QueryValue, ReconciliationQuery } from '../../scoring/query.js';
import type { AnswerAsData, AnswerIn, Outcome } from '../../describe/answer.js';
import type { ExtensionTask, LiveDataset, ServedSnapshot } from '../../describe/served-snapshot.js';
import type { FairShare, Turns } from '../clients/fair-share.js';
import type { Exchange } from '../exchange.js';
import { inLanguagesAsked, labelLanguages, languagesOf } from '../content-negotiation.js';
import { describeService } from '../../protocols/describe-service.js';
import type { DatasetSnapshot } from '../../scoring/snapshot.js';
import { spellings } from '../request-parameters.js';

/** Queries of a slice, and characters of their texts: a millisecond or two to transfer to a thread. */
const MAX_QUERIES = 50;

const MAX_CHARACTERS = 64 * 1024;

/**
 * Computes longer work over the dataset, in turns of clients and charged to them: batches, single queries by `one`,
 * extensions, explanations. All but outcomes and explanations are JSON text. Throw `not-ready` and `too-many-requests`.
 */
export interface TextBatch {
  (exchange: Exchange, entries: readonly BatchEntry[], form: AnswerFormName): Promise<string>;
  /** Throws the fault of the query, too: there is no key to keep it under. */
  readonly one: (exchange: Exchange, query: ReconciliationQuery, form: AnswerFormName) => Promise<string>;
  /** One outcome a query, in order. */
  readonly outcomes: (
    exchange: Exchange,
    queries: readonly ReconciliationQuery[],
    form: AnswerFormName,
  ) => Promise<readonly Outcome<string>[]>;
  /**
   * An extension query by its text. Throws `extend-invalid`, `batch-too-large`, `body-too-large` and `body-malformed`.
   */
  readonly extend: (exchange: Exchange, json: string, wire: ExtensionTask['wire']) => Promise<string>;
  /** Throws `entity-unknown`. */
  readonly explain: (exchange: Exchange, task: ExplainTask) => Promise<Explanation>;
}

/** The same for one dataset, with answers as data, too. */
export interface AnswerBatch extends TextBatch {
  readonly outcomes: <Form extends AnswerFormName | AnswerAsData>(
    exchange: Exchange,
    queries: readonly ReconciliationQuery[],
    form: Form,
    asking?: Asking,
  ) => Promise<readonly Outcome<AnswerIn<Form>>[]>;
}

export interface Asking {
  /** Part of work that was admitted before: waits where other queries would be refused. */
  readonly waits?: boolean;
}

const NO_CANDIDATES = '{"result":[]}';
/** Extensions answered on the serving thread: those of OpenRefine are shorter. */
export const SHORT_EXTENSION = 8 * 1024;
export const FEW_CELLS = 500;
/** Queries that take about as long as an explanation. */
const QUERIES_OF_EXPLANATION = 10;

/** The computing parts, of one dataset or several. */
type BatchParts<Batch extends TextBatch> = Pick<Batch, 'outcomes' | 'extend' | 'explain'>;

/** Batches for one app over one dataset. */
export function createAnswerBatch(observe: Observe, fair: FairShare): AnswerBatch {
  return answerBatchOf(observe, batchParts(observe, fair));
}

/**
 * The answer to a batch has exactly its keys. A faulty query has `error` and an empty `result`, which the published
 * schemas require. A query that failed has `error` alone: clients take a missing `result` for the failure that it is,
 * where an empty one would say that there is no such entity.
 */
export function answerBatchOf<Parts extends BatchParts<TextBatch>>(observe: Observe, parts: Parts): Parts & TextBatch {
  const { outcomes } = parts;

  async function answerBatch(
    exchange: Exchange,
    entries: readonly BatchEntry[],
    form: AnswerFormName,
  ): Promise<string> {
    const asked = entries.flatMap((entry) => (entry.kind === 'asked' && !asksNothing(entry.query) ? [entry] : []));
    const computed = await outcomes(
      exchange,
      asked.map((entry) => entry.query),
      form,
    );
    const faulty = entries.flatMap((entry) => (entry.kind === 'faulty' ? [entry.error] : []));
    if (faulty[0] !== undefined) observe({ kind: 'queries-refused', queries: faulty.length, error: faulty[0] });
    const answers = new Map(asked.map((entry, i) => [entry.key, computed[i]]));
    return keyedJson(
      entries.map((entry) => {
        if (entry.kind === 'faulty') return [entry.key, `{"result":[],${renderFault(entry.error).slice(1)}`];
        const outcome = answers.get(entry.key);
        if (outcome === undefined) return [entry.key, NO_CANDIDATES];
        return [entry.key, outcome.kind === 'answered' ? outcome.answer : renderFault(outcome.error)];
      }),
    );
  }

  async function one(exchange: Exchange, query: ReconciliationQuery, form: AnswerFormName): Promise<string> {
    if (asksNothing(query)) return NO_CANDIDATES;
    const [outcome] = await outcomes(exchange, [query], form);
    if (outcome === undefined) throw new SameasError('internal', 'The query was not answered.');
    if (outcome.kind === 'failed') throw outcome.error;
    return outcome.answer;
  }

  return Object.assign(answerBatch, { one, ...parts });
}

/** Queries for one dataset; without `live` that of the application. */
interface AskedDataset {
  readonly live?: LiveDataset;
  readonly queries: readonly ReconciliationQuery[];
}

/** Outcomes for one dataset or several, in the order of the queries. Slices take turns with other clients, and the client is charged. Rejects with `not-ready` and `too-many-requests`. */
export async function computeOutcomes<Form extends AnswerFormName | AnswerAsData>(
  exchange: Exchange,
  datasets: readonly AskedDataset[],
  form: Form,
  { budgets, batches: turns }: FairShare,
  { waits = false }: Asking = {},
): Promise<readonly (readonly Outcome<AnswerIn<Form>>[])[]> {
  const { client, gone } = exchange;
  const units = datasets.reduce((sum, { queries }) => sum + queries.length, 0);
  const isShort = datasets.every(({ queries }) => queries.length <= 1);
  if (!waits) turns.admit(client, { units, isShort });
  const request = { hasBegun: waits };
  const settled = budgets.admitQueries(client, units);
  const begunAt = performance.now();
  try {
    return await Promise.all(
      datasets.map(async ({ live, queries }) => {
        const slices = slicesOf(queries).map((slice) =>
          turns.run(client, () => computeSlice(exchange, exchange.served(live), slice, form, begunAt), {
            units: slice.length,
            isShort,
            gone,
            request,
          }),
        );
        return (await Promise.all(slices)).flat();
      }),
    );
  } finally {
    settled();
  }
}

/** Outcomes of some queries in the languages of the request; `begunAt`: the time from which its deadline counts. */
async function computeSlice<Form extends AnswerFormName | AnswerAsData>(
  exchange: Exchange,
  served: ServedSnapshot,
  slice: readonly ReconciliationQuery[],
  form: Form,
  begunAt: number,
): Promise<readonly Outcome<AnswerIn<Form>>[]> {
  const { dataset } = served.snapshot;
  const languages = languagesOf(exchange);
  const queries = slice.map((query) => inLanguagesAsked(query, languages, dataset));
  return served.batches.execute(
    await readOwnAddresses(exchange, served, queries),
    formInLanguages(form, labelLanguages(languages, dataset)),
    performance.now() - begunAt,
  );
}

function batchParts(observe: Observe, fair: FairShare): BatchParts<AnswerBatch> {
  return {
    outcomes: (exchange, queries, form, asking) => computeQueries(observe, fair, exchange, queries, form, asking),
    extend: (exchange, json, wire) => extend(fair.batches, exchange, json, wire),
    explain: (exchange, task) => explain(fair.batches, exchange, task),
  };
}

async function computeQueries<Form extends AnswerFormName | AnswerAsData>(
  observe: Observe,
  fair: FairShare,
  exchange: Exchange,
  queries: readonly ReconciliationQuery[],
  form: Form,
  asking?: Asking,
): Promise<readonly Outcome<AnswerIn<Form>>[]> {
  if (queries.length === 0) {
    exchange.served();
    return [];
  }
  exchange.access.countQueries(queries);
  const [all = []] = await computeOutcomes(exchange, [{ queries }], form, fair, asking);
  for (const outcome of all) if (outcome.kind === 'failed') observe({ kind: 'query-failed', error: outcome.error });
  const [first] = all;
  // Only a batch that failed as a whole has the status of its error.
  if (
    first?.kind === 'failed' &&
    all.every((outcome) => outcome.kind === 'failed' && outcome.error.code === 'search-cluster-unavailable')
  )
    throw first.error;
  return all;
}

async function extend(turns: Turns, exchange: Exchange, json: string, wire: ExtensionTask['wire']): Promise<string> {
  const { read, work } = exchange.served();
  const inTurn = (): Promise<string> => {
    const amount = { units: json.length, kind: 'characters' } as const;
    turns.admit(exchange.client, amount);
    return turns.run(exchange.client, () => work.extend(task), { ...amount, gone: exchange.gone });
  };
  const task = { json, wire, from: exchange.body.json === undefined ? 'parameter' : 'body' } as const;
  if (json.length > SHORT_EXTENSION) return inTurn();
  const request = readExtensionTask(task);
  if (request.ids.length * request.properties.length > FEW_CELLS) return inTurn();
  return read(({ dataset }) => renderAnswer(dataset, request, wire));
}

async function explain(turns: Turns, exchange: Exchange, task: ExplainTask): Promise<Explanation> {
  const { work, snapshot } = exchange.served();
  const amount = { units: QUERIES_OF_EXPLANATION, isShort: true };
  turns.admit(exchange.client, amount);
  return turns.run(
    exchange.client,
    () => work.explain({ ...task, query: inLanguagesAsked(task.query, languagesOf(exchange), snapshot.dataset) }),
    { ...amount, gone: exchange.gone },
  );
}

function renderFault({ code, message, advice }: SameasError): string {
  return JSON.stringify({ error: { code, message, ...(advice === undefined ? {} : { advice }) } });
}

/**
 * A batch in parts that are computed in order, with turns of other clients between them. A single long query is a part
 * of its own.
 */
function slicesOf(queries: readonly ReconciliationQuery[]): readonly (readonly ReconciliationQuery[])[] {
  const slices: ReconciliationQuery[][] = [];
  let characters = Infinity;
  for (const query of queries) {
    const length = lengthOf(query);
    const last = slices.at(-1);
    if (last === undefined || last.length >= MAX_QUERIES || characters + length > MAX_CHARACTERS) {
      slices.push([query]);
      characters = length;
    } else {
      last.push(query);
      characters += length;
    }
  }
  return slices;
}

function lengthOf({ text, names = [], identifiers = [], properties }: ReconciliationQuery): number {
  const lengths = [...properties, ...names, ...identifiers].flatMap(({ values }) => values.map(lengthOfValue));
  return lengths.reduce((sum, length) => sum + length, text.length);
}

function lengthOfValue(value: QueryValue): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' ? value.id.length + (value.name?.length ?? 0) : 1;
}

/**
 * Prefixes of addresses by which people know the entities: the identifier space, and the pages of the service itself.
 */
export function ownAddresses(exchange: Exchange, snapshot: DatasetSnapshot): readonly string[] {
  const { identifierSpace, viewUrl } = describeService(snapshot, exchange.baseUrl, exchange.limits.batchSize);
  const ownView = `${exchange.baseUrl}/view?id=`;
  const [view = '', rest = ''] = viewUrl.split('{{id}}');
  return [identifierSpace, ownView, ...(rest === '' ? [view] : [])].filter((prefix) => prefix !== '');
}

/**
 * Replaces the address of an entity as text, name or identifier by its id: columns of addresses are reconciled like
 * columns of ids. Only here the address of the service is known. Cost: for other queries a look at their first letters.
 */
async function readOwnAddresses(
  exchange: Exchange,
  served: ServedSnapshot,
  queries: readonly ReconciliationQuery[],
): Promise<readonly ReconciliationQuery[]> {
  if (!queries.some((query) => textsOf(query).some((text) => BEGINS_LIKE_ADDRESS.test(text)))) return queries;
  return served.read((snapshot) => withIds(exchange, snapshot, queries));
}

function withIds(
  exchange: Exchange,
  snapshot: DatasetSnapshot,
  queries: readonly ReconciliationQuery[],
): readonly ReconciliationQuery[] {
  const prefixes = ownAddresses(exchange, snapshot);
  const idOr = (text: string): string => {
    const address = text.trim();
    const prefix = BEGINS_LIKE_ADDRESS.test(address) ? prefixes.find((one) => address.startsWith(one)) : undefined;
    const id =
      prefix === undefined
        ? undefined
        : spellings(address.slice(prefix.length)).find((one) => snapshot.dataset.entities.ordinalOf(one) >= 0);
    return id ?? text;
  };
  return queries.map((query) => {
    const { text, names, identifiers } = query;
    const inValues = <T extends { readonly values: readonly string[] }>(condition: T): T => ({
      ...condition,
      values: condition.values.map(idOr),
    });
    return {
      ...query,
      text: idOr(text),
      ...(names === undefined ? {} : { names: names.map(inValues) }),
      ...(identifiers === undefined ? {} : { identifiers: identifiers.map(inValues) }),
    };
  });
}

function textsOf({ text, names = [], identifiers = [] }: ReconciliationQuery): readonly string[] {
  return [text, ...names.flatMap(({ values }) => values), ...identifiers.flatMap(({ values }) => values)];
}

const BEGINS_LIKE_ADDRESS = /^\s*https?:\/\//i;
