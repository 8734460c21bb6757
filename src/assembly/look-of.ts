import { SameasError } from '../foundation/sameas-error.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { OwnLook } from '../web/pages/page-look.js';
import { readSettingFile } from './read-setting-file.js';

/** Each page has the theme inside. */
const MAX_THEME_BYTES = 256 * 1024;
const MAX_LOGO_BYTES = 1024 * 1024;

const LOADS_FILES = /@import|url\(\s*["']?(?!data:|#)/i;
const COMMENTS = /\/\*[\s\S]*?\*\//g;

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** The look of the institution. Throws `setting-invalid`, `file-not-found` and `file-unreadable`. */
export function lookOf({ theme, logo }: Pick<Settings, 'theme' | 'logo'>): OwnLook {
  return { ...(theme !== '' && { theme: readTheme(theme) }), ...(logo !== '' && { logo: readLogo(logo) }) };
}

function readTheme(path: string): string {
  const text = readLookFile('theme', path, MAX_THEME_BYTES).toString('utf8');
  if (text.includes('</'))
    throw unusable('theme', path, 'has tags of HTML', 'Write rules of CSS alone, without <style> around them.');
  if (LOADS_FILES.test(text.replace(COMMENTS, '')))
    throw unusable(
      'theme',
      path,
      'loads other files, and pages load none',
      'Write imported rules into the file itself, and pictures and fonts as url(data:…).',
    );
  return text;
}

function readLogo(path: string): NonNullable<OwnLook['logo']> {
  const bytes = readLookFile('logo', path, MAX_LOGO_BYTES);
  if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return { contentType: 'image/png', bytes };
  if (/<svg[\s>]/.test(bytes.toString('utf8'))) return { contentType: 'image/svg+xml; charset=utf-8', bytes };
  throw unusable(
    'logo',
    path,
    'is neither SVG nor PNG',
    'Save the picture in one of these formats; it should be square.',
  );
}

function readLookFile(setting: 'theme' | 'logo', path: string, maxBytes: number): Buffer {
  const bytes = readSettingFile(setting, path, 'Let the user of the service read it.');
  if (bytes.length > maxBytes)
    throw unusable(
      setting,
      path,
      `is larger than ${String(maxBytes / 1024)} KB`,
      'Make it smaller: pages would load slowly.',
    );
  return bytes;
}

function unusable(setting: string, path: string, fault: string, advice: string): SameasError {
  return new SameasError('setting-invalid', `${setting}: ${path} ${fault}.`, { advice, facts: { file: path } });
}
