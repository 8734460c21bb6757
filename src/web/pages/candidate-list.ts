import { DECISION_FEATURES } from '../../scoring/feature-table.js';
import { isNearlyAsProbable, isPlausible } from '../../scoring/decide.js';
import type { Dataset } from '../../entities/dataset.js';
import { html, type SafeHtml } from '../../foundation/escape-html.js';
import { inEnglish } from '../../foundation/sentence.js';
import type { Candidate } from '../../scoring/candidate.js';
import type { ReconciliationQuery } from '../../scoring/query.js';
import type { Exchange } from '../exchange.js';
import type { Words } from '../messages/words.js';
import { candidateSummary } from './candidate-summary.js';
import { explainAddress } from './explain-address.js';
import { formatPercent } from './format-percent.js';
import { isolateNames } from './isolate-names.js';
import { localisedSentence } from './localised-sentence.js';
import { viewAddress } from './value-list.js';

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
  if (first === undefined) return say('No candidate: nothing in the dataset resembles this.');
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
