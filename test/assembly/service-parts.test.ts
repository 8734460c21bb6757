import { describe, expect, it } from '@jest/globals';
import { webOptionsOf } from '../../src/assembly/service-parts.js';
import { readSettings } from '../../src/settings/read-settings.js';
import { threadsHere } from '../support/threads-here.js';

describe('names that a service does not have', () => {
  it.each([
    [{}, true],
    [{ host: '0.0.0.0' }, false],
    [{ trustProxy: '1' }, false],
    [{ host: '0.0.0.0', allowedHosts: 'names.example.org' }, true],
    [{ trustProxy: '1', allowedHosts: 'names.example.org' }, true],
  ])('with %j are hidden from answers: %s', (flags, isHidden) => {
    const settings = readSettings({ flags: { port: '0', ...flags }, env: {}, processors: 1 });
    expect(webOptionsOf(settings, threadsHere.reading).hidesForeignHosts).toBe(isHidden);
  });
});
