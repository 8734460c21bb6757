/** @import { Suggestion } from './ask-service.js' */

/**
 * Form data of the box: the chosen id, empty for free text, and the text itself.
 *
 * @param {HTMLElement} element
 * @param {Suggestion | undefined} choice
 * @param {string} text
 * @returns {FormData | null} Nothing when the box has no name.
 */
export function formValue(element, choice, text) {
  const name = element.getAttribute('name') ?? '';
  const textName = element.getAttribute('text-name') ?? (name === '' ? '' : `${name}-text`);
  const data = new FormData();
  if (name !== '') data.append(name, choice?.id ?? '');
  if (textName !== '') data.append(textName, text);
  return name === '' && textName === '' ? null : data;
}

/**
 * State that the browser keeps while the page is away, for `restoredState`.
 *
 * @param {Suggestion | undefined} choice
 * @param {string} text
 */
export function keptState(choice, text) {
  return JSON.stringify({ id: choice?.id ?? '', text });
}

/**
 * @param {unknown} state As it was kept, maybe by an older script.
 * @returns {{ readonly id: string, readonly text: string }}
 */
export function restoredState(state) {
  try {
    const kept = /** @type {unknown} */ (JSON.parse(String(state)));
    const text = (/** @type {string} */ key) => {
      const member = typeof kept === 'object' && kept !== null ? Reflect.get(kept, key) : undefined;
      return typeof member === 'string' ? member : '';
    };
    return { id: text('id'), text: text('text') };
  } catch {
    return { id: '', text: '' };
  }
}

/**
 * Enter as in a plain text field: presses the default button of the form, and sends a form that has none.
 *
 * @param {HTMLFormElement | null} form
 */
export function submitByEnter(form) {
  if (form === null) return;
  const button = [...form.elements].find(
    (one) => (one instanceof HTMLButtonElement || one instanceof HTMLInputElement) && one.type === 'submit',
  );
  if (button instanceof HTMLElement) button.click();
  else form.requestSubmit();
}
