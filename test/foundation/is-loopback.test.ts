import { expect, it } from '@jest/globals';
import { isLoopback } from '../../src/foundation/is-loopback.js';

it.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.4.5.6', true],
  ['::1', true],
  ['[::1]', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['127.example.org', false],
  ['', false],
])('%s is this computer alone: %s', (host, isThis) => {
  expect(isLoopback(host)).toBe(isThis);
});
