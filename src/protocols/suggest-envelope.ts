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
