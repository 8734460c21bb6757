import { readFileSync, writeFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/* Writes how long suites took into durations.json, from reports that Jest wrote with --json. Suites that are not in a report keep what they have. */

const file = new URL('durations.json', import.meta.url);
const root = fileURLToPath(new URL('../../', import.meta.url));
const durations = JSON.parse(readFileSync(file, 'utf8'));
for (const report of process.argv.slice(2)) {
  for (const { name, startTime, endTime } of JSON.parse(readFileSync(report, 'utf8')).testResults) {
    const path = relative(root, name).split(sep).join('/');
    const seconds = Math.round((endTime - startTime) / 1_000);
    if (seconds > 0) durations[path] = seconds;
    else delete durations[path];
  }
}
const sorted = Object.fromEntries(Object.entries(durations).sort(([one], [other]) => (one < other ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(sorted, undefined, 2)}\n`);
