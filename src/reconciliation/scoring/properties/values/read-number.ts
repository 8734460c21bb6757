const NUMBER = /[+-]?\d[\d\s\u00a0\u202f.,'’]*/;

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
