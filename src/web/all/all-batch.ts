import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Observe } from '../../foundation/observation.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { asksNothing } from '../../protocols/read-query.js';
import { WITHOUT_REASONS, type Outcome, type Answer } from '../../describe/answer.js';
import type { QueryValue, ReconciliationQuery } from '../../scoring/query.js';
import type { FairShare } from '../clients/fair-share.js';
import type { Exchange } from '../exchange.js';
import { answerBatchOf, computeOutcomes, type TextBatch } from '../matching/answer-batch.js';
import { extendAll } from './extend-all.js';
import {
  noneAsked,
  nameOfDataset,
  type ChosenDatasets,
  type JoinedDataset,
  joinedId,
  type LeftOut,
} from './joined-datasets.js';
import type { ServedSnapshot } from '../../describe/served-snapshot.js';
import type { AnswerFormName } from '../../protocols/answer-forms.js';
import { renderSeedCandidate } from '../../protocols/freebase/render.js';
import { renderCandidate } from '../../protocols/v0-2/render-answer.js';
import { languageWithin } from '../../protocols/v1-0-draft/language-of.js';
import { draftCandidate } from '../../protocols/v1-0-draft/render-answer.js';
import type { Candidate } from '../../scoring/candidate.js';
import { isMatchOfSeveral } from '../../scoring/decide.js';

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

/** The answer as each version has it; `leftOut` names datasets that had no part in it. */
async function renderJoined(
  { candidates, leftOut }: JoinedAnswer,
  form: AnswerFormName,
  servedBy: (dataset: JoinedDataset) => ServedSnapshot,
): Promise<string> {
  const texts = await Promise.all(candidates.map((candidate) => candidateText(candidate, form, servedBy)));
  const behind = leftOut.length === 0 ? '' : `,"leftOut":${JSON.stringify(leftOut)}`;
  return `{"${form === 'draft' ? 'candidates' : 'result'}":[${texts.join(',')}]${behind}}`;
}

async function candidateText(
  candidate: JoinedCandidate,
  form: AnswerFormName,
  servedBy: (dataset: JoinedDataset) => ServedSnapshot,
): Promise<string> {
  if (form === 'objects') return renderCandidate(candidate);
  if (form === 'strings') return renderSeedCandidate(candidate);
  const { id, ownId, dataset, types } = candidate;
  const [own, ...others] = types;
  return servedBy(dataset).read((snapshot) => {
    const { type, ...drafted } = draftCandidate({ ...candidate, id: ownId, types: others }, snapshot.dataset);
    // A dataset's name has no language: a candidate of the draft must not lend it its own.
    return JSON.stringify({ ...drafted, id, type: [{ ...own, ...languageWithin(drafted, {}) }, ...type] });
  });
}

/** A candidate of any dataset: its id names the dataset, and the dataset is the first of its types. */
interface JoinedCandidate extends Candidate {
  readonly dataset: JoinedDataset;
  readonly ownId: string;
}

export interface JoinedAnswer {
  readonly candidates: readonly JoinedCandidate[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Candidates of several datasets by score, then probability, then the order of the datasets. Throws `query-failed`
 * where no dataset answered.
 */
function mergeCandidates(
  asked: readonly { readonly dataset: JoinedDataset; readonly outcome: Outcome<Answer> | undefined }[],
  limit: number,
): JoinedAnswer {
  const leftOut: LeftOut[] = [];
  const found = asked.flatMap(({ dataset, outcome }): readonly JoinedCandidate[] => {
    if (outcome?.kind !== 'answered') {
      leftOut.push({ dataset: dataset.path, state: 'failed' });
      return [];
    }
    const own = { id: dataset.path, name: nameOfDataset(dataset) };
    return outcome.answer.candidates.map((candidate) => ({
      ...candidate,
      id: joinedId(dataset.path, candidate.id),
      types: [own, ...candidate.types],
      dataset,
      ownId: candidate.id,
    }));
  });
  if (asked.length > 0 && leftOut.length === asked.length)
    throw new SameasError('query-failed', 'No dataset could answer this query.');
  const ordered = found.sort((a, b) => b.score - a.score || b.probability - a.probability);
  const isMatch = isMatchOfSeveral(ordered);
  return {
    candidates: ordered.slice(0, limit).map((candidate, place) => ({ ...candidate, match: isMatch && place === 0 })),
    leftOut,
  };
}
