import { setImmediate as nextTurn } from 'node:timers/promises';
import { SameasError } from '../../foundation/sameas-error.js';
import { asksNothing } from '../../protocols/read-query.js';
import type { RenderedOutcome } from '../../reconciliation/served-snapshot.js';
import type { ReconciliationQuery } from '../../reconciliation/reconciliation-query.js';
import type { FairShare } from '../clients/fair-share.js';
import type { Exchange } from '../exchange.js';
import { nameOfDataset, type ChosenDatasets, type JoinedDataset } from './joined-datasets.js';
import { mergeCandidates, type JoinedAnswer } from './merge-candidates.js';

/** Queries of which the answers are put together before others have their turn. */
const MERGED_AT_ONCE = 5;
/** Queries that one dataset computes at once for one client. */
const SLICE = 50;

/**
 * Asks each query of all datasets, or of those that its types name, in the turns of clients. One answer, or what was wrong, a query, in order. Rejects with `not-ready` where no dataset can
 * be asked, and with `too-many-requests`.
 */
export async function askAll(exchange: Exchange, { asked: datasets, leftOut }: ChosenDatasets, queries: readonly ReconciliationQuery[], { budgets, batches: turns }: FairShare): Promise<readonly (JoinedAnswer | SameasError)[]> {
  if (datasets.length === 0) throw new SameasError('not-ready', 'None of the datasets can be asked now.', { advice: 'Try again in a few seconds.', facts: { datasets: leftOut.map(({ dataset }) => dataset) } });
  exchange.countQueries(queries);
  const parts = queries.map((query) => forDatasets(query, datasets));
  const settled = budgets.admitQueries(exchange.client, queries.length * datasets.length);
  try {
    const outcomes = await Promise.all(datasets.map(async (dataset, at) => answersOf(dataset, parts.map((part) => part[at]), (work) => turns.run(exchange.client, work))));
    const answers: (JoinedAnswer | SameasError)[] = [];
    for (const [place, query] of queries.entries()) {
      if (place % MERGED_AT_ONCE === 0) await nextTurn();
      const chosen = datasets.map((dataset, at) => ({ dataset, outcome: outcomes[at]?.[place], isAsked: parts[place]?.[at] !== undefined })).filter(({ isAsked }) => isAsked);
      try {
        const { candidates, leftOut: failed } = mergeCandidates(chosen.map(({ dataset }) => dataset), chosen.map(({ outcome }) => outcome), query.limit);
        answers.push({ candidates, leftOut: [...leftOut, ...failed] });
      } catch (thrown) {
        if (!(thrown instanceof SameasError)) throw thrown;
        answers.push(thrown);
      }
    }
    return answers;
  } finally {
    settled();
  }
}

/** The query as each dataset is asked it: a type that is the path or the name of a dataset means that dataset. `undefined` for one that is not asked. */
function forDatasets(query: ReconciliationQuery, datasets: readonly JoinedDataset[]): readonly (ReconciliationQuery | undefined)[] {
  if (asksNothing(query)) return datasets.map(() => undefined);
  const isNamed = (dataset: JoinedDataset, type: string): boolean => type === dataset.path || type === nameOfDataset(dataset);
  const types = query.types.filter((type) => !datasets.some((dataset) => isNamed(dataset, type)));
  const isFiltered = types.length < query.types.length;
  return datasets.map((dataset) => (isFiltered && !query.types.some((type) => isNamed(dataset, type)) ? undefined : { ...query, types }));
}

/** The outcomes of one dataset, at the places of the queries. */
async function answersOf({ live }: JoinedDataset, queries: readonly (ReconciliationQuery | undefined)[], inTurn: <T>(work: () => Promise<T>) => Promise<T>): Promise<readonly (RenderedOutcome | undefined)[]> {
  const { batches } = live.current();
  const places = queries.flatMap((query, place) => (query === undefined ? [] : [{ query, place }]));
  const outcomes: (RenderedOutcome | undefined)[] = queries.map(() => undefined);
  for (let at = 0; at < places.length; at += SLICE) {
    const slice = places.slice(at, at + SLICE);
    const computed = await inTurn(() => batches.execute(slice.map(({ query }) => query), 'objects'));
    slice.forEach(({ place }, i) => (outcomes[place] = computed[i]));
  }
  return outcomes;
}
