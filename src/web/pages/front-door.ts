import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { Exchange } from '../exchange.js';
import { UPLOADS_PATH, type DatasetUploads } from '../uploads/dataset-uploads.js';
import { DEFAULT_LIMITS } from '../clients/client-budgets.js';
import { formatCount } from './format-values.js';

/** A dataset to match a table with. */
export interface ChoosableList {
  /** Its path below the service; empty for the only dataset. */
  readonly path: string;
  readonly name: string;
  readonly entities: number;
}

/** Uploaded datasets that are read already. */
export function uploadedLists(uploads: DatasetUploads): readonly ChoosableList[] {
  const ready = uploads.all().filter(({ live }) => live.state() === 'ready');
  return ready.map(({ id, file, list }) => ({
    path: `${UPLOADS_PATH}/${id}`,
    // The id distinguishes files of one name.
    name: ready.filter((other) => other.file === file).length > 1 ? `${file} (${id})` : file,
    entities: list()?.entities ?? 0,
  }));
}

/** The form for a table and the dataset to match it with. */
export function frontDoor(
  { site: { serviceUrl }, words, limits }: Pick<Exchange, 'site' | 'words' | 'limits'>,
  lists: readonly ChoosableList[],
): SafeHtml {
  const { say } = words;
  const choices = lists.map(
    ({ path, name, entities }, i) =>
      html`<label class="tick"><input type="radio" name="dataset" value="${path}"${i === 0 ? html` checked` : html``}> <span><bdi>${name}</bdi> <small>${words.count(entities, '{n} entity', '{n} entities')}</small></span></label>`,
  );
  return html`<p class="summary">${say('Joins a table with a list by names, though they are written differently. Everything stays on the computer on which this service runs.')}</p>
<form class="door" action="${serviceUrl}/${UPLOADS_PATH}" method="post" enctype="multipart/form-data">
<fieldset data-drop="file"><legend>1 · ${say('Your table')}</legend>
<label>${say('Drop a file here, or choose one')} <input type="file" name="file"></label>
<details><summary>${say('or paste names, or cells with their headings')}</summary><label><span class="unseen">${say('Names, one a line, or cells copied from a spreadsheet with their headings')}</span><textarea name="names" rows="5" spellcheck="false"></textarea></label></details>
</fieldset>
<fieldset data-drop="list"><legend>2 · ${say('The list to match it with')}</legend>
${choices}
<label class="tick"><input type="radio" name="dataset" value="new"${lists.length === 0 ? html` checked` : html``}> ${say('Another list:')}</label>
<label>${say('Drop a file here, or choose one')} <input type="file" name="list" data-chooses="new"></label>
<p><a href="${serviceUrl}/${UPLOADS_PATH}">${say('Uploaded lists')}</a></p>
</fieldset>
<p><button>${say('Show columns and preview')}</button> <a href="${serviceUrl}/offline">${say('Match in this browser alone, and send nothing')}</a></p>
<p class="summary">${say('CSV, TSV, JSON, spreadsheets, XML, MARC or RDF, also packed; both files together at most {size} MB.', { size: formatCount(Math.floor((limits.maxTableBytes ?? DEFAULT_LIMITS.maxTableBytes) / 1024 / 1024)) })}</p>
</form>`;
}
