// `npm start`: builds, then serves with projects, which are kept in the folder sameas-data unless SAMEAS_DATA_DIR or --data-dir names another.
// What stands behind `npm start --` goes to `sameas serve`.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
// It takes a while on a slow computer, and says nothing itself.
if (process.stderr.isTTY) process.stderr.write('Building …\n');
const build = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--quick'], { stdio: 'inherit' });
if (build.status !== 0) process.exit(build.status ?? 1);

process.env.SAMEAS_DATA_DIR ||= join(root, 'sameas-data');
process.argv = [process.argv[0], join(root, 'dist', 'main.js'), 'serve', ...process.argv.slice(2)];
await import('../dist/main.js');
