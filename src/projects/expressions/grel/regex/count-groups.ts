/** Number of capturing groups of a Java pattern, given by its characters, to distinguish `\11` from `\1` and a `1`. */
export function countGroups(chars: readonly string[]): number {
  let count = 0;
  let classDepth = 0;
  for (let place = 0; place < chars.length; place += 1) {
    const char = chars[place];
    if (char === '\\') {
      if (chars[place + 1] === 'Q')
        while (place < chars.length && !(chars[place] === '\\' && chars[place + 1] === 'E')) place += 1;
      place += 1;
    } else if (char === '[') classDepth += 1;
    else if (char === ']') classDepth = Math.max(0, classDepth - 1);
    else if (char === '(' && classDepth === 0) {
      const isNamed = chars[place + 1] === '?' && chars[place + 2] === '<' && /[A-Za-z]/.test(chars[place + 3] ?? '');
      if (chars[place + 1] !== '?' || isNamed) count += 1;
    }
  }
  return count;
}
