import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { EvidenceFound, Explanation } from '../../describe/explain-candidate.js';
import type { RetrievalReport } from '../../scoring/ranked-query.js';
import type { RetrievalStep } from '../../scoring/retrieve.js';
import type { Message } from '../../foundation/message.js';
import { meaningIn, type Words } from '../messages/words.js';
import { formatCount } from './format-count.js';
import { isolateNames } from './isolate-names.js';

type SearchPhase = NonNullable<RetrievalStep['phases']>[number];

/** Contribution of each term of the evidence to the log-odds of a candidate, and of "no entity". */
export function evidenceTable({ terms, sum, nothing, behind }: EvidenceFound, words: Words): SafeHtml {
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
  'brute force': 'The query was compared with every name.',
};

/** A table for each interpretation of the query: searches, candidates of each step, cut-offs, and time. */
export function retrievalTables(
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
