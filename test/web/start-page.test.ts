import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { smallApp } from '../support/small-app.js';

const { app } = smallApp();
const browser = (address: string): request.Test =>
  request(app).get(address).set('Accept', 'text/html').set('Host', 'names.test');

describe('the start page', () => {
  it('is what a browser sees at the address of the service, and programs get the manifest there', async () => {
    const { text, headers } = await browser('/');
    for (const part of [
      '<h1 dir="auto">Small world</h1>',
      'Type a name',
      'id="address">http://names.test/</code>',
      '<a href="http://names.test/" aria-current="page">Try</a>',
    ])
      expect(text).toContain(part);
    expect(headers['vary']).toContain('Accept');
    for (const accept of ['*/*', 'application/json', 'text/html, application/json'])
      expect((await request(app).get('/').set('Accept', accept)).body).toMatchObject({ name: 'Small world' });
    expect((await request(app).get('/?callback=f').set('Accept', 'text/html')).text).toMatch(/^\/\*\*\/f\(/);
  });

  it('says in one sentence what is loaded', async () => {
    expect((await browser('/')).text).toMatch(
      /<p class="summary">[^<]*\d+ entities \(\d+ \w+, [^<]*\), \d+ properties\./,
    );
  });

  it('has examples from the dataset that come out as it says', async () => {
    const { text } = await browser('/');
    const examples = [
      ...text.matchAll(/<a href="http:\/\/names\.test(\/try[^"]*)"><bdi>[^<]*<\/bdi><\/a> \(([^)]*)\)/g),
    ].map(([, address = '', kind = '']) => ({ address, kind }));
    expect(examples.map(({ kind }) => kind)).toEqual(['a match', 'a misspelling', 'an ambiguous name']);
    const decisions = await Promise.all(
      examples.map(
        async ({ address }) => /<p class="decision">(.*?)<\/p>/.exec((await browser(address)).text)?.[1] ?? '',
      ),
    );
    expect(decisions[0]).toMatch(/^Match\./);
    expect(decisions[2]).toMatch(/^(?:Ambiguous|Not matched automatically)\./);
  });

  it('lets a browser apply no style and run no script but its own', async () => {
    const { headers } = await browser('/');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+=' 'sha256-[\w+/]+='; img-src 'self' data:; form-action 'self'; base-uri 'none'; script-src http:\/\/names\.test\/pages\.js; connect-src http:\/\/names\.test\/$/,
    );
  });
});

describe('trying a name', () => {
  it('shows each candidate with score, probability, match and reasons', async () => {
    const { text } = await browser('/try?query=Munchen');
    expect(text).toMatch(
      /<p class="decision">Match\..*?<\/p><ol class="candidates"><li><p class="candidate"><a href="[^"]*view\?id=M"><bdi>München<\/bdi><\/a> <strong class="match">Match<\/strong>/s,
    );
    expect(text).toMatch(/Score \d+\.\d<\/span> <span>Probability (?:&gt; |&lt; )?\d+\u202f%<\/span>/);
    expect(text).toMatch(/<ul class="reasons"><li>.+?<\/li>/);
    expect(text).toContain('name="query" value="Munchen"');
  });

  it('takes a type and values of properties as evidence', async () => {
    expect((await browser('/try?query=Berlin')).text).toContain('<p class="decision">Ambiguous.');
    // The country tells the two of the name apart, and its capital comes first.
    expect((await browser('/try?query=Berlin&property:country=Germany')).text).toMatch(
      /<p class="decision">(?!Ambiguous)[^]*?view\?id=B"[^]*?view\?id=BNH"/,
    );
    expect((await browser('/try?query=Berlin&type=Country')).text).not.toContain('view?id=BNH');
  });

  it('says when nothing is plausible, or nothing is there', async () => {
    expect((await browser('/try?query=Qwxyz')).text).toMatch(/<p class="decision">No (?:plausible )?candidate/);
    expect((await browser('/try?query=')).text).not.toContain('class="decision"');
    expect((await browser(`/try?query=${'x'.repeat(1_001)}`)).status).toBe(400);
  });

  it('gives the list alone to the script, escaped', async () => {
    const { text, headers } = await browser('/try?query=%3Cscript%3E&part=candidates');
    expect(text).toMatch(/^<p class="decision">/);
    expect(text).not.toContain('<script');
    expect(headers['content-security-policy']).not.toContain('script-src');
  });
});
