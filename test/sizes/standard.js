import base from '../../jest.config.js';
import { ignoring, SYSTEM } from './suites.js';

/** `npm test`. */
export default {
  ...base,
  rootDir: '../..',
  testPathIgnorePatterns: [...base.testPathIgnorePatterns, ...ignoring(SYSTEM)],
};
