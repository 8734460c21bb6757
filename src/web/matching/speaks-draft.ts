import { isJsonObject } from '../../foundation/is-json-object.js';
import { chooseForm } from '../../protocols/choose-form.js';

interface DraftSigns {
  readonly profile: string | undefined;
  readonly accept: string;
  /** Unparsed text of a JSON body. */
  readonly jsonBody: string | undefined;
}

/** Whether the draft is negotiated, or a batch has its form. A client that names an unknown form does not use it. */
export function isDraftRequest({ profile, accept, jsonBody }: DraftSigns): boolean {
  if (jsonBody !== undefined && hasListOfQueries(jsonBody)) return true;
  try {
    return chooseForm(profile, accept) === '1.0-draft';
  } catch {
    return false;
  }
}

/** Longer bodies are not parsed for it. */
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
