import base from '../../jest.config.js';
import { globsOf, SYSTEM } from './suites.js';

/** `npm run test:system`. */
export default { ...base, rootDir: '../..', testMatch: globsOf(SYSTEM) };
