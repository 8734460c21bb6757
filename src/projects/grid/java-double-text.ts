/**
 * A floating number as Java prints it, on which recipes and exports depend: at least one digit after the point for
 * magnitudes from 10⁻³ to below 10⁷, else `d.dddE±n` without plus sign and padding (`1.0E10`, `1.234E-5`). Shortest
 * digits that read back the same. Source: Java SE, Double.toString.
 */
export function javaDoubleText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const magnitude = Math.abs(value);
  if (magnitude >= 1e-3 && magnitude < 1e7) {
    const plain = String(value);
    return plain.includes('.') ? plain : `${plain}.0`;
  }
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
}
