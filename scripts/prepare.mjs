// Runs when npm installs or packs this folder: without a build the package would have no program. In a clean clone the packages that build it are installed first; where that
// is not possible, what is built already stays, and what is missing is said where nothing is.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const isThere = (...path) => existsSync(join(root, ...path));
const isBuilt = isThere('dist', 'main.js');
const { npm_execpath: npm } = process.env;

if (!isThere('node_modules', 'typescript') && !isBuilt && isThere('package-lock.json') && npm !== undefined) {
  // Without the settings of the installation that is under way: they say to install elsewhere.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_config_(?:global|prefix|local_prefix|omit|include|location)$/i.test(name),
    ),
  );
  spawnSync(
    process.execPath,
    [npm, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev'],
    { cwd: root, env, stdio: 'inherit' },
  );
}
if (isThere('node_modules', 'typescript') && isThere('src')) await import('./build.mjs');
else if (!isBuilt) {
  console.error(
    'sameas: the program is not built, and the packages that build it are missing. Run "npm ci" in this folder first.',
  );
  process.exit(1);
}
