import { html, SafeHtml } from '../../../foundation/escape-html.js';
import type { Exchange, Reply } from '../../exchange.js';
import type {
  Operation,
  OperationBody,
  OperationParameter,
  ServiceDescription,
} from '../../documentation/read-openapi.js';
import { renderMarkdown } from '../../documentation/render-markdown.js';
import { pageReply } from '../page-frame.js';
import { pageScript } from '../page-script.js';

const FORM_TYPES: readonly string[] = ['multipart/form-data', 'application/x-www-form-urlencoded'];

/** Every operation of the service, by subject, with forms to try it. */
export function apiPage({ baseUrl, site, words }: Exchange, { tags, operations, schemas }: ServiceDescription): Reply {
  const groups = tags.map(
    ({ name, description }) =>
      html`<h2 id="${name}">${name.charAt(0).toUpperCase() + name.slice(1)}</h2>${markdown(description)}${operations.filter(({ tag }) => tag === name).map((operation) => operationItem(operation, baseUrl))}`,
  );
  const body = html`<main lang="en">
<h1>API</h1>
<p class="summary">Every address of this service. The same as a file: <a href="${baseUrl}/openapi.yaml">openapi.yaml</a> · <a href="${baseUrl}/openapi.json">openapi.json</a></p>
<p>Subjects: ${tags.map(({ name }, i) => html`${i === 0 ? '' : ' · '}<a href="#${name}">${name}</a>`)} · <a href="#messages">messages</a></p>
${groups}
<h2 id="messages">Messages</h2>
<p>What is sent and answered, as JSON Schema.</p>
${schemas.map(({ name, json }) => html`<details class="operation"><summary><code>${name}</code></summary><pre tabindex="0"><code>${json}</code></pre></details>`)}
</main>`;
  return pageReply(
    { title: 'API', body, baseUrl, site, words, size: 'full', place: 'docs', scripts: [pageScript(baseUrl)] },
    'checked',
  );
}

function operationItem(operation: Operation, baseUrl: string): SafeHtml {
  const { id, method, path, summary, description, answers } = operation;
  return html`<details class="operation" id="${id}"><summary><code>${method.toUpperCase()} ${path}</code> ${codeWords(summary)}</summary>
${description === '' ? undefined : markdown(description)}
${parameterTable(operation.parameters)}
${operation.bodies.length === 0 ? undefined : html`<p>Body: ${operation.bodies.map(({ mediaType }, i) => html`${i === 0 ? '' : ', '}<code>${mediaType}</code>`)}</p>`}
<div class="scroll" role="region" aria-label="Answers of ${id}" tabindex="0"><table><thead><tr><th scope="col">Status</th><th scope="col">Answer</th><th scope="col">As</th></tr></thead><tbody>${answers.map(({ status, description: meaning, mediaTypes }) => html`<tr><th scope="row">${status}</th><td>${meaning}</td><td>${mediaTypes.map((type, i) => html`${i === 0 ? '' : ', '}<code>${type}</code>`)}</td></tr>`)}</tbody></table></div>
${tryForm(operation, baseUrl)}</details>`;
}

function parameterTable(parameters: readonly OperationParameter[]): SafeHtml | undefined {
  if (parameters.length === 0) return undefined;
  const rows = parameters.map(
    ({ name, isRequired, description, choices }) =>
      html`<tr><th scope="row"><code>${name}</code>${isRequired ? ' (required)' : ''}</th><td>${markdown(description)}${choices.length === 0 || choices.length > 20 ? undefined : html`<p>${choices.map((choice, i) => html`${i === 0 ? '' : ', '}<code>${choice}</code>`)}</p>`}</td></tr>`,
  );
  return html`<table class="meanings"><thead><tr><th scope="col">Parameter</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/**
 * A form that sends the operation; without scripts the browser shows the answer. JSON bodies need the script, which
 * shows their field.
 */
function tryForm(operation: Operation, baseUrl: string): SafeHtml {
  const { id, method, path, parameters, bodies } = operation;
  const form = bodies.find(({ mediaType }) => FORM_TYPES.includes(mediaType));
  const json = form === undefined ? bodies.find(({ mediaType }) => mediaType.endsWith('json')) : undefined;
  const isMultipart = form?.mediaType === 'multipart/form-data';
  // Forms of HTML have two methods and no headers; the script has the others.
  const ofForm = method === 'get' ? 'get' : 'post';
  const other = method === ofForm ? html`` : html` data-method="${method.toUpperCase()}"`;
  const needsScript = json !== undefined || path.includes('{') || method !== ofForm;
  const fields = [
    ...parameters.map(parameterField),
    ...(form === undefined ? [] : formFields(form)),
    ...(json === undefined
      ? []
      : [
          html`<label>Body (JSON) <textarea name="body" rows="4" spellcheck="false" data-json="${json.mediaType}">{}</textarea></label>`,
        ]),
  ];
  const enctype = isMultipart ? html` enctype="multipart/form-data"` : html``;
  const hidden = needsScript ? html` hidden` : html``;
  return html`<form class="try-out" action="${baseUrl}${path}" method="${ofForm}" target="_blank" data-try="${id}-answer"${other}${enctype}${hidden}>${fields}<button>Try it</button></form><div id="${id}-answer" class="answer" aria-live="polite"></div>`;
}

function parameterField({ name, in: place, isRequired, choices }: OperationParameter): SafeHtml {
  const inPath = place === 'path' ? html` data-path` : place === 'header' ? html` data-header` : html``;
  const required = isRequired ? html` required` : html``;
  if (choices.length > 0)
    return html`<label>${name} <select name="${name}"${inPath}${required}>${isRequired ? undefined : html`<option value=""></option>`}${choices.map((choice) => html`<option>${choice}</option>`)}</select></label>`;
  return html`<label>${name} <input name="${name}" autocomplete="off" spellcheck="false"${inPath}${required}></label>`;
}

function formFields({ fields }: OperationBody): readonly SafeHtml[] {
  return fields.map(({ name, isFile }) =>
    isFile
      ? html`<label>${name} <input type="file" name="${name}"></label>`
      : html`<label>${name} <textarea name="${name}" rows="1" spellcheck="false"></textarea></label>`,
  );
}

/** Text between backticks as code. */
function codeWords(text: string): SafeHtml {
  // Every second part matched the pattern.
  return html`${text.split(/`([^`]*)`/).map((part, i) => (i % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`;
}

function markdown(text: string): SafeHtml | undefined {
  if (text === '') return undefined;
  return /[`*[\n]/.test(text)
    ? renderMarkdown(text, (target) => (/^https?:\/\//.test(target) ? target : undefined)).html
    : html`<p>${text}</p>`;
}
