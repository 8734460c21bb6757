import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { errorCodeOf } from '../../src/foundation/error-code-of.js';

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (thrown) {
    return thrown;
  }
}

describe('errorCodeOf', () => {
  it('is the code of the system', () => {
    expect(errorCodeOf(thrownBy(() => readFileSync('/no/such/file')))).toBe('ENOENT');
  });

  it.each([new Error('plain'), 'ENOENT', null, undefined, { code: 2 }])('is undefined for %p', (thrown) => {
    expect(errorCodeOf(thrown)).toBeUndefined();
  });
});
