import type { CompareValue, ValueComparison } from './value-comparison.js';

const NUMBER = /[+-]?\d[\d\s\u00a0\u202f.,'’]*/;

/** Numbers by their relative distance: what was counted twice, or at another time, differs by some percent. */
export function compareNumberWith(asked: string | number): CompareValue | undefined {
  const wanted = typeof asked === 'number' ? asked : readNumber(asked);
  if (wanted === undefined) return undefined;
  return (value) => {
    if (value.kind === 'integer' || value.kind === 'number') return compareNumbers(wanted, value.number);
    if (value.kind === 'text') {
      const other = readNumber(value.text);
      return other === undefined ? undefined : compareNumbers(wanted, other);
    }
    return undefined;
  };
}

/** The first number in a text, thousands marks and a decimal comma understood; `undefined` without one. */
export function readNumber(text: string): number | undefined {
  const found = NUMBER.exec(text)?.[0].replace(/[\s\u00a0\u202f'’]/g, '').replace(/[.,]+$/, '');
  if (found === undefined) return undefined;
  const comma = found.lastIndexOf(',');
  const point = found.lastIndexOf('.');
  let plain = found;
  if (comma >= 0 && point >= 0) plain = comma > point ? found.replaceAll('.', '').replace(',', '.') : found.replaceAll(',', '');
  else if (comma >= 0) plain = /^[+-]?\d{1,3}(,\d{3})+$/.test(found) ? found.replaceAll(',', '') : found.replace(',', '.');
  else if (/^[+-]?\d{1,3}(\.\d{3}){2,}$/.test(found)) plain = found.replaceAll('.', '');
  const number = Number(plain);
  return Number.isFinite(number) ? number : undefined;
}

/** Two numbers by their difference as a share of the larger. */
function compareNumbers(asked: number, value: number): ValueComparison {
  if (asked === value) return { agreement: 1, reason: 'equal' };
  const larger = Math.max(Math.abs(asked), Math.abs(value));
  const apart = Math.abs(asked - value) / larger;
  const percent = apart * 100;
  const reason = `differs by ${percent < 1 ? 'less than 1' : String(Math.round(percent))} %`;
  if (apart <= 0.01) return { agreement: 0.9, reason, most: 1.5 };
  if (apart <= 0.05) return { agreement: 0.6, reason, most: 1 };
  if (apart <= 0.15) return { agreement: 0.3, reason, most: 1 };
  if (apart <= 0.35) return { agreement: 0, reason };
  return { agreement: apart <= 0.6 ? -0.5 : -1, reason };
}
