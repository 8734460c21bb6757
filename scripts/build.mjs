// Compiles src/ to dist/ and makes the executable runnable. Nothing is done when dist/ is newer than every source.
// With `--quick` types are neither checked nor declared: esbuild takes a second where the compiler takes twenty.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { buildOfflinePage } from './offline-page.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const isQuick = process.argv.includes('--quick');
const executable = join(root, 'dist', 'main.js');
/** Written by the compiler alone: a quick build is not taken for a whole one. */
const declarations = join(root, 'dist', 'main.d.ts');

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const sources = [
  'src',
  'data/lexicons',
  'data/messages',
  'scripts/build.mjs',
  'scripts/offline-page.mjs',
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
].map((name) => join(root, name));
const built = isQuick ? executable : declarations;
if (existsSync(built) && statSync(built).mtimeMs > Math.max(...sources.map(newest))) process.exit(0);

function compile() {
  execFileSync(
    process.execPath,
    [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', join(root, 'tsconfig.build.json')],
    { stdio: 'inherit', cwd: root },
  );
}

/** Takes the types out of every file, one by one. */
function transpile() {
  const isInside = /(?:^|[\\/])inside[\\/]/;
  buildSync({
    absWorkingDir: root,
    entryPoints: readdirSync(join(root, 'src'), { recursive: true })
      .filter((name) => name.endsWith('.ts') && !isInside.test(name))
      .map((name) => join('src', name)),
    outbase: 'src',
    outdir: 'dist',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
}

rmSync(join(root, 'dist'), { recursive: true, force: true });
try {
  if (isQuick) transpile();
  else compile();
} catch {
  // The compiler has said what is wrong. What it wrote is not to be taken for a good build.
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  process.exit(1);
}
// What runs in the sealed interpreters is read as text, and not compiled.
const interpreters = ['sandbox', 'jython', 'clojure'].map((language) => join('projects', 'expressions', language));
for (const parent of interpreters) {
  const folder = join(parent, 'inside');
  cpSync(join(root, 'src', folder), join(root, 'dist', folder), {
    recursive: true,
    filter: (path) => basename(path) !== 'tsconfig.json',
  });
}
const assets = { absWorkingDir: root, outdir: join('dist', 'web', 'assets'), logLevel: 'error', minify: true };
const styles = ['*.css', '*.svg'].map((names) => join('src', 'web', 'assets', names));
buildSync({ ...assets, entryPoints: styles, loader: { '.svg': 'copy' } });
// Each script of a page is one file, which others may read and copy.
const scripts = ['page-scripts/inside/pages.js', 'suggest-element/inside/sameas-suggest.js'];
buildSync({
  ...assets,
  entryPoints: scripts.map((path) => join('src', 'web', path)),
  entryNames: '[name]',
  bundle: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  banner: { js: '/* A part of sameas, under the MIT licence. */' },
});
// Weights are read as text, too.
cpSync(join(root, 'src', 'scoring', 'weights.json'), join(root, 'dist', 'scoring', 'weights.json'));
// Of the interpreters' packages, which are large, these files are all that is needed, with their licences.
const copies = join(root, 'dist', 'projects', 'expressions', 'interpreters');
for (const path of ['skulpt/dist/skulpt.min.js', 'skulpt/dist/skulpt-stdlib.js', 'scittle/dist/scittle.js'])
  cpSync(join(root, 'node_modules', path), join(copies, basename(path)));
for (const name of ['skulpt', 'scittle'])
  cpSync(join(root, 'node_modules', name, 'LICENSE'), join(copies, `${name}-LICENSE`));
chmodSync(executable, 0o755);
await buildOfflinePage(root);
