import { createApiKey, type ApiKey, isRole, ROLES } from '../access/api-key.js';
import { SameasError } from '../foundation/sameas-error.js';
import { type CommandContext, type CommandDefinition, EXIT_CODES } from './command-definition.js';
import { textOption, type GivenOptions } from './given-options.js';
import { declareSettings, settingsOf } from './setting-options.js';

/** `sameas keys`: makes, lists and removes the keys of a service. A key is shown once, when it is made. */
export const KEYS_COMMAND: CommandDefinition = {
  name: 'keys',
  summary: 'create, list and remove the API keys of a service',

  declare: (command) => {
    command.argument('<action>', 'add, list or remove');
    command.argument('[name]', 'name of the key, such as the person or program that uses it');
    command.option(
      '--role <role>',
      'what the key allows: ask (queries), judge (also match and judge tables), administer (also change datasets and projects)',
      'ask',
    );
    command.option(
      '--dataset <path>',
      'dataset of the key, by its path, such as authors for authors.csv; may be given several times (default: all)',
      (value: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), value],
    );
    declareSettings(command, ['keysFile']);
    command.addHelpText(
      'after',
      `
Examples:
  sameas keys add openrefine --keys-file keys.json     a key for queries to all datasets
  sameas keys add anna --role judge --dataset authors --keys-file keys.json
                                            a key to judge tables of one dataset with
  sameas keys list --keys-file keys.json    names, roles and datasets
  sameas keys remove anna --keys-file keys.json

The key is printed once and cannot be shown again: the file holds a hash of it. A running service reads the file at its next reload (HUP).
Exit codes: ${EXIT_CODES.success.code} done, ${EXIT_CODES.data.code} the file cannot be used, or has such a key already or has none, ${EXIT_CODES.usage.code} wrong command line.
`,
    );
  },

  run: async ([action = '', name = ''], options, context) => {
    const { keysFile } = settingsOf(options, context);
    if (keysFile === '')
      throw new SameasError('setting-invalid', 'It was not said which file holds the keys.', {
        advice: 'Name it with --keys-file keys.json.',
      });
    switch (action) {
      case 'add':
        await add(keysFile, named(name), options, context);
        break;
      case 'list':
        await list(keysFile, context);
        break;
      case 'remove':
        await remove(keysFile, named(name), context);
        break;
      default:
        throw new SameasError('setting-invalid', `"${action}" cannot be done with keys.`, {
          advice: 'Use add, list or remove.',
        });
    }
    return 'success';
  },
};

/** Letters of any script, digits, and signs in names of people and programs: a name is one field of a log line. */
function named(name: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,79}$/u.test(name)) return name;
  throw new SameasError(
    'setting-invalid',
    name === '' ? 'The key needs a name.' : `${JSON.stringify(name.slice(0, 100))} is no name for a key.`,
    { advice: 'Use up to 80 letters, digits, spaces, and . _ @ -, such as: sameas keys add anna' },
  );
}

async function add(
  path: string,
  name: string,
  options: GivenOptions,
  { write, writeError }: CommandContext,
): Promise<void> {
  const role = textOption(options, 'role') ?? 'ask';
  if (!isRole(role))
    throw new SameasError('setting-invalid', `--role: "${role}" is no role.`, {
      advice: `Use one of ${ROLES.join(', ')}.`,
    });
  const { changeKeyFile } = await import('../access/key-file.js');
  const given: unknown = options['dataset'];
  const datasets = Array.isArray(given) ? given.filter((one) => typeof one === 'string') : 'all';
  const { text, kept } = createApiKey({ name, role, datasets });
  await changeKeyFile(path, (known) => {
    if (known.some((key) => key.name === name))
      throw new SameasError('keys-file-invalid', `There is a key "${name}" already in ${path}.`, {
        advice: 'Choose another name, or remove that key first.',
        facts: { file: path },
      });
    return [...known, kept];
  });
  writeError(`The key "${name}" (${inWords(kept)}) was added to ${path}. Keep it now: it cannot be shown again.\n`);
  write(`${text}\n`);
}

async function list(path: string, { write }: CommandContext): Promise<void> {
  const { readKeyFile } = await import('../access/key-file.js');
  const keys = readKeyFile(path);
  write(
    keys.length === 0
      ? `There is no key in ${path}.\n`
      : keys.map((key) => `${key.name}: ${inWords(key)}, made ${key.created}\n`).join(''),
  );
}

async function remove(path: string, name: string, { write }: CommandContext): Promise<void> {
  const { changeKeyFile, readKeyFile } = await import('../access/key-file.js');
  readKeyFile(path); // throws without a file
  await changeKeyFile(path, (keys) => {
    const rest = keys.filter((key) => key.name !== name);
    if (rest.length === keys.length)
      throw new SameasError('keys-file-invalid', `There is no key "${name}" in ${path}.`, {
        advice: '`sameas keys list` shows their names.',
        facts: { file: path },
      });
    return rest;
  });
  write(`The key "${name}" was removed from ${path}. A running service takes it until its next reload.\n`);
}

function inWords({ role, datasets }: ApiKey): string {
  return `${role}, ${datasets === 'all' ? 'all datasets' : datasets.join(', ')}`;
}
