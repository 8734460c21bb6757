import { hashString } from '../foundation/hash-string.js';

const MAX_SLUG = 80;

/** Slug of a name: lower case, letters and digits with `-` between; `''` for a name without any. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_SLUG)
    .replace(/-+$/, '');
}

/** Hash of the content of a record: eight hex digits, the same at every load. */
export function contentMark(content: string): string {
  return hashString(content).toString(16).padStart(8, '0');
}
