export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  // Tests that need a browser or a real client are run by .ci/run through their own configuration.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/clients/', '<rootDir>/test/browser/'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': ['babel-jest', { babelrc: false, configFile: false, presets: [['@babel/preset-typescript', { onlyRemoveTypeImports: true }]], plugins: ['./test/support/near-builtins.cjs'] }],
  },
  // For machines that are slow or busy; a test that hangs fails later.
  testTimeout: 120_000,
  coverageProvider: 'babel',
  workerIdleMemoryLimit: '1GB',
};
