export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  // Tests that need a browser or a real client are run by .ci/run through their own configuration.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/clients/', '<rootDir>/test/browser/'],
  runner: '<rootDir>/test/runner/process-runner.js',
  transform: {},
  // For machines that are slow or busy; a test that hangs fails later.
  testTimeout: 120_000,
  // Jest leaves one processor free, which of two is half.
  maxWorkers: '100%',
  workerIdleMemoryLimit: '1GB',
};
