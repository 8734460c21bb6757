import type { SettingDefinition, SettingName } from './setting-definitions.js';

type ParsedSetting =
  { readonly kind: 'value'; readonly value: string | number } | { readonly kind: 'fault'; readonly wanted: string };

const DURATION_UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const BYTE_UNITS: Readonly<Record<string, number>> = { '': 1, B: 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

/**
 * Parses one raw value (text of a flag or a variable, or any value of a settings file) by its definition. `automatic`
 * is accepted where it is the default; `automatic()` computes its number.
 */
export function parseSetting(definition: SettingDefinition, raw: unknown, automatic: () => number): ParsedSetting {
  switch (definition.type) {
    case 'integer':
    case 'bytes': {
      if (raw === 'automatic' && definition.default === 'automatic') return { kind: 'value', value: automatic() };
      const number = definition.type === 'bytes' ? bytesOf(raw) : integerOf(raw);
      if (number !== undefined && number >= definition.min && number <= definition.max)
        return { kind: 'value', value: number };
      const unit = definition.unit === undefined ? '' : ` (${definition.unit})`;
      const or = definition.default === 'automatic' ? ', or the word automatic' : '';
      return { kind: 'fault', wanted: `a whole number from ${definition.min} to ${definition.max}${unit}${or}` };
    }
    case 'duration': {
      const duration = durationOf(raw);
      if (duration === 0 || (duration !== undefined && duration >= definition.min && duration <= definition.max))
        return { kind: 'value', value: duration };
      return { kind: 'fault', wanted: 'a time such as 30s, 10m, 12h or 1d, from 1s to 30d, or off' };
    }
    case 'choice':
      if (typeof raw === 'string' && definition.choices.includes(raw)) return { kind: 'value', value: raw };
      return { kind: 'fault', wanted: `one of ${definition.choices.join(', ')}` };
    case 'url': {
      const url = typeof raw === 'string' ? baseUrlOf(raw) : undefined;
      return url === undefined
        ? { kind: 'fault', wanted: 'an absolute URL with http or https, without ? and #' }
        : { kind: 'value', value: url };
    }
    case 'text':
      if (typeof raw === 'string' && raw.trim() !== '') return { kind: 'value', value: raw.trim() };
      return { kind: 'fault', wanted: 'a text that is not empty' };
  }
}

function integerOf(raw: unknown): number | undefined {
  if (typeof raw === 'number') return Number.isSafeInteger(raw) ? raw : undefined;
  if (typeof raw !== 'string' || !/^\s*\d{1,15}\s*$/.test(raw)) return undefined;
  return Number(raw);
}

/** In ms: `30s`, `10 m`, `12h`, `1d`; 0 for `off`. A plain number is in ms. */
function durationOf(raw: unknown): number | undefined {
  if (raw === 'off' || raw === 0 || raw === false) return 0;
  if (typeof raw !== 'string') return integerOf(raw);
  const [, number, unit = 'ms'] = /^\s*(\d{1,9})\s*(ms|s|m|h|d)?\s*$/i.exec(raw) ?? [];
  return number === undefined ? undefined : Number(number) * (DURATION_UNITS[unit.toLowerCase()] ?? 1);
}

/** `1048576`, `1024 KB`, `1MB`, `1 MiB`: K, M and G are powers of 1,024 in every spelling. */
function bytesOf(raw: unknown): number | undefined {
  if (typeof raw !== 'string') return integerOf(raw);
  const match = /^\s*(\d{1,15})\s*(?:([KMG])I?B?|B)?\s*$/i.exec(raw);
  if (match === null) return undefined;
  const bytes = Number(match[1]) * (BYTE_UNITS[(match[2] ?? '').toUpperCase()] ?? 1);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** The URL with a final slash, so that paths can be appended; empty text stays empty. */
function baseUrlOf(raw: string): string | undefined {
  const text = raw.trim();
  if (text === '') return '';
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!['http:', 'https:'].includes(url.protocol) || text.includes('?') || text.includes('#')) return undefined;
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/** `maxBodyBytes` → `--max-body-bytes`. */
export function flagOf(name: SettingName): string {
  return `--${words(name).join('-')}`;
}

/** `maxBodyBytes` → `SAMEAS_MAX_BODY_BYTES`. */
export function environmentVariableOf(name: SettingName): string {
  return `SAMEAS_${words(name).join('_').toUpperCase()}`;
}

function words(name: string): readonly string[] {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(' ');
}
