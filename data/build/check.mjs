// Builds the dataset anew from the pinned packages in a temporary folder and compares it, byte by byte, with the committed one.
//   node check.mjs       needs the network once, for `npm ci`; exits with 1 and says what differs when it does
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'world-places-'));
try {
  for (const file of readdirSync(here))
    if (/\.mjs$|^package(-lock)?\.json$/.test(file)) cpSync(join(here, file), join(folder, file));
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  execFileSync(process.execPath, ['build.mjs', '--out', join(folder, 'out')], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const differing = [
    ['world-places.jsonl.gz', join(here, '..')],
    ['report.json', here],
  ].filter(([file, committed]) => !readFileSync(join(folder, 'out', file)).equals(readFileSync(join(committed, file))));
  for (const [file] of differing)
    console.error(
      `${file}: the committed file is not what the build makes from the pinned packages. Run "npm ci && node build.mjs" in data/build and commit what changes.`,
    );
  if (differing.length === 0) console.log('The committed dataset is what the build makes, byte for byte.');
  process.exitCode = differing.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
