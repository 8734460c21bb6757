/**
 * A number that is not negative with exactly so many digits after the point, a half rounded up. What is rounded are the digits that the
 * number shows (1.005 gives 1.01), not its exact binary value.
 */
export function roundDecimal(magnitude: number, fractionDigits: number): string {
  const [mantissa = '0', exponentText = '0'] = magnitude.toExponential().split('e');
  const digits = mantissa.replace('.', '');
  // The value is 0.DIGITS times ten to this power.
  const pointAt = Number(exponentText) + 1;
  const keep = pointAt + fractionDigits;
  let kept = keep <= 0 ? 0n : BigInt(digits.slice(0, keep).padEnd(keep, '0'));
  if (keep >= 0 && Number(digits.charAt(keep) || '0') >= 5) kept += 1n;
  const text = String(kept).padStart(fractionDigits + 1, '0');
  if (fractionDigits === 0) return text;
  return `${text.slice(0, -fractionDigits)}.${text.slice(-fractionDigits)}`;
}
