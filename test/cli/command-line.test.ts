import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { COMMAND_TABLE } from '../../src/cli/run-command-line.js';
import { EXIT_CODES } from '../../src/cli/command-definition.js';
import { settingEntries } from '../../src/settings/setting-definitions.js';
import { environmentVariableOf, flagOf } from '../../src/settings/parse-setting.js';
import { ROOT } from '../architecture/source-tree.js';
import { runInProcess } from './run-in-process.js';
import { runSameas } from './run-sameas.js';

// The machine may be busy with other tests.
jest.setTimeout(60_000);

describe('help', () => {
  it.each([['--help'], ['-h'], ['help']])('sameas %s lists commands, examples and exit codes', async (argument) => {
    const { code, stdout, stderr } = await runInProcess([argument]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const { name, summary } of COMMAND_TABLE) {
      expect(stdout).toContain(`  ${name}`);
      expect(stdout).toContain(summary);
    }
    expect(stdout).toContain('Examples:');
    for (const { meaning } of Object.values(EXIT_CODES)) expect(stdout).toContain(meaning);
  });

  it.each(COMMAND_TABLE.map(({ name }) => name))(
    'sameas %s --help explains it with examples and exit codes',
    async (name) => {
      const [long, viaHelp] = [await runInProcess([name, '--help']), await runInProcess(['help', name])];
      expect(long.code).toBe(0);
      expect(long.stdout).toContain(`Usage: sameas ${name}`);
      expect(long.stdout).toContain(`Examples:\n  sameas ${name}`);
      expect(long.stdout).toContain('Exit codes:');
      expect(viaHelp.stdout).toBe(long.stdout);
    },
  );

  it('of serve names every setting', async () => {
    const { stdout } = await runInProcess(['serve', '--help']);
    for (const [name, { environmentOnly }] of settingEntries()) {
      if (environmentOnly === true)
        expect([stdout.includes(`${flagOf(name)} `), stdout.includes(environmentVariableOf(name))]).toEqual([
          false,
          true,
        ]);
      else expect(stdout).toContain(`${flagOf(name)} <`);
    }
  });

  it('has no colours when it goes into a file', async () => {
    expect((await runSameas(['--help']).finished).stdout).not.toContain('\u001b[');
  });
});

describe('version', () => {
  it('is that of the package', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string }; // our own file
    expect(await runSameas(['--version']).finished).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('usage errors', () => {
  it.each([
    { args: [], says: 'Usage: sameas' },
    { args: ['sevre'], says: 'Did you mean serve?' },
    { args: ['help', 'sevre'], says: "unknown command 'sevre'" },
    { args: ['serve', '--prot', '8080'], says: 'Did you mean --port?' },
    { args: ['check'], says: "missing required argument 'file'" },
    { args: ['serve', '--port'], says: 'argument missing' },
  ])('sameas $args exit with 2 and say: $says', async ({ args, says }) => {
    const { code, stdout, stderr } = await runInProcess(args);
    expect({ code, stdout }).toEqual({ code: EXIT_CODES.usage.code, stdout: '' });
    expect(stderr).toContain(says);
  });

  it('names every faulty setting before anything is loaded', async () => {
    const { code, stdout, stderr } = await runInProcess(['serve', '--port', 'http', '--log-level', 'loud'], {
      env: { SAMEAS_WORKERS: 'two' },
    });
    expect({ code, stdout }).toEqual({ code: EXIT_CODES.usage.code, stdout: '' });
    for (const setting of ['--port', '--log-level', 'SAMEAS_WORKERS']) expect(stderr).toContain(`  ${setting}: `);
    expect(stderr).toContain('docs/settings.md');
    expect(stderr).toContain('(setting-invalid)');
  });
});

describe('a reader that stops reading', () => {
  it('is no error', async () => {
    const { stderr } = await runSameas(['serve', '--help'], { closeOutputEarly: true }).finished;
    expect(stderr).toBe('');
  });
});
