import type { Dataset } from '../../entities/dataset.js';
import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { Feature } from '../../reconciliation/candidate.js';
import { hasConditions } from '../../reconciliation/conditions/reconcile-conditions.js';
import type { Explanation, RankedEntity } from '../../reconciliation/explanation.js';
import { shortenText } from '../../reconciliation/describe/shorten-text.js';
import type { PropertyCondition, QueryValue, ReconciliationQuery } from '../../reconciliation/reconciliation-query.js';
import { featureName, PROPERTY_FEATURE } from '../../reconciliation/scoring/feature-name.js';
import { candidateSummary } from './candidate-summary.js';
import { entityField, fieldScriptElement } from './entity-field.js';
import { explainAddress, queryField } from './explain-address.js';
import { namesApart } from './names-apart.js';
import { pageFrame, pageHeader } from './page-frame.js';
import { viewAddress } from './value-list.js';

/** Fields for values of properties beyond those that were asked with. */
const MORE_FIELDS = 8;
const MAX_TYPES = 100;
const MAX_DESCRIPTION = 100;
const MAX_NAMES = 5;
/** In front of the id of a property, in the name of a parameter that holds a value of it. */
export const PROPERTY_PARAMETER = 'property:';

/** The score of one entity for one query, with every piece of evidence in words, what else came up, and a form to ask otherwise. */
export function explainPage(query: ReconciliationQuery, explanation: Explanation, dataset: Dataset, baseUrl: string): SafeHtml {
  const { candidate, place, steps, decision, best } = explanation;
  const asked = whatIsAsked(query);
  const body = html`${pageHeader(dataset.metadata.name, baseUrl)}
<main>
<h1><bdi>${asked}</bdi> and <a href="${viewAddress(candidate.id, baseUrl)}"><bdi>${candidate.name}</bdi></a></h1>
<p class="summary">Score <strong>${candidate.score}</strong> of 100 · candidate ${place} · ${candidate.match ? 'a match' : 'not matched by itself'}</p>
<h2>${candidate.match ? 'Why it is a match' : 'Why it is not matched by itself'}</h2>
<p>${namesApart(`${decision} ${whatWouldHelp(explanation)}`)}</p>
<h2>How the score came about</h2>
<ol>${steps.map((step) => html`<li>${namesApart(step)}</li>`)}</ol>
<table><thead><tr><th scope="col">Evidence</th><th scope="col" class="number">Value</th><th scope="col">Reason</th></tr></thead><tbody>${candidate.features.map((feature) => featureRow(feature, dataset))}</tbody></table>
${bestTable(query, best, { shown: candidate.id, dataset, baseUrl })}
<h2>Ask otherwise</h2>
${askForm(query, explanation, dataset, baseUrl)}
</main>
${fieldScriptElement(baseUrl)}`;
  return pageFrame({ title: `${asked} and ${candidate.name} · ${dataset.metadata.name}`, body, baseUrl, size: 'full' });
}

function whatIsAsked({ text, names = [], identifiers = [] }: ReconciliationQuery): string {
  const texts = names.filter(({ quantifier }) => quantifier !== 'none').flatMap(({ values }) => values);
  const asked = texts.length > 0 ? texts : text.trim() === '' ? identifiers.flatMap(({ values }) => values) : [text];
  return asked.length === 0 ? 'properties alone' : asked.slice(0, MAX_NAMES).map((one) => `“${one}”`).join(', ');
}

/** What whoever expected a match can do; nothing where another entity is matched. */
function whatWouldHelp({ candidate, best }: Explanation): string {
  const [first, second] = best;
  if (first?.match !== false) return '';
  if (first.score === second?.score && first.name === second.name) return 'Values from other columns, sent along with the name, can tell them apart.';
  return `Values from other columns, sent along with the name, often settle it; so does the name as it was asked, put among the aliases of “${candidate.name}” in the list.`;
}

function featureRow({ id, value, reason }: Feature, dataset: Dataset): SafeHtml {
  const shown = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(Math.round(value * 1000) / 1000);
  return html`<tr><td>${featureName(id, dataset) ?? (id.startsWith(PROPERTY_FEATURE) ? 'Property' : '')} <code class="whole">${id}</code></td><td class="number">${shown}</td><td class="text">${namesApart(reason)}</td></tr>`;
}

/** The others, each with the address of its own explanation: mostly the answer to why something is not matched. */
function bestTable(query: ReconciliationQuery, best: readonly RankedEntity[], { shown, dataset, baseUrl }: { readonly shown: string; readonly dataset: Dataset; readonly baseUrl: string }): SafeHtml | undefined {
  if (best.every(({ id }) => id === shown)) return undefined;
  const rows = best.map(({ id, name, score, match }) => {
    const linked = id === shown ? html`<strong><bdi>${name}</bdi></strong>` : html`<a href="${explainAddress(query, id, baseUrl)}"><bdi>${name}</bdi></a>`;
    const summary = shortenText(candidateSummary(dataset, id), MAX_DESCRIPTION);
    const told = summary === '' ? undefined : html`<br><span class="summary" dir="auto">${summary}</span>`;
    return html`<tr><td>${linked}${told}</td><td><code>${id}</code></td><td class="number">${score}</td><td>${match ? 'yes' : 'no'}</td></tr>`;
  });
  return html`<h2>What comes first</h2><table><thead><tr><th scope="col">Candidate</th><th scope="col">Identifier</th><th scope="col" class="number">Score</th><th scope="col">Match</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** What was asked, to be changed: the name, the entity, the type, and values of properties. */
function askForm(query: ReconciliationQuery, { candidate }: Explanation, dataset: Dataset, baseUrl: string): SafeHtml {
  const entity = entityField({
    label: 'Entity (empty: the best candidate)',
    attributes: html`strict value="${candidate.id}" text="${candidate.name}"`,
    plain: html`<label>Identifier (empty: the best candidate) <input name="id" value="${candidate.id}"></label>`,
  });
  return html`<form action="${baseUrl}/explain" method="get"><label>${hasConditions(query) ? 'Query' : 'Name'} <input name="query" value="${queryField(query)}" dir="auto"></label>${entity}${typeChoice(query, dataset)}${propertyFields(query, dataset)}<button>Explain</button></form>`;
}

function typeChoice({ types }: ReconciliationQuery, dataset: Dataset): SafeHtml | undefined {
  const known = dataset.types.types.slice(0, MAX_TYPES);
  if (known.length < 2) return html`${types.map((type) => html`<input type="hidden" name="type" value="${type}">`)}`;
  const [asked, ...others] = types;
  const unlisted = asked !== undefined && known.every(({ id }) => id !== asked) ? html`<option value="${asked}" selected>${asked}</option>` : undefined;
  const options = known.map(({ id, name }) => (id === asked ? html`<option value="${id}" selected>${name}</option>` : html`<option value="${id}">${name}</option>`));
  return html`<label>Type <select name="type"><option value="">Any</option>${unlisted}${options}</select></label>${others.map((type) => html`<input type="hidden" name="type" value="${type}">`)}`;
}

/** A field for each property that was asked with, and for those that most entities have. */
function propertyFields(query: ReconciliationQuery, dataset: Dataset): SafeHtml | undefined {
  const { properties } = query;
  const isAsked = ({ id, name }: { readonly id: string; readonly name: string }): boolean => properties.some(({ property }) => property === id || property === name);
  const asked = (hasConditions(query) ? [] : properties).map((condition) => ({ parameter: condition.property, name: nameOf(condition, dataset), value: textOf(condition.values[0]) }));
  const others = [...dataset.properties].filter((property) => !isAsked(property)).sort((a, b) => b.entityCount - a.entityCount);
  const offered = others.slice(0, MORE_FIELDS).map(({ id, name }) => ({ parameter: id, name, value: '' }));
  const fields = [...asked, ...offered].map(({ parameter, name, value }) => html`<label>${name} <input name="${PROPERTY_PARAMETER}${parameter}" value="${value}" dir="auto"></label>`);
  if (fields.length === 0) return undefined;
  const open = asked.length > 0 ? html`<details open>` : html`<details>`;
  return html`${open}<summary>Values from other columns</summary><div class="fields">${fields}</div></details>`;
}

function nameOf({ property }: PropertyCondition, dataset: Dataset): string {
  return dataset.properties.find(({ id, name }) => id === property || name === property)?.name ?? property;
}

function textOf(value: QueryValue | undefined): string {
  return typeof value === 'object' ? value.id : String(value ?? '');
}
