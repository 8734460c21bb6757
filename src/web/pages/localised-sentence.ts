import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { SameasError } from '../../foundation/sameas-error.js';
import { inEnglish, type Sentence } from '../../foundation/sentence.js';
import type { Words } from '../messages/words.js';
import type { ErrorKind } from '../../foundation/error-catalogue.js';
import { sentence } from '../../foundation/message.js';

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

/**
 * A sentence with its quotations isolated, so that names in Arabic or Hebrew letters keep their places: otherwise two
 * of them with no word between change places.
 */
export function isolateNames(sentence: string): SafeHtml {
  const parts = sentence.split(/("[^"]*"|“[^”]*”|„[^“]*“|«[^»]*»)/);
  // Every second part matched the pattern.
  return html`${parts.map((part, i) => (i % 2 === 0 ? html`${part}` : html`${part.slice(0, 1)}<bdi>${part.slice(1, -1)}</bdi>${part.slice(-1)}`))}`;
}

interface PersonFault {
  readonly message: Sentence;
  readonly advice: Sentence | undefined;
}

/** Words for programmers, outside quotations, which hold a user's input. */
const FOR_PROGRAMS =
  /\b(?:parameters?|fields?|headers?|bod(?:y|ies)|media types?|content-type|charset|character sets?|multipart|GET|POST|HEAD|method|batch(?:es)?|callbacks?|csrf_token|manifest|JSONP|percent-encoded|form-urlencoded|environment|express)\b/;
const QUOTED = /"[^"]*"|“[^”]*”/g;

/**
 * The error for a person: sentences about parameters and fields are for programs, and are replaced by one about what
 * the person did.
 */
export function personFault({
  sentences: { message, advice },
  kind,
}: Pick<SameasError, 'sentences' | 'kind'>): PersonFault {
  if (isForPrograms(message)) return ofKind(kind);
  return { message, advice: advice === undefined || isForPrograms(advice) || isOfSigns(advice) ? undefined : advice };
}

function ofKind(kind: ErrorKind): PersonFault {
  if (kind === 'too-large' || kind === 'too-slow')
    return { message: sentence('What was sent is too long.'), advice: sentence('Send less at once.') };
  if (kind === 'wrong-method' || kind === 'not-acceptable' || kind === 'forbidden' || kind === 'unsupported-media')
    return {
      message: sentence('This cannot be done here.'),
      advice: sentence('Start again from a page of this service.'),
    };
  if (kind === 'internal' || kind === 'bad-data' || kind === 'overloaded')
    return {
      message: sentence('The service failed.'),
      advice: sentence('Please report it with the time of the request.'),
    };
  return {
    message: sentence('This address is not complete, or it was changed.'),
    advice: sentence('Start again from a page of this service.'),
  };
}

/** Whether a sentence holds text for an address. */
function isOfSigns({ template, values }: Sentence): boolean {
  return values === undefined && /[=…{]/.test(template);
}

/** Whether a sentence is about what only programs send. One with a translation is for people. */
function isForPrograms(fault: Sentence): boolean {
  if (fault.values !== undefined) return false;
  const english = inEnglish(fault);
  return FOR_PROGRAMS.test(english.replace(QUOTED, '')) || /`[^`]+`/.test(english.replace(/`sameas [^`]*`/g, ''));
}
