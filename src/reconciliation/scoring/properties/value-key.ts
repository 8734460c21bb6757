import type { PropertyValue } from '../../../entities/property.js';
import { normaliseIdentifier, normaliseUrl } from './values/compare-identifiers.js';
import { foldText } from './values/compare-texts.js';

/** Values with the same key count as the same value where frequencies are counted; `undefined` where counting says nothing. */
export function valueKey(value: PropertyValue): string | undefined {
  switch (value.kind) {
    case 'text':
      return keyOfText(value.text);
    case 'identifier':
      return normaliseIdentifier(value.text);
    case 'integer':
    case 'number':
      return String(value.number);
    case 'boolean':
      return String(value.boolean);
    case 'date':
      return String(value.date.year);
    case 'url':
      return normaliseUrl(value.url);
    case 'reference':
      return value.id;
    case 'coordinates':
      return undefined;
  }
}

/** Letters with a number and no space, as codes have them, with hyphens and the like or without. */
const LIKE_CODE = /^(?=\S{0,39}\d)\S{1,40}$/;

/** The key of a text: folded; of what may be a code, in one piece. */
export function keyOfText(text: string): string {
  const { folded, compact } = foldText(text);
  return LIKE_CODE.test(text) ? compact : folded;
}
