/**
 * Restores the text that a user typed into a client's suggest box. The box takes words with a colon for conditions: it
 * cuts them out of the text and sends `filter=(all word:rest)` with the rest of the text; text that looks like `/a/b`
 * becomes `filter=(any alias{start}:"/a/b" mid:"/a/b")` with nothing left. Words of the box's own vocabulary (`type:`,
 * `lang:` …) become parameters, and look like those of a program.
 *
 * `filter` without the shape of the box changes nothing.
 */
export function undoTypedRewriting(prefix: string, filter: string): string {
  const inside = /^\s*\((all|any)\s+([\s\S]*)\)\s*$/.exec(filter);
  if (inside === null) return prefix;
  const [, operator, content = ''] = inside;
  const quoted = /"((?:[^"\\]|\\.)*)"/.exec(content);
  const words = operator === 'any' && quoted !== null ? (quoted[1] ?? '').replace(/\\(.)/g, '$1') : content.trim();
  return [prefix.trim(), words].filter((part) => part !== '').join(' ');
}

/** The identifier in `filter=(all mid:ID)`, which newer clients send for a flyout; `undefined` without one. */
export function identifierInFilter(filter: string): string | undefined {
  const found = /^\s*\((?:all|any)\s+mid:([\s\S]*)\)\s*$/.exec(filter);
  const id = found?.[1]?.trim() ?? '';
  const unquoted = id.length >= 2 && id.startsWith('"') && id.endsWith('"') ? id.slice(1, -1) : id;
  return unquoted === '' ? undefined : unquoted;
}
