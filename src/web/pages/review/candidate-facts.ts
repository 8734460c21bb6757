import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import type { RowCandidate } from '../../../questions/answered-row.js';
import type { ComparedCandidate, ComparedValue } from '../../../review/compare-values.js';
import type { Words } from '../../messages/words.js';
import { formatPercent } from '../format-percent.js';
import { toldSentence } from '../told-sentence.js';

const MAX_FACTS = 4;
const MAX_REASONS = 3;

/** What a person judges a candidate by: its description, figures, the values of the row beside its own, a few facts and reasons. */
export function candidateFacts(
  candidate: Pick<RowCandidate, 'score' | 'probability'>,
  { entity, values }: ComparedCandidate,
  reasons: readonly string[],
  words: Words,
): SafeHtml {
  const { say } = words;
  const comparedIds = new Set(values.map(({ property }) => property));
  const facts = (entity?.facts ?? []).filter(({ property }) => !comparedIds.has(property.id)).slice(0, MAX_FACTS);
  const told = reasons.slice(0, MAX_REASONS);
  return html`<p class="summary" dir="auto">${entity === undefined ? say('No longer in the dataset') : entity.summary}</p>
<p class="figures"><span>${say('Score {score}', { score: candidate.score.toFixed(1) })}</span> <span>${say('Probability {share}', { share: formatPercent(candidate.probability) })}</span></p>
${values.length === 0 ? undefined : html`<ul class="values">${values.map((value) => valueItem(value, words))}</ul>`}
${
  facts.length === 0
    ? undefined
    : html`<p class="facts">${facts.map(
        ({ property, values: own }) =>
          html`<span><bdi>${property.name}</bdi>: <bdi>${own
            .slice(0, 2)
            .map(({ text }) => text)
            .join(', ')}</bdi></span> `,
      )}</p>`
}
${told.length === 0 ? undefined : html`<ul class="reasons">${told.map((reason) => html`<li>${toldSentence(reason, words)}</li>`)}</ul>`}`;
}

function valueItem({ heading, given, own, verdict }: ComparedValue, words: Words): SafeHtml {
  const { say } = words;
  if (verdict === 'missing')
    return html`<li class="missing"><bdi>${heading}</bdi>: ${given === '' ? say('empty in the row') : say('the entity has none')}</li>`;
  const texts = html`<bdi>${own.slice(0, 3).join(', ')}</bdi>`;
  if (verdict === 'agrees')
    return html`<li class="agrees"><span aria-hidden="true">✓</span> ${words.html('{column} agrees: {values}', { column: html`<bdi>${heading}</bdi>`, values: texts })}</li>`;
  return html`<li class="differs">${words.html('{difference} instead of {given}', { difference: html`<mark>${words.html('{column} differs: {values}', { column: html`<bdi>${heading}</bdi>`, values: texts })}</mark>`, given: html`<bdi>${given}</bdi>` })}</li>`;
}
