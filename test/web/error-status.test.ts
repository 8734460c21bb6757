import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ERROR_CATALOGUE, type ErrorCode } from '../../src/foundation/error-catalogue.js';
import { SameasError } from '../../src/foundation/sameas-error.js';
import { errorHeaders, statusOf } from '../../src/web/request-errors.js';
import { ROOT } from '../architecture/source-tree.js';

it('gives every error the status that docs/errors.md names', () => {
  const published = [
    ...readFileSync(join(ROOT, 'docs/errors.md'), 'utf8').matchAll(/^\| `([\w-]+)` \| (\d{3}) \|/gm),
  ].map(([, code = '', status = '']) => [code, Number(status)] as const);
  expect(published.length).toBeGreaterThan(40);
  expect(published.map(([code]) => [code, statusOf(ERROR_CATALOGUE[code as ErrorCode].kind)])).toEqual(published);
});

it('says that a full disk is no fault of the program, and that an overloaded service may be asked again', () => {
  expect(statusOf(ERROR_CATALOGUE['disk-full'].kind)).toBe(507);
  expect(errorHeaders(new SameasError('match-failed', 'One query was not answered.'))).toEqual({ 'Retry-After': '2' });
});
