import type { ErrorKind } from '../../foundation/error-catalogue.js';
import { sentence } from '../../foundation/message.js';
import type { SameasError } from '../../foundation/sameas-error.js';
import { inEnglish, type Sentence } from '../../foundation/sentence.js';

/** What went wrong, and what to do. */
interface PersonFault {
  readonly message: Sentence;
  readonly advice: Sentence | undefined;
}

/** Words of those who write programs; what stands between quotation marks is what a user has sent. */
const FOR_PROGRAMS =
  /\b(?:parameters?|fields?|headers?|bod(?:y|ies)|media types?|content-type|charset|character sets?|multipart|GET|POST|HEAD|method|batch(?:es)?|callbacks?|csrf_token|manifest|JSONP|percent-encoded|form-urlencoded|environment|express)\b/;
const QUOTED = /"[^"]*"|“[^”]*”/g;

/** The error as a page shows it to a person: sentences about parameters and fields are for programs, and give way to one about what the person did. */
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

/** Whether a sentence holds what is to be written into an address. */
function isOfSigns({ template, values }: Sentence): boolean {
  return values === undefined && /[=…{]/.test(template);
}

/** Whether a sentence speaks of what only programs send. One that is translated is for people. */
function isForPrograms(fault: Sentence): boolean {
  if (fault.values !== undefined) return false;
  const english = inEnglish(fault);
  return FOR_PROGRAMS.test(english.replace(QUOTED, '')) || /`[^`]+`/.test(english.replace(/`sameas [^`]*`/g, ''));
}
