import { pageWords } from './page-words.js';

/** Pause in typing before a request. */
const PAUSE_MS = 120;

/**
 * Shows the candidates of a form `data-live="ID"` in the element with that id while a user types. The form itself works
 * as before, and the address of the page follows it, so that it can be shared.
 * @param {Document} page
 */
export function showLiveCandidates(page) {
  const form = page.querySelector('form[data-live]');
  if (!(form instanceof HTMLFormElement)) return;
  const shown = page.getElementById(form.dataset['live'] ?? '');
  if (shown === null) return;
  /** @type {AbortController | undefined} */
  let underWay;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause;
  const ask = async () => {
    underWay?.abort();
    const mine = (underWay = new AbortController());
    const address = addressOf(form);
    shown.setAttribute('aria-busy', 'true');
    try {
      const answer = await fetch(`${address}&part=${form.dataset['part'] ?? 'candidates'}`, {
        signal: mine.signal,
        headers: { Accept: 'text/html' },
      });
      const text = await answer.text();
      if (mine.signal.aborted) return;
      if (answer.ok) {
        shown.innerHTML = text;
        page.dispatchEvent(new Event('sameas-shown'));
      } else
        shown.textContent =
          answer.status === 429 || answer.status === 503 ? pageWords(page, 'busy') : pageWords(page, 'unanswered');
      history.replaceState(null, '', address);
      shown.removeAttribute('aria-busy');
    } catch {
      if (mine.signal.aborted) return;
      shown.textContent = pageWords(page, 'unreachable');
      shown.removeAttribute('aria-busy');
    }
  };
  const later = () => {
    clearTimeout(pause);
    pause = setTimeout(() => void ask(), PAUSE_MS);
  };
  form.addEventListener('input', later);
  form.addEventListener('change', (event) => {
    // A choice is final; only typing goes on.
    if (!(event.target instanceof HTMLSelectElement)) return later();
    clearTimeout(pause);
    void ask();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(pause);
    void ask();
  });
}

/**
 * The address that the form would lead to, without its empty fields.
 * @param {HTMLFormElement} form
 */
function addressOf(form) {
  const fields = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && (value !== '' || name === 'query') ? [[name, value]] : [],
  );
  return `${form.action}?${new URLSearchParams(fields).toString()}`;
}
