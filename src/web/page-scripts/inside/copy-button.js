import { pageWords } from './page-words.js';

/**
 * Shows the buttons `data-copy="ID"`, which copy the text of the element with that id; without scripts they stay hidden.
 * @param {Document} page
 */
export function offerCopies(page) {
  for (const button of page.querySelectorAll('button[data-copy]')) {
    if (!(button instanceof HTMLButtonElement)) continue;
    const source = page.getElementById(button.dataset['copy'] ?? '');
    if (source === null) continue;
    const words = button.textContent ?? '';
    button.hidden = false;
    button.addEventListener('click', () => {
      void copy(source).then((isCopied) => {
        button.textContent = pageWords(page, isCopied ? 'copied' : 'selected');
        setTimeout(() => (button.textContent = words), 2_000);
      });
    });
  }
}

/**
 * Whether the text is in the clipboard; where a page may not write there, as on plain HTTP, it is selected at least.
 * @param {HTMLElement} source
 */
async function copy(source) {
  try {
    await navigator.clipboard.writeText(source.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(source);
    return false;
  }
}
