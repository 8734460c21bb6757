/** Fetches addresses; present where that is allowed, with its guard against private addresses inside. */
export interface UrlFetchPort {
  /** The body as text. Throws an Error whose message describes the failure for a cell. */
  fetchText(url: string, headers: readonly { readonly name: string; readonly value: string }[]): Promise<string>;
}
