import { isJsonObject } from '../../foundation/is-json-object.js';
import { chooseForm } from '../../protocols/choose-form.js';

/** What tells whether a request to the root is one of version 1.0-draft. */
interface DraftSigns {
  readonly profile: string | undefined;
  readonly accept: string;
  /** The text of a JSON body; `undefined` without one. */
  readonly jsonBody: string | undefined;
}

/** Whether the draft is negotiated, or a batch has its form. A client that asks for no form that there is does not speak it. */
export function isDraftRequest({ profile, accept, jsonBody }: DraftSigns): boolean {
  if (jsonBody !== undefined && hasListOfQueries(jsonBody)) return true;
  try {
    return chooseForm(profile, accept) === '1.0-draft';
  } catch {
    return false;
  }
}

/** Bodies longer than this are not parsed for it. */
const PARSED_CHARACTERS = 32 * 1024;

function hasListOfQueries(json: string): boolean {
  if (json.length > PARSED_CHARACTERS) return /^\s*\{\s*"queries"\s*:\s*\[/.test(json.slice(0, 1_000));
  try {
    const raw: unknown = JSON.parse(json);
    return isJsonObject(raw) && Array.isArray(raw['queries']);
  } catch {
    return false;
  }
}
