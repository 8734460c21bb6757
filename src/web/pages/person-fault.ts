import type { ErrorKind } from '../../foundation/error-catalogue.js';
import { sentence } from '../../foundation/message.js';
import type { SameasError } from '../../foundation/sameas-error.js';
import { inEnglish, type Sentence } from '../../foundation/sentence.js';

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
      message: sentence('The service met a fault of its own.'),
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
