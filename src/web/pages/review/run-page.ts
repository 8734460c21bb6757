import { type SafeHtml, html } from '../../../foundation/escape-html.js';
import type { ReviewedRow } from '../../../review/matching-run.js';
import { ROW_STATES, STATES } from '../../../review/row-states.js';
import type { Certainty, CountRange } from '../../../input/certainty.js';
import type { Words } from '../../messages/words.js';
import { certaintyPart, matchingProgress } from './matching-progress.js';
import type { Reply } from '../../exchange.js';
import { numberIn } from '../../request-parameters.js';
import type { RunExchange } from '../../review/runs-web.js';
import { formatCount, formatPercent } from '../format-values.js';
import { localisedSentence } from '../localised-sentence.js';
import { changedColumns } from './column-field.js';
import { runFrame } from './run-frame.js';

const RELOAD_SECONDS = 2;
const FORMS = [
  { as: 'csv', text: 'CSV' },
  { as: 'spreadsheet-csv', text: 'CSV without formulas' },
  { as: 'xlsx', text: 'Excel' },
  { as: 'jsonl', text: 'JSON lines' },
  { as: 'sssom', text: 'SSSOM mappings' },
  { as: 'openrefine', text: 'OpenRefine judgments' },
] as const;

/** Rows that are probably not in the dataset: examples, and how many are in it all the same. */
export interface UnlikelyRows {
  readonly samples: readonly ReviewedRow[];
  readonly missed: CountRange;
}

/** A name that a person has matched with an entity. */
export interface TaughtName {
  readonly name: string;
  readonly entity: string;
}

export interface NamesToTeach {
  readonly offered: readonly TaughtName[];
  readonly taught: readonly TaughtName[];
}

interface EndedRun {
  /** `undefined` without aliases to save. */
  readonly names: NamesToTeach | undefined;
  readonly unlikely: UnlikelyRows;
  /** Absent where rows are not matched yet. */
  readonly certainty: Certainty | undefined;
}

/**
 * Progress of a table's matching, its certainty, and further steps. `ended`: absent while the matching is under way.
 */
export function runPage(asked: RunExchange, ended?: EndedRun): Reply {
  const { exchange, run, address } = asked;
  const { words } = exchange;
  const { say } = words;
  const body = html`${ended === undefined ? progress(asked) : stopped(asked)}
${changedColumns(asked)}
${run.matchedRows === 0 ? undefined : states(asked)}
${ended?.certainty === undefined ? undefined : certaintyPart(ended.certainty, words)}
${ended === undefined ? undefined : unlikelyPart(asked, ended.unlikely)}
${ended === undefined ? undefined : html`${columnsPart(asked)}${outputs(address, words)}${teaching(asked, ended.names)}`}
<h2>${say('Delete')}</h2>
<form action="${address}/delete" method="post"><label class="tick"><input type="checkbox" name="sure" value="yes" required> ${say('Delete the table and all judgments')}</label><button class="second">${say('Delete')}</button></form>`;
  return runFrame(asked, { part: 'overview', body, ...(ended === undefined && { reloadSeconds: RELOAD_SECONDS }) });
}

function progress({ exchange: { words }, run, address }: RunExchange): SafeHtml {
  const { say } = words;
  const now = { ...run.progress(), matched: run.matchedRows, all: run.record.rowCount };
  return html`<p role="status">${matchingProgress(now, words)} <progress max="${now.all + now.of}" value="${now.matched + now.looked}" aria-label="${say('Rows matched')}"></progress></p>
<form action="${address}/cancel" method="post"><button class="second">${say('Cancel')}</button></form>`;
}

function stopped({ exchange: { words }, run, address }: RunExchange): SafeHtml {
  const { say } = words;
  const { record, fault } = run;
  const rest = record.rowCount - run.matchedRows;
  if (rest === 0)
    return html`<p class="summary">${say('All {n} rows are matched against {dataset}.', { n: formatCount(record.rowCount), dataset: record.dataset })}</p>`;
  return html`${fault === undefined ? undefined : html`<p class="fault" role="alert">${localisedSentence(fault, words)}</p>`}<p>${say('{matched} of {all} rows are matched.', { matched: formatCount(run.matchedRows), all: formatCount(record.rowCount) })}</p><form action="${address}/start" method="post"><button>${say('Match the other {n}', { n: formatCount(rest) })}</button></form>`;
}

function states({ exchange: { words }, run, address }: RunExchange): SafeHtml {
  const { say } = words;
  const counts = run.counts();
  const lines = STATES.map(
    (state) =>
      html`<dt><a href="${address}/table?state=${state}">${sentenceCase(say(ROW_STATES[state]))}</a></dt><dd>${formatCount(counts[state])}</dd>`,
  );
  const review =
    counts.open === 0
      ? counts.unlikely === 0
        ? html`<p>${say('Every row is decided.')}</p>`
        : undefined
      : html`<p><a class="button" href="${address}/review">${words.count(counts.open, 'Review {n} uncertain row', 'Review {n} uncertain rows')}</a></p>`;
  return html`<dl class="counts">${lines}</dl>${review}`;
}

/** One button for all rows that have no plausible candidate. */
function unlikelyPart(
  { exchange: { words }, run, address }: RunExchange,
  { samples, missed }: UnlikelyRows,
): SafeHtml | undefined {
  const { say } = words;
  const { unlikely } = run.counts();
  if (unlikely === 0) return undefined;
  const errors = say('Estimated: {value} of them are in the dataset all the same ({low} to {high}).', {
    value: formatCount(missed.value),
    low: formatCount(missed.low),
    high: formatCount(missed.high),
  });
  const items = samples.map(({ row, question, answer: { candidates } }) => {
    const name = html`<a href="${address}/review?state=unlikely&amp;row=${row}"><bdi>${question.text}</bdi></a>`;
    const [nearest] = candidates;
    return nearest === undefined
      ? html`<li>${words.html('{name}: nothing resembles it', { name })}</li>`
      : html`<li>${words.html('{name}: the nearest is {entity}, {share}', { name, entity: html`<bdi>${nearest.name}</bdi>`, share: formatPercent(nearest.probability) })}</li>`;
  });
  return html`<h2>${sentenceCase(say(ROW_STATES.unlikely))}</h2>
<p>${words.count(unlikely, '{n} row has no plausible candidate.', '{n} rows have no plausible candidate.')} ${errors} ${say('For example:')}</p>
<ul>${items}</ul>
<form action="${address}/bulk" method="post"><input type="hidden" name="state" value="unlikely"><button name="decision" value="none">${words.count(unlikely, 'Say that {n} row is not in the dataset', 'Say that {n} rows are not in the dataset')}</button><a class="button second" href="${address}/review?state=unlikely">${say('Judge some of them')}</a> <a class="button second" href="${address}/table?state=unlikely">${say('Look at them')}</a></form>`;
}

/** Meanings of the columns, and a way to change them. */
function columnsPart({ exchange: { words }, run, dataset, address }: RunExchange): SafeHtml {
  const { say } = words;
  const { columns, headings } = run.record;
  const compared = columns.properties.map(({ column, property }) => {
    const name = dataset.properties.find(({ id }) => id === property)?.name ?? property;
    return html`<li><bdi>${headings[column] ?? ''}</bdi> = <bdi>${name}</bdi></li>`;
  });
  return html`<h2>${say('Columns')}</h2>
<ul class="chips"><li><bdi>${headings[columns.query] ?? ''}</bdi>: ${say('Names to match')}</li>${compared}</ul>
<form action="${address}/reopen" method="post"><button class="second">${say('Change columns and match again')}</button></form>
<p class="summary">${say('What people have judged stays. All other rows are matched anew, with what was learned from ten or more judged rows and with aliases that were added since.')}</p>`;
}

function outputs(address: string, { say }: Words): SafeHtml {
  return html`<h2>${say('Save')}</h2><ul class="chips">${FORMS.map(({ as, text }) => html`<li><a href="${address}/file?as=${as}" download>${say(text)}</a></li>`)}</ul><p class="summary">${say('Each has every row with its entity, who decided (a person, or sameas automatically) and when.')} ${say('“CSV without formulas” puts an apostrophe before texts that a spreadsheet program would run as formulas. Choose it for tables that others sent you.')}</p>`;
}

const MAX_NAMES_SHOWN = 100;

function teaching({ exchange, address, web }: RunExchange, names: NamesToTeach | undefined): SafeHtml | undefined {
  const { words, parameters } = exchange;
  const { say } = words;
  const [added, removed] = [numberIn(parameters, 'taught'), numberIn(parameters, 'removed')];
  const done =
    added !== undefined
      ? added === 0
        ? say('The dataset has all these names already.')
        : words.count(added, 'Added {n} alias to the dataset.', 'Added {n} aliases to the dataset.')
      : removed === undefined
        ? undefined
        : words.count(removed, 'Took back {n} alias.', 'Took back {n} aliases.');
  const said = done === undefined ? undefined : html`<p role="status">${done}</p>`;
  if (names === undefined || web.teacher === undefined) return said;
  const { offered, taught } = names;
  const form = (button: SafeHtml, text: SafeHtml | string, list: readonly TaughtName[]): SafeHtml =>
    html`<form action="${address}/teach" method="post"><p>${text}</p>${nameList(list, words)}${button}</form>`;
  const offer =
    offered.length === 0
      ? html`<p>${say('Names that you match to an entity with another name can become its aliases. There are none so far.')}</p>`
      : form(
          html`<button>${words.count(offered.length, 'Add alias to the dataset', 'Add aliases to the dataset')}</button>`,
          html`${words.count(offered.length, '{n} name that was matched by a person is not in the dataset yet.', '{n} names that were matched by a person are not in the dataset yet.')} ${words.html('They are added to the file {file}; your own file stays as it is.', { file: html`<code>${web.teacher.file}</code>` })}`,
          offered,
        );
  const back =
    taught.length === 0
      ? undefined
      : form(
          html`<button class="second" name="decision" value="clear">${say('Take back')}</button>`,
          words.count(taught.length, '{n} alias came from this table.', '{n} aliases came from this table.'),
          taught,
        );
  return html`<h2>${say('Teach')}</h2>${said}${offer}${back}`;
}

function nameList(names: readonly TaughtName[], words: Words): SafeHtml {
  const items = names
    .slice(0, MAX_NAMES_SHOWN)
    .map(
      ({ name, entity }) =>
        html`<li>${words.html('{name} becomes an alias of {entity}', { name: html`<bdi>${name}</bdi>`, entity: html`<bdi>${entity}</bdi>` })}</li>`,
    );
  const more = names.length - items.length;
  return html`<details><summary>${words.say('Names')}</summary><ul>${items}${more === 0 ? undefined : html`<li>${words.say('and {n} more', { n: formatCount(more) })}</li>`}</ul></details>`;
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
