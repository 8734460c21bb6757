import { isJsonObject } from '../../foundation/is-json-object.js';
import { chooseForm } from '../../protocols/choose-form.js';

/** What tells whether a request to the root is one of version 1.0-draft. */
export interface DraftSigns {
  readonly profile: string | undefined;
  readonly accept: string;
  /** What a JSON body held; `undefined` without one. */
  readonly jsonBody: unknown;
}

/** Whether the draft is negotiated, or a batch has its form. Whoever asks for no form that there is does not speak it. */
export function speaksDraft({ profile, accept, jsonBody }: DraftSigns): boolean {
  if (isJsonObject(jsonBody) && Array.isArray(jsonBody['queries'])) return true;
  try {
    return chooseForm(profile, accept) === '1.0-draft';
  } catch {
    return false;
  }
}
