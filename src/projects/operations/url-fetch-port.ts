/** How addresses are fetched; plugged in where fetching is allowed, with its guard against private addresses inside. */
export interface UrlFetchPort {
  /** The body as text. Throws an Error whose message says what went wrong, in words for the cell it may land in. */
  fetchText(url: string, headers: readonly { readonly name: string; readonly value: string }[]): Promise<string>;
}
