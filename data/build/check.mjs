// Builds the dataset anew from the pinned packages in a temporary folder and compares it with the committed one.
//   node check.mjs       needs the network once, for `npm ci`; exits with 1 and says what differs when something does
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const DATASET = 'world-places.jsonl.gz';

/** Makes the dataset in `folder`/out, with packages of its own. */
function buildIn(folder) {
  for (const file of readdirSync(here))
    if (/\.mjs$|^package(-lock)?\.json$/.test(file)) cpSync(join(here, file), join(folder, file));
  const quiet = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] };
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], quiet);
  execFileSync(process.execPath, ['build.mjs', '--out', join(folder, 'out')], quiet);
  return { packed: readFileSync(join(folder, 'out', DATASET)), report: readReport(join(folder, 'out')) };
}

function readReport(folder) {
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
}

/** What differs, in sentences; empty when nothing does. */
function compare(committed, built) {
  const faults = [];
  const lines = [committed, built].map(({ packed }) => gunzipSync(packed).toString('utf8').split('\n'));
  const first = lines[0].findIndex((line, i) => line !== lines[1][i]);
  if (first >= 0 || lines[0].length !== lines[1].length) {
    const at = first >= 0 ? first : lines[0].length;
    faults.push(
      `${DATASET} differs from line ${at + 1} on.\n  committed: ${lines[0][at]?.slice(0, 200)}\n  built:     ${lines[1][at]?.slice(0, 200)}`,
    );
  }
  // How well the text packs depends on the zlib of the machine; everything else in the report does not.
  const [stated, found] = [committed, built].map(({ report }) => JSON.stringify({ ...report, bytes: 0, sha256: '' }));
  if (stated !== found) faults.push('report.json does not say what the build says.');
  return faults;
}

const folder = mkdtempSync(join(tmpdir(), 'world-places-'));
try {
  const committed = { packed: readFileSync(join(here, '..', DATASET)), report: readReport(here) };
  const built = buildIn(folder);
  const faults = compare(committed, built);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) console.error('Run "npm ci && node build.mjs" in data/build and commit what changes.');
  else if (committed.packed.equals(built.packed))
    console.log('The committed dataset is what the build makes, byte for byte.');
  else console.log('The committed dataset holds what the build makes; this machine packs it into other bytes.');
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
