import { javaDoubleText, isWhole } from '../../../grid/cell-value.js';
import { MAX_TEXT_LENGTH, TextTooLongError } from '../../value-text.js';
import { GrelFailure } from '../evaluation/environment.js';

interface Specifier {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly conversion: string;
}

const SPECIFIER = /%(?:(\d+)\$)?([-#+ 0,(]*)(\d+)?(?:\.(\d+))?([a-zA-Z%])|%/g;

/**
 * A number by a pattern like C's printf: `%d` for whole numbers, `%f`, `%e` and `%g` for floating ones, `%s` for both,
 * with width, precision and the flags `-+ 0,(#`. Rounds halves up, on the digits that the number shows. Fails with the
 * messages of the original.
 */
export function formatNumber(value: bigint | number, pattern: string): string {
  let used = 0;
  return pattern.replace(
    SPECIFIER,
    (
      whole: string,
      index?: string,
      flags: string = '',
      width?: string,
      precision?: string,
      conversion: string = '',
    ) => {
      if (conversion === '') throw new GrelFailure("java.util.UnknownFormatConversionException: Conversion = '%'");
      const specifier: Specifier = {
        flags,
        width: Number(width ?? 0),
        precision: precision === undefined ? undefined : Number(precision),
        conversion,
      };
      if (Math.max(specifier.width, specifier.precision ?? 0) > MAX_TEXT_LENGTH) throw new TextTooLongError();
      if (conversion === '%') return padded('%', specifier);
      if (conversion === 'n') return '\n';
      if (index === undefined) used += 1;
      if ((index === undefined ? used : Number(index)) !== 1)
        throw new GrelFailure(`java.util.MissingFormatArgumentException: Format specifier '${whole}'`);
      return formatOne(value, specifier);
    },
  );
}

function formatOne(value: bigint | number, specifier: Specifier): string {
  const { conversion } = specifier;
  switch (conversion) {
    case 's':
    case 'S': {
      const text = typeof value === 'bigint' ? String(value) : javaDoubleText(value);
      const cut = specifier.precision === undefined ? text : text.slice(0, specifier.precision);
      return padded(conversion === 'S' ? cut.toUpperCase() : cut, specifier);
    }
    case 'b':
      return padded('true', specifier);
    case 'd':
      if (typeof value !== 'bigint') throw wrongKind(conversion, value);
      return signed(value < 0n, String(value < 0n ? -value : value), specifier);
    case 'x':
    case 'X':
    case 'o': {
      if (typeof value !== 'bigint') throw wrongKind(conversion, value);
      const digits = BigInt.asUintN(64, value).toString(conversion === 'o' ? 8 : 16);
      const prefix = specifier.flags.includes('#') ? (conversion === 'o' ? '0' : '0x') : '';
      const text = padded(prefix + digits, specifier, specifier.flags.includes('0'));
      return conversion === 'X' ? text.toUpperCase() : text;
    }
    case 'f':
    case 'e':
    case 'E':
    case 'g':
    case 'G': {
      if (typeof value !== 'number') throw wrongKind(conversion, value);
      return formatFloat(value, specifier);
    }
    default:
      throw new GrelFailure(`java.util.UnknownFormatConversionException: Conversion = '${conversion}'`);
  }
}

function wrongKind(conversion: string, value: bigint | number): GrelFailure {
  const kind = typeof value === 'bigint' ? 'java.lang.Long' : 'java.lang.Double';
  return new GrelFailure(`java.util.IllegalFormatConversionException: ${conversion} != ${kind}`);
}

function formatFloat(value: number, specifier: Specifier): string {
  const { conversion, precision = 6 } = specifier;
  const magnitude = Math.abs(value);
  const isNegative = value < 0 || Object.is(value, -0);
  if (!Number.isFinite(value))
    return signed(isNegative, Number.isNaN(value) ? 'NaN' : 'Infinity', {
      ...specifier,
      flags: specifier.flags.replace(/[0,]/g, ''),
    });
  let text: string;
  if (conversion === 'f') text = roundDecimal(magnitude, precision);
  else if (conversion === 'e' || conversion === 'E') text = scientific(magnitude, precision);
  else {
    const digits = Math.max(1, precision);
    const [, exponent = '0'] = scientific(magnitude, digits - 1).split('e');
    const isPlain = magnitude === 0 || (magnitude >= 1e-4 && Number(exponent) < digits);
    text = isPlain
      ? roundDecimal(magnitude, Math.max(0, digits - 1 - (magnitude === 0 ? 0 : Number(exponent))))
      : scientific(magnitude, digits - 1);
  }
  const result = signed(isNegative, text, specifier);
  return conversion === 'E' || conversion === 'G' ? result.toUpperCase() : result;
}

/** `1.500000e+00`. */
function scientific(magnitude: number, precision: number): string {
  if (magnitude === 0) return `${roundDecimal(0, precision)}e+00`;
  const [digits = '0', exponent = '0'] = magnitude.toExponential().split('e');
  let rounded = roundDecimal(Number(digits), precision);
  let power = Number(exponent);
  if (rounded.startsWith('10')) {
    rounded = roundDecimal(1, precision);
    power += 1;
  }
  return `${rounded}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

function signed(isNegative: boolean, digits: string, specifier: Specifier): string {
  const { flags, width } = specifier;
  const grouped = flags.includes(',')
    ? digits.replace(/^\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ','))
    : digits;
  const open = isNegative
    ? flags.includes('(')
      ? '('
      : '-'
    : flags.includes('+')
      ? '+'
      : flags.includes(' ')
        ? ' '
        : '';
  const close = open === '(' ? ')' : '';
  const zeros = flags.includes('0') ? '0'.repeat(Math.max(0, width - open.length - grouped.length - close.length)) : '';
  return padded(open + zeros + grouped + close, specifier);
}

function padded(text: string, { flags, width }: Specifier, withZeros = false): string {
  if (flags.includes('-')) return text.padEnd(width);
  return text.padStart(width, withZeros ? '0' : ' ');
}

/**
 * A non-negative number with exactly so many digits after the point, a half rounded up. Rounding is of the digits that
 * the number shows (1.005 gives 1.01), not its exact binary value.
 */
function roundDecimal(magnitude: number, fractionDigits: number): string {
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

const WHOLE = /^[+-]?[0-9]+$/;
const FLOATING = /^[+-]?(?:NaN|Infinity|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fFdD]?)$/;

/**
 * The number of a text, undefined for any other text. Digits alone (with a sign) that fit 64 bits are a whole number;
 * everything else is floating, and only there space around it is allowed. A letter `f` or `d` at the end is accepted,
 * as always.
 */
export function parseNumber(text: string): bigint | number | undefined {
  if (WHOLE.test(text)) {
    const whole = BigInt(text.startsWith('+') ? text.slice(1) : text);
    if (isWhole(whole)) return whole;
  }
  // As Java trims: everything up to the space.
  const trimmed = text.replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$/g, '');
  if (!FLOATING.test(trimmed)) return undefined;
  return Number(trimmed.replace(/[fFdD]$/, ''));
}
