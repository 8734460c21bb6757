/**
 * What a user typed into a client's suggest box, put together again. The box takes words with a colon for conditions: it cuts
 * them out of the text and sends `filter=(all word:rest)` beside what is left; text that looks like `/a/b` becomes
 * `filter=(any alias{start}:"/a/b" mid:"/a/b")` with nothing left. Words of the box's own vocabulary (`type:`, `lang:` …) become parameters,
 * and cannot be told from those that a program sent.
 *
 * `filter` without the shape that the box gives it changes nothing.
 */
export function undoTypedRewriting(prefix: string, filter: string): string {
  const inside = /^\s*\((all|any)\s+([\s\S]*)\)\s*$/.exec(filter);
  if (inside === null) return prefix;
  const [, operator, content = ''] = inside;
  const quoted = /"((?:[^"\\]|\\.)*)"/.exec(content);
  const words = operator === 'any' && quoted !== null ? (quoted[1] ?? '').replace(/\\(.)/g, '$1') : content.trim();
  return [prefix.trim(), words].filter((part) => part !== '').join(' ');
}

/** The identifier in the call that newer clients make for a flyout, `filter=(all mid:ID)`; `undefined` when there is none. */
export function identifierInFilter(filter: string): string | undefined {
  const found = /^\s*\((?:all|any)\s+mid:([\s\S]*)\)\s*$/.exec(filter);
  const id = found?.[1]?.trim() ?? '';
  const unquoted = id.length >= 2 && id.startsWith('"') && id.endsWith('"') ? id.slice(1, -1) : id;
  return unquoted === '' ? undefined : unquoted;
}
