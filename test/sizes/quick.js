import base from '../../jest.config.js';
import { globsOf, ignoring, NOT_QUICK, QUICK } from './suites.js';

/** `npm run test:quick`. */
export default {
  ...base,
  rootDir: '../..',
  testMatch: globsOf(QUICK),
  testPathIgnorePatterns: [...base.testPathIgnorePatterns, ...ignoring(NOT_QUICK)],
};
