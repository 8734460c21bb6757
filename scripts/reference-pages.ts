import { createProgram, COMMAND_TABLE } from '../src/cli/run-command-line.js';
import { EXIT_CODES } from '../src/cli/exit-codes.js';
import { ERROR_CATALOGUE, type CatalogueEntry, type ErrorKind } from '../src/foundation/error-catalogue.js';
import { settingEntries, type SettingDefinition } from '../src/settings/setting-definitions.js';
import { environmentVariableOf, flagOf } from '../src/settings/setting-names.js';
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

function renderSettings(): string {
  const sections = settingEntries().map(([name, definition]) =>
    [
      `## ${name}`,
      '',
      definition.meaning,
      '',
      ...factsOf(definition),
      ...(definition.environmentOnly === true
        ? ['* No flag, and no key of a settings file']
        : [`* Flag: \`${flagOf(name)}\``]),
      `* Environment: \`${environmentVariableOf(name)}\``,
      ...(definition.byDataset === true ? ['* May be set for each of several datasets'] : []),
      '',
    ].join('\n'),
  );
  return [
    '# Settings',
    GENERATED,
    '',
    'No setting needs to be set. Each can come from three places; a flag goes before an environment variable, that before the',
    'settings file, and that before the default. An environment variable that is set to nothing counts as not set.',
    '',
    'The settings file is named with `--config FILE`. It is YAML or JSON with the names below as keys:',
    '',
    '```yaml',
    'port: 8080',
    'baseUrl: https://names.example.org/',
    'trustProxy: 1',
    'maxBodyBytes: 32 MB',
    '```',
    '',
    'Below the key `datasets` it may name several datasets, each with settings of its own ([operating.md](operating.md#datasets-in-a-settings-file)).',
    '',
    'When anything is wrong, the program says all of it at once (for a settings file with line and column) and ends with exit code 2.',
    'A name that does not exist is wrong too, so a slip of the pen is never ignored.',
    '',
    ...sections,
  ].join('\n');
}

function factsOf(definition: SettingDefinition): readonly string[] {
  const fallback = definition.default === '' ? 'empty' : `\`${definition.default}\``;
  switch (definition.type) {
    case 'integer':
      return [`* Whole number from ${definition.min} to ${definition.max}${unitOf(definition)}; default ${fallback}`];
    case 'bytes':
      return [`* Size from ${definition.min} to ${definition.max}${unitOf(definition)}; default ${fallback}`];
    case 'duration':
      return ['* Time such as `30s`, `10m`, `12h` or `1d`, or `off`; default `off`'];
    case 'choice':
      return [`* One of ${definition.choices.map((choice) => `\`${choice}\``).join(', ')}; default ${fallback}`];
    case 'url':
      return [`* Absolute URL with http or https; default ${fallback}`];
    case 'text':
      return [`* Text; default ${fallback}`];
  }
}

function unitOf(definition: { readonly unit?: string }): string {
  return definition.unit === undefined ? '' : ` ${definition.unit}`;
}

/** How the page speaks of a kind; the HTTP status itself is decided in web/. */
const KIND_HEADINGS: Readonly<Record<ErrorKind, string>> = {
  'bad-request': 'The request is wrong (400)',
  'unknown-thing': 'Not found (404)',
  'no-credentials': 'A key is needed (401)',
  forbidden: 'Not allowed (403)',
  'wrong-method': 'Wrong method (405)',
  outdated: 'Changed in the meantime (412)',
  'too-slow': 'Too slow (408)',
  'not-acceptable': 'Not to be had in this form (406)',
  'too-large': 'Too large (413)',
  'unsupported-media': 'Body of an unknown kind (415)',
  'no-space': 'The disk is full (507)',
  'too-many-requests': 'Too many requests (429)',
  overloaded: 'Not now (503)',
  internal: 'Fault of the service (500)',
  'bad-data': 'Files, manifests and settings (at start and on the command line)',
};

function renderErrors(): string {
  const entries: readonly (readonly [string, CatalogueEntry])[] = Object.entries(ERROR_CATALOGUE);
  const sections = Object.entries(KIND_HEADINGS).flatMap(([kind, heading]) => {
    const rows = entries
      .filter(([, entry]) => entry.kind === kind)
      .map(([code, entry]) => `| \`${code}\` | ${entry.meaning} |`);
    return rows.length === 0 ? [] : [`## ${heading}`, '', '| code | meaning |', '|---|---|', ...rows, ''];
  });
  return [
    '# Errors',
    GENERATED,
    '',
    'Every error has a code that never changes, a message that says what happened and where, and mostly a sentence on how to mend',
    'it. Programs should look at the code and at the HTTP status, never at the message. An error is never an empty result: where one',
    'query of a batch is faulty, its own answer says so, and the others are answered.',
    '',
    ...sections,
  ].join('\n');
}

function renderCommandLine(): string {
  const commands = COMMAND_TABLE.flatMap(({ name }) => [`## sameas ${name}`, '', '```text', helpOf(name), '```', '']);
  return [
    '# The command line',
    GENERATED,
    '',
    'Reports and answers go to standard output, complaints and logs to standard error. Colours are used on a terminal only, and not at',
    'all when `NO_COLOR` is set. How far a long piece of work is stands in the last line of a terminal; elsewhere a line is added every ten seconds.',
    '',
    '```text',
    helpOf(undefined),
    '```',
    '',
    ...commands,
    '## Exit codes',
    '',
    '| code | meaning |',
    '|---|---|',
    ...Object.values(EXIT_CODES).map(({ code, meaning }) => `| ${code} | ${meaning} |`),
    '',
  ].join('\n');
}

function helpOf(commandName: string | undefined): string {
  let text = '';
  const program = createProgram({ write: (part) => (text += part), writeError: () => undefined, helpWidth: 110 }, () =>
    Promise.resolve(),
  );
  const command =
    commandName === undefined ? program : program.commands.find((candidate) => candidate.name() === commandName);
  command?.outputHelp();
  return text.trimEnd();
}
