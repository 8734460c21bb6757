import { jest } from '@jest/globals';

/*
 * Programs of others are driven here, a browser and a server with threads, whose own races fail a test now and then on a busy machine. A test that fails is
 * tried once more at once; the first failure is printed, and .ci/run names every test that was tried again.
 */
jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
