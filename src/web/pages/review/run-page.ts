import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import { ROW_STATES, STATES } from '../../../review/row-states.js';
import type { Reply } from '../../reply.js';
import type { RunExchange } from '../../review/run-context.js';
import { formatCount } from '../format-count.js';
import { pageReply } from '../page-frame.js';
import { runNavigation } from './run-navigation.js';

const RELOAD_SECONDS = 2;
const FORMS = [
  { as: 'csv', text: 'CSV' },
  { as: 'xlsx', text: 'Excel' },
  { as: 'jsonl', text: 'JSON lines' },
  { as: 'sssom', text: 'SSSOM mappings' },
  { as: 'openrefine', text: 'OpenRefine judgments' },
] as const;

/** How far the matching of a table is, and what can be done with it. `teachable`: names that its judgments could teach, `undefined` where that is not possible. */
export function runPage(asked: RunExchange, teachable: number | undefined): Reply {
  const { exchange, run, dataset, address } = asked;
  const { record } = run;
  const isUnderWay = record.status === 'matching' && run.fault === undefined;
  const body = html`<main>
<h1 dir="auto">${record.name}</h1>
${runNavigation(address, 'overview')}
${isUnderWay ? progress(asked) : stopped(asked)}
${run.matchedRows === 0 ? undefined : states(asked)}
${isUnderWay ? undefined : html`${outputs(address)}${teaching(asked, teachable)}`}
<h2>Delete</h2>
<form action="${address}/delete" method="post"><label class="tick"><input type="checkbox" name="sure" value="yes" required> Delete the table and all judgments</label><button class="second">Delete</button></form>
</main>`;
  return pageReply({ title: `${record.name} · ${dataset.metadata.name}`, body, baseUrl: exchange.baseUrl, size: 'full', place: 'match', ...(isUnderWay && { reloadSeconds: RELOAD_SECONDS }) }, 'never');
}

function progress({ run, address }: RunExchange): SafeHtml {
  const { rowCount } = run.record;
  return html`<p role="status">Matched ${formatCount(run.matchedRows)} of ${formatCount(rowCount)} rows. <progress max="${rowCount}" value="${run.matchedRows}" aria-label="Rows matched"></progress></p>
<form action="${address}/cancel" method="post"><button class="second">Cancel</button></form>`;
}

function stopped({ run, address }: RunExchange): SafeHtml {
  const { record, fault } = run;
  const rest = record.rowCount - run.matchedRows;
  if (rest === 0) return html`<p class="summary">All ${formatCount(record.rowCount)} rows are matched against ${record.dataset}.</p>`;
  return html`${fault === undefined ? undefined : html`<p class="fault" role="alert">${fault}</p>`}<p>${formatCount(run.matchedRows)} of ${formatCount(record.rowCount)} rows are matched.</p><form action="${address}/start" method="post"><button>Match the other ${formatCount(rest)}</button></form>`;
}

function states({ run, address }: RunExchange): SafeHtml {
  const counts = run.counts();
  const lines = STATES.map((state) => html`<dt><a href="${address}/table?state=${state}">${sentenceCase(ROW_STATES[state])}</a></dt><dd>${formatCount(counts[state])}</dd>`);
  const review = counts.open === 0 ? html`<p>Every row is decided.</p>` : html`<p><a class="button" href="${address}/review">Review ${formatCount(counts.open)} uncertain ${counts.open === 1 ? 'row' : 'rows'}</a></p>`;
  return html`<dl class="counts">${lines}</dl>${review}`;
}

function outputs(address: string): SafeHtml {
  return html`<h2>Save</h2><ul class="chips">${FORMS.map(({ as, text }) => html`<li><a href="${address}/file?as=${as}" download>${text}</a></li>`)}</ul><p class="summary">Each has every row with what it means, who decided that (a person, or sameas automatically) and when.</p>`;
}

function teaching({ exchange, address, web }: RunExchange, teachable: number | undefined): SafeHtml | undefined {
  const taught = /^\d{1,9}$/.exec(exchange.parameters.get('taught') ?? '')?.[0];
  const done = taught === undefined ? undefined : html`<p role="status">${taught === '0' ? 'The dataset knew all these names already.' : `Added ${taught} ${taught === '1' ? 'alias' : 'aliases'}. The dataset knows them from now on.`}</p>`;
  if (teachable === undefined || web.teacher === undefined) return done;
  const offer =
    teachable === 0
      ? html`<p>Names that you match to an entity that is called otherwise can become aliases of the entity. There are none so far.</p>`
      : html`<form action="${address}/teach" method="post"><p>${teachable === 1 ? '1 name that was matched by a person is not known to the dataset yet.' : `${formatCount(teachable)} names that were matched by a person are not known to the dataset yet.`} They are added to the file <code>${web.teacher.file}</code>; your own file stays as it is.</p><button>Add ${teachable === 1 ? 'alias' : 'aliases'} to the dataset</button></form>`;
  return html`<h2>Teach</h2>${done}${offer}`;
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
