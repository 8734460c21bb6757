/** Strings match first, so that numbers inside them do not count; a number matches with decimals and exponent. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Whole numbers with more digits than a JavaScript number keeps. */
const LONG_WHOLE_NUMBER = /^-?\d{16,}$/;

/** Maximum nesting of a record, as functions on values are recursive. */
const MAX_LEVELS = 1_000;

/**
 * `JSON.parse`, but whole numbers of 16 digits and more stay text: identifiers must not lose digits. Throws
 * SyntaxError, also for more than 1,000 levels.
 */
export function parseRecord(text: string): unknown {
  if (text.length > 2 * MAX_LEVELS) refuseDepth(text);
  const exact = /\d{16}/.test(text)
    ? text.replace(STRING_OR_NUMBER, (match) => (LONG_WHOLE_NUMBER.test(match) ? `"${match}"` : match))
    : text;
  const parsed: unknown = JSON.parse(exact);
  return parsed;
}

function refuseDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > MAX_LEVELS) throw new SyntaxError(`it is nested deeper than ${MAX_LEVELS} levels`);
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
}
