import type { Dataset } from '../../entities/dataset.js';
import { html, type SafeHtml } from '../../foundation/escape-html.js';
import { sentence, type Message } from '../../foundation/message.js';
import type { Sentence } from '../../foundation/sentence.js';
import type { Feature } from '../../scoring/candidate.js';
import type { Explanation, RankedCandidate, EvidenceFound } from '../../describe/explain-candidate.js';
import { shortenText } from '../../describe/describe-entity.js';
import { hasConditions, type ReconciliationQuery } from '../../scoring/query.js';
import { FEATURE_TABLE, featureName, PROPERTY_FEATURE } from '../../scoring/feature-table.js';
import { candidateSummary, explainAddress, queryField } from './candidate-list.js';
import { entityField, fieldScript } from './page-script.js';
import type { Exchange, Reply } from '../exchange.js';
import { type Words, meaningIn } from '../messages/words.js';
import { pageReply } from './page-frame.js';
import { localisedSentence, isolateNames } from './localised-sentence.js';
import { propertyFields, typeChoice } from './query-fields.js';
import { viewAddress } from './value-list.js';
import type { RetrievalReport } from '../../scoring/ranked-query.js';
import type { RetrievalStep } from '../../scoring/retrieve.js';
import { formatCount } from './format-values.js';

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
<h2>${say('How the score is computed')}</h2>
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

type SearchPhase = NonNullable<RetrievalStep['phases']>[number];

/** Contribution of each term of the evidence to the log-odds of a candidate, and of "no entity". */
function evidenceTable({ terms, sum, nothing, behind }: EvidenceFound, words: Words): SafeHtml {
  const { say } = words;
  const rowsOf = (found: EvidenceFound['terms']): readonly SafeHtml[] =>
    found.map(
      ({ term, meaning, value, weight, factor }) =>
        html`<tr>
          <td>${meaningIn(words.language, term, meaning)} <code class="whole">${term}</code></td>
          <td class="number">${value.toFixed(3)}</td>
          <td class="number">${weight.toFixed(2)}${factor === undefined ? '' : ` × ${String(factor)}`}</td>
          <td class="number">${(value * weight * (factor ?? 1)).toFixed(2)}</td>
        </tr>`,
    );
  const total = (name: SafeHtml, nats: number): SafeHtml =>
    html`<tr>
      <td>${name}</td>
      <td></td>
      <td></td>
      <td class="number"><strong>${nats.toFixed(2)}</strong></td>
    </tr>`;
  return html`<h2>${say('Where the probability comes from')}</h2>
    <p>
      ${say('Evidence adds up in nats, which are natural logarithms of odds. “Nothing in the dataset is meant” has {nats}.', { nats: nothing.sum.toFixed(2) })}
    </p>
    ${region(
      say('Where the probability comes from'),
      html`<table>
        <thead>
          <tr>
            <th scope="col">${say('Evidence')}</th>
            <th scope="col" class="number">${say('Value')}</th>
            <th scope="col" class="number">${say('Weight')}</th>
            <th scope="col" class="number">${say('Nats')}</th>
          </tr>
        </thead>
        <tbody>
          ${rowsOf(terms)} ${total(html`<strong>${say('Sum')}</strong>`, sum)} ${rowsOf(nothing.terms)}
          ${total(html`<strong>${say('Nothing is meant')}</strong>`, nothing.sum)}
          ${behind === undefined ? undefined : total(html`${say('All candidates behind those below, together')}`, behind)}
        </tbody>
      </table>`,
    )}`;
}

const STEPS: Readonly<Record<RetrievalStep['step'], Message>> = {
  search: 'Search for similar names',
  'same name': 'Entities with exactly this name',
  properties: 'Entities with these values',
  identifier: 'Entities with this identifier',
};

const PHASES: Readonly<Record<SearchPhase['phase'], Message>> = {
  words: 'words as they are',
  typos: 'with typos, joined and split words',
  'similar words': 'with words that only resemble them',
  'more of the types': 'more entities that meet the conditions',
};

const SEARCHED_BY: Readonly<Record<Explanation['candidateIndex'], Message>> = {
  minisearch: 'The names were searched by MiniSearch.',
  compiled: 'The names were searched by the compiled index.',
  cluster: 'The names were searched by the search cluster.',
};

/** A table for each interpretation of the query: searches, candidates of each step, cut-offs, and time. */
function retrievalTables(
  reports: readonly RetrievalReport[],
  index: Explanation['candidateIndex'],
  words: Words,
): SafeHtml {
  const { say } = words;
  const tables = reports.map(
    (report) => html`<h3><bdi>“${report.text}”</bdi></h3>${
      report.rules === undefined
        ? undefined
        : html`
<p>${say('Rewritten by the rules of the list: {rules}', { rules: report.rules.join('; ') })}</p>`
    }
${region(`${say('How candidates were found')}: ${report.text}`, html`<table><thead><tr><th scope="col">${say('Step')}</th><th scope="col">${say('Looked for')}</th><th scope="col" class="number">${say('Found')}</th><th scope="col" class="number">${say('Compared')}</th><th scope="col" class="number">${say('Milliseconds')}</th></tr></thead><tbody>${report.steps.map((step) => stepRows(step, words))}<tr><td>${say('Comparison')}</td><td class="text">${say('{names} names of {entities} entities that meet the conditions', { names: formatCount(report.compared.names), entities: formatCount(report.compared.entities) })}</td><td></td><td class="number">${formatCount(report.compared.entities)}</td><td class="number">${report.scoringMs.toFixed(2)}</td></tr></tbody></table>`)}`,
  );
  return html`<h2>${say('How candidates were found')}</h2>
<p>${say(SEARCHED_BY[index])}</p>${tables}`;
}

/** A table that scrolls where the screen is too narrow for it. */
function region(name: string, table: SafeHtml): SafeHtml {
  return html`<div class="scroll" role="region" aria-label="${name}" tabindex="0">${table}</div>`;
}

function stepRows({ step, found, kept, phases = [], elapsedMs }: RetrievalStep, words: Words): SafeHtml {
  const { say } = words;
  const rows = phases.map(
    ({ phase, lookedFor, postingsVisited, names, elapsedMs: ms }) =>
      html`<tr><td>… ${say(PHASES[phase])}</td><td class="text">${isolateNames(say('{words} ({n} postings read)', { words: lookedFor.map((one) => inWords(one, words)).join('; '), n: formatCount(postingsVisited) }))}</td><td class="number">${formatCount(names)}</td><td></td><td class="number">${ms.toFixed(2)}</td></tr>`,
  );
  const cut = found > kept ? say('{n} cut off or known already', { n: formatCount(found - kept) }) : '';
  return html`<tr><td>${say(STEPS[step])}</td><td class="text">${cut}</td><td class="number">${formatCount(found)}</td><td class="number">${formatCount(kept)}</td><td class="number">${elapsedMs.toFixed(2)}</td></tr>${rows}`;
}

/** `"pariss": paris, pariso, parise… and 12 more`. */
function inWords({ word, variants, more }: SearchPhase['lookedFor'][number], { say }: Words): string {
  const listed = variants.length === 0 ? say('no name has a word like it') : variants.join(', ');
  return `${word === undefined ? say('also') : `"${word}"`}: ${more > 0 ? say('{words} and {n} more', { words: listed, n: formatCount(more) }) : listed}`;
}
