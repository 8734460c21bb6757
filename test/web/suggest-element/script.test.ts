import { SourceTextModule } from 'node:vm';
import { beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { insideModule } from './inside-modules.js';
import { smallApp } from '../../support/small-app.js';

const { STYLE } = (await insideModule('style.js')) as { readonly STYLE: string }; // its export

describe('/sameas-suggest.js', () => {
  const agent = request(smallApp().app);

  it('is a script that pages of any origin may load and keep for a day', async () => {
    const answer = await agent.get('/sameas-suggest.js').set('Origin', 'https://tool.example');
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=86400',
    });
    const again = await agent.get('/sameas-suggest.js').set('If-None-Match', answer.headers['etag'] ?? '');
    expect([again.status, again.text ?? '']).toEqual([304, '']);
  });

  it('is the same whatever address it is asked under: where it was loaded from, it sees itself', async () => {
    const [one, other] = [
      await agent.get('/sameas-suggest.js').set('Host', 'a.test'),
      await agent.get('/sameas-suggest.js').set('Host', 'b.test'),
    ];
    expect(one.text).toBe(other.text);
  });
});

describe('the script', () => {
  let script = '';
  beforeAll(async () => {
    script = (await request(smallApp().app).get('/sameas-suggest.js')).text;
  });

  it('is one module that imports nothing, and in which no name is declared twice', () => {
    // Reads it as a module, and would throw.
    expect(new SourceTextModule(script).status).toBe('unlinked');
    expect(script).not.toMatch(/^\s*import\b/m);
    expect(script).toContain('customElements.define("sameas-suggest"');
    expect(script).toContain(STYLE.trim());
    expect(script).toMatch(/^\/\*.*MIT licence.*\n\S/);
  });

  it('puts no text together to HTML, and evaluates none', () => {
    expect(script).not.toMatch(
      /\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|setHTMLUnsafe)\b|new Function/,
    );
    expect(script.match(/parseFromString/g)).toHaveLength(1);
  });
});
