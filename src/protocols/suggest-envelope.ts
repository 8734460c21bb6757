/** One item of a suggest answer in all forms of the protocol but for `notable`, which the draft has as objects. */
export interface WireSuggestion {
  readonly id: string;
  readonly name: string;
  /** Of the name, where known; in the draft alone. */
  readonly language?: string;
  readonly description?: string;
  /** As for the name. */
  readonly descriptionLanguage?: string;
  /** Ids of the types of an entity. Plain ids, not objects: one of OpenRefine's dialogs joins them as text. */
  readonly notable?: readonly string[];
  /** The types directly above a type. */
  readonly broader?: readonly { readonly id: string; readonly name: string }[];
  /** Comparisons of a property's values; in the draft. */
  readonly matchQualifiers?: readonly { readonly id: string; readonly name: string }[];
}

/**
 * The JSON text of a suggest answer. `prefix` is the request's, byte for byte: old clients drop an answer to anything
 * but the text in the box. `next` is where the next page begins; clients take the mere presence of a key for "there is
 * more".
 */
export function renderSuggestions(prefix: string, items: readonly WireSuggestion[], next: number | undefined): string {
  return JSON.stringify({
    code: '/api/status/ok',
    status: '200 OK',
    prefix,
    ...(next === undefined ? {} : { start: next, cursor: next }),
    result: items.map(({ language: _, descriptionLanguage: __, ...item }) => item),
  });
}

/** The JSON text of an error of suggest or flyout. `status` is as in the HTTP answer, such as "404 Not Found". */
export function renderSuggestFault(
  prefix: string,
  status: string,
  error: { readonly code: string; readonly message: string; readonly advice: string | undefined },
): string {
  return JSON.stringify({
    code: '/api/status/error',
    status,
    prefix,
    result: [],
    error: error.code,
    message: error.message,
    ...(error.advice === undefined ? {} : { advice: error.advice }),
  });
}

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
