import { expect, it } from '@jest/globals';
import { saysOutOfMemory } from '../../src/foundation/out-of-memory.js';

it('knows what the engine says when memory cannot be had, and no other fault', () => {
  for (const message of [
    'Array buffer allocation failed',
    'WebAssembly.Memory(): could not allocate memory',
    'Invalid string length',
    'Map maximum size exceeded',
  ])
    expect(saysOutOfMemory(new RangeError(message))).toBe(true);
  for (const code of ['ERR_WORKER_OUT_OF_MEMORY', 'ERR_STRING_TOO_LONG', 'ENOMEM'])
    expect(saysOutOfMemory(Object.assign(new Error('ended'), { code }))).toBe(true);
  expect(saysOutOfMemory(Object.assign(new Error('ended'), { code: 'ENOENT' }))).toBe(false);
  expect(saysOutOfMemory(new RangeError('Maximum call stack size exceeded'))).toBe(false);
  expect(saysOutOfMemory(new Error('Invalid string length'))).toBe(false);
  expect(saysOutOfMemory('out of memory')).toBe(false);
});
