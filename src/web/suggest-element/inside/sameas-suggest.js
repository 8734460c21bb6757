import { fetchById, serviceAddress } from './ask-service.js';
import { formValue, keptState, restoredState, submitByEnter } from './form-value.js';
import { LatestTask } from './latest-task.js';
import { ENGLISH } from './messages.js';
import { buildSkeleton } from './skeleton.js';
import { SuggestPanel } from './suggest-panel.js';
import { SuggestSearch, TIMEOUT_MS } from './suggest-search.js';
/** @import { SuggestKind, Suggestion } from './ask-service.js' */
/** @import { Question } from './suggest-search.js' */
/** @import { Messages } from './messages.js' */

const DEFAULT_LIMIT = 10;

/**
 * `<sameas-suggest>`: a text field with completion from a dataset of a sameas service. It is a combobox as in the ARIA
 * practices: the focus stays in the field, and nothing is chosen implicitly. Text without a suggestion stays as text.
 */
export class SameasSuggest extends HTMLElement {
  static formAssociated = true;
  static observedAttributes = [
    'label',
    'aria-label',
    'placeholder',
    'value',
    'text',
    'name',
    'text-name',
    'required',
    'strict',
  ];

  #internals = this.attachInternals();
  #parts = buildSkeleton(this.attachShadow({ mode: 'open', delegatesFocus: true }));
  #panel = new SuggestPanel(this.#parts);
  #search = new SuggestSearch(this.#panel, this.#parts, {
    service: () => this.#service,
    question: () => this.#question(),
    messages: () => this.#messages,
    failed: (reason, message) => this.#tell('sameas-error', { reason, message }),
  });
  #lookup = new LatestTask();
  /** @type {Messages} */
  #messages = ENGLISH;
  /** @type {Suggestion | undefined} */
  #choice;
  /** Whether a user has touched it: attributes set only an untouched box. */
  #isTouched = false;
  /** State at the last `change`. */
  #settled = keptState(undefined, '');

  constructor() {
    super();
    const { input, clear, list, panel } = this.#parts;
    input.addEventListener('input', () => this.#typed());
    input.addEventListener('keydown', (event) => this.#pressed(event));
    input.addEventListener('click', () => {
      if (!this.#panel.isOpen && this.#choice === undefined && input.value.trim() !== '') this.#search.start();
    });
    input.addEventListener('focus', () => this.#nameInput());
    input.addEventListener('blur', () => this.#settle());
    // The focus stays where it is, whatever is pointed at.
    for (const part of [panel, clear]) part.addEventListener('mousedown', (event) => event.preventDefault());
    clear.addEventListener('click', () => {
      this.#empty();
      input.focus();
    });
    list.addEventListener('pointermove', (event) => {
      const index = this.#panel.options.indexAt(event);
      if (event.pointerType === 'mouse' && index >= 0) this.#search.activate(index);
    });
    list.addEventListener('click', (event) => {
      this.#panel.options.activate(this.#panel.options.indexAt(event));
      this.#choose(this.#panel.options.active);
    });
    this.addEventListener('invalid', () => {
      input.setAttribute('aria-invalid', 'true');
      // The browser says “choose one of the suggestions” about the field that it focuses next; there they must be seen.
      setTimeout(() => {
        if (this.validity.customError && this.shadowRoot?.activeElement === input && !this.#panel.isOpen)
          this.#search.start({ isHurried: true });
      });
    });
  }

  connectedCallback() {
    // Content for browsers without scripts; its fields must not be sent together with ours.
    for (const field of this.querySelectorAll('input, select, textarea')) field.toggleAttribute('disabled', true);
    this.#applyMessages();
    this.#nameInput();
    this.#update();
  }

  disconnectedCallback() {
    this.#search.stop();
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (name === 'value' || name === 'text') {
      if (!this.#isTouched) this.#preset();
      return;
    }
    this.#parts.input.placeholder = this.getAttribute('placeholder') ?? '';
    this.#nameInput();
    this.#update();
  }

  /** @param {boolean} isDisabled */
  formDisabledCallback(isDisabled) {
    this.#parts.input.disabled = isDisabled;
    this.#parts.clear.disabled = isDisabled;
    if (isDisabled) this.#search.stop();
  }

  formResetCallback() {
    this.#isTouched = false;
    this.#search.stop();
    this.#preset();
  }

  /** @param {unknown} state */
  formStateRestoreCallback(state) {
    const { id, text } = restoredState(state);
    this.#isTouched = true;
    this.#set(id, text);
  }

  /** Id of the choice, or empty. Setting it fetches the name, and sends no event. */
  get value() {
    return this.#choice?.id ?? '';
  }

  set value(id) {
    this.#isTouched = true;
    this.#set(String(id ?? ''), '');
  }

  /** Text of the box. Setting it makes it free text, and sends no event. */
  get text() {
    return this.#parts.input.value;
  }

  set text(text) {
    this.#isTouched = true;
    this.#set('', String(text ?? ''));
  }

  /** The chosen suggestion as the service sent it, or `null`. */
  get choice() {
    return this.#choice ?? null;
  }

  /**
   * Messages of the box, partly or all in the language of the page.
   *
   * @returns {Messages}
   */
  get messages() {
    return this.#messages;
  }

  /** @param {Partial<Messages>} messages */
  set messages(messages) {
    this.#messages = { ...ENGLISH, ...messages };
    this.#applyMessages();
    this.#update();
  }

  get form() {
    return this.#internals.form;
  }

  get name() {
    return this.getAttribute('name') ?? '';
  }

  get validity() {
    return this.#internals.validity;
  }

  get validationMessage() {
    return this.#internals.validationMessage;
  }

  get willValidate() {
    return this.#internals.willValidate;
  }

  checkValidity() {
    return this.#internals.checkValidity();
  }

  reportValidity() {
    return this.#internals.reportValidity();
  }

  /** @returns {SuggestKind} */
  get #kind() {
    const asked = this.getAttribute('for');
    return asked === 'type' || asked === 'property' ? asked : 'entity';
  }

  get #service() {
    return serviceAddress(this.getAttribute('service'), import.meta.url, document.baseURI);
  }

  /** @returns {Question} */
  #question() {
    const limit = Math.trunc(Number(this.getAttribute('limit')));
    return {
      kind: this.#kind,
      type: this.getAttribute('type'),
      limit: limit >= 1 ? limit : DEFAULT_LIMIT,
      text: this.text,
      isStrict: this.hasAttribute('strict'),
    };
  }

  #typed() {
    this.#isTouched = true;
    this.#lookup.stop();
    const undone = this.#choice;
    this.#choice = undefined;
    this.#parts.status.textContent = '';
    this.#update();
    if (undone !== undefined || this.text === '') this.#tell('sameas-clear', undone ?? null);
    if (this.text.trim() === '') this.#search.stop();
    else this.#search.start();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    // During composition, keys belong to the input method.
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    const { options } = this.#panel;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        event.preventDefault();
        const isDown = event.key === 'ArrowDown';
        if (!event.altKey) this.#search.go(isDown ? 1 : -1);
        else if (!isDown) this.#search.stop();
        else if (!this.#panel.hasOptions) this.#search.start({ isHurried: true });
        return;
      }
      case 'Enter':
        event.preventDefault();
        if (options.active !== undefined) this.#choose(options.active);
        else if (!this.#search.isMoving) {
          // The user is faster than the list, and chooses from it.
          this.#settle();
          submitByEnter(this.form);
        }
        return;
      case 'Tab':
        if (options.active !== undefined) this.#choose(options.active);
        return;
      case 'Escape':
        if (!this.#panel.isOpen && this.text === '') return;
        // Not for a dialog around the box.
        event.preventDefault();
        event.stopPropagation();
        if (this.#panel.isOpen) this.#search.stop();
        else this.#empty();
        return;
      case 'Home':
      case 'End':
      case 'ArrowLeft':
      case 'ArrowRight':
        // Back to the text, where the browser moves the cursor.
        this.#search.activate(-1);
        return;
    }
  }

  /** @param {Suggestion | undefined} suggestion */
  #choose(suggestion) {
    if (suggestion === undefined) return;
    this.#isTouched = true;
    this.#choice = suggestion;
    this.#parts.input.value = suggestion.name;
    this.#search.stop();
    this.#update();
    this.#parts.status.textContent = this.#messages.chosen(suggestion.name, suggestion.id);
    this.#tell('sameas-select', suggestion);
    this.#settle();
  }

  #empty() {
    this.#parts.input.value = '';
    this.#typed();
    this.#settle();
  }

  #settle() {
    this.#search.stop();
    const now = keptState(this.#choice, this.text);
    if (now === this.#settled) return;
    this.#settled = now;
    this.#update();
    if (this.#choice === undefined && this.text.trim() !== '') this.#tell('sameas-free-text', { text: this.text });
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  #preset() {
    this.#set(this.getAttribute('value') ?? '', this.getAttribute('text') ?? '');
  }

  /**
   * Sets both at once; fetches the name of an id without text. The id stays even when it is unknown.
   *
   * @param {string} id
   * @param {string} text
   */
  #set(id, text) {
    this.#search.stop();
    this.#lookup.stop();
    this.#parts.input.value = text === '' ? id : text;
    this.#choice = id === '' ? undefined : { id, name: this.text, description: '', types: [] };
    this.#settled = keptState(this.#choice, this.text);
    this.#update();
    if (id === '' || text !== '') return;
    this.#lookup.start({
      waitMs: 0,
      timeoutMs: TIMEOUT_MS,
      task: async (signal) => fetchById(this.#service, this.#kind, id, signal),
      done: (found) => {
        if (found === undefined) return;
        this.#choice = found;
        this.#parts.input.value = found.name;
        this.#settled = keptState(found, found.name);
        this.#update();
      },
      failed: () => undefined,
    });
  }

  /** Everything that follows from choice and text. */
  #update() {
    const { input, clear, state } = this.#parts;
    const choice = this.#choice;
    clear.hidden = this.text === '';
    input.setAttribute('aria-required', String(this.hasAttribute('required')));
    if (choice === undefined) this.#internals.states.delete('chosen');
    else this.#internals.states.add('chosen');
    const isFreeText =
      choice === undefined && this.text.trim() !== '' && this.#settled === keptState(undefined, this.text);
    state.textContent =
      choice !== undefined ? this.#messages.chosen(choice.name, choice.id) : isFreeText ? this.#messages.freeText : '';
    this.#internals.setFormValue(formValue(this, choice, this.text), keptState(choice, this.text));

    const isMissing = this.hasAttribute('required') && this.text.trim() === '';
    const isUnknown = this.hasAttribute('strict') && choice === undefined && this.text.trim() !== '';
    if (isMissing) this.#internals.setValidity({ valueMissing: true }, this.#messages.required, input);
    else if (isUnknown) this.#internals.setValidity({ customError: true }, this.#messages.strict, input);
    else {
      this.#internals.setValidity({});
      input.removeAttribute('aria-invalid');
    }
  }

  /** The name of the field: our own label, that of the element, or the labels that the page has for it. */
  #nameInput() {
    const label = this.getAttribute('label') ?? '';
    this.#parts.label.textContent = label;
    const other =
      this.getAttribute('aria-label') ?? [...this.#internals.labels].map((one) => one.textContent?.trim()).join(' ');
    if (label === '' && other !== '') this.#parts.input.setAttribute('aria-label', other);
    else this.#parts.input.removeAttribute('aria-label');
    this.#parts.list.setAttribute('aria-label', this.#messages.list);
  }

  #applyMessages() {
    this.#parts.clear.setAttribute('aria-label', this.#messages.clear);
    this.#parts.list.setAttribute('aria-label', this.#messages.list);
  }

  /**
   * @param {string} type
   * @param {unknown} detail
   */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }
}

if (customElements.get('sameas-suggest') === undefined) customElements.define('sameas-suggest', SameasSuggest);
