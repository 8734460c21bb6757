/** Strings are matched first, so that no number inside them counts; a number is matched with its decimals and its exponent. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Whole numbers with more digits than a JavaScript number keeps. */
const LONG_WHOLE_NUMBER = /^-?\d{16,}$/;

/** `JSON.parse`, but whole numbers of 16 digits and more stay text: identifiers must not lose their last digits. Throws SyntaxError. */
export function parseRecord(text: string): unknown {
  const exact = /\d{16}/.test(text)
    ? text.replace(STRING_OR_NUMBER, (match) => (LONG_WHOLE_NUMBER.test(match) ? `"${match}"` : match))
    : text;
  const parsed: unknown = JSON.parse(exact);
  return parsed;
}
