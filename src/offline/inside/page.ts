import { takeDroppedFiles } from '../../web/page-scripts/inside/drop-file.js';
import type { SentFile, Shown } from '../messages.js';
import type { FromWorker, ToWorker } from './worker-messages.js';

/*
 * The page: unpacks the worker, sends it the user's actions, and shows its results. The worker makes all HTML and
 * escapes content of files.
 */

/** Digits by their position on the keyboard: on a French one they need Shift. */
const DIGIT = /^(?:Digit|Numpad)([1-9])$/;
/** A file is saved long before. */
const SAVED_AFTER_MS = 60_000;

function found<E extends HTMLElement>(selector: string): E {
  const element = document.querySelector<E>(selector);
  if (element === null) throw new Error(`the page has no ${selector}`);
  return element;
}

const place = found('main');

/** The address of the core, unpacked from data in the page. */
async function unpackCore(): Promise<string> {
  const packed = found('#core');
  const bytes = Uint8Array.from(atob(packed.textContent.trim()), (sign) => sign.charCodeAt(0));
  packed.remove();
  const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).blob();
  return URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
}

const core = await unpackCore();
const worker = new Worker(core);
const send = (message: ToWorker, transfer: Transferable[] = []): void => worker.postMessage(message, transfer);

/** A further worker, which answers through the port until told to end. */
function startHelper(port: MessagePort): void {
  const helper = new Worker(core);
  helper.addEventListener('error', ({ message }) => send({ kind: 'lost', reason: message }));
  helper.postMessage({ kind: 'help', port } satisfies ToWorker, [port]);
}

worker.addEventListener('message', ({ data: shown }: MessageEvent<FromWorker>) => {
  if (shown.kind === 'part') showPart(shown);
  else if (shown.kind === 'progress') showProgress(shown);
  else if (shown.kind === 'helper') startHelper(shown.port);
  else save(shown);
});
worker.addEventListener('error', ({ message }) => {
  const fault = document.createElement('p');
  fault.className = 'fault';
  fault.setAttribute('role', 'alert');
  fault.textContent = `The page has met a fault of its own, or the files need more memory than the browser gives (${message}). Load the page again.`;
  place.replaceChildren(fault);
});

function showPart({ html, language }: Extract<Shown, { kind: 'part' }>): void {
  const isFirst = place.querySelector('noscript') !== null;
  const review = place.querySelector('[data-review]');
  const made = document.createElement('template');
  made.innerHTML = html;
  document.documentElement.lang = language;
  if (review !== null && made.content.querySelector('[data-review]') !== null) {
    // Only changes are replaced, so that screen readers read the next row, which replaces the last one.
    const renewed = made.content.querySelectorAll('[data-renewed]');
    place
      .querySelectorAll('[data-renewed]')
      .forEach((old, i) => old.replaceChildren(...(renewed[i]?.childNodes ?? [])));
    review.scrollIntoView({ block: 'start' });
    return;
  }
  place.replaceChildren(made.content);
  takeDroppedFiles(document);
  if (isFirst) return;
  const title = place.querySelector('h1');
  title?.setAttribute('tabindex', '-1');
  title?.focus();
}

function showProgress({ text, done, all }: Extract<Shown, { kind: 'progress' }>): void {
  const line = place.querySelector('#progress');
  const bar = place.querySelector('progress');
  if (line === null || bar === null) return;
  line.textContent = text;
  if (all === undefined) bar.removeAttribute('value');
  else {
    bar.max = all;
    bar.value = done;
  }
}

function save({ name, lines }: Extract<Shown, { kind: 'file' }>): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([...lines], { type: 'text/csv' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVED_AFTER_MS);
}

async function sentFile(form: HTMLFormElement, name: string): Promise<SentFile> {
  const field = form.elements.namedItem(name);
  const file = field instanceof HTMLInputElement ? field.files?.[0] : undefined;
  if (file === undefined) throw new Error(`no file was chosen for ${name}`);
  return { name: file.name, bytes: await file.arrayBuffer() };
}

async function sendFiles(form: HTMLFormElement): Promise<void> {
  const [table, list] = await Promise.all([sentFile(form, 'table'), sentFile(form, 'list')]);
  send({ kind: 'files', table, list }, [table.bytes, list.bytes]);
}

document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement)) return;
  const what = form.dataset['do'];
  if (what === undefined) return;
  event.preventDefault();
  if (what === 'files') {
    void sendFiles(form);
    return;
  }
  const fields = [...new FormData(form, submitter)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  const id = submitter?.dataset['id'];
  send({ kind: 'do', what, fields: { ...Object.fromEntries(fields), ...(id !== undefined && { id }) } });
});

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('button[data-do]') : null;
  const what = button?.dataset['do'];
  if (what !== undefined) send({ kind: 'do', what, fields: {} });
});

document.addEventListener('keydown', (event) => {
  const { target, code, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (target instanceof Element && target.closest('input:not([type=checkbox]), select, textarea') !== null) return;
  const wanted = DIGIT.exec(code)?.[1] ?? key.toLowerCase();
  const button = place.querySelector<HTMLElement>(`[data-review] [data-key="${CSS.escape(wanted)}"]`);
  if (button === null) return;
  event.preventDefault();
  // Folded content is shown first: no unseen candidate is accepted.
  const folded = button.closest('details:not([open])');
  if (folded === null) button.click();
  else folded.setAttribute('open', '');
});

send({ kind: 'begin', languages: navigator.languages });
