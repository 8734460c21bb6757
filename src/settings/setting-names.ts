import type { SettingName } from './setting-definitions.js';

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
