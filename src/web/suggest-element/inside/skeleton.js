import { STYLE } from './style.js';

/**
 * Parts of the element.
 *
 * @typedef {object} Skeleton
 * @property {HTMLLabelElement} label
 * @property {HTMLElement} box Around input and button.
 * @property {HTMLInputElement} input
 * @property {HTMLButtonElement} clear
 * @property {HTMLElement} panel Around all that opens below the box.
 * @property {HTMLElement} list
 * @property {HTMLElement} message Instead of the list.
 * @property {HTMLElement} card
 * @property {HTMLElement} status Heard when it changes.
 * @property {HTMLElement} state Heard with the input: the meaning of its text.
 */

/**
 * Builds it into a shadow root, element by element: pages whose security policy forbids inline styles and parsed HTML
 * can have it.
 *
 * @param {ShadowRoot} root
 * @returns {Skeleton}
 */
export function buildSkeleton(root) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];

  const label = make('label', { part: 'label', for: 'input' });
  const input = make('input', {
    id: 'input',
    part: 'input',
    type: 'text',
    dir: 'auto',
    role: 'combobox',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-haspopup': 'listbox',
    'aria-controls': 'list',
    'aria-describedby': 'state',
  });
  const mark = make('span', { class: 'mark', part: 'mark', 'aria-hidden': 'true' });
  // Not a stop of the Tab key: Escape does the same.
  const clear = make('button', { part: 'clear', type: 'button', tabindex: '-1', hidden: '' });
  clear.textContent = '×';
  const box = make('div', { class: 'box', part: 'box' });
  box.append(input, mark, clear);

  const list = make('ul', { id: 'list', part: 'list', role: 'listbox' });
  const message = make('div', { class: 'message', part: 'message', 'aria-hidden': 'true' });
  const card = make('div', { id: 'card', class: 'card', part: 'card' });
  // In the top layer of the page, so that nothing around the box can cut it off.
  const panel = make('div', { class: 'panel', part: 'panel', popover: 'manual' });
  panel.append(message, list, card);

  const status = make('div', { class: 'heard', role: 'status' });
  const state = make('div', { id: 'state', class: 'heard' });
  root.append(label, box, panel, status, state);
  return { label, box, input, clear, panel, list, message, card, status, state };
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Readonly<Record<string, string>>} attributes
 * @returns {HTMLElementTagNameMap[Name]}
 */
function make(name, attributes) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
