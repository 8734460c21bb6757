import { cardContent } from './card-content.js';
import { OptionList } from './option-list.js';
import { placePanel } from './place-panel.js';
/** @import { Suggestion } from './ask-service.js' */
/** @import { Skeleton } from './skeleton.js' */

/** The panel below the box: a list with the card of its active option, or a message. */
export class SuggestPanel {
  options;
  #parts;
  #place = () => placePanel(this.#parts.panel, this.#parts.box);

  /** @param {Skeleton} parts */
  constructor(parts) {
    this.#parts = parts;
    this.options = new OptionList(parts.list, parts.input);
  }

  get isOpen() {
    return this.#parts.panel.hasAttribute('data-open');
  }

  get hasOptions() {
    return this.isOpen && this.options.size > 0;
  }

  /** @param {readonly Suggestion[]} suggestions At least one. */
  showOptions(suggestions) {
    this.#parts.message.textContent = '';
    this.#parts.card.replaceChildren();
    this.options.show(suggestions);
    this.#open();
    this.#parts.input.setAttribute('aria-expanded', 'true');
  }

  /**
   * @param {string} text
   * @param {{ readonly isFault: boolean }} kind
   */
  showMessage(text, { isFault }) {
    this.options.show([]);
    this.#parts.card.replaceChildren();
    this.#parts.message.textContent = text;
    this.#parts.message.toggleAttribute('data-fault', isFault);
    this.#parts.input.setAttribute('aria-expanded', 'false');
    this.#open();
  }

  /**
   * Without `html`, none.
   *
   * @param {string} html
   */
  showCard(html) {
    this.#parts.card.replaceChildren();
    if (html === '') return;
    try {
      this.#parts.card.append(cardContent(html));
    } catch {
      // The page forbids parsing HTML. The list has the most important.
      return;
    }
    this.options.announceCard();
    this.#place();
  }

  close() {
    if (!this.isOpen) return;
    const { panel, input, message, card } = this.#parts;
    this.options.show([]);
    message.textContent = '';
    card.replaceChildren();
    input.setAttribute('aria-expanded', 'false');
    if (panel.matches(':popover-open')) panel.hidePopover();
    panel.removeAttribute('data-open');
    window.removeEventListener('scroll', this.#place, { capture: true });
    window.removeEventListener('resize', this.#place);
    window.visualViewport?.removeEventListener('resize', this.#place);
  }

  #open() {
    if (!this.isOpen) {
      this.#parts.panel.setAttribute('data-open', '');
      this.#parts.panel.showPopover();
      // Any scrolling may move the box.
      window.addEventListener('scroll', this.#place, { capture: true, passive: true });
      window.addEventListener('resize', this.#place);
      window.visualViewport?.addEventListener('resize', this.#place);
    }
    this.#place();
  }
}
