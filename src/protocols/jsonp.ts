import { SameasError } from '../foundation/sameas-error.js';

const CALLBACK = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/;
const MAX_CALLBACK_CHARACTERS = 128;

/** The name as it is, when it is a plain JavaScript name or names joined by dots. Throws `callback-invalid`. */
export function checkCallback(name: string): string {
  if (name.length <= MAX_CALLBACK_CHARACTERS && CALLBACK.test(name)) return name;
  throw new SameasError('callback-invalid', 'The parameter "callback" is not a plain JavaScript name.', {
    advice: 'Use letters, digits, _ and $, with dots between names; at most 128 characters.',
  });
}

/**
 * JSON as a script that hands it to the callback. The comment in front keeps the text from being anything but a script, and the two
 * line separators that JSON allows but old scripts do not are escaped.
 */
export function wrapInCallback(callback: string, json: string): string {
  const script = json.replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029');
  return `/**/${callback}(${script});`;
}
