import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './source-tree.js';

/** What is not of the repository: made by programs, or fetched. */
const NOT_OURS = ['.git', 'node_modules', 'dist', 'coverage', '.sameas-cache', 'sameas-data', 'package-lock.json'];

const TEXTS = textsBelow(ROOT);

const linesWith = (pattern: RegExp, except: RegExp = /^$/): readonly string[] =>
  TEXTS.filter((path) => !except.test(path)).flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1}: ${line.trim().slice(0, 120)}`] : [])),
  );

describe('the project speaks of itself alone', () => {
  it('names no folder of the machine it was written on', () => {
    expect(linesWith(/(?<![\w.])\/(?:home|root|Users|work|workspaces?)\/\w/)).toEqual([]);
  });

  it('names no host of a package registry', () => {
    expect(linesWith(/\bregistry\.[a-z]+[.:/]|\b[a-z]+\.(?:jfrog|artifactory)\b/i)).toEqual([]);
  });

  it('names no ticket, and nobody who works on it', () => {
    expect(linesWith(/\b(?:issue|ticket|session)s?\s+#?\d+\b/i, /^test\/architecture\//)).toEqual([]);
  });
});

describe('the repository', () => {
  it('ends every text file with a newline, and uses no carriage returns', () => {
    const odd = TEXTS.filter((path) => !/\.csv$|^test\/golden\//.test(path)).filter((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return text !== '' && (!text.endsWith('\n') || text.includes('\r\n'));
    });
    expect(odd).toEqual([]);
  });

  it('numbers its decisions from one on, each once, as their headings do', () => {
    const notes = readdirSync(join(ROOT, 'docs/decisions')).sort();
    expect(notes.map((name) => name.slice(0, 4))).toEqual(notes.map((_, i) => String(i + 1).padStart(4, '0')));
    expect(
      notes.filter(
        (name) => !readFileSync(join(ROOT, 'docs/decisions', name), 'utf8').startsWith(`# ${name.slice(0, 4)}: `),
      ),
    ).toEqual([]);
  });

  it('pins every package to one version', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Readonly<
      Record<string, Readonly<Record<string, string>>>
    >; // our own file
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
    );
    expect(loose).toEqual([]);
  });
});

/** Paths of the text files of the repository, from its root. */
function textsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.includes(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return textsBelow(path);
      const inRepository = relative(ROOT, path);
      return /\.(ts|mjs|js|json|md|yaml|yml|html|css|csv)$|^(Dockerfile|\.ci\/run)$/.test(inRepository)
        ? [inRepository]
        : [];
    });
}
