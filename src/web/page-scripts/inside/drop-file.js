/**
 * Lets a file be dropped on the forms `data-drop="FIELD"`, into their field of that name.
 * @param {Document} page
 */
export function takeDroppedFiles(page) {
  for (const form of page.querySelectorAll('form[data-drop]')) {
    if (!(form instanceof HTMLFormElement)) continue;
    const field = form.elements.namedItem(form.dataset['drop'] ?? '');
    if (!(field instanceof HTMLInputElement)) continue;
    const mark = (/** @type {boolean} */ isOver) => form.classList.toggle('over', isOver);
    form.addEventListener('dragover', (event) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      mark(true);
    });
    form.addEventListener('dragleave', () => mark(false));
    form.addEventListener('drop', (event) => {
      const files = event.dataTransfer?.files;
      mark(false);
      if (files === undefined || files.length === 0) return;
      event.preventDefault();
      field.files = files;
      field.focus();
    });
  }
}
