import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Observe } from '../../foundation/observation.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { asksNothing } from '../../protocols/read-query.js';
import { WITHOUT_REASONS, type Outcome } from '../../describe/answer.js';
import type { QueryValue, ReconciliationQuery } from '../../scoring/query.js';
import type { FairShare } from '../clients/fair-share.js';
import type { Exchange } from '../exchange.js';
import { answerBatchOf, computeOutcomes, type TextBatch } from '../matching/answer-batch.js';
import { extendAll } from './extend-all.js';
import { noneAsked, nameOfDataset, type ChosenDatasets, type JoinedDataset } from './joined-datasets.js';
import { mergeCandidates, type JoinedAnswer } from './merge-candidates.js';
import { renderJoined } from './render-joined.js';

/** Answers rendered before other requests have their turn. */
const RENDERED_AT_ONCE = 5;

/** Batches and extensions over several datasets. `chosenBy`: the datasets that a request selects. */
export function createAllBatch(
  observe: Observe,
  datasets: readonly JoinedDataset[],
  chosenBy: (exchange: Exchange) => ChosenDatasets,
  fair: FairShare,
): TextBatch {
  return answerBatchOf(observe, {
    outcomes: async (exchange, queries, form) => {
      const answers = await askAll(exchange, chosenBy(exchange), queries, fair);
      const outcomes: Outcome<string>[] = [];
      for (const [place, answer] of answers.entries()) {
        if (place % RENDERED_AT_ONCE === 0) await nextTurn();
        outcomes.push(
          answer instanceof SameasError
            ? { kind: 'failed', error: answer }
            : {
                kind: 'answered',
                answer: await renderJoined(answer, form, ({ live }) => exchange.served(live)),
              },
        );
      }
      return outcomes;
    },
    extend: (exchange, json, wire) => extendAll(exchange, datasets, json, wire),
    explain: () =>
      Promise.reject(
        new SameasError('route-unknown', 'Scores are explained by each dataset at its own address.', {
          advice: 'Ask the dataset whose name stands before the identifier.',
        }),
      ),
  });
}

/**
 * Sends each query to all datasets, or to those that its types name, in the turns of clients. One answer or error a
 * query, in order. Rejects with `not-ready` where no dataset is available, `key-not-allowed` where the key is valid for
 * none of them, and `too-many-requests`.
 */
export async function askAll(
  exchange: Exchange,
  { asked: datasets, leftOut }: ChosenDatasets,
  queries: readonly ReconciliationQuery[],
  fair: FairShare,
): Promise<readonly (JoinedAnswer | SameasError)[]> {
  if (queries.length === 0) return [];
  if (datasets.length === 0) throw noneAsked(leftOut);
  exchange.access.countQueries(queries);
  const parts = queries.map((query) => forDatasets(query, datasets));
  const outcomes = await computeOutcomes(
    exchange,
    datasets.map(({ live }, at) => ({ live, queries: parts.flatMap((part) => part[at] ?? []) })),
    WITHOUT_REASONS,
    fair,
  );
  const left = outcomes.map((own) => own.values());
  return parts.map((part, place) => {
    const asked = datasets.flatMap((dataset, at) =>
      part[at] === undefined ? [] : [{ dataset, outcome: left[at]?.next().value }],
    );
    try {
      const { candidates, leftOut: failed } = mergeCandidates(asked, queries[place]?.limit ?? 0);
      return { candidates, leftOut: [...leftOut, ...failed] };
    } catch (thrown) {
      if (thrown instanceof SameasError) return thrown;
      throw thrown;
    }
  });
}

/** The query for each dataset: a type that is the path or name of a dataset selects it. `undefined` for the others. */
function forDatasets(
  query: ReconciliationQuery,
  datasets: readonly JoinedDataset[],
): readonly (ReconciliationQuery | undefined)[] {
  if (asksNothing(query)) return datasets.map(() => undefined);
  const isNamed = (dataset: JoinedDataset, type: string): boolean =>
    type === dataset.path || type === nameOfDataset(dataset);
  const types = query.types.filter((type) => !datasets.some((dataset) => isNamed(dataset, type)));
  const isFiltered = types.length < query.types.length;
  return datasets.map((dataset) =>
    isFiltered && !query.types.some((type) => isNamed(dataset, type))
      ? undefined
      : withOwnIds({ ...query, types }, dataset.path),
  );
}

/** Joined ids of this dataset as its own ids. */
function withOwnIds(query: ReconciliationQuery, path: string): ReconciliationQuery {
  const own = (id: string): string => (id.startsWith(`${path}:`) ? id.slice(path.length + 1) : id);
  const ownValue = (value: QueryValue): QueryValue =>
    typeof value === 'object' ? { ...value, id: own(value.id) } : value;
  return {
    ...query,
    text: own(query.text),
    properties: query.properties.map((condition) => ({ ...condition, values: condition.values.map(ownValue) })),
    ...(query.identifiers !== undefined && {
      identifiers: query.identifiers.map((condition) => ({ ...condition, values: condition.values.map(own) })),
    }),
  };
}
