import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { SameasError } from '../../src/foundation/sameas-error.js';
import { readSettings, type SettingSources } from '../../src/settings/read-settings.js';
import { SETTING_DEFINITIONS, settingEntries } from '../../src/settings/setting-definitions.js';

const GOLDEN = fileURLToPath(new URL('golden/', import.meta.url));

let folder = '';
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'sameas-settings-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function read(sources: Partial<SettingSources>) {
  return readSettings({ flags: {}, env: {}, processors: 4, ...sources });
}

function faultOf(sources: Partial<SettingSources>): SameasError {
  try {
    read(sources);
  } catch (error) {
    if (error instanceof SameasError) return error;
    throw error;
  }
  throw new Error('the settings were accepted');
}

describe('defaults', () => {
  it('gives every setting of the table its default, and the threads from the processors', () => {
    const settings = read({});
    expect(Object.keys(settings).sort()).toEqual(Object.keys(SETTING_DEFINITIONS).sort());
    for (const [name, definition] of settingEntries())
      expect(settings[name]).toBe(
        definition.default === 'automatic' && definition.type === 'integer' ? 4 : definition.default,
      );
  });

  it('uses one thread for batches on a machine with one processor', () => {
    expect(read({ processors: 1 }).workers).toBe(1);
  });

  it('can be reached from this computer only', () => {
    expect(read({}).host).toBe('127.0.0.1');
  });
});

describe('precedence', () => {
  const configFile = () => file('precedence.yaml', 'port: 1001\nhost: file.example\nbatchSize: 7\n');

  it('is flag, environment, file, default', () => {
    const settings = read({
      flags: { port: '3003' },
      env: { SAMEAS_PORT: '2002', SAMEAS_HOST: 'env.example' },
      configFile: configFile(),
    });
    expect(settings).toMatchObject({ port: 3003, host: 'env.example', batchSize: 7, maxBatchQueries: 2000 });
  });

  it('takes a secret from the environment alone, and shows it nowhere', () => {
    expect(read({ env: { SAMEAS_SEARCH_CLUSTER_PASSWORD: 'secret-1' } }).searchClusterPassword).toBe('secret-1');
    const written = file('secret.yaml', 'port: 8080\nsearchClusterPassword: secret-1\n');
    expect(() => read({ configFile: written })).toThrow(
      /^(?!.*secret-1).*secret\.yaml:2:1: searchClusterPassword may not stand in a settings file\. Set SAMEAS_SEARCH_CLUSTER_PASSWORD\.$/s,
    );
  });

  it('takes an empty variable as not set', () => {
    expect(read({ env: { SAMEAS_PORT: '' }, configFile: configFile() }).port).toBe(1001);
  });

  it('complains of a faulty value even where another source overrules it', () => {
    expect(faultOf({ flags: { port: '3003' }, env: { SAMEAS_PORT: 'many' } }).message).toBe(
      'SAMEAS_PORT: "many" is not a whole number from 0 to 65535.',
    );
  });
});

describe('golden files: what was written, and what it means', () => {
  const names = readdirSync(GOLDEN).filter((name) => !name.endsWith('.expected.json'));

  it.each(names)('%s', (name) => {
    const expected = z
      .record(z.string(), z.unknown())
      .parse(JSON.parse(readFileSync(join(GOLDEN, `${name}.expected.json`), 'utf8')));
    const { faults } = expected;
    if (faults === undefined) {
      expect(read({ configFile: join(GOLDEN, name) })).toEqual({ ...read({}), ...expected });
    } else {
      const fault = faultOf({ configFile: join(GOLDEN, name) });
      expect(JSON.parse(JSON.stringify(fault.facts['faults']).replaceAll(GOLDEN, ''))).toEqual(faults);
      expect({ code: fault.code, faults }).toEqual({ code: expected['code'], faults });
    }
  });
});

describe('faults', () => {
  it('are all reported at once, from every source', () => {
    const fault = faultOf({
      flags: { baseUrl: 'example.org', logLevel: 'chatty' },
      env: { SAMEAS_PROT: '8000', SAMEAS_WORKERS: '-1', HOME: '/' },
      configFile: file('faults.yaml', 'maxBodyByte: 10\ncacheBytes: lots\n'),
    });
    expect(fault.code).toBe('setting-invalid');
    expect(fault.message.replaceAll(folder, '')).toBe(
      [
        '6 settings are wrong:',
        '  SAMEAS_PROT: there is no setting with this variable. Did you mean SAMEAS_PORT?',
        '  /faults.yaml:1:1: there is no setting "maxBodyByte". Did you mean maxBodyBytes?',
        '  --base-url: "example.org" is not an absolute URL with http or https, without ? and #.',
        '  SAMEAS_WORKERS: "-1" is not a whole number from 0 to 256 (threads), or the word automatic.',
        '  /faults.yaml:2:1: cacheBytes: "lots" is not a whole number from 0 to 68719476736 (bytes).',
        '  --log-level: "chatty" is not one of debug, info, warn, error, silent.',
      ].join('\n'),
    );
  });

  it('says when the file is missing or a folder', () => {
    expect(faultOf({ configFile: join(folder, 'none.yaml') })).toMatchObject({
      code: 'file-not-found',
      facts: { file: join(folder, 'none.yaml') },
    });
    expect(faultOf({ configFile: folder })).toMatchObject({ code: 'file-unreadable' });
  });
});

describe('values', () => {
  it.each([
    ['1024', 1024],
    ['64 KB', 65_536],
    ['16mb', 16_777_216],
    ['1 GiB', 1_073_741_824],
    ['2M', 2_097_152],
    ['4096 B', 4096],
  ])('reads the size %s', (text, bytes) => {
    expect(read({ flags: { maxBodyBytes: text } }).maxBodyBytes).toBe(bytes);
  });

  it.each(['', '10 TB', '1.5 MB', '-1', '1e6', '0x10', 'MB'])('refuses the size %j', (text) => {
    expect(faultOf({ flags: { maxBodyBytes: text } }).code).toBe('setting-invalid');
  });

  it.each([
    ['https://names.example.org', 'https://names.example.org/'],
    ['http://localhost:8000/places', 'http://localhost:8000/places/'],
    ['http://localhost:8000/places/', 'http://localhost:8000/places/'],
  ])('reads the address %s', (text, url) => {
    expect(read({ flags: { baseUrl: text } }).baseUrl).toBe(url);
  });

  it.each([
    'names.example.org',
    'ftp://example.org/',
    'https://example.org/?a=1',
    'https://example.org/#a',
    'javascript:alert(1)',
  ])('refuses the address %s', (text) => {
    expect(faultOf({ flags: { baseUrl: text } }).code).toBe('setting-invalid');
  });

  it('refuses an empty host', () => {
    expect(faultOf({ flags: { host: ' ' } }).message).toBe('--host: " " is not a text that is not empty.');
  });
});
