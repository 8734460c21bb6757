import { pageWords } from './page-words.js';

/*
 * Judging with the keyboard: inside `[data-review]`, the key "k" presses the element `data-key="k"`. Forms and links
 * there fetch the next row and replace the last, so that a judgment waits for one answer of the service alone. Without
 * scripts they are plain forms and links.
 */

/** Digits by their place on the keyboard: on a French one they are typed with Shift. */
const DIGIT = /^(?:Digit|Numpad)([1-9])$/;

/** @param {Document} page */
export function reviewByKeyboard(page) {
  const place = page.querySelector('[data-review]');
  if (!(place instanceof HTMLElement)) return;
  let isBusy = false;
  /** Rows that were shown before, the last one last. */
  const seen = /** @type {string[]} */ ([]);
  const rowShown = () => {
    const field = place.querySelector('input[name=row]');
    return field instanceof HTMLInputElement ? field.value : undefined;
  };

  /**
   * @param {string} address
   * @param {RequestInit} [how]
   * @param {boolean} [isBack]
   */
  const show = async (address, how, isBack = false) => {
    if (isBusy) return;
    isBusy = true;
    place.setAttribute('aria-busy', 'true');
    try {
      const answer = await fetch(address, { ...how, headers: { Accept: 'text/html' } });
      const text = await answer.text();
      if (answer.ok || answer.status === 409) {
        const before = rowShown();
        const hadFocus = place.contains(page.activeElement);
        place.innerHTML = text;
        announce(hadFocus);
        if (before !== undefined && before !== rowShown() && !isBack) seen.push(before);
        // The name of the next row is in view, and no button of it is where the last one was pressed.
        place.scrollIntoView({ block: 'start' });
      } else
        complain(
          new DOMParser().parseFromString(text, 'text/html').querySelector('main')?.textContent ??
            pageWords(page, 'untaken'),
        );
    } catch {
      complain(pageWords(page, 'lost'));
    } finally {
      isBusy = false;
      place.removeAttribute('aria-busy');
    }
  };

  /**
   * Screen readers announce the last judgment and the name of the next row, and no more; the focus goes to that name,
   * where no key judges.
   * @param {boolean} hadFocus
   */
  const announce = (hadFocus) => {
    const name = place.querySelector('[data-row-name]');
    const heard = page.querySelector('[data-heard]');
    const texts = [place.querySelector('[data-said]'), name].map((one) => one?.textContent?.trim() ?? '');
    if (heard !== null) heard.textContent = texts.filter((text) => text !== '').join('. ');
    if (hadFocus && name instanceof HTMLElement) name.focus({ preventScroll: true });
  };

  /** @param {string} message */
  const complain = (message) => {
    const line = page.createElement('p');
    line.className = 'fault';
    line.setAttribute('role', 'alert');
    line.textContent = message;
    place.querySelectorAll(':scope > .fault').forEach((old) => old.remove());
    place.prepend(line);
  };

  place.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    const button = event.submitter instanceof HTMLButtonElement ? event.submitter : undefined;
    const address = new URL(button?.hasAttribute('formaction') ? button.formAction : form.action);
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form, button)) if (typeof value === 'string') fields.append(name, value);
    fields.set('part', 'review');
    void show(address.href, { method: 'POST', body: fields });
  });

  place.addEventListener('click', (event) => {
    // The second click of a double click hits an unseen row.
    if (event.detail > 1) event.preventDefault();
    const link = event.target instanceof Element ? event.target.closest('a[data-step]') : null;
    if (
      !(link instanceof HTMLAnchorElement) ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey
    )
      return;
    event.preventDefault();
    void show(`${link.href}&part=review`);
  });

  const goBack = () => {
    const [row, later] = [seen.pop(), place.querySelector('a[data-key=s]')];
    if (row === undefined) return;
    const address = new URL(later instanceof HTMLAnchorElement ? later.href : page.location.href);
    address.searchParams.delete('step');
    address.searchParams.set('row', row);
    address.searchParams.set('part', 'review');
    void show(address.href, undefined, true);
  };

  page.addEventListener('keydown', (event) => {
    // A held key judges nothing: the rows were not seen.
    if (event.repeat || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const [at] = event.composedPath();
    if (at instanceof Element && at.matches('input:not([type=checkbox]), textarea, select')) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (move(event.key === 'ArrowDown' ? 1 : -1)) event.preventDefault();
      return;
    }
    if (event.key === '/') {
      const other = place.querySelector('sameas-suggest');
      if (other instanceof HTMLElement) {
        event.preventDefault();
        other.focus();
      }
      return;
    }
    if (event.key === 'ArrowLeft') {
      event.preventDefault();
      goBack();
      return;
    }
    const key = event.key === 'ArrowRight' ? 's' : (DIGIT.exec(event.code)?.[1] ?? event.key.toLowerCase());
    const doing = [...place.querySelectorAll('[data-key]')].find((element) => element.getAttribute('data-key') === key);
    if (!(doing instanceof HTMLElement)) return;
    event.preventDefault();
    // Unfolds the candidate first: none is accepted unseen.
    const folded = doing.closest('details:not([open])');
    if (folded === null) doing.click();
    else folded.setAttribute('open', '');
  });

  /** @param {number} by */
  const move = (by) => {
    const buttons = [...place.querySelectorAll('.candidates button[value=match]')].filter(
      (one) => one instanceof HTMLElement,
    );
    if (buttons.length === 0) return false;
    const now = buttons.findIndex(
      (button) => button === page.activeElement || button.closest('li')?.contains(page.activeElement) === true,
    );
    buttons[Math.min(buttons.length - 1, Math.max(0, now + by))]?.focus();
    return true;
  };
}
