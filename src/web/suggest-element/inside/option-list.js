/** @import { Suggestion } from './ask-service.js' */

/** The list of suggestions, and its active one; the focus stays in the input all the time. */
export class OptionList {
  /** @type {readonly Suggestion[]} */
  #suggestions = [];
  #active = -1;
  #list;
  #input;

  /**
   * @param {HTMLElement} list
   * @param {HTMLInputElement} input
   */
  constructor(list, input) {
    this.#list = list;
    this.#input = input;
  }

  get size() {
    return this.#suggestions.length;
  }

  /** @returns {Suggestion | undefined} */
  get active() {
    return this.#suggestions[this.#active];
  }

  /** @param {number} index */
  isActive(index) {
    return this.#active === index;
  }

  /**
   * Index of the suggestion under an event, -1 for none.
   *
   * @param {Event} event
   */
  indexAt(event) {
    const option = event.target instanceof Element ? event.target.closest('[role=option]') : null;
    return option === null ? -1 : [...this.#list.children].indexOf(option);
  }

  /**
   * Replaces the suggestions; none of them is active.
   *
   * @param {readonly Suggestion[]} suggestions
   */
  show(suggestions) {
    this.activate(-1);
    this.#suggestions = suggestions;
    this.#list.replaceChildren(...suggestions.map(optionElement));
    this.#list.scrollTop = 0;
  }

  /**
   * -1: none.
   *
   * @param {number} index
   */
  activate(index) {
    const before = this.#list.children[this.#active];
    before?.setAttribute('aria-selected', 'false');
    before?.setAttribute('part', 'option');
    before?.removeAttribute('aria-details');
    this.#active = index;
    const option = this.#list.children[index];
    if (option === undefined) {
      this.#input.removeAttribute('aria-activedescendant');
      return;
    }
    option.setAttribute('aria-selected', 'true');
    option.setAttribute('part', 'option active-option');
    option.scrollIntoView({ block: 'nearest' });
    this.#input.setAttribute('aria-activedescendant', option.id);
  }

  /**
   * Moves by one, around at the ends.
   *
   * @param {1 | -1} step
   */
  move(step) {
    const from = this.#active < 0 && step < 0 ? 0 : this.#active;
    this.activate((from + step + this.size) % this.size);
  }

  /** Announces that the card has more about the active one. */
  announceCard() {
    this.#list.children[this.#active]?.setAttribute('aria-details', 'card');
  }
}

/**
 * @param {Suggestion} suggestion
 * @param {number} index
 */
function optionElement({ id, name, description }, index) {
  const option = document.createElement('li');
  option.id = `option-${index}`;
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  option.setAttribute('part', 'option');
  const shownId = line('id', id);
  // For readers who know ids; read aloud, it is noise.
  shownId.setAttribute('aria-hidden', 'true');
  option.append(line('name', name), shownId);
  if (description !== '') option.append(line('description', description));
  return option;
}

/**
 * One text of an option, with a direction of its own. Always as text, whatever it holds.
 *
 * @param {string} part
 * @param {string} text
 */
function line(part, text) {
  const element = document.createElement('bdi');
  element.className = part;
  element.setAttribute('part', `option-${part}`);
  element.textContent = text;
  return element;
}
