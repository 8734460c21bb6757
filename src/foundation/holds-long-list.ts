const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
/** `[` and `{`. */
const OPENS: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSES: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Whether a list or object in a JSON text has more than `most` elements, by its commas, without parsing, which could
 * not be interrupted. False for other texts. Cost: one pass, up to the first list that is too long. Memory: a number
 * for each level.
 */
export function holdsLongList(json: string, most: number): boolean {
  if (!/^\uFEFF?\s*[[{]/.test(json)) return false;
  const elements: number[] = [];
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (code === QUOTE) i = endOfString(json, i);
    else if (code === COMMA) {
      const level = elements.length - 1;
      if (level < 0) continue;
      const count = (elements[level] ?? 1) + 1;
      if (count > most) return true;
      elements[level] = count;
    } else if (OPENS.has(code)) elements.push(1);
    else if (CLOSES.has(code)) elements.pop();
  }
  return false;
}

/** Position of the closing quotation mark; the end of the text without one. */
function endOfString(json: string, start: number): number {
  for (let i = start + 1; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (code === BACKSLASH) i++;
    else if (code === QUOTE) return i;
  }
  return json.length;
}
