/**
 * What a page says, in its language: the page has it in an element of its own.
 * @param {Document} page
 * @param {string} name
 */
export function pageWords(page, name) {
  const words = page.getElementById('words');
  return words?.dataset[name] ?? '';
}
