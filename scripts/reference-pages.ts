import type { Command, Option } from 'commander';
import { createProgram, COMMAND_TABLE } from '../src/cli/run-command-line.js';
import { ERROR_CATALOGUE, type CatalogueEntry, type ErrorKind } from '../src/foundation/error-catalogue.js';
import { settingEntries, type SettingDefinition, type SettingName } from '../src/settings/setting-definitions.js';
import { environmentVariableOf, flagOf } from '../src/settings/parse-setting.js';
import { renderCommands } from './commands-page.js';
import { renderGrel } from './grel-page.js';
import { renderLicences } from './licences-page.js';
import { renderOperations } from './operations-page.js';

/** A page of the documentation that is made from a table of the code. */
export interface ReferencePage {
  /** Path from the root of the repository. */
  readonly path: string;
  readonly render: () => string;
}

/** Every page that `scripts/generate-docs.ts` writes. A test holds the files equal to what these functions give. */
export const REFERENCE_PAGES: readonly ReferencePage[] = [
  { path: 'docs/settings.md', render: renderSettings },
  { path: 'docs/errors.md', render: renderErrors },
  { path: 'docs/command-line.md', render: renderCommandLine },
  { path: 'docs/operations.md', render: renderOperations },
  { path: 'docs/commands.md', render: renderCommands },
  { path: 'docs/grel.md', render: renderGrel },
  { path: 'docs/licences.md', render: () => renderLicences(GENERATED) },
];

const GENERATED = '<!-- Made by scripts/generate-docs.ts; edit the table it is made from. -->';

/** Headings of docs/settings.md, each with the first setting below it. */
const SETTING_GROUPS: Readonly<Partial<Record<SettingName, string>>> = {
  host: 'Address and proxies',
  batchSize: 'Requests and limits',
  workers: 'Reading and searching the dataset',
  dataDir: 'Access and projects',
  accessLog: 'Logs',
  searchCluster: 'Search cluster',
};

function renderSettings(): string {
  const rows = settingEntries().flatMap(([name, definition]) => {
    const group = SETTING_GROUPS[name];
    const marks = definition.byDataset === true ? ' ◆' : '';
    return [
      ...(group === undefined ? [] : ['', `## ${group}`, '', '| setting | value | meaning |', '|---|---|---|']),
      `| \`${name}\`${marks} | ${valueOf(definition)} | ${definition.meaning} |`,
    ];
  });
  return [
    '# Settings',
    GENERATED,
    '',
    'No setting is required. A flag takes precedence over an environment variable, that over the settings file, and that over the default, which is printed in bold.',
    `The setting \`baseUrl\` is \`${flagOf('baseUrl')}\` on the command line and \`${environmentVariableOf('baseUrl')}\` in the environment; an empty variable counts as not set.`,
    'Settings marked ◆ may differ for each of [several datasets](operating.md#datasets-in-a-settings-file), below the key `datasets`.',
    'The settings file is named with `--config FILE`. It is YAML or JSON with the names below as keys:',
    '',
    '```yaml',
    'port: 8080',
    'baseUrl: https://names.example.org/',
    'trustProxy: 1',
    'maxBodyBytes: 32 MB',
    '```',
    '',
    'The program reports all faults and unknown names at once, with line and column, and ends with exit code 2.',
    ...rows,
    '',
  ].join('\n');
}

/** Default and range of a setting. */
function valueOf(definition: SettingDefinition): string {
  const fallback = definition.default === '' ? '' : `**${shownNumber(definition.default, definition.type)}**`;
  switch (definition.type) {
    case 'integer':
      return `${fallback} ${unitOf(definition)}; ${definition.min} to ${definition.max}`.replace(/ +;/, ';');
    case 'bytes':
      return `${fallback}; ${shownNumber(definition.min, 'bytes')} to ${shownNumber(definition.max, 'bytes')}`;
    case 'duration':
      return '**off**, or a time such as `30s`, `10m`, `12h`, `1d`';
    case 'choice':
      return definition.choices.map((choice) => (choice === definition.default ? `**${choice}**` : choice)).join(', ');
    case 'url':
      return 'absolute URL with http or https';
    case 'text':
      return definition.environmentOnly === true ? 'text; in the environment only' : fallback || 'text';
  }
}

function shownNumber(value: number | string, type: SettingDefinition['type']): string {
  if (type !== 'bytes' || typeof value !== 'number') return String(value).replace('*', String.raw`\*`);
  const power = Math.max(0, ['KB', 'MB', 'GB', 'TB'].findLastIndex((_, i) => value >= 1024 ** (i + 1)) + 1);
  return [String(value / 1024 ** power), ['', 'KB', 'MB', 'GB', 'TB'][power]].join(' ').trim();
}

function unitOf(definition: { readonly unit?: string }): string {
  return definition.unit ?? '';
}

/** HTTP statuses of the kinds, in the order of the page; a test compares them with those of web/. */
const KIND_STATUSES: Readonly<Record<ErrorKind, string>> = {
  'bad-request': '400',
  'no-credentials': '401',
  forbidden: '403',
  'unknown-thing': '404',
  'wrong-method': '405',
  'not-acceptable': '406',
  'too-slow': '408',
  outdated: '412',
  'too-large': '413',
  'unsupported-media': '415',
  'too-many-requests': '429',
  internal: '500',
  overloaded: '503',
  'no-space': '507',
  'bad-data': '–',
};

function renderErrors(): string {
  const entries: readonly (readonly [string, CatalogueEntry])[] = Object.entries(ERROR_CATALOGUE);
  return [
    '# Errors',
    GENERATED,
    '',
    'Every error has a code that never changes, a message that says what happened and where, and usually advice. Programs should read',
    'the code and the HTTP status, never the message. An error is never an empty result: a faulty query of a batch has an error as its answer,',
    'and the other queries are answered. Errors without a status concern files, manifests and settings, at start and on the command line.',
    '',
    '| code | status | meaning |',
    '|---|---|---|',
    ...Object.entries(KIND_STATUSES).flatMap(([kind, status]) =>
      entries
        .filter(([, entry]) => entry.kind === kind)
        .map(([code, { meaning }]) => `| \`${code}\` | ${status} | ${meaning} |`),
    ),
    '',
  ].join('\n');
}

const READING_GROUP = 'How the list is read';

function renderCommandLine(): string {
  const program = createProgram({ write: () => undefined, writeError: () => undefined, helpWidth: 110 }, () =>
    Promise.resolve(),
  );
  const described = new Map<string, string>();
  const commands = COMMAND_TABLE.flatMap(({ name }) => {
    const command = program.commands.find((candidate) => candidate.name() === name);
    return command === undefined ? [] : [...commandSection(command, described), ''];
  });
  const reading = program.commands
    .flatMap(({ options }) => options)
    .filter(({ helpGroupHeading }) => helpGroupHeading?.startsWith(READING_GROUP));
  return [
    '# The command line',
    GENERATED,
    '',
    'Reports and answers go to standard output; problems, progress and logs go to standard error. A terminal shows colours unless `NO_COLOR` is set.',
    '`sameas help COMMAND` prints the help of a command, with the meaning of its exit codes.',
    '',
    '```text',
    printed(program),
    '```',
    '',
    ...commands,
    `## ${READING_GROUP}`,
    '',
    'Only for a list that sameas does not recognise as it should.',
    '',
    '| option | meaning |',
    '|---|---|',
    ...new Set(reading.map(({ flags, description }) => row(flags, description))),
    '',
  ].join('\n');
}

/** Usage, arguments, options of its own, names of its settings, examples; what an earlier command describes is only named. */
function commandSection(command: Command, described: Map<string, string>): readonly string[] {
  const help = command.createHelp();
  const options = help.visibleOptions(command).filter(({ long }) => long !== '--help');
  const settings = options.filter(({ helpGroupHeading }) => helpGroupHeading?.startsWith('Settings'));
  const own = options.filter((option) => !settings.includes(option) && !isReading(option));
  const known = own.filter(({ flags, description }) => described.get(flags) === description);
  for (const { flags, description } of own) if (!described.has(flags)) described.set(flags, description);
  const rows = [
    ...command.registeredArguments.map((argument) => row(argument.name(), help.argumentDescription(argument))),
    ...own
      .filter((option) => !known.includes(option))
      .map((option) => row(option.flags, help.optionDescription(option))),
  ];
  const others = [
    ...(known.length === 0 ? [] : [`${names(known)} as above.`]),
    ...(options.some(isReading) ? [`Options of [how the list is read](#how-the-list-is-read).`] : []),
    command.name() === 'serve'
      ? 'A flag for every [setting](settings.md).'
      : `[Settings](settings.md): ${names(settings)}.`,
  ];
  return [
    `## sameas ${command.name()}`,
    '',
    '| argument or option | meaning |',
    '|---|---|',
    ...rows,
    '',
    others.join(' '),
    '',
    '```text',
    printed(command)
      .slice(command.helpInformation().length)
      .replace(/\n+Exit codes:[^]*?(?=\n\n|$)/, '')
      .trim(),
    '```',
  ];
}

function isReading({ helpGroupHeading }: Option): boolean {
  return helpGroupHeading?.startsWith(READING_GROUP) === true;
}

function names(options: readonly Option[]): string {
  return options.map(({ long }) => `\`${long ?? ''}\``).join(', ');
}

function row(name: string, meaning: string): string {
  return `| \`${name}\` | ${meaning.replaceAll('|', '\\|')} |`;
}

/** The help of a command with its examples. */
function printed(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text.trimEnd();
}
