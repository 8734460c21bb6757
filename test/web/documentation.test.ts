import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { DOCUMENT_GROUPS } from '../../src/web/documentation/answer-documentation.js';
import { renderMarkdown } from '../../src/web/documentation/render-markdown.js';
import { smallApp } from '../support/small-app.js';

const { app } = smallApp();
const get = (address: string): request.Test =>
  request(app).get(address).set('Accept', 'text/html').set('Host', 'service.example');
const DOCS = new URL('../../docs/', import.meta.url);
const names = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).flatMap((file) =>
  file.endsWith('.md') ? [file.slice(0, -3)] : [],
);

describe('the documents as pages', () => {
  it('are all in the list, those for users in a group', async () => {
    const { text } = await get('/docs');
    for (const name of names) expect(text).toContain(`<a href="http://service.example/docs/${name}">`);
    expect(DOCUMENT_GROUPS.flatMap((group) => group.names).filter((name) => !names.includes(name))).toEqual([]);
    expect(text).toContain('aria-current="page">Documentation</a>');
  });

  it('lead to each other, to headings and to pictures that are there', async () => {
    const pages = new Map(
      await Promise.all(names.map(async (name) => [name, (await get(`/docs/${name}`)).text] as const)),
    );
    const broken: string[] = [];
    for (const [name, text] of pages) {
      const article = text.slice(text.indexOf('<article'), text.indexOf('</article>'));
      for (const [, attribute, target = ''] of article.matchAll(/ (href|src)="([^"]*)"/g)) {
        if (target.startsWith('http://service.example/docs/')) {
          const [path = '', anchor] = target.slice('http://service.example/docs/'.length).split('#');
          const isThere =
            attribute === 'src'
              ? (await get(`/docs/${path}`)).type === 'image/png'
              : pages.has(path) && (anchor === undefined || pages.get(path)?.includes(` id="${anchor}"`) === true);
          if (!isThere) broken.push(`${name}: ${target}`);
        } else if (target.startsWith('#')) {
          if (!article.includes(` id="${target.slice(1)}"`)) broken.push(`${name}: ${target}`);
        } else if (!/^https?:\/\//.test(target)) {
          broken.push(`${name}: ${target}`);
        }
      }
    }
    expect(broken).toEqual([]);
  });

  it('show what they say, tables and keys', async () => {
    const { text } = await get('/docs/reviewing');
    expect(text).toContain('<title>Match and review a table in the browser · Documentation</title>');
    expect(text).toMatch(/<td><kbd>1<\/kbd>–<kbd>9<\/kbd><\/td>/);
    expect(text).toMatch(/<div class="scroll" role="region" aria-label="Table 1" tabindex="0"><table>/);
  });

  it('are nothing but what lies in docs/', async () => {
    for (const path of ['../package.json', '..%2Fpackage.json', 'nothing', '', 'pictures', '%2e%2e/README']) {
      const answer = await get(`/docs/${path}`);
      expect([path, answer.text.includes('"dependencies"'), answer.text.includes('npm install')]).toEqual([
        path,
        false,
        false,
      ]);
    }
    expect((await get('/docs/nothing')).status).toBe(404);
  });
});

describe('Markdown', () => {
  const render = (text: string): string =>
    renderMarkdown(text, (target) => (target === 'gone' ? undefined : target)).html.text;

  it('runs and embeds nothing', () => {
    expect(render('<script>alert(1)</script>\n\na <img src=x onerror=alert(1)> b <b>c</b>')).not.toMatch(
      /<(script|img|b)\b/,
    );
    expect(render('[x](javascript:alert(1))')).not.toContain('href');
    expect(render('<!-- made by a script -->\n\ntext')).toBe('<p>text</p>\n');
    expect(render('press <kbd>N</kbd>')).toBe('<p>press <kbd>N</kbd></p>\n');
  });

  it('keeps the text of links that lead nowhere, and gives headings ids', () => {
    expect(render('see [there](gone) and [here](x.md)')).toBe('<p>see there and <a href="x.md">here</a></p>\n');
    expect(render('# A `b` – c?\n\n## Twice\n\n## Twice')).toMatch(
      /<h1 id="a-b--c">.*<h2 id="twice">.*<h2 id="twice-1">/s,
    );
  });
});

describe('the page API', () => {
  it('has every operation with a form that asks this service', async () => {
    const { text } = await get('/api');
    const ids = [...readFileSync(new URL('../openapi.yaml', DOCS), 'utf8').matchAll(/operationId: (\S+)/g)].map(
      ([, id = '']) => id,
    );
    expect(ids.length).toBeGreaterThan(50);
    expect(ids.filter((id) => !text.includes(`<details class="operation" id="${id}">`))).toEqual([]);
    expect(
      /<form class="try-out" action="http:\/\/service\.example\/suggest\/entity" method="get" target="_blank" data-try="[^"]+"><label>lang <input name="lang"[^>]*><\/label><label>prefix <input name="prefix"/.test(
        text,
      ),
    ).toBe(true);
    expect(/method="post" target="_blank" data-try="putEntity-answer" data-method="PUT" hidden>/.test(text)).toBe(true);
    expect(/action="http:\/\/service\.example\/match" method="post"[^>]* hidden>/.test(text)).toBe(true);
  });

  it('is there as JSON, with this service as the server', async () => {
    const answer = await get('/openapi.json');
    expect(answer.type).toBe('application/json');
    expect(answer.body).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://service.example' }] });
  });
});
