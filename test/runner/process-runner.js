import { fileURLToPath } from 'node:url';
import { CallbackTestRunner } from 'jest-runner';
import { Worker } from 'jest-worker';

/*
 * Runs test files in plain Node processes instead of a virtual machine context for each file: the modules of src/ and of packages are loaded
 * once a process, not once a file, and built-in objects cost what they cost in the product. Three times as fast. What it asks of tests: a module
 * that keeps state shares it with the other test files of its process. Nothing in src/ happens on import, so hardly any does.
 */
export default class ProcessRunner extends CallbackTestRunner {
  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const { maxWorkers, workerIdleMemoryLimit, testNamePattern, expand } = this._globalConfig;
    const workers = new Worker(fileURLToPath(new URL('run-test-file.js', import.meta.url)), {
      exposedMethods: ['runTestFile'],
      numWorkers: maxWorkers,
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
    let next = 0;
    const runSome = async () => {
      for (let test = tests[next++]; test !== undefined && !watcher.isInterrupted(); test = tests[next++]) {
        await onStart(test);
        try {
          await onResult(test, await workers.runTestFile(test.path, test.context.config, { testNamePattern, expand }));
        } catch (error) {
          await onFailure(test, error);
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(maxWorkers, tests.length) }, runSome));
    await workers.end();
  }
}
