import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SourceTextModule } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import ts from 'typescript';
import { insideModule } from './inside-modules.js';
import { joinModules, suggestElementScript } from '../../../src/web/suggest-element/suggest-element-script.js';
import { ROOT } from '../../architecture/source-tree.js';
import { smallApp } from '../../support/small-app.js';

const { STYLE } = (await insideModule('style.js')) as { readonly STYLE: string }; // its export
const INSIDE = join(ROOT, 'src', 'web', 'suggest-element', 'inside');

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
  it('is one module that imports nothing, and in which no name is declared twice', async () => {
    const script = await suggestElementScript();
    // Reads it as a module, and would throw.
    expect(new SourceTextModule(script).status).toBe('unlinked');
    expect(script).not.toMatch(/^\s*(?:import|export)\b/m);
    expect(script).toContain("customElements.define('sameas-suggest'");
    expect(script).toContain(STYLE.trim());
    expect(script).toMatch(/^\/\* <sameas-suggest>.*\n\S/);
  });

  it('holds every module of its folder', async () => {
    const script = await suggestElementScript();
    const names = readdirSync(INSIDE).filter((name) => name.endsWith('.js'));
    const missing = names.filter((name) => {
      const [, first = ''] =
        /^export (?:async function|function|const|class) (\w+)/m.exec(ts.sys.readFile(join(INSIDE, name)) ?? '') ?? [];
      return first === '' || !new RegExp(`^(?:async function|function|const|class) ${first}\\b`, 'm').test(script);
    });
    expect(missing).toEqual([]);
  });

  it('puts no text together to HTML, and evaluates none', async () => {
    const script = await suggestElementScript();
    expect(script).not.toMatch(
      /\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|setHTMLUnsafe)\b|new Function/,
    );
    expect(script.match(/parseFromString/g)).toHaveLength(1);
  });
});

describe('modules that are joined', () => {
  const join = (files: Readonly<Record<string, string>>) =>
    joinModules('a.js', (name) => Promise.resolve(files[name] ?? ''));

  it('come each behind those it imports, and each once', async () => {
    const joined = await join({
      'a.js':
        "import { b } from './b.js';\nimport { c } from './c.js';\n/**\n * Of several lines.\n */\nb(c);\n  // Of one.\nb(/** @type {1} */ (c)); // Behind.\n",
      'b.js': "import { c } from './c.js';\nexport function b() {\n  return c;\n}\n",
      'c.js': 'export const c = 1;\n',
    });
    expect(joined).toBe(
      'const c = 1;\n\nfunction b() {\n  return c;\n}\n\nb(c);\nb(/** @type {1} */ (c)); // Behind.\n',
    );
  });

  it('must not form a circle', async () => {
    const circle = { 'a.js': "import { b } from './b.js';\n", 'b.js': "import { a } from './a.js';\n" };
    await expect(join(circle)).rejects.toThrow('a.js imports itself in a circle');
  });

  it.each([
    "import a from './b.js';",
    "import './b.js';",
    "import { a } from 'b';",
    'export default 1;',
    'export { a };',
    "export * from './b.js';",
  ])('must not say %s', async (line) => {
    await expect(join({ 'a.js': `${line}\n` })).rejects.toThrow('a.js has something that cannot be joined');
  });
});
