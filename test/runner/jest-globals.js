import { jestExpect } from '@jest/expect';
import { ModernFakeTimers } from '@jest/fake-timers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'jest-circus';

/* What tests import as '@jest/globals', for processes without Jest's own contexts. Of `jest` there is what the tests use. */

const timers = new ModernFakeTimers({ config: { fakeTimers: { enableGlobally: false } }, global: globalThis });

export { afterAll, afterEach, beforeAll, beforeEach, describe, it };
export const expect = jestExpect;
export const jest = {
  setTimeout: (timeoutMs) => {
    globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = timeoutMs;
  },
  retryTimes: (times, options) => {
    globalThis[Symbol.for('RETRY_TIMES')] = times;
    globalThis[Symbol.for('LOG_ERRORS_BEFORE_RETRY')] = options?.logErrorsBeforeRetry;
    globalThis[Symbol.for('RETRY_IMMEDIATELY')] = options?.retryImmediately;
  },
  useFakeTimers: (options) => timers.useFakeTimers(options),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  useRealTimers: () => timers.useRealTimers(),
};
