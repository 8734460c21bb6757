// Runs when npm installs or packs this folder: without a build the package would have no program. An installation without the packages for development keeps
// what is built already, and says what is missing where nothing is.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const canBuild = existsSync(join(root, 'node_modules', 'typescript')) && existsSync(join(root, 'src'));
if (canBuild) await import('./build.mjs');
else if (!existsSync(join(root, 'dist', 'main.js'))) {
  console.error('sameas: the program is not built, and the packages that build it are missing. Run "npm ci" in this folder first.');
  process.exit(1);
}
