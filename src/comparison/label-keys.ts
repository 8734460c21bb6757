import { analyseLabel } from '../text/analyse-label.js';

/** Qualifiers of a name: in brackets, or dates at the end. */
const BRACKETS = /\s*\([^()]*\)/g;
const DATES_AT_END = /,?\s+(?:b\.\s*)?\d{3,4}\??(?:\s*[-–]\s*(?:\d{3,4}\??)?)?\.?$/;

/** What names are compared by. */
export interface LabelKeys {
  /** The words of the name without case, marks and order. */
  readonly whole: string;
  /** The same without the qualifier; equal to `whole` where there is none. */
  readonly bare: string;
}

/** Cost: two analyses of the label, microseconds. */
export function labelKeys(label: string): LabelKeys {
  const whole = nameKey(label);
  const bare = label.replace(BRACKETS, '').replace(DATES_AT_END, '');
  return { whole, bare: bare === label || bare.trim() === '' ? whole : nameKey(bare) };
}

/** The words of a name without case, marks and order. */
export function nameKey(text: string): string {
  return [...analyseLabel(text).tokens].sort().join(' ');
}
