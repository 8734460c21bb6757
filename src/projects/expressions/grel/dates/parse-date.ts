import { DateValue } from '../../../grid/cell-value.js';
import type { ExpressionValue } from '../../expression-value.js';
import { valueText } from '../../value-text.js';
import { GrelFailure } from '../evaluation/grel-failure.js';
import { isKnownLanguage } from './calendar-names.js';
import { guessDate } from './guess-date.js';
import { isDatePattern, parseByFormat } from './parse-by-format.js';
import { parseIsoDate } from './parse-iso-date.js';

/** What `toDate` gives for its arguments. Throws `GrelFailure` with the message that users know when nothing fits. */
export function parseDate(args: readonly ExpressionValue[]): DateValue {
  const [value = null, second, ...others] = args;
  if (value instanceof DateValue) return value;
  const text = typeof value === 'bigint' ? String(value) : value;
  if (typeof text !== 'string' || text.trim() === '') throw new GrelFailure('Unable to parse as date');
  const date = byArguments(text, second, others) ?? parseIsoDate(text);
  if (date === undefined) throw new GrelFailure('Unable to convert to date');
  return date;
}

function byArguments(
  text: string,
  second: ExpressionValue | undefined,
  others: readonly ExpressionValue[],
): DateValue | undefined {
  if (second === undefined) return guessDate(text, 'month first');
  if (typeof second === 'boolean')
    return guessDate(text, second ? 'month first' : 'day first') ?? byFormats(text, formatsOf(others));
  if (typeof second !== 'string') throw new GrelFailure('Invalid argument');
  return byFormats(text, [second, ...formatsOf(others)]);
}

function formatsOf(args: readonly ExpressionValue[]): readonly string[] {
  return args.map((arg) => {
    if (typeof arg !== 'string') throw new GrelFailure(`Invalid non-string format argument ${valueText(arg)}`);
    return arg;
  });
}

function byFormats(text: string, formats: readonly string[]): DateValue | undefined {
  const [first] = formats;
  const hasLanguage = first !== undefined && isKnownLanguage(first);
  const language = hasLanguage ? first.replaceAll('_', '-') : 'en';
  for (const format of hasLanguage ? formats.slice(1) : formats) {
    // Nothing can be read by an empty format.
    if (format === '') continue;
    if (!isDatePattern(format)) throw new GrelFailure(`Unable to parse date format ${format}`);
    const date = parseByFormat(text, format, language, new Date());
    if (date !== undefined) return date;
  }
  return undefined;
}
