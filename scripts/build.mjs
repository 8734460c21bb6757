// Compiles src/ to dist/ and makes the executable runnable. Nothing is done when dist/ is newer than every source.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const executable = join(root, 'dist', 'main.js');

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const sources = ['src', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'].map((name) => join(root, name));
if (existsSync(executable) && statSync(executable).mtimeMs > Math.max(...sources.map(newest))) process.exit(0);

rmSync(join(root, 'dist'), { recursive: true, force: true });
try {
  execFileSync(
    process.execPath,
    [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', join(root, 'tsconfig.build.json')],
    { stdio: 'inherit', cwd: root },
  );
} catch {
  // The compiler has said what is wrong. What it wrote is not to be taken for a good build.
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  process.exit(1);
}
// What runs elsewhere, in the sealed interpreters and in the pages of others, is read as text, and not compiled.
const interpreters = ['sandbox', 'jython', 'clojure'].map((language) => join('projects', 'expressions', language));
for (const parent of [...interpreters, join('web', 'suggest-element'), join('web', 'page-scripts')]) {
  const folder = join(parent, 'inside');
  cpSync(join(root, 'src', folder), join(root, 'dist', folder), {
    recursive: true,
    filter: (path) => basename(path) !== 'tsconfig.json',
  });
}
// Lexicons and weights are read as text, too.
cpSync(join(root, 'src', 'text', 'lexicons'), join(root, 'dist', 'text', 'lexicons'), { recursive: true });
cpSync(
  join(root, 'src', 'reconciliation', 'evidence', 'weights.json'),
  join(root, 'dist', 'reconciliation', 'evidence', 'weights.json'),
);
// Of the interpreters' packages, which are large, these files are all that is needed, with their licences.
const copies = join(root, 'dist', 'projects', 'expressions', 'interpreters');
for (const path of ['skulpt/dist/skulpt.min.js', 'skulpt/dist/skulpt-stdlib.js', 'scittle/dist/scittle.js'])
  cpSync(join(root, 'node_modules', path), join(copies, basename(path)));
for (const name of ['skulpt', 'scittle'])
  cpSync(join(root, 'node_modules', name, 'LICENSE'), join(copies, `${name}-LICENSE`));
chmodSync(executable, 0o755);
