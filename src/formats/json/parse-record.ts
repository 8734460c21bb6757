/** Strings are matched first, so that no number inside them counts; a number is matched with its decimals and its exponent. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Whole numbers with more digits than a JavaScript number keeps. */
const LONG_WHOLE_NUMBER = /^-?\d{16,}$/;

/** No record is nested deeper; what works on values calls itself for each level. */
const MAX_LEVELS = 1_000;

/** `JSON.parse`, but whole numbers of 16 digits and more stay text: identifiers must not lose their last digits. Throws SyntaxError, also for what is nested deeper than 1,000 levels. */
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
