import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { REFERENCE_PAGES } from '../../scripts/reference-pages.js';
import { COMMAND_TABLE } from '../../src/cli/run-command-line.js';
import { ERROR_CATALOGUE } from '../../src/foundation/error-catalogue.js';
import { readSettings } from '../../src/settings/read-settings.js';
import { SETTING_DEFINITIONS, settingEntries } from '../../src/settings/setting-definitions.js';
import { flagOf } from '../../src/settings/parse-setting.js';
import { filesBelow, readModules, ROOT } from '../architecture/source-tree.js';
import { fencedBlocks } from './markdown-blocks.js';

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...filesBelow(join(ROOT, 'docs')).map((file) => relative(ROOT, file)),
].filter((page) => page.endsWith('.md'));

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('pages made from tables', () => {
  it.each(REFERENCE_PAGES)(
    '$path is what its table says (npx tsx scripts/generate-docs.ts writes it)',
    ({ path, render }) => {
      expect(read(path)).toBe(render());
    },
  );

  it('leave out nothing of the tables', () => {
    expect(headings('docs/settings.md', /^\| `(\w+)`/gm)).toEqual(Object.keys(SETTING_DEFINITIONS));
    expect([...headings('docs/errors.md', /^\| `([a-z-]+)` \|/gm)].sort()).toEqual(Object.keys(ERROR_CATALOGUE).sort());
    expect(headings('docs/command-line.md', /^## sameas (\w+)$/gm)).toEqual(COMMAND_TABLE.map(({ name }) => name));
  });
});

describe('the settings file in docs/settings.md', () => {
  it('can be used as it stands', () => {
    const [example] = fencedBlocks(read('docs/settings.md'));
    const folder = mkdtempSync(join(tmpdir(), 'sameas-documentation-'));
    try {
      const configFile = join(folder, 'settings.yaml');
      writeFileSync(configFile, example?.text ?? '');
      expect(readSettings({ flags: {}, env: {}, processors: 2, configFile })).toMatchObject({
        port: 8080,
        maxBodyBytes: 32 * 1024 ** 2,
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('links', () => {
  it.each(PAGES)('of %s lead to files and headings that exist', (page) => {
    const broken = linksOf(read(page)).filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('lead to every page of docs/ from another page', () => {
    const linked = new Set(
      PAGES.flatMap((page) => linksOf(read(page)).map((link) => join(dirname(page), link.split('#')[0] ?? ''))),
    );
    expect(PAGES.filter((page) => page.startsWith('docs/') && !linked.has(page))).toEqual([]);
  });
});

describe('files named in prose', () => {
  it.each(PAGES.filter((page) => page !== 'CHANGELOG.md' && !page.startsWith('docs/decisions/')))(
    '%s names only files and folders that exist',
    (page) => {
      expect([...pathsIn(page)].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    },
  );

  it('are, in docs/architecture.md, all modules of src/, by themselves or by their folders', () => {
    const mentioned = pathsIn('docs/architecture.md');
    const missing = readModules('src')
      .map(({ path }) => `src/${path}`)
      .filter((path) => !mentioned.has(path) && !mentioned.has(dirname(path)));
    expect(missing).toEqual([]);
  });
});

describe('settings and commands named in prose', () => {
  it.each(PAGES)('%s names only flags that exist', (page) => {
    const known = new Set([
      ...(read('docs/command-line.md').match(/--[a-z][a-z-]+/g) ?? []),
      ...settingEntries().map(([name]) => flagOf(name)),
    ]);
    const lines = read(page)
      .split('\n')
      .filter((line) => /\bsameas\b/.test(line));
    const named = lines.flatMap((line) =>
      [...line.matchAll(/\bsameas\b[^`]*?(--[a-z][a-z-]+)/g)].map(([, flag = '']) => flag),
    );
    expect(named.filter((flag) => !known.has(flag))).toEqual([]);
  });
});

/** Paths of this repository that a page names, without a slash at their ends. */
function pathsIn(page: string): ReadonlySet<string> {
  return new Set(
    [...read(page).matchAll(/`((?:src|test|data|bench|docs|scripts|examples|python)\/[\w./-]*)`/g)].map(
      ([, path = '']) => path.replace(/\/$/, ''),
    ),
  );
}

function headings(page: string, pattern: RegExp): readonly string[] {
  return [...read(page).matchAll(pattern)].map(([, name = '']) => name);
}

/** Targets of links and pictures, without those to other sites. */
function linksOf(markdown: string): readonly string[] {
  const prose = markdown.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchors that headings get on the usual sites. */
function anchorsOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );
}
