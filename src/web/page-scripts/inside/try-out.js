import { pageWords } from './page-words.js';

/** Of an answer, in characters; the rest is only counted. */
const MAX_SHOWN = 20_000;

/**
 * Sends the forms `data-try="ID"` without leaving the page, and shows the answer in the element with that id: status,
 * type, time and text.
 * @param {Document} page
 */
export function tryOut(page) {
  for (const form of page.querySelectorAll('form[data-try]')) {
    if (!(form instanceof HTMLFormElement)) continue;
    const shown = page.getElementById(form.dataset['try'] ?? '');
    if (shown === null) continue;
    form.hidden = false;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void ask(form, shown);
    });
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} shown
 */
async function ask(form, shown) {
  shown.setAttribute('aria-busy', 'true');
  const startedAt = performance.now();
  try {
    const { address, how } = requestOf(form);
    const answer = await fetch(address, how);
    const text = await answer.text();
    const time = Math.round(performance.now() - startedAt);
    const head = document.createElement('p');
    head.className = 'decision';
    head.textContent = `${String(answer.status)} ${answer.statusText} · ${answer.headers.get('Content-Type') ?? ''} · ${String(time)} ms`;
    const link = document.createElement('p');
    link.textContent = address;
    const body = document.createElement('pre');
    body.tabIndex = 0;
    body.textContent =
      text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\n… (${String(text.length)} characters)` : formatted(text);
    shown.replaceChildren(head, link, body);
  } catch {
    shown.textContent = pageWords(document, 'unreachable');
  }
  shown.removeAttribute('aria-busy');
}

/**
 * @param {HTMLFormElement} form
 * @returns {{ address: string, how: RequestInit }}
 */
function requestOf(form) {
  const address = new URL(form.action);
  const isPost = form.method === 'post';
  const method = form.dataset['method'] ?? (isPost ? 'POST' : 'GET');
  /** @type {Record<string, string>} */
  const headers = {};
  let path = decodeURIComponent(address.pathname);
  const sent = new FormData();
  /** @type {HTMLTextAreaElement | undefined} */
  let json;
  for (const field of form.elements) {
    if (
      !(
        field instanceof HTMLInputElement ||
        field instanceof HTMLTextAreaElement ||
        field instanceof HTMLSelectElement
      ) ||
      field.name === ''
    )
      continue;
    if (field instanceof HTMLTextAreaElement && field.dataset['json'] !== undefined) json = field;
    else if (field.dataset['header'] !== undefined) {
      if (field.value !== '') headers[field.name] = field.value;
    } else if (field.dataset['path'] !== undefined)
      path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
    else if (field instanceof HTMLInputElement && field.type === 'file') {
      const [file] = field.files ?? [];
      if (file !== undefined) sent.append(field.name, file);
    } else if (field.value !== '') sent.append(field.name, field.value);
  }
  address.pathname = path;
  if (json !== undefined)
    return {
      address: address.href,
      how: {
        method,
        body: json.value,
        headers: { ...headers, 'Content-Type': json.dataset['json'] ?? 'application/json' },
      },
    };
  if (isPost && form.enctype === 'multipart/form-data')
    return { address: address.href, how: { method, body: sent, headers } };
  const fields = new URLSearchParams();
  for (const [name, value] of sent) if (typeof value === 'string') fields.append(name, value);
  if (method === 'POST') return { address: address.href, how: { method, body: fields, headers } };
  address.search = fields.toString();
  return { address: address.href, how: { method, headers: { ...headers, Accept: 'application/json, */*;q=0.5' } } };
}

/**
 * JSON with a line for each value; other text as it is.
 * @param {string} text
 */
function formatted(text) {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
