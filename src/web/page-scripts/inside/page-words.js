/**
 * Messages of a page's script in its language, from an element of the page.
 * @param {Document} page
 * @param {string} name
 */
export function pageWords(page, name) {
  const words = page.getElementById('words');
  return words?.dataset[name] ?? '';
}
