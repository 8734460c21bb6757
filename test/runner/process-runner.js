import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CallbackTestRunner } from 'jest-runner';
import { Worker } from 'jest-worker';
import { GROUPS, names } from '../sizes/suites.js';

/*
 * Runs test files in plain Node processes instead of a virtual machine context for each file: the modules of src/ and of packages are loaded
 * once a process, not once a file, and built-in objects cost what they cost in the product. Three times as fast. What it asks of tests: a module
 * that keeps state shares it with the other test files of its process. Nothing in src/ happens on import, so hardly any does.
 *
 * Suites that take long are begun first, by durations.json, so that none is left at the end with one processor idle; suites of a group of suites.js
 * run one after the other in the same process.
 */
export default class ProcessRunner extends CallbackTestRunner {
  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const { maxWorkers, workerIdleMemoryLimit, testNamePattern, expand } = this._globalConfig;
    const units = unitsOf(tests);
    const workers = new Worker(fileURLToPath(new URL('run-test-file.js', import.meta.url)), {
      exposedMethods: ['runTestFile', 'endShared'],
      numWorkers: maxWorkers,
      computeWorkerKey: (_method, path) => (path === undefined ? null : groupOf(fromRoot(path))),
      maxRetries: 3,
      forkOptions: {
        stdio: 'pipe',
        serialization: 'advanced',
        execArgv: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
      },
      ...(workerIdleMemoryLimit === undefined ? {} : { idleMemoryLimit: workerIdleMemoryLimit }),
    });
    workers.getStdout().pipe(process.stdout, { end: false });
    workers.getStderr().pipe(process.stderr, { end: false });
    const runOne = async (test) => {
      await onStart(test);
      try {
        await onResult(test, await workers.runTestFile(test.path, test.context.config, { testNamePattern, expand }));
      } catch (error) {
        await onFailure(test, error);
      }
    };
    let next = 0;
    const runSome = async () => {
      for (let unit = units[next++]; unit !== undefined; unit = units[next++])
        for (const test of unit) if (!watcher.isInterrupted()) await runOne(test);
    };
    await Promise.all(Array.from({ length: Math.min(maxWorkers, units.length) }, runSome));
    // One call for each process; of itself a process has half a second to end.
    await Promise.all(Array.from({ length: maxWorkers }, () => workers.endShared()));
    await workers.end();
  }
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Seconds of the suites that take at least one, by their path from the root. */
const DURATIONS = JSON.parse(readFileSync(new URL('durations.json', import.meta.url), 'utf8'));

const fromRoot = (path) => relative(ROOT, path).split(sep).join('/');
const groupOf = (path) => GROUPS.find(({ suites }) => names(suites, path))?.shares ?? null;

/** Suites that one process runs one after the other, the longest unit first. */
function unitsOf(tests) {
  const units = new Map();
  for (const test of tests) {
    const path = fromRoot(test.path);
    const name = groupOf(path) ?? path;
    const unit = units.get(name) ?? { seconds: 0, tests: [] };
    unit.seconds += DURATIONS[path] ?? 0;
    unit.tests.push(test);
    units.set(name, unit);
  }
  return [...units.values()].sort((one, other) => other.seconds - one.seconds).map((unit) => unit.tests);
}
