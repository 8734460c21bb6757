import base from './jest.config.js';

// Suites whose answers of OpenRefine are recorded ask the real one here.
process.env['TEST_OPENREFINE'] ??= 'real';

/** The tests that drive a browser or another program: `.ci/run` installs what they need and runs them. */
export default {
  ...base,
  roots: ['<rootDir>/test/clients', '<rootDir>/test/browser', '<rootDir>/test/differential'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 180_000,
  // One process for all of them: it keeps OpenRefine and Chromium between suites.
  workerIdleMemoryLimit: undefined,
  setupFilesAfterEnv: ['<rootDir>/test/support/try-named-tests-again.ts'],
};
