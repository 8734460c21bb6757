/**
 * Takes files dropped on elements `data-drop="FIELD"` into the field of that name of their form. A file in a field with
 * `data-chooses="VALUE"` checks the radio button of its form with that value; another button empties the field.
 * @param {Document} page
 */
export function takeDroppedFiles(page) {
  for (const place of page.querySelectorAll('[data-drop]')) {
    const form = place.closest('form');
    if (!(place instanceof HTMLElement) || form === null) continue;
    const field = form.elements.namedItem(place.dataset['drop'] ?? '');
    if (!(field instanceof HTMLInputElement)) continue;
    chooseWithFile(form, field);
    const mark = (/** @type {boolean} */ isOver) => place.classList.toggle('over', isOver);
    place.addEventListener('dragover', (event) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      mark(true);
    });
    place.addEventListener('dragleave', () => mark(false));
    place.addEventListener('drop', (event) => {
      const files = event.dataTransfer?.files;
      mark(false);
      if (files === undefined || files.length === 0) return;
      event.preventDefault();
      field.files = files;
      field.dispatchEvent(new Event('change'));
      field.focus();
    });
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} field
 */
function chooseWithFile(form, field) {
  const value = field.dataset['chooses'];
  if (value === undefined) return;
  field.addEventListener('change', () => {
    for (const button of form.querySelectorAll('input[type=radio]'))
      if (button instanceof HTMLInputElement && button.value === value) button.checked = true;
  });
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'radio' && target.value !== value) field.value = '';
  });
}
