import { expect, jest } from '@jest/globals';

/*
 * Suites that a race of a program of others fails now and then, each with the reason: a test of theirs that fails is tried once more at once, and
 * the first failure is printed. `.ci/run` names every test that was tried again, and their number. No other suite is tried again.
 */
const TRIED_AGAIN: Readonly<Record<string, string>> = {
  'test/browser/openrefine-ui.test.ts':
    'The pages of OpenRefine answer a click while they are drawn anew, and lose it.',
  'test/clients/openrefine.test.ts': 'OpenRefine tells of a process as ended before it has written its rows.',
};

const path = expect.getState().testPath ?? '';
if (Object.keys(TRIED_AGAIN).some((suite) => path.endsWith(suite)))
  jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
