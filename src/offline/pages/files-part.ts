import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { SameasError } from '../../foundation/sameas-error.js';
import type { Words } from '../../web/messages/words.js';
import { localisedFault } from '../../web/pages/localised-sentence.js';

/** Two places for files, and the error of the last ones. */
export function filesPart(words: Words, fault?: SameasError): SafeHtml {
  const { say } = words;
  const place = (name: string, title: string): SafeHtml =>
    html`<fieldset data-drop="${name}"><legend>${title}</legend><label>${say('Drop a file here, or choose one')} <input type="file" name="${name}" required></label></fieldset>`;
  return html`<h1>${say('Match a table')}</h1>
<p class="summary">${say('Joins a table with a list by names, though they are written differently. Everything stays in this page: nothing is sent anywhere.')}</p>
${fault === undefined ? undefined : html`<p class="fault" role="alert">${localisedFault(fault, words)}</p>`}
<form class="door" data-do="files">${place('table', `1 · ${say('Your table')}`)}${place('list', `2 · ${say('The list to match it with')}`)}
<p><button>${say('Read the files')}</button></p>
<p class="summary">${say('CSV, TSV, JSON, JSON lines, Excel or OpenDocument, each also gzipped or alone in a zip archive.')}</p></form>`;
}
