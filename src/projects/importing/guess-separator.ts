import { detectDialect, sampleRows } from '../../formats/delimited/detect-dialect.js';

/** Examined characters of a file. */
export const SAMPLE_LENGTH = 64 * 1024;
const SAMPLE_LINES = 100;

/** Usual separators; other characters must come at least twice in a line to count as one. */
const USUAL = ['\t', ',', ';', '|'];
/** Signs as regular as separators in plain words and addresses. */
const NEVER = /[\p{L}\p{N}\p{M}\s"'.\-_/()@&=?%+*<>{}[\]\\]/u;
/** Most standard deviation of the number in a line by their mean. */
const MAX_SPREAD = 0.1;

/**
 * The character that comes about as often in each of the first hundred lines, outside of quotation marks; undefined
 * without one. Usual ones first, then the most regular, then the most frequent.
 */
export function guessSeparator(head: string): string | undefined {
  const lines = firstLines(head);
  const counts = new Map<string, number[]>();
  lines.forEach((line, index) => {
    let isQuoted = false;
    for (const character of line) {
      if (character === '"') isQuoted = !isQuoted;
      else if (!isQuoted && (character === '\t' || !NEVER.test(character))) {
        const perLine = counts.get(character) ?? new Array<number>(lines.length).fill(0);
        perLine[index] = (perLine[index] ?? 0) + 1;
        counts.set(character, perLine);
      }
    }
  });
  const regular = [...counts]
    .map(([separator, perLine]) => ({ separator, isUsual: USUAL.includes(separator), ...spread(perLine) }))
    .filter(({ isUsual, mean, spread }) => spread < MAX_SPREAD && mean >= (isUsual ? 0.9 : 2))
    .sort(
      (one, other) => Number(other.isUsual) - Number(one.isUsual) || one.spread - other.spread || other.mean - one.mean,
    );
  if (regular[0] !== undefined) return regular[0].separator;
  const dialect = detectDialect(head, {});
  const widths = sampleRows(head, dialect).map((row) => row.length);
  const wide = widths.filter((width) => width > 1).length;
  return USUAL.includes(dialect.delimiter) && wide > 1 && wide >= widths.length * 0.8 ? dialect.delimiter : undefined;
}

/** Whole lines; a last one that may be cut off only when it is the only one. */
export function firstLines(head: string): readonly string[] {
  const lines = head.split(/\r\n|\n|\r/);
  if (lines.length > 1) lines.pop();
  return lines.filter((line) => line.trim() !== '').slice(0, SAMPLE_LINES);
}

function spread(counts: readonly number[]): { readonly mean: number; readonly spread: number } {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const variance = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / counts.length;
  return { mean, spread: mean === 0 ? Infinity : Math.sqrt(variance) / mean };
}
