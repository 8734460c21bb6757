import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { SameasError } from '../../foundation/sameas-error.js';
import { inEnglish, type Sentence } from '../../foundation/sentence.js';
import type { Words } from '../messages/words.js';
import { isolateNames } from './isolate-names.js';
import { personFault } from './person-fault.js';

/**
 * Sentences of the program in the language of the page; those that exist in English alone are marked so. Text between
 * backticks is code.
 */
export function localisedSentence(said: Sentence | readonly Sentence[], words: Words): SafeHtml {
  const { language } = words;
  const own = words.tell(said);
  const text = withCommands(own ?? inEnglish(said));
  return own === undefined && language !== 'en' ? html`<span lang="en">${text}</span>` : text;
}

/** An error and its advice, for a person. */
export function localisedFault(error: SameasError, words: Words): SafeHtml {
  const { message, advice } = personFault(error);
  return html`${localisedSentence(message, words)}${advice === undefined ? undefined : html` ${localisedSentence(advice, words)}`}`;
}

function withCommands(text: string): SafeHtml {
  // Every second part is between backticks.
  return html`${text.split('`').map((part, i) => (i % 2 === 0 ? isolateNames(part) : html`<code>${part}</code>`))}`;
}
