import { html, type SafeHtml } from '../../foundation/escape-html.js';
import { formatTime } from './format-time.js';
import type { ProjectPageContent } from './project-content.js';
import { toldFault, toldSentence } from './told-sentence.js';

/** What was done, each with a way back to it, and what was undone, each with a way forth. */
export function historyList(content: ProjectPageContent): SafeHtml | undefined {
  const { words, past, future } = content;
  const { say } = words;
  if (past.length + future.length === 0) return undefined;
  const entry = (
    { id, description, time }: ProjectPageContent['past'][number],
    button: SafeHtml | undefined,
  ): SafeHtml =>
    html`<li>${toldSentence(description, words)} <span class="summary">${formatTime(time)}</span> ${button === undefined ? undefined : html`<button class="second" name="entry" value="${id}">${button}</button>`}</li>`;
  const before =
    past.length === 0
      ? undefined
      : html`<li>${say('Beginning')} <button class="second" name="entry" value="0">${say('Undo everything')}</button></li>`;
  return html`<h2>${say('History')}</h2>${postForm(content, 'history', html`<ol class="history">${before}${past.map((one, i) => entry(one, i === past.length - 1 ? undefined : html`${say('Undo what follows')}`))}${future.map((one) => entry(one, html`${say('Redo up to here')}`))}</ol>`)}`;
}

/** Forms that change the project: a recipe, reconciling a column, another name, and deleting it. */
export function projectForms(content: ProjectPageContent): SafeHtml {
  const { words, name, columnNames, services, sent, fault } = content;
  const { say } = words;
  const about = fault?.facts['parameter'];
  const message =
    fault === undefined
      ? undefined
      : html`<p class="fault whole" id="fault" role="alert">${toldFault(fault, words)}</p>`;
  const invalid = (field: string): SafeHtml =>
    about === field ? html` aria-invalid="true" aria-describedby="fault"` : html``;
  const at = (field: string): SafeHtml | undefined =>
    about === field || (field === 'operations' && fault !== undefined && typeof about !== 'string')
      ? message
      : undefined;
  // With one dataset there is nothing to choose.
  const dataset =
    services.length < 2
      ? undefined
      : html`<label>${say('Dataset')} <select name="service">${services.map((one) => html`<option value="${one.service}">${one.name}</option>`)}</select></label>`;
  return html`<h2>${say('Reconcile a column with this service')}</h2>
${postForm(content, 'reconcile', html`<label>${say('Column')} <select name="column">${columnNames.map((column) => html`<option>${column}</option>`)}</select></label>${dataset}<button>${say('Reconcile')}</button>`)}
<h2>${say('Apply a recipe')}</h2>
${postForm(
  content,
  'recipe',
  html`${at('operations')}<label class="whole">${say('Operations as JSON, as OpenRefine extracts them')} <textarea name="operations" rows="5" spellcheck="false"${invalid('operations')}>
${sent.operations}</textarea></label><button>${say('Apply')}</button>`,
)}
<h2>${say('Rename')}</h2>
${postForm(content, 'rename', html`${at('name')}<label>${say('Name')} <input name="name" value="${sent.name === '' && about !== 'name' ? name : sent.name}"${invalid('name')}></label><button class="second">${say('Rename')}</button>`)}
<h2>${say('Delete')}</h2>
${postForm(content, 'delete', html`${at('sure')}<label class="tick"><input type="checkbox" name="sure" value="yes" required${invalid('sure')}> ${say('Delete the project with everything that belongs to it')}</label><button class="second">${say('Delete')}</button>`)}`;
}

function postForm({ baseUrl, view, csrfToken }: ProjectPageContent, action: string, fields: SafeHtml): SafeHtml {
  return html`<form action="${baseUrl}/project?project=${view.project}" method="post"><input type="hidden" name="action" value="${action}"><input type="hidden" name="csrf_token" value="${csrfToken}">${fields}</form>`;
}
