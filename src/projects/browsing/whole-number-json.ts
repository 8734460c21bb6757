import { randomUUID } from 'node:crypto';

/**
 * A whole number in an answer: a plain number where that has all its digits, else a bigint for `jsonWithWholeNumbers`.
 */
export function wholeNumberJson(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** The JSON of an answer. Whole numbers beyond those that floating numbers hold exactly (long ids, the numbers of parts) keep every digit. Costs two walks where there are any. */
export function jsonWithWholeNumbers(value: unknown): string {
  let mark = '';
  const json = JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== 'bigint') return member;
    // Unpredictable, so that no client can have it in a cell.
    mark ||= randomUUID();
    return `${mark}${member}`;
  });
  return mark === '' ? json : json.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}
