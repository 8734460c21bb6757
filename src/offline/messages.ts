/*
 * Messages between the page and its worker. The worker makes the HTML; the page shows it and reports the user's
 * actions.
 */

export interface SentFile {
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

/** An action of the user. `fields`: of its form, by name. */
export type Action =
  | { readonly kind: 'begin'; readonly languages: readonly string[] }
  | { readonly kind: 'files'; readonly table: SentFile; readonly list: SentFile }
  | { readonly kind: 'do'; readonly what: string; readonly fields: Readonly<Record<string, string>> };

/** Content to show: a new content of the page; progress; a file to save. */
export type Shown =
  | { readonly kind: 'part'; readonly html: string; readonly language: string }
  | {
      readonly kind: 'progress';
      readonly text: string;
      readonly done: number;
      /** `undefined`: unknown. */
      readonly all: number | undefined;
    }
  | { readonly kind: 'file'; readonly name: string; readonly lines: readonly string[] };
