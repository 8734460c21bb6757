import { describe, expect, it } from '@jest/globals';
import { coloursWanted } from '../../src/cli/terminal.js';
import { formatError } from '../../src/cli/run-command-line.js';
import { SameasError } from '../../src/foundation/sameas-error.js';

const PLAIN = { colours: false, trace: false };

describe('formatError', () => {
  it('says what happened, what to do, and the code', () => {
    const error = new SameasError('port-in-use', 'Another program already listens on port 8000.', {
      advice: 'Choose another with --port.',
    });
    expect(formatError(error, PLAIN)).toBe(
      'sameas: Another program already listens on port 8000.\n  Choose another with --port.\n  (port-in-use)\n',
    );
  });

  it('tells a fault of our own by its first line, and traces it only when asked', () => {
    const stack = 'TypeError: a is not a function\n    at b (c.js:1:2)';
    const error = new SameasError('internal', 'The service failed.', { cause: stack });
    expect(formatError(error, PLAIN)).toBe(
      'sameas: The service failed.\n  TypeError: a is not a function\n  (internal)\n',
    );
    expect(formatError(error, { ...PLAIN, trace: true })).toBe(`sameas: The service failed.\n  (internal)\n${stack}\n`);
  });

  it('never traces what the user can mend', () => {
    const error = new SameasError('file-not-found', 'There is no file a.csv.', { cause: new Error('ENOENT') });
    expect(formatError(error, { ...PLAIN, trace: true })).toBe('sameas: There is no file a.csv.\n  (file-not-found)\n');
  });

  it('marks the beginning when colours are wanted', () => {
    expect(formatError(new SameasError('file-empty', 'Empty.'), { ...PLAIN, colours: true })).toMatch(
      /^\u001b\[31m.*sameas:/,
    );
  });
});

describe('coloursWanted', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
  ])('terminal %j, environment %j: %j', (isTerminal, env, wanted) => {
    expect(coloursWanted(isTerminal, env)).toBe(wanted);
  });
});
