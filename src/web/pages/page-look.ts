import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Logo {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Look of the service's pages. */
export interface PageLook {
  /** Style of whole pages; it stands in each of them. */
  readonly full: string;
  /** Style of pages for a frame inside a foreign page. */
  readonly small: string;
  /** Both styles as sources in a content security policy: no other style is applied. */
  readonly sources: string;
  readonly logo: Logo;
}

/** The look of an institution, in place of our own. */
export interface OwnLook {
  /** Rules in CSS that follow ours, without a tag that ends a style. */
  readonly theme?: string;
  readonly logo?: Logo;
}

const asset = (name: string): Buffer => readFileSync(new URL(`../assets/${name}`, import.meta.url));
const [COMMON = '', FULL = '', SMALL = ''] = ['common', 'page', 'frame'].map((name) => String(asset(`${name}.css`)));
const LOGO: Logo = { contentType: 'image/svg+xml; charset=utf-8', bytes: asset('logo.svg') };

/** Our look, with what an institution has in place of it. */
export function pageLookOf({ theme = '', logo = LOGO }: OwnLook = {}): PageLook {
  const full = COMMON + FULL + theme;
  const small = COMMON + SMALL + theme;
  const sources = [full, small].map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  return { full, small, sources: sources.join(' '), logo };
}
