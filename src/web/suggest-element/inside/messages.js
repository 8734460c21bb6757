/**
 * Texts of the box, seen and heard. A page in another language replaces some or all of them (the property `messages` of
 * the element).
 *
 * @typedef {object} Messages
 * @property {(count: number) => string} suggestions How many there are.
 * @property {string} none The service has no suggestion.
 * @property {string} kept Added to the ones around it: no typed text is lost.
 * @property {string} searching It takes longer than usual.
 * @property {string} unreachable No answer came.
 * @property {string} refused The answer is an error, or unreadable.
 * @property {(name: string, id: string) => string} chosen
 * @property {string} freeText The text in the box is no name, as far as the box knows.
 * @property {string} list Name of the list.
 * @property {string} clear Name of the button that empties the box.
 * @property {string} required The box must not be empty.
 * @property {string} strict The box must hold something from the list.
 */

/** @type {Messages} */
export const ENGLISH = {
  suggestions: (count) => (count === 1 ? '1 suggestion' : `${count} suggestions`),
  none: 'No suggestions.',
  kept: 'What you typed is kept.',
  searching: 'Searching …',
  unreachable: 'The service cannot be reached.',
  refused: 'The service cannot answer just now.',
  chosen: (name, id) => `${name} is chosen, identifier ${id}`,
  freeText: 'Not from the list, kept as typed.',
  list: 'Suggestions',
  clear: 'Clear',
  required: 'Fill in this field.',
  strict: 'Choose one of the suggestions.',
};
