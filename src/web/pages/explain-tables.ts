import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { EvidenceFound, Explanation, NameInNumbers } from '../../reconciliation/explain-candidate.js';
import type { RetrievalReport } from '../../reconciliation/rank-query.js';
import type { RetrievalStep } from '../../reconciliation/retrieve-candidates.js';
import type { Message } from '../messages/message.js';
import type { Words } from '../messages/words.js';
import { formatCount } from './format-count.js';
import { namesApart } from './names-apart.js';
import { toldSentence } from './told-sentence.js';

type SearchPhase = NonNullable<RetrievalStep['phases']>[number];

/** How a token of the name was found in the query. */
const KINDS: Readonly<Record<NameInNumbers['tokens'][number]['kind'], Message>> = {
  equal: 'equal',
  number: 'same number',
  typo: 'typo',
  spelling: 'other spelling',
  initial: 'initial',
  abbreviation: 'abbreviation',
  stem: 'same beginning',
  sound: 'same sound',
  code: 'part of a code',
  'given-name': 'form of a given name',
  generation: 'same generation',
  none: 'no match',
  joined: 'joined or split',
  acronym: 'acronym',
  exchanged: 'stands for it in other names',
  resemblance: 'distant resemblance',
  beside: 'a property of the query',
};

/** What each token of the nearest name and of the query weighs, and how the points of the name come from that. */
export function nameTable(
  {
    tokens,
    matched,
    onlyQuery,
    onlyLabel,
    weightOfOnlyQuery,
    weightOfOnlyLabel,
    weightOfLetters,
    letters,
    numbers,
    similarity,
    informative,
    kindOfLabel,
    longerNames,
    name,
    points,
  }: NameInNumbers,
  { say }: Words,
): SafeHtml {
  const rows = tokens.map(
    ({ label, query, kind, weight, missingCost }) =>
      html`<tr><td><bdi>${label ?? ''}</bdi></td><td><bdi>${query ?? ''}</bdi></td><td>${say(label === undefined ? 'only in the query' : query === undefined ? 'only in the name' : KINDS[kind])}</td><td class="number">${weight.toFixed(2)}</td><td class="number">${missingCost === undefined ? '' : missingCost.toFixed(2)}</td></tr>`,
  );
  const words = `${matched.toFixed(2)} / (${matched.toFixed(2)} + ${String(weightOfOnlyQuery)} × ${onlyQuery.toFixed(2)} + ${String(weightOfOnlyLabel)} × ${onlyLabel.toFixed(2)})`;
  const sum = `${(1 - weightOfLetters).toFixed(1)} × ${words} + ${say('{share} letter pairs', { share: `${String(weightOfLetters)} × ${letters.toFixed(3)}` })}`;
  const factors = [
    [numbers, 'numbers'],
    [informative, 'most informative tokens'],
    [kindOfLabel, 'kind of name'],
    [longerNames, 'longer names'],
  ] as const;
  const moved = factors
    .filter(([factor]) => factor !== 1)
    .map(([factor, what]) => ` × ${factor.toFixed(3)} (${say(what)})`)
    .join('');
  const formula = (hundred: string): string => `${hundred}${moved} = ${points.toFixed(2)}`;
  return html`<h2>${say('How the name is compared')}</h2>
${region(say('How the name is compared'), html`<table><thead><tr><th scope="col"><bdi>${name}</bdi></th><th scope="col">${say('Query')}</th><th scope="col">${say('Match')}</th><th scope="col" class="number">${say('Weight')}</th><th scope="col" class="number">${say('Cost')}</th></tr></thead><tbody>${rows}</tbody></table>`)}
<p>${similarity === 1 ? say('The names are equal: {formula} points.', { formula: formula('100') }) : say('{formula} points.', { formula: formula(`100 × (${sum})`) })}</p>`;
}

/** What people call the terms of the evidence; others go by their ids. */
const TERMS: Readonly<Record<string, Message>> = {
  codeInName: 'code in the name',
  codeInProperty: 'code in a property',
  contradiction: 'contradicting word',
  identified: 'equal identifier',
  similarity: 'similarity',
  onlyQuery: 'only in the query',
  containedShort: 'short name within the query',
  extraToken: 'one word more',
  onlyLabel: 'only in the name',
  unlike: 'unlike words',
  discriminatingQuery: 'discriminative word of the query',
  discriminatingLabel: 'discriminative word of the name',
  wholePart: 'whole part',
  joined: 'joined or split',
  information: 'weight in common',
  behind: 'points behind the best',
  agreement: 'agreement',
  agreementNearby: 'agreement nearby',
  inName: 'value in the name',
  disagreement: 'disagreement',
  matchedInRecord: 'words in the record',
  recordOtherwise: 'another value in the record',
  outsideType: 'outside the type',
};

/** What each kind of evidence adds to the log-odds of a candidate, and what "nothing is meant" has in its place. */
export function evidenceTable({ kinds, prior, sum, nothing, behind }: EvidenceFound, words: Words): SafeHtml {
  const { say } = words;
  const told = kinds.filter(({ terms }) => terms.length > 0);
  const called = (term: string): string =>
    Object.hasOwn(TERMS, term) && TERMS[term] !== undefined ? say(TERMS[term]) : term;
  const rows = told.map(
    ({ name, nats, terms, factor }) =>
      html`<tr><td>${toldSentence(name, words)}${factor === undefined ? '' : ` × ${String(factor)}`}</td><td class="number">${nats.toFixed(2)}</td><td class="text">${terms.map(({ term, value, weight }) => `${called(term)} ${value.toFixed(2)} × ${weight.toFixed(2)}`).join(' + ')}</td></tr>`,
  );
  const reading =
    prior === 0
      ? undefined
      : html`<tr><td>${say('Interpretation')}</td><td class="number">${prior.toFixed(2)}</td><td class="text">${say('the name is read otherwise than it is written')}</td></tr>`;
  const others =
    behind === undefined
      ? undefined
      : html`<tr><td>${say('All candidates behind those below, together')}</td><td class="number">${behind.toFixed(2)}</td><td></td></tr>`;
  return html`<h2>${say('Where the probability comes from')}</h2>
<p>${say('Evidence adds up in nats, which are natural logarithms of odds. “Nothing in the dataset is meant” has {nats}.', { nats: nothing.toFixed(2) })}</p>
${region(say('Where the probability comes from'), html`<table><thead><tr><th scope="col">${say('Evidence')}</th><th scope="col" class="number">${say('Nats')}</th><th scope="col">${say('Values and their weights')}</th></tr></thead><tbody>${rows}${reading}<tr><td><strong>${say('Sum')}</strong></td><td class="number"><strong>${sum.toFixed(2)}</strong></td><td></td></tr>${others}</tbody></table>`)}`;
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

/** What was looked for, how many candidates each step brought, what was cut off, and how long it took: a table for each interpretation of the query. */
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

/** A table that is scrolled by itself where the screen is too narrow for it. */
function region(name: string, table: SafeHtml): SafeHtml {
  return html`<div class="scroll" role="region" aria-label="${name}" tabindex="0">${table}</div>`;
}

function stepRows({ step, found, kept, phases = [], elapsedMs }: RetrievalStep, words: Words): SafeHtml {
  const { say } = words;
  const rows = phases.map(
    ({ phase, lookedFor, postingsVisited, names, elapsedMs: ms }) =>
      html`<tr><td>… ${say(PHASES[phase])}</td><td class="text">${namesApart(say('{words} ({n} postings read)', { words: lookedFor.map((one) => inWords(one, words)).join('; '), n: formatCount(postingsVisited) }))}</td><td class="number">${formatCount(names)}</td><td></td><td class="number">${ms.toFixed(2)}</td></tr>`,
  );
  const cut = found > kept ? say('{n} cut off or known already', { n: formatCount(found - kept) }) : '';
  return html`<tr><td>${say(STEPS[step])}</td><td class="text">${cut}</td><td class="number">${formatCount(found)}</td><td class="number">${formatCount(kept)}</td><td class="number">${elapsedMs.toFixed(2)}</td></tr>${rows}`;
}

/** `"pariss": paris, pariso, parise… and 12 more`. */
function inWords({ word, variants, more }: SearchPhase['lookedFor'][number], { say }: Words): string {
  const listed = variants.length === 0 ? say('no name has a word like it') : variants.join(', ');
  return `${word === undefined ? say('also') : `"${word}"`}: ${more > 0 ? say('{words} and {n} more', { words: listed, n: formatCount(more) }) : listed}`;
}
