import { describe, expect, it } from '@jest/globals';
import type { SameasError } from '../../../src/foundation/sameas-error.js';
import { findCommand } from '../../../src/projects/commands/command-table.js';
import { checkToken, type CsrfRule, createCsrfTokens } from '../../../src/web/commands/csrf-tokens.js';
import { refuseForeignRequest, type RequestOrigin } from '../../../src/web/access/gate.js';

/** The code of what a call throws; `passed` when it throws nothing. */
function outcomeOf(call: () => void): string {
  try {
    call();
    return 'passed';
  } catch (thrown) {
    return (thrown as SameasError).code; // these guards throw nothing else
  }
}

describe('tokens', () => {
  it('are 32 letters and digits, hold for an hour, and belong to one process', () => {
    let nowMs = 1_700_000_000_000;
    const tokens = createCsrfTokens(() => nowMs);
    const token = tokens.issue();
    expect(token).toMatch(/^[0-9a-z]{32}$/);
    expect(tokens.isValid(token)).toBe(true);
    nowMs += 3_599_000;
    expect(tokens.isValid(token)).toBe(true);
    nowMs += 1_000;
    expect(tokens.isValid(token)).toBe(false);
    expect(createCsrfTokens(() => nowMs).isValid(tokens.issue())).toBe(false);
    for (const other of ['', 'x', `${token.slice(0, 31)}!`, token.toUpperCase(), `zzzzzzzz${token.slice(8)}`])
      expect(tokens.isValid(other)).toBe(false);
  });

  const tokens = createCsrfTokens();
  const good = tokens.issue();
  it.each<[CsrfRule, string, string | undefined, string]>([
    ['strict', 'rename-project', undefined, 'csrf-token-invalid'],
    ['strict', 'rename-project', 'wrong', 'csrf-token-invalid'],
    ['strict', 'rename-project', good, 'passed'],
    ['strict', 'compute-facets', undefined, 'csrf-token-invalid'],
    ['strict', 'compute-facets', good, 'passed'],
    ['strict', 'get-rows', undefined, 'passed'],
    ['strict', 'get-rows', 'wrong', 'passed'],
    ['compatible', 'rename-project', undefined, 'csrf-token-invalid'],
    ['compatible', 'preview-expression', undefined, 'passed'],
    ['compatible', 'preview-expression', '', 'passed'],
    ['compatible', 'preview-expression', 'wrong', 'csrf-token-invalid'],
    ['compatible', 'set-preference', '', 'csrf-token-invalid'],
    ['off', 'rename-project', undefined, 'passed'],
    ['off', 'compute-facets', 'wrong', 'passed'],
  ])('%s: %s with %s', (rule, name, given, expected) => {
    const command = findCommand(name);
    if (command === undefined) throw new Error(`there is no command ${name}`);
    expect(outcomeOf(() => checkToken(command, 'POST', given, rule, tokens))).toBe(expected);
  });
});

describe('requests from elsewhere', () => {
  const own: RequestOrigin = {
    method: 'POST',
    host: '127.0.0.1:8000',
    ownOrigin: 'http://127.0.0.1:8000',
    origin: undefined,
    fetchSite: undefined,
    fetchMode: undefined,
  };
  it.each<[string, Partial<RequestOrigin>, 'allowed' | 'refused', string]>([
    ['a program', {}, 'refused', 'passed'],
    [
      'a page of the service',
      { origin: 'http://127.0.0.1:8000', fetchSite: 'same-origin', fetchMode: 'navigate' },
      'refused',
      'passed',
    ],
    ['an address that was typed', { method: 'GET', fetchSite: 'none', fetchMode: 'navigate' }, 'refused', 'passed'],
    [
      'a form of another site',
      { origin: 'https://evil.example', fetchSite: 'cross-site', fetchMode: 'navigate' },
      'refused',
      'cross-site-request',
    ],
    ['a form of another site, in an old browser', { origin: 'https://evil.example' }, 'refused', 'cross-site-request'],
    ['a form in a sealed frame', { origin: 'null' }, 'refused', 'cross-site-request'],
    [
      'another port of this computer',
      { origin: 'http://127.0.0.1:9000', fetchSite: 'same-site' },
      'refused',
      'cross-site-request',
    ],
    [
      'a picture on another site',
      { method: 'GET', fetchSite: 'cross-site', fetchMode: 'no-cors' },
      'refused',
      'cross-site-request',
    ],
    [
      'a picture on another site, of a page',
      { method: 'GET', fetchSite: 'cross-site', fetchMode: 'no-cors' },
      'allowed',
      'cross-site-request',
    ],
    [
      'a link on another site, to a command',
      { method: 'GET', fetchSite: 'cross-site', fetchMode: 'navigate' },
      'refused',
      'cross-site-request',
    ],
    [
      'a link on another site, to a page',
      { method: 'GET', fetchSite: 'cross-site', fetchMode: 'navigate' },
      'allowed',
      'passed',
    ],
    [
      'a form of another site, to a page',
      { fetchSite: 'cross-site', fetchMode: 'navigate', origin: 'https://evil.example' },
      'allowed',
      'cross-site-request',
    ],
    [
      'a name that was bent to this computer',
      {
        host: 'evil.example:8000',
        ownOrigin: 'http://evil.example:8000',
        origin: 'http://evil.example:8000',
        fetchSite: 'same-origin',
      },
      'refused',
      'host-not-allowed',
    ],
    ['no name at all', { host: '' }, 'refused', 'host-not-allowed'],
    ['localhost', { host: 'LocalHost:8000', ownOrigin: 'http://localhost:8000' }, 'refused', 'passed'],
    ['an address of version 6', { host: '[::1]:8000', ownOrigin: 'http://[::1]:8000' }, 'refused', 'passed'],
    ['a name that was allowed', { host: 'Names.Example.Org' }, 'refused', 'passed'],
    ['a name that ends like one', { host: 'evil-names.example.org' }, 'refused', 'host-not-allowed'],
  ])('%s', (_, request, links, expected) => {
    expect(outcomeOf(() => refuseForeignRequest({ ...own, ...request }, new Set(['names.example.org']), links))).toBe(
      expected,
    );
  });
});
