import type { Dataset } from '../../entities/dataset.js';
import { typesByCount } from '../../entities/types-by-count.js';
import { html, type SafeHtml } from '../../foundation/escape-html.js';
import { MAX_SENT_BYTES, MAX_SENT_ROWS } from '../../questions/sent-table-limits.js';
import { formatCount } from './format-count.js';
import { pageFrame } from './page-frame.js';

const MOST_TYPES = 100;

/** A form for names to match, of a list or a table. */
export function tableFormPage(dataset: Dataset, baseUrl: string): SafeHtml {
  const body = html`<main>
<h1>Match a list of names</h1>
<p class="summary">Finds for each name the entity of ${dataset.metadata.name} that is meant.</p>
${tableForm(dataset, baseUrl)}
<p>Columns with the heading of a property (they stand in a table on the <a href="${baseUrl}/about">page about this service</a>) count as evidence; one called “type” says what kind of thing is meant. All other columns are kept as they are. Of a spreadsheet (xlsx, ods, xls), the first sheet with a table is read. A list may have ${formatCount(MAX_SENT_ROWS)} rows and ${MAX_SENT_BYTES / 1024 / 1024} MB; the command <code>sameas reconcile</code> takes longer ones.</p>
<h2>From a program</h2>
<pre><code>curl -F file=@names.csv ${baseUrl}/table &gt; matched.csv</code></pre>
</main>`;
  return pageFrame({ title: `Match a list · ${dataset.metadata.name}`, body, baseUrl, size: 'full', place: 'match' });
}

function tableForm(dataset: Dataset, baseUrl: string): SafeHtml {
  return html`<form class="stack" action="${baseUrl}/table" method="post" enctype="multipart/form-data">
<label>Names, one a line, or cells copied from a spreadsheet with their headings <textarea name="names" rows="8" spellcheck="false"></textarea></label>
<label>or a file (CSV, TSV, JSON, a spreadsheet) <input type="file" name="file" accept=".csv,.tsv,.txt,.json,.jsonl,.xlsx,.ods,.xls,text/csv,text/plain"></label>
${typeField(dataset)}
<details><summary>If the column of names or the letters are not recognised</summary><div class="fields"><label>Heading of the column of names <input name="column"></label><label>Encoding of the file <input name="encoding" placeholder="windows-1252"></label></div></details>
<p><button name="as" value="page">Match</button> <button name="as" value="xlsx" class="second">Match and save for Excel</button> <button name="as" value="csv" class="second">Match and save as CSV</button></p>
</form>`;
}

function typeField(dataset: Dataset): SafeHtml | undefined {
  const types = typesByCount(dataset).filter(({ count }) => count > 0).slice(0, MOST_TYPES);
  if (types.length < 2) return undefined;
  return html`<label>Type <select name="type"><option value="">Any</option>${types.map(({ type }) => html`<option value="${type.id}">${type.name}</option>`)}</select></label>`;
}
