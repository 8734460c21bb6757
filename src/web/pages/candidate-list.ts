import { DECISION_FEATURES } from '../../scoring/feature-table.js';
import { isNearlyAsProbable, isPlausible } from '../../scoring/decide.js';
import type { Dataset } from '../../entities/dataset.js';
import { html, type SafeHtml } from '../../foundation/escape-html.js';
import { inEnglish } from '../../foundation/sentence.js';
import type { Candidate } from '../../scoring/candidate.js';
import { type ReconciliationQuery, hasConditions } from '../../scoring/query.js';
import type { Exchange } from '../exchange.js';
import type { Words } from '../messages/words.js';
import { formatPercent } from './format-values.js';
import { isolateNames, localisedSentence } from './localised-sentence.js';
import { viewAddress } from './value-list.js';
import { findEntity } from '../../entities/entity-store.js';
import { summarise } from '../../describe/describe-entity.js';
import { renderMatchQuery } from '../../protocols/v1-0-draft/render-suggestions.js';

/** Reasons shown of one candidate; the explanation has all. */
const MAX_REASONS = 3;

/** Candidates of a query with score, probability, match flag and reasons, best first. */
export function candidateList(
  query: ReconciliationQuery,
  candidates: readonly Candidate[],
  dataset: Dataset,
  { baseUrl, words }: Pick<Exchange, 'baseUrl' | 'words'>,
): SafeHtml {
  const decision = html`<p class="decision">${isolateNames(decisionSentence(candidates, words))}</p>`;
  if (candidates.length === 0) return decision;
  return html`${decision}<ol class="candidates">${candidates.map((candidate) => candidateItem(query, candidate, dataset, { baseUrl, words }))}</ol>`;
}

function candidateItem(
  query: ReconciliationQuery,
  candidate: Candidate,
  dataset: Dataset,
  { baseUrl, words }: Pick<Exchange, 'baseUrl' | 'words'>,
): SafeHtml {
  const { say } = words;
  const { id, name, score, match, features } = candidate;
  const summary = candidateSummary(dataset, id);
  const reasons = features
    .filter(({ reason, id: feature }) => inEnglish(reason) !== '' && !DECISION_FEATURES.has(feature))
    .slice(0, MAX_REASONS);
  return html`<li><p class="candidate"><a href="${viewAddress(id, baseUrl)}"><bdi>${name}</bdi></a> ${match ? html`<strong class="match">${say('Match')}</strong>` : undefined}</p>
${summary === '' ? undefined : html`<p class="summary" dir="auto">${summary}</p>`}
<p class="figures"><span>${say('Score {score}', { score: score.toFixed(1) })}</span> <span>${say('Probability {share}', { share: formatPercent(candidate.probability) })}</span> <a href="${explainAddress(query, id, baseUrl)}">${say('Explain')}</a></p>
<ul class="reasons">${reasons.map(({ reason }) => html`<li>${localisedSentence(reason, words)}</li>`)}</ul></li>`;
}

/**
 * The reason why the best candidate is matched automatically, or is not; one or two sentences. Candidates by score
 * descending.
 */
function decisionSentence(candidates: readonly Candidate[], { say }: Words): string {
  const [first, second] = candidates;
  if (first === undefined) return say('No candidate: nothing in the dataset is similar to this.');
  const estimate = say('Estimated probability {share}.', { share: `${(first.probability * 100).toFixed(0)} %` });
  const lead = second === undefined ? undefined : first.score - second.score;
  const behind =
    lead === undefined ? [] : [say('The next candidate is {points} points behind.', { points: lead.toFixed(1) })];
  if (first.match)
    return [say('Match.'), ...(lead === undefined ? [say('It is the only candidate.')] : behind), estimate].join(' ');
  if (!isPlausible(first)) return say('No plausible candidate. The nearest are shown.');
  if (second !== undefined && isNearlyAsProbable(first, second))
    return say('Ambiguous. "{first}" and "{second}" may both be meant; a value of another column tells them apart.', {
      first: first.name,
      second: second.name,
    });
  return [
    say('Not matched automatically.'),
    estimate,
    ...behind,
    say('A value of another column often settles it.'),
  ].join(' ');
}

/**
 * One line that distinguishes a candidate from its homonyms: its description, or else its type and the first facts
 * about it. Empty when nothing is known.
 */
export function candidateSummary(dataset: Dataset, id: string): string {
  const entity = findEntity(dataset.entities, id);
  return entity === undefined ? '' : summarise(dataset, entity);
}

/** Address of the explanation of an entity's score. */
export function explainAddress(query: ReconciliationQuery, id: string, baseUrl: string): string {
  const parameters = new URLSearchParams({
    query: isPlain(query) || hasConditions(query) ? queryField(query) : queryObject(query),
  });
  if (isPlain(query) || hasConditions(query)) for (const type of query.types) parameters.append('type', type);
  parameters.append('id', id);
  return `${baseUrl}/explain?${parameters.toString()}`;
}

/** Text of the query field: its name, or all of the query where it has conditions, which no other field can hold. */
export function queryField(query: ReconciliationQuery): string {
  return hasConditions(query) ? renderMatchQuery(query) : query.text;
}

function isPlain(query: ReconciliationQuery): boolean {
  return !hasConditions(query) && query.typeMode === 'any' && query.properties.length === 0;
}

function queryObject({ text, types, typeMode, properties }: ReconciliationQuery): string {
  return JSON.stringify({
    query: text,
    type: types,
    type_strict: typeMode,
    properties: properties.map(({ property, values }) => ({ pid: property, v: values })),
  });
}
