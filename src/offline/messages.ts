/*
 * What the page and its worker say to each other. The worker makes the HTML; the page shows it and tells what a person has done.
 */

/** A file as the page hands it over. */
export interface SentFile {
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

/** What a person has done. `fields`: of the form in which it was done, by name. */
export type Action =
  | { readonly kind: 'begin'; readonly languages: readonly string[] }
  | { readonly kind: 'files'; readonly table: SentFile; readonly list: SentFile }
  | { readonly kind: 'do'; readonly what: string; readonly fields: Readonly<Record<string, string>> };

/** What is to be shown: another content of the page; how far long work is; a file to be saved. */
export type Shown =
  | { readonly kind: 'part'; readonly html: string; readonly language: string }
  | {
      readonly kind: 'progress';
      readonly text: string;
      readonly done: number;
      /** `undefined`: not known. */
      readonly all: number | undefined;
    }
  | { readonly kind: 'file'; readonly name: string; readonly lines: readonly string[] };
