import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import { WITH_REASONS } from '../../describe/answer.js';
import type { Candidate } from '../../scoring/candidate.js';
import type { ReconciliationQuery } from '../../scoring/query.js';
import type { MatchingRuns } from '../../review/matching-runs.js';
import type { Exchange, Reply } from '../exchange.js';
import { candidateList } from '../pages/candidate-list.js';
import { uploadedLists, type ChoosableList } from '../pages/front-door.js';
import { startPage } from '../pages/start-page.js';
import type { DatasetUploads } from '../uploads/dataset-uploads.js';
import { latestRuns, uploadedRuns, type BegunRun } from '../review/begun-runs.js';
import type { WebOptions } from '../web-options.js';
import type { AnswerBatch } from './answer-batch.js';
import { datasetExamples } from './dataset-examples.js';
import { propertiesAsked } from '../pages/query-fields.js';

const LIMIT = 7;
/** For a longer text the page says so, and nothing is computed. */
const MAX_CHARACTERS = 1_000;

/**
 * The start page at `/try`: a field for a name, and the candidates for the parameters `query`, `type` and
 * `property:ID`. With `part=candidates` the list alone, for the script that updates it while a user types.
 */
export function createTryHandler(
  answerBatch: AnswerBatch,
  { uploads, review }: Pick<WebOptions, 'uploads' | 'review'>,
): (exchange: Exchange) => Promise<Reply> {
  return async (exchange) => {
    const { parameters, baseUrl } = exchange;
    const query = queryAsked(exchange);
    const candidates = await candidatesFor(exchange, answerBatch, query);
    const list =
      candidates === undefined
        ? undefined
        : await exchange.served().read(({ dataset }) => candidateList(query, candidates, dataset, exchange));
    if (parameters.get('part') === 'candidates') return { kind: 'page', html: list?.text ?? '', cache: 'checked' };
    return startPage(exchange, {
      query,
      list,
      runs: uploads === undefined || review === undefined ? [] : await runsBegun(exchange, review.runs, uploads),
      lists: uploads === undefined ? undefined : listsToChoose(exchange, uploads),
      examples: await datasetExamples(exchange.served(), baseUrl, (queries) =>
        answerBatch.outcomes(exchange, queries, WITH_REASONS),
      ),
    });
  };
}

/** Recent tables of the dataset of the service, and of uploaded ones. */
function runsBegun(exchange: Exchange, runs: MatchingRuns, uploads: DatasetUploads): Promise<readonly BegunRun[]> {
  const { baseUrl, served } = exchange;
  const own = { dataset: baseUrl, list: served().snapshot.dataset.metadata.name, runs };
  return latestRuns(exchange, [own, ...uploadedRuns(uploads, baseUrl)]);
}

/** The dataset of the service, and uploaded ones. */
function listsToChoose(exchange: Exchange, uploads: DatasetUploads): readonly ChoosableList[] {
  const { metadata, entities } = exchange.served().snapshot.dataset;
  return [{ path: '', name: metadata.name, entities: entities.size }, ...uploadedLists(uploads)];
}

function queryAsked({ parameters }: Exchange): ReconciliationQuery {
  const text = parameters.get('query') ?? '';
  if (text.length > MAX_CHARACTERS)
    throw new SameasError(
      'parameter-invalid',
      sentence('The name is longer than {n} characters.', { n: MAX_CHARACTERS.toLocaleString('en') }),
      { advice: sentence('Type one name.') },
    );
  return {
    text,
    types: parameters.all('type').filter((type) => type !== ''),
    typeMode: 'any',
    properties: propertiesAsked(parameters),
    limit: LIMIT,
  };
}

/** `undefined` without a query. */
async function candidatesFor(
  exchange: Exchange,
  answerBatch: AnswerBatch,
  query: ReconciliationQuery,
): Promise<readonly Candidate[] | undefined> {
  if (query.text.trim() === '' && query.properties.length === 0) return undefined;
  const [outcome] = await answerBatch.outcomes(exchange, [query], WITH_REASONS);
  if (outcome === undefined) throw new SameasError('internal', 'The query was not answered.');
  if (outcome.kind === 'failed') throw outcome.error;
  return outcome.answer.candidates;
}
