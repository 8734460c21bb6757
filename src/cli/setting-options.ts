import type { Command } from 'commander';
import { readSettings } from '../settings/read-settings.js';
import {
  settingEntries,
  type SettingDefinition,
  type SettingName,
  type Settings,
} from '../settings/setting-definitions.js';
import { flagOf } from '../settings/parse-setting.js';
import type { CommandContext } from './command-definition.js';
import { textOption, type GivenOptions } from './given-options.js';

export const CLUSTER_SETTINGS = [
  'searchCluster',
  'searchClusterUser',
  'searchClusterPasswordFile',
  'searchClusterCaFile',
  'dataset',
] as const satisfies readonly SettingName[];

/** Settings of commands that match against a dataset, in memory or in a search cluster. */
export const ASKING_SETTINGS = [
  'workers',
  'indexCache',
  'candidateIndex',
  'urlAccess',
  ...CLUSTER_SETTINGS,
  'searchDepth',
] as const satisfies readonly SettingName[];

/** Adds `--config FILE` and a flag for every setting, or for those named, described from the table. */
export function declareSettings(command: Command, only?: readonly SettingName[]): void {
  command.optionsGroup(
    'Settings (each may also stand in the settings file or in the environment, see docs/settings.md):',
  );
  command.option('--config <file>', 'settings file, YAML or JSON; flags and environment go before it');
  for (const [name, definition] of settingEntries()) {
    if (definition.environmentOnly === true || (only !== undefined && !only.includes(name))) continue;
    command.option(`${flagOf(name)} <${placeholder(definition)}>`, `${definition.meaning}${defaultOf(definition)}`);
  }
}

/** The settings for a command declared with `declareSettings`, from its options and the environment. Errors as in `readSettings`. */
export function settingsOf(options: GivenOptions, context: CommandContext): Settings {
  const flags: Partial<Record<SettingName, string>> = {};
  for (const [name] of settingEntries()) {
    const value = textOption(options, name);
    if (value !== undefined) flags[name] = value;
  }
  const configFile = textOption(options, 'config');
  return readSettings({
    flags,
    env: context.env,
    processors: context.processors,
    ...(configFile === undefined ? {} : { configFile }),
  });
}

function placeholder(definition: SettingDefinition): string {
  switch (definition.type) {
    case 'integer':
      return definition.unit ?? 'number';
    case 'bytes':
      return 'size';
    case 'duration':
      return 'time';
    case 'choice':
      return definition.choices.join('|');
    case 'url':
      return 'url';
    case 'text':
      return 'text';
  }
}

function defaultOf(definition: SettingDefinition): string {
  return definition.default === ''
    ? ''
    : definition.type === 'duration' && definition.default === 0
      ? ' (default: off)'
      : ` (default: ${definition.default})`;
}
