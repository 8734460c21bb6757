import { fetchCard, fetchSuggestions, RefusedError } from './ask-service.js';
import { LatestTask } from './latest-task.js';
/** @import { SuggestKind } from './ask-service.js' */
/** @import { Messages } from './messages.js' */
/** @import { Skeleton } from './skeleton.js' */
/** @import { SuggestPanel } from './suggest-panel.js' */

/** Pause in typing before a request. */
const TYPING_MS = 120;
/** Pause at an option before its card is fetched. */
const CARD_MS = 150;
/** From here on, waiting is explained. */
const SLOW_MS = 600;
/** From here on, the service counts as unreachable. */
export const TIMEOUT_MS = 15_000;

/**
 * A query and its options.
 *
 * @typedef {object} Question
 * @property {SuggestKind} kind
 * @property {string | null} type
 * @property {number} limit
 * @property {string} text
 * @property {boolean} isStrict Free text is of no use.
 */

/**
 * Fills the panel with suggestions and cards of the service, and announces the outcome, also to those who do not see
 * it.
 */
export class SuggestSearch {
  #search = new LatestTask();
  #card = new LatestTask();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #slow;
  #isPending = false;
  /** @type {0 | 1 | -1} Step of a key in the list that is not there yet. */
  #step = 0;
  #panel;
  #status;
  #host;

  /**
   * @param {SuggestPanel} panel
   * @param {Skeleton} parts
   * @param {{ readonly service: () => string, readonly question: () => Question, readonly messages: () => Messages,
   * readonly failed: (reason: 'refused' | 'unreachable', message: string) => void }} host `service` gives the base
   * address, and throws
   * for an invalid one.
   */
  constructor(panel, { status }, host) {
    this.#panel = panel;
    this.#status = status;
    this.#host = host;
  }

  /** Whether an arrow key waits for the list. */
  get isMoving() {
    return this.#isPending && this.#step !== 0;
  }

  /** Fetches suggestions after a pause in typing, or at once for a key. */
  start({ isHurried } = { isHurried: false }) {
    const messages = this.#host.messages();
    this.#isPending = true;
    this.#step = 0;
    clearTimeout(this.#slow);
    this.#slow = setTimeout(() => this.#say(messages.searching), SLOW_MS);
    // The old list stays until the new one comes, which flickers less; but nothing of it is active.
    if (this.#panel.hasOptions) this.activate(-1);
    this.#search.start({
      waitMs: isHurried ? 0 : TYPING_MS,
      timeoutMs: TIMEOUT_MS,
      task: async (signal) => {
        const { kind, type, limit, text } = this.#host.question();
        return fetchSuggestions(this.#host.service(), { kind, prefix: text, limit, type }, signal);
      },
      done: (suggestions) => {
        this.#isPending = false;
        clearTimeout(this.#slow);
        if (suggestions.length === 0) {
          this.#say(this.#withComfort(messages.none));
          return;
        }
        this.#card.stop();
        this.#panel.showOptions(suggestions);
        this.#status.textContent = messages.suggestions(suggestions.length);
        if (this.#step !== 0) this.#move(this.#step);
      },
      failed: (fault) => {
        this.#isPending = false;
        clearTimeout(this.#slow);
        const reason = fault instanceof RefusedError ? 'refused' : 'unreachable';
        this.#say(this.#withComfort(messages[reason]), { isFault: true });
        this.#host.failed(reason, fault instanceof Error ? fault.message : '');
      },
    });
  }

  stop() {
    this.#isPending = false;
    clearTimeout(this.#slow);
    this.#search.stop();
    this.#card.stop();
    this.#panel.close();
  }

  /**
   * To the next option or the last one of the text's list, which may have to come first.
   *
   * @param {1 | -1} step
   */
  go(step) {
    if (this.#panel.hasOptions && !this.#isPending) {
      this.#move(step);
      return;
    }
    if (!this.#isPending) this.start({ isHurried: true });
    this.#step = step;
  }

  /** @param {1 | -1} step */
  #move(step) {
    this.#panel.options.move(step);
    this.#askCard();
  }

  /** @param {number} index -1 for none. */
  activate(index) {
    if (this.#panel.options.isActive(index)) return;
    this.#panel.options.activate(index);
    this.#askCard();
  }

  #askCard() {
    this.#card.stop();
    this.#panel.showCard('');
    const { active } = this.#panel.options;
    if (active === undefined) return;
    this.#card.start({
      waitMs: CARD_MS,
      timeoutMs: TIMEOUT_MS,
      task: async (signal) => {
        return fetchCard(this.#host.service(), this.#host.question().kind, active.id, signal);
      },
      done: (html) => this.#panel.showCard(html),
      // The list works without a card.
      failed: () => undefined,
    });
  }

  /** @param {string} message */
  #withComfort(message) {
    const { isStrict, text } = this.#host.question();
    return isStrict || text.trim() === '' ? message : `${message} ${this.#host.messages().kept}`;
  }

  /**
   * @param {string} message
   * @param {{ readonly isFault: boolean }} [kind]
   */
  #say(message, kind = { isFault: false }) {
    this.#card.stop();
    this.#panel.showMessage(message, kind);
    this.#status.textContent = message;
  }
}
