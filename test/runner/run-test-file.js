import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { createEmptyTestResult } from '@jest/test-result';
import { addEventHandler, getState, resetState, run } from 'jest-circus';
import { formatExecError, formatResultsErrors } from 'jest-message-util';
import { register as registerTypeScript } from 'tsx/esm/api';
import { expect } from './jest-globals.js';

/* The body of a process that runs test files, one after the other: see process-runner.js. */

// In this order: the hook registered last is asked first.
registerTypeScript();
register('./resolve-jest-globals.js', import.meta.url);

const SETTINGS_OF_A_FILE = ['TEST_TIMEOUT_SYMBOL', 'RETRY_TIMES', 'LOG_ERRORS_BEFORE_RETRY', 'RETRY_IMMEDIATELY'].map(
  (name) => Symbol.for(name),
);

addEventHandler((event, state) => {
  if (event.name === 'test_start') expect.setState({ currentTestName: nameOf(event.test), suppressedErrors: [] });
  if (event.name === 'test_done') event.test.errors.push(...expect.getState().suppressedErrors);
  if (event.name === 'error') state.unhandledErrors.push(event.error);
});
process.on('uncaughtException', (error) => getState().unhandledErrors.push(error));
process.on('unhandledRejection', (error) => getState().unhandledErrors.push(error));

let files = 0;

/** What suites share, and how it ends: see test/support/kept-for-all-suites.ts. */
const ENDINGS = (globalThis[Symbol.for('endings of what suites share')] = []);

/** Ends what suites share; called when no more files come. */
export async function endShared() {
  await Promise.all(ENDINGS.splice(0).map((end) => end()));
}

/** Runs one test file and gives what Jest makes its report of. Rejects when the file cannot be loaded. */
export async function runTestFile(path, config, { testNamePattern, expand }) {
  const start = Date.now();
  resetState();
  for (const setting of SETTINGS_OF_A_FILE) delete globalThis[setting];
  expect.setState({
    testPath: path,
    expand,
    assertionCalls: 0,
    expectedAssertionsNumber: null,
    isExpectingAssertions: false,
  });
  files += 1;
  for (const setup of config.setupFilesAfterEnv) await import(`${pathToFileURL(setup).href}?run=${files}`);
  await import(`${pathToFileURL(path).href}?run=${files}`);
  const state = getState();
  state.testTimeout = globalThis[SETTINGS_OF_A_FILE[0]] ?? config.testTimeout;
  state.testNamePattern = testNamePattern ? new RegExp(testNamePattern, 'i') : null;
  const { testResults, unhandledErrors, unhandledErrorsDetailed } = await run();
  return resultOf(path, config, start, testResults.map(assertionOf), { unhandledErrors, unhandledErrorsDetailed });
}

function resultOf(path, config, start, testResults, { unhandledErrors, unhandledErrorsDetailed }) {
  const count = (status) => testResults.filter((result) => result.status === status).length;
  const end = Date.now();
  const failures = [
    formatResultsErrors(testResults, config, {}, path) ?? '',
    ...unhandledErrorsDetailed.map((error) => formatExecError(error, config, {}, path)),
  ];
  const failureMessage = failures.filter((text) => text !== '').join('\n\n');
  return {
    ...createEmptyTestResult(),
    failureMessage: failureMessage === '' ? null : failureMessage,
    numFailingTests: count('failed'),
    numPassingTests: count('passed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    perfStats: { start, end, runtime: end - start, slow: (end - start) / 1000 > config.slowTestThreshold },
    testExecError: unhandledErrors.length === 0 ? undefined : { message: '', stack: unhandledErrors.join('\n') },
    testFilePath: path,
    testResults,
  };
}

function assertionOf({
  testPath,
  status,
  errors,
  errorsDetailed,
  duration,
  invocations,
  retryReasons,
  numPassingAsserts,
}) {
  const titles = testPath.slice(1);
  return {
    ancestorTitles: titles.slice(0, -1),
    title: titles.at(-1),
    fullName: titles.join(' '),
    status: status === 'skip' ? 'pending' : status === 'todo' ? 'todo' : errors.length > 0 ? 'failed' : 'passed',
    duration,
    failureDetails: errorsDetailed,
    failureMessages: errors,
    invocations,
    location: null,
    numPassingAsserts,
    retryReasons,
  };
}

function nameOf(test) {
  const names = [];
  for (let block = test; block?.parent != null; block = block.parent) names.unshift(block.name);
  return names.join(' ');
}
