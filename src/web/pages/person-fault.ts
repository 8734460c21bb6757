import type { ErrorKind } from '../../foundation/error-catalogue.js';
import type { SameasError } from '../../foundation/sameas-error.js';

/** What went wrong, and what to do. */
interface PersonFault {
  readonly message: string;
  readonly advice: string | undefined;
}

/** Words of those who write programs; what stands between quotation marks is what somebody has sent. */
const FOR_PROGRAMS =
  /\b(?:parameters?|fields?|headers?|bod(?:y|ies)|media types?|content-type|charset|character sets?|multipart|GET|POST|HEAD|method|batch(?:es)?|callbacks?|csrf_token|manifest|JSONP|percent-encoded|form-urlencoded|environment|express)\b/;
const QUOTED = /"[^"]*"|“[^”]*”/g;

/** The error as a person is told of it on a page: sentences about parameters and fields are for programs, and give way to one about what the person did. */
export function personFault({ message, advice, kind }: Pick<SameasError, 'message' | 'advice' | 'kind'>): PersonFault {
  if (!isForPrograms(message))
    return {
      message,
      advice: advice === undefined || isForPrograms(advice) || /[=…{]/.test(advice) ? undefined : advice,
    };
  return ofKind(kind);
}

function ofKind(kind: ErrorKind): PersonFault {
  if (kind === 'too-large' || kind === 'too-slow')
    return { message: 'What was sent is too long.', advice: 'Send less at once.' };
  if (kind === 'wrong-method' || kind === 'not-acceptable' || kind === 'forbidden' || kind === 'unsupported-media')
    return { message: 'This cannot be done here.', advice: 'Start again from a page of this service.' };
  if (kind === 'internal' || kind === 'bad-data' || kind === 'overloaded')
    return { message: 'The service met a fault of its own.', advice: 'Please report it with the time of the request.' };
  return {
    message: 'This address is not complete, or it was changed.',
    advice: 'Start again from a page of this service.',
  };
}

/** Whether a sentence speaks of what only programs send. */
function isForPrograms(sentence: string): boolean {
  return FOR_PROGRAMS.test(sentence.replace(QUOTED, '')) || /`[^`]+`/.test(sentence.replace(/`sameas [^`]*`/g, ''));
}
