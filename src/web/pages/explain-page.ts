import type { Dataset } from '../../entities/dataset.js';
import { html, type SafeHtml } from '../../foundation/escape-html.js';
import { sentence } from '../../foundation/message.js';
import type { Sentence } from '../../foundation/sentence.js';
import type { Feature } from '../../scoring/candidate.js';
import type { Explanation, RankedCandidate } from '../../describe/explain-candidate.js';
import { shortenText } from '../../describe/describe-entity.js';
import { hasConditions, type ReconciliationQuery } from '../../scoring/query.js';
import { FEATURE_TABLE, featureName, PROPERTY_FEATURE } from '../../scoring/feature-table.js';
import { candidateSummary } from './candidate-summary.js';
import { entityField, fieldScript } from './entity-field.js';
import { explainAddress, queryField } from './explain-address.js';
import { evidenceTable, retrievalTables } from './explain-tables.js';
import type { Exchange, Reply } from '../exchange.js';
import type { Words } from '../messages/words.js';
import { pageReply } from './page-frame.js';
import { localisedSentence } from './localised-sentence.js';
import { propertyFields, typeChoice } from './query-fields.js';
import { viewAddress } from './value-list.js';

const MAX_DESCRIPTION = 100;
const MAX_NAMES = 5;

/**
 * The score of one entity for one query, with all evidence in words, other candidates, and a form for another query.
 */
export function explainPage(
  query: ReconciliationQuery,
  explanation: Explanation,
  dataset: Dataset,
  { baseUrl, site, words }: Pick<Exchange, 'baseUrl' | 'site' | 'words'>,
): Reply {
  const { say } = words;
  const { candidate, place, steps, decision, evidence, candidateIndex, retrieval, best } = explanation;
  const asked = whatIsAsked(query, words);
  const body = html`<main>
<h1><bdi>${asked}</bdi> · <a href="${viewAddress(candidate.id, baseUrl)}"><bdi>${candidate.name}</bdi></a></h1>
<p class="summary">${words.html('Score {score} of 100', { score: html`<strong>${candidate.score}</strong>` })} · ${say('candidate {place}', { place })} · ${candidate.match ? say('a match') : say('not matched automatically')}</p>
<h2>${candidate.match ? say('Why it is a match') : say('Why it is not matched automatically')}</h2>
<p>${[decision, whatWouldHelp(explanation)].flatMap((told, i) => (told === undefined ? [] : [html`${i === 0 ? '' : ' '}${localisedSentence(told, words)}`]))}</p>
<h2>${say('How the score came about')}</h2>
<ol>${steps.map((step) => html`<li>${localisedSentence(step, words)}</li>`)}</ol>
<table><thead><tr><th scope="col">${say('Evidence')}</th><th scope="col" class="number">${say('Value')}</th><th scope="col">${say('Reason')}</th></tr></thead><tbody>${candidate.features.map((feature) => featureRow(feature, dataset, words))}</tbody></table>
${evidenceTable(evidence, words)}
${bestTable(query, best, { shown: candidate.id, dataset, baseUrl, words })}
${retrievalTables(retrieval, candidateIndex, words)}
<h2>${say('Try another query')}</h2>
${askForm(query, explanation, dataset, { baseUrl, words })}
</main>`;
  return pageReply(
    {
      title: `${asked} · ${candidate.name} · ${dataset.metadata.name}`,
      body,
      baseUrl,
      site,
      words,
      size: 'full',
      scripts: [fieldScript(baseUrl)],
    },
    'checked',
  );
}

function whatIsAsked({ text, names = [], identifiers = [] }: ReconciliationQuery, { say }: Words): string {
  const texts = names.filter(({ quantifier }) => quantifier !== 'none').flatMap(({ values }) => values);
  const asked = texts.length > 0 ? texts : text.trim() === '' ? identifiers.flatMap(({ values }) => values) : [text];
  return asked.length === 0
    ? say('properties alone')
    : asked
        .slice(0, MAX_NAMES)
        .map((one) => `“${one}”`)
        .join(', ');
}

/** Advice for a user who expected a match; none where another entity is matched. */
function whatWouldHelp({ candidate, best }: Explanation): Sentence | undefined {
  const [first, second] = best;
  if (first?.match !== false) return undefined;
  if (first.name === second?.name)
    return sentence('Values from other columns, sent along with the name, can tell them apart.');
  return sentence(
    'Values from other columns, sent along with the name, often settle it; so does the name as it was asked, put among the aliases of “{name}” in the list.',
    { name: candidate.name },
  );
}

function featureRow({ id, value, reason }: Feature, dataset: Dataset, words: Words): SafeHtml {
  const { say } = words;
  const shown = typeof value === 'boolean' ? (value ? say('yes') : say('no')) : String(Math.round(value * 1000) / 1000);
  return html`<tr><td>${calledFeature(id, dataset, words)} <code class="whole">${id}</code></td><td class="number">${shown}</td><td class="text">${localisedSentence(reason, words)}</td></tr>`;
}

/** Name of a feature, of a property from the dataset. */
function calledFeature(id: string, dataset: Dataset, words: Words): SafeHtml {
  if (id.startsWith(PROPERTY_FEATURE)) return html`<bdi>${featureName(id, dataset) ?? words.say('Property')}</bdi>`;
  const feature = FEATURE_TABLE.find((one) => one.id === id);
  return feature === undefined ? html`` : html`${words.say(feature.name)}`;
}

/** Other candidates with links to their explanations: mostly the reason why something is not matched. */
function bestTable(
  query: ReconciliationQuery,
  best: readonly RankedCandidate[],
  {
    shown,
    dataset,
    baseUrl,
    words: { say },
  }: { readonly shown: string; readonly dataset: Dataset; readonly baseUrl: string; readonly words: Words },
): SafeHtml | undefined {
  if (best.every(({ id }) => id === shown)) return undefined;
  const rows = best.map(({ id, name, score, match }) => {
    const linked =
      id === shown
        ? html`<strong><bdi>${name}</bdi></strong>`
        : html`<a href="${explainAddress(query, id, baseUrl)}"><bdi>${name}</bdi></a>`;
    const summary = shortenText(candidateSummary(dataset, id), MAX_DESCRIPTION);
    const told = summary === '' ? undefined : html`<br><span class="summary" dir="auto">${summary}</span>`;
    return html`<tr><td>${linked}${told}</td><td><code>${id}</code></td><td class="number">${score}</td><td>${match ? say('yes') : say('no')}</td></tr>`;
  });
  return html`<h2>${say('Ranking')}</h2><table><thead><tr><th scope="col">${say('Candidate')}</th><th scope="col">${say('Identifier')}</th><th scope="col" class="number">${say('Score')}</th><th scope="col">${say('Match')}</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** A form with the query: name, entity, type, and property values. */
function askForm(
  query: ReconciliationQuery,
  { candidate }: Explanation,
  dataset: Dataset,
  { baseUrl, words }: Pick<Exchange, 'baseUrl' | 'words'>,
): SafeHtml {
  const { say } = words;
  const entity = entityField({
    label: say('Entity (empty: the best candidate)'),
    attributes: html`strict value="${candidate.id}" text="${candidate.name}"`,
    plain: html`<label>${say('Identifier (empty: the best candidate)')} <input name="id" value="${candidate.id}"></label>`,
  });
  return html`<form action="${baseUrl}/explain" method="get"><label>${hasConditions(query) ? say('Query') : say('Name')} <input name="query" value="${queryField(query)}" dir="auto"></label>${entity}${typeChoice(query, dataset, words)}${propertyFields(query, dataset, words)}<button>${say('Explain')}</button></form>`;
}
