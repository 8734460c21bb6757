import type { Command } from 'commander';
import { z } from 'zod';
import { readSettings } from '../settings/read-settings.js';
import {
  flagOf,
  settingEntries,
  type SettingDefinition,
  type SettingName,
  type Settings,
} from '../settings/setting-definitions.js';
import type { CommandContext } from './command-definition.js';

/** Adds `--config FILE` and a flag for every setting, or for those named, described from the table. */
export function declareSettings(command: Command, only?: readonly SettingName[]): void {
  command.optionsGroup('Settings (each may also stand in the settings file or in the environment, see docs/settings.md):');
  command.option('--config <file>', 'settings file, YAML or JSON; flags and environment go before it');
  for (const [name, definition] of settingEntries()) {
    if (only !== undefined && !only.includes(name)) continue;
    command.option(`${flagOf(name)} <${placeholder(definition)}>`, `${definition.meaning}${defaultOf(definition)}`);
  }
}

/** The settings for a command declared with `declareSettings`, from its options and the environment. Errors as in `readSettings`. */
export function settingsOf(options: unknown, context: CommandContext): Settings {
  const given = z.record(z.string(), z.unknown()).parse(options);
  const flags: Partial<Record<SettingName, string>> = {};
  for (const [name] of settingEntries()) {
    const value = given[name];
    if (typeof value === 'string') flags[name] = value;
  }
  const config = given['config'];
  return readSettings({
    flags,
    env: context.env,
    processors: context.processors,
    ...(typeof config === 'string' ? { configFile: config } : {}),
  });
}

function placeholder(definition: SettingDefinition): string {
  switch (definition.type) {
    case 'integer':
      return definition.unit ?? 'number';
    case 'bytes':
      return 'size';
    case 'choice':
      return definition.choices.join('|');
    case 'url':
      return 'url';
    case 'text':
      return 'text';
  }
}

function defaultOf(definition: SettingDefinition): string {
  return definition.default === '' ? '' : ` (default: ${definition.default})`;
}
