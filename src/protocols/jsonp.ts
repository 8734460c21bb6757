import { SameasError } from '../foundation/sameas-error.js';

/** JavaScript names in letters of any script, joined by dots, and indexes. */
const CALLBACK =
  /^[\p{ID_Start}_$][\p{ID_Continue}$\u200C\u200D]*(?:\.[\p{ID_Start}_$][\p{ID_Continue}$\u200C\u200D]*|\[\d{1,9}\])*$/u;
const MAX_CALLBACK_CHARACTERS = 128;
/** Keywords, which are no function before an argument; after a dot they are names like any other. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch ' +
    'throw true try typeof var void while with'
  ).split(' '),
);

/** Returns a callable JavaScript name, or names with dots and numbers in brackets. Throws `callback-invalid`. */
export function checkCallback(name: string): string {
  if (name.length > MAX_CALLBACK_CHARACTERS || !CALLBACK.test(name)) {
    throw new SameasError('callback-invalid', 'The parameter "callback" is not a plain JavaScript name.', {
      advice:
        'Use letters, digits, _ and $, with dots between names and numbers in square brackets; at most 128 characters.',
    });
  }
  const [first = ''] = name.split(/[.[]/);
  if (RESERVED.has(first) || name === 'this') {
    throw new SameasError(
      'callback-invalid',
      `The parameter "callback" begins with "${first}", a word of JavaScript itself, which no function can have for its name.`,
      {
        advice: 'Give the name of a function that your page has, such as "show" or "app.show".',
      },
    );
  }
  return name;
}

/**
 * JSON as a script that calls the callback. The comment in front keeps the text from being anything but a script, and
 * the two line separators that JSON allows but old scripts do not are escaped.
 */
export function wrapInCallback(callback: string, json: string): string {
  const script = json.replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029');
  return `/**/${callback}(${script});`;
}
