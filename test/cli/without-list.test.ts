import { describe, expect, it } from '@jest/globals';
import { withoutListFault } from '../../src/cli/dataset-options.js';
import { SameasError } from '../../src/foundation/sameas-error.js';

/* What a person is told who named one file where two were meant. That loads the embedded dataset, which is too long for a quick test. */

describe('a run with one file', () => {
  it('says of a fault that the file may be the list', () => {
    const fault = new SameasError(
      'gold-invalid',
      'people.csv: which column holds the expected ids was not recognised.',
      { advice: 'Call the column "expected".', facts: { file: 'people.csv' } },
    );
    expect(withoutListFault(fault, 'questions')).toMatchObject({
      code: 'gold-invalid',
      message: fault.message,
      advice:
        'Call the column "expected". Only one file was named, and it was taken for the file of questions; a list of your own comes before it.',
      facts: { file: 'people.csv' },
    });
    expect(withoutListFault(new SameasError('gold-invalid', 'No.'), 'names')).toMatchObject({
      advice: 'Only one file was named, and it was taken for the file of names; a list of your own comes before it.',
    });
  });

  it('leaves a fault of another kind as it is', () => {
    const fault = new TypeError('x');
    expect(withoutListFault(fault, 'names')).toBe(fault);
  });
});
