/** Whole numbers with more digits than a JavaScript number keeps; strings are matched first, so that none inside them counts. */
const STRING_OR_LONG_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;

/** `JSON.parse`, but whole numbers of 16 digits and more stay text: identifiers must not lose their last digits. Throws SyntaxError. */
export function parseRecord(text: string): unknown {
  const exact = /\d{16}/.test(text) ? text.replace(STRING_OR_LONG_NUMBER, (match) => (match.startsWith('"') ? match : `"${match}"`)) : text;
  const parsed: unknown = JSON.parse(exact);
  return parsed;
}
