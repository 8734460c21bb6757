import { describe, expect, it } from '@jest/globals';
import { EXIT_CODES, exitReasonOf } from '../../src/cli/command-definition.js';
import type { ErrorCode } from '../../src/foundation/error-catalogue.js';
import { SameasError } from '../../src/foundation/sameas-error.js';

describe('what a script sees of an error', () => {
  it.each<[ErrorCode, number]>([
    ['setting-invalid', 2],
    ['setting-unknown', 2],
    ['port-in-use', 2],
    ['file-unreadable', 1],
    ['disk-full', 1],
    ['internal', 70],
  ])('%s ends the program with %d', (code, exit) => {
    expect(EXIT_CODES[exitReasonOf(new SameasError(code, 'Something happened.'))].code).toBe(exit);
  });
});
