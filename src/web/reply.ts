import type { ProtocolForm } from '../protocols/message-table.js';

/**
 * A reply to send. `saveAs`: file name for the browser, in ASCII. JSON is finished text, of its own media type where
 * one is given; the sender wraps it in a callback if there is one.
 */
export type Reply =
  /** To another address by GET; with `sendsAgain` by the same method, with the same body. */
  | { readonly kind: 'redirect'; readonly address: string; readonly cookie?: string; readonly sendsAgain?: boolean }
  | {
      readonly kind: 'json';
      readonly json: string;
      readonly status?: number;
      readonly cache?: CachePolicy;
      readonly headers?: Readonly<Record<string, string>>;
      readonly mediaType?: string;
      /** The version of the protocol that the answer has: its headers, and its media type for clients that name it in `Accept`. */
      readonly version?: ProtocolForm;
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
  /**
   * A long text that is made while it is sent, unless the client has its tag already; nothing of it is made for HEAD.
   */
  | {
      readonly kind: 'parts';
      readonly parts: () => AsyncIterable<string>;
      /** The same tag, the same text. */
      readonly tag: string;
      /** A client that takes nothing for so long has gone. */
      readonly stallMs: number;
      readonly contentType: string;
      readonly saveAs: string;
      readonly cache: CachePolicy;
    }
  /** A file made for this reply alone: removed once sent. */
  | { readonly kind: 'stored'; readonly path: string; readonly contentType: string; readonly saveAs: string };

/**
 * A script that a page may run, and the addresses below which it may send requests; absolute, all of this service.
 * Pages run no others.
 */
export interface PageScript {
  readonly address: string;
  readonly asks: string;
}

/** never: not kept at all · checked: kept, but revalidated each time · briefly: kept for a minute · long: for a day. */
export type CachePolicy = 'never' | 'checked' | 'briefly' | 'long';
