import type { DatasetMetadata } from '../../entities/dataset.js';
import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { Feature } from '../../reconciliation/candidate.js';
import type { Explanation } from '../../reconciliation/explain-candidate.js';
import type { ReconciliationQuery } from '../../reconciliation/reconciliation-query.js';
import { pageFrame, pageHeader } from './page-frame.js';
import { viewAddress } from './value-list.js';

/** The score of one entity for one query, with every piece of evidence in words. */
export function explainPage(query: ReconciliationQuery, explanation: Explanation, metadata: DatasetMetadata, baseUrl: string): SafeHtml {
  const { candidate, place, steps } = explanation;
  const asked = query.text.trim() === '' ? 'properties alone' : `“${query.text}”`;
  const body = html`${pageHeader(metadata.name, baseUrl)}
<main>
<h1>${asked} and <a href="${viewAddress(candidate.id, baseUrl)}">${candidate.name}</a></h1>
<p class="summary">Score <strong>${candidate.score}</strong> of 100 · candidate ${place} · ${candidate.match ? 'a match' : 'not matched by itself'}</p>
<form action="${baseUrl}/explain" method="get"><label>Name <input name="query" required value="${query.text}"></label><label>Identifier, or nothing for the best <input name="id" value="${candidate.id}"></label><button>Explain</button></form>
<h2>How the score came about</h2>
<ol>${steps.map((step) => html`<li>${step}</li>`)}</ol>
<h2>Evidence</h2>
<table><thead><tr><th scope="col">Feature</th><th scope="col" class="number">Value</th><th scope="col">Reason</th></tr></thead><tbody>${candidate.features.map(featureRow)}</tbody></table>
</main>`;
  return pageFrame({ title: `${asked} and ${candidate.name} · ${metadata.name}`, body, baseUrl, size: 'full' });
}

function featureRow({ id, value, reason }: Feature): SafeHtml {
  const shown = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(Math.round(value * 1000) / 1000);
  return html`<tr><td><code>${id}</code></td><td class="number">${shown}</td><td>${reason}</td></tr>`;
}
