/**
 * What to send. `saveAs`: the name of the file under which a browser keeps it, in ASCII. JSON is finished text, of a media type of its own where one is given; whether
 * it goes out wrapped in a callback is decided where it is sent.
 */
export type Reply =
  /** To another address, which is asked by GET; with `sendsAgain` in the same way as this one, with the same body. */
  | { readonly kind: 'redirect'; readonly address: string; readonly cookie?: string; readonly sendsAgain?: boolean }
  | {
      readonly kind: 'json';
      readonly json: string;
      readonly status?: number;
      readonly cache?: CachePolicy;
      readonly headers?: Readonly<Record<string, string>>;
      readonly mediaType?: string;
    }
  | {
      readonly kind: 'page';
      readonly html: string;
      readonly status?: number;
      readonly cache?: CachePolicy;
      readonly headers?: Readonly<Record<string, string>>;
      readonly scripts?: readonly PageScript[];
    }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly contentType: string;
      readonly cache?: CachePolicy;
      readonly saveAs?: string;
    }
  | { readonly kind: 'picture'; readonly bytes: Uint8Array; readonly contentType: string; readonly cache?: CachePolicy }
  | {
      readonly kind: 'file';
      readonly bytes: Uint8Array;
      readonly contentType: string;
      readonly cache?: CachePolicy;
      readonly saveAs: string;
    }
  /** A long text that is made while it is sent, unless the client has it already by its tag; nothing of it is made for HEAD. */
  | {
      readonly kind: 'parts';
      readonly parts: () => AsyncIterable<string>;
      /** The state of what is sent: the same tag, the same text. */
      readonly tag: string;
      /** A client that takes nothing for so long has gone. */
      readonly stallMs: number;
      readonly contentType: string;
      readonly saveAs: string;
      readonly cache: CachePolicy;
    }
  /** A file on disk that was made for this reply alone: it is removed when it is sent. */
  | { readonly kind: 'stored'; readonly path: string; readonly contentType: string; readonly saveAs: string };

/** A script that a page may run, and the addresses below which it may ask; absolute, all of this service. Pages run no others. */
export interface PageScript {
  readonly address: string;
  readonly asks: string;
}

/** never: not kept at all · checked: kept, but asked for again each time · briefly: kept for a minute · long: for a day. */
export type CachePolicy = 'never' | 'checked' | 'briefly' | 'long';
