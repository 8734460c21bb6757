/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-call -- supertest gives bodies as any, and what they hold is what these tests are about */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { MESSAGE_TABLE } from '../../src/protocols/message-table.js';
import { readJsonp } from '../support/read-jsonp.js';
import { smallSnapshot } from '../support/small-snapshot.js';
import { smallApp } from '../support/small-app.js';
import { liveOf } from '../support/live-of.js';

const { app, snapshot } = smallApp();
const agent = request(app);
const ODD = ['a/b c#d?e&f=g+h%41', 'Zürich–ZH', 'https://id.example.org/place/7', '__proto__', '0', 'XSS'];

describe('the flyout', () => {
  it('has the id and the HTML, at the default path, valid in every version', async () => {
    const { body } = await agent.get('/private/flyout?id=B');
    expect(body.id).toBe('B');
    expect(body.html).toContain('class="fbs-flyout-content"');
    expect(body.html).toContain('Germany');
    for (const form of ['freebase', '0.1', '0.2'] as const)
      expect(MESSAGE_TABLE[form].flyout.safeParse(body).error).toBeUndefined();
  });

  it('passes over the literal ${id} that a template of another age leaves', async () => {
    expect((await agent.get('/private/flyout?id=${id}&id=B')).body.id).toBe('B');
    expect((await agent.get('/private/flyout?id=%24%7Bid%7D&id=B')).body.id).toBe('B');
  });

  it.each(ODD)('knows the id %s, encoded', async (id) => {
    expect((await agent.get(`/private/flyout?id=${encodeURIComponent(id)}`)).body.id).toBe(id);
  });

  it('escapes everything that comes from the data', async () => {
    const { html } = (await agent.get('/private/flyout?id=XSS')).body;
    expect(html).not.toMatch(/<(script|img|b|i)\b/);
    expect(html).toContain('&lt;script&gt;');
  });

  it('is there for types and properties, and as JSONP', async () => {
    expect((await agent.get('/type/private/flyout?id=City')).body.html).toContain('Place');
    expect((await agent.get('/private/flyout/type?id=City')).body.id).toBe('City');
    expect((await agent.get('/property/private/flyout?id=population')).body.html).toContain('integer');
    expect((await agent.get('/private/flyout/property?id=aliases')).body.html).toContain('Aliases');
    expect(readJsonp((await agent.get('/private/flyout?id=B&callback=f')).text, 'f')).toMatchObject({ id: 'B' });
  });

  it('of something unknown is 404 in the envelope', async () => {
    const answer = await agent.get('/private/flyout?id=nowhere');
    expect([answer.status, answer.body.code, answer.body.status]).toEqual([404, '/api/status/error', '404 Not Found']);
  });
});

describe('the page about a feature', () => {
  it('is where the manifests lead for every feature of an answer, and says what it means', async () => {
    const { feature_view, featureView } = (await agent.get('/')).body;
    expect([feature_view.url.endsWith('/feature?id={{id}}'), featureView.url.endsWith('/feature?id={id}')]).toEqual([
      true,
      true,
    ]);
    const { result } = (
      await agent.post('/').send({
        queries: {
          a: { query: 'Berlin', type: 'City', type_strict: 'should', properties: [{ pid: 'country', v: 'DE' }] },
        },
      })
    ).body.a;
    expect(result[0].features.length).toBeGreaterThan(2);
    for (const { id } of result[0].features as readonly { readonly id: string }[])
      expect([id, (await agent.get(`/feature?id=${encodeURIComponent(id)}`)).status]).toEqual([id, 200]);
    expect((await agent.get('/feature?id=property%3Acountry')).text).toMatch(
      /<h1 dir="auto">Country<\/h1>[^]*value of one property/,
    );
    expect((await agent.get('/feature?id=nowhere')).status).toBe(404);
    expect((await agent.get('/feature')).status).toBe(400);
  });

  it('is listed with its name and description in the manifest of the draft', async () => {
    const { features } = (await agent.get('/v1')).body;
    expect(features).toContainEqual({
      id: 'probability',
      name: 'Probability',
      lang: 'en',
      description: expect.stringMatching(/probability/),
    });
  });
});

describe('the preview', () => {
  it('is a whole page without scripts that anybody may show in a frame', async () => {
    const answer = await agent.get('/preview?id=B');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['x-frame-options']).toBeUndefined();
    expect(answer.headers['content-security-policy']).not.toContain('frame-ancestors');
    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(answer.headers['cache-control']).toContain('max-age');
    expect(answer.text).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/);
    expect(answer.text).not.toMatch(/<script|javascript:|\son\w+=/i);
  });

  it('shows when the data was brought up to date, in the language of the client', async () => {
    const dated = request(smallApp({ snapshot: smallSnapshot({ updated: '2026-05' }) }).app);
    expect((await dated.get('/preview?id=B')).text).toContain('<dt>Data of</dt><dd>2026-05</dd>');
    expect((await dated.get('/preview?id=B').set('Accept-Language', 'fr')).text).toContain('<dt>Données du</dt>');
    expect((await agent.get('/preview?id=B')).text).not.toContain('Data of');
  });

  it('shows name, types, aliases, readable values, and links to what they name', async () => {
    const { text } = await agent.get('/preview?id=B');
    for (const part of [
      '<h1 dir="auto" lang="de">Berlin</h1>',
      'Capital city',
      'Spree-Athen',
      '3\u202f700\u202f000',
      '1237-10-28',
      'view?id=DE"><bdi>Germany</bdi></a>',
    ])
      expect(text).toContain(part);
    expect((await agent.get('/preview?id=P')).text).toContain('<dd><bdi>53 BC</bdi></dd>');
  });

  it('has first those aliases that tell something, then other spellings, then other letters', async () => {
    expect((await agent.get('/preview?id=B')).text).toContain(
      'Also: <bdi>Spree-Athen</bdi>; <bdi>Berlín</bdi>; <bdi>Берлин</bdi>',
    );
    expect((await agent.get('/private/flyout?id=B')).body.html).toContain('Also: Spree-Athen; Berlín; Берлин');
  });

  it('escapes everything that comes from the data, and links to no script', async () => {
    for (const address of ['/preview?id=XSS', '/view?id=XSS']) {
      const { text } = await agent.get(address);
      expect(text).not.toMatch(/<script|<img src=x|<b>|<i>/);
      expect(text).not.toContain('href="javascript:');
    }
  });

  it('of something unknown is a friendly page with 404', async () => {
    const answer = await agent.get('/preview?id=no%20such%3Cb%3E').set('User-Agent', 'OpenRefine/3.8.7');
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toMatch(/html/);
    expect(answer.text).toContain('no such&lt;b&gt;');
    // Typographic quotation marks have no place in a status line.
    expect((answer as unknown as { res: { statusMessage: string } }).res.statusMessage).toBe(
      'There is no entity with the identifier "no such<b>".',
    );
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });
});

describe('pages about entities', () => {
  const nameOf = (id: string): string =>
    snapshot.dataset.entities.nameOf(snapshot.dataset.entities.ordinalOf(id)).replace(/[<"]/g, '').slice(0, 5);

  it.each(ODD)(
    'exist for the id %s: encoded, as OpenRefine writes it, and as the address of the entity',
    async (id) => {
      const hashless = encodeURI(id).replace('#', '%23');
      for (const address of [
        `/view?id=${encodeURIComponent(id)}`,
        `/preview?id=${encodeURIComponent(id)}`,
        `/view?id=${hashless}`,
        `/preview?id=${hashless}`,
        `/entity/${encodeURIComponent(id)}`,
        `/entity/${hashless}`,
      ]) {
        const answer = await agent.get(address);
        expect([address, answer.status]).toEqual([address, 200]);
        if (id !== 'XSS') expect(answer.text).toContain(nameOf(id));
      }
    },
  );

  it('are found with a slash at the end, and say when there is nothing', async () => {
    expect((await agent.get('/entity/DE/')).status).toBe(200);
    expect((await agent.get('/entity/nowhere')).status).toBe(404);
    expect((await agent.get('/entity/100%')).status).toBe(404);
    expect((await agent.get('/entity/')).status).toBe(400);
    expect((await agent.get('/view')).status).toBe(400);
  });

  it('show everything, and where the data is from', async () => {
    const { text } = await agent.get('/view?id=B');
    for (const part of [
      '39\u202f000\u202f000\u202f000',
      'https://www.berlin.example/?a=1&amp;b=2',
      'Be “Berlin” &lt;now&gt;',
      'Берлин',
      'CC0',
      'Made by hand.',
      '52.5200° N',
    ])
      expect(text).toContain(part);
  });
});

describe('long values and odd names', () => {
  const long = '🏔 mountain '.repeat(50_000);
  const entity = {
    id: 'o',
    name: "O'Neill's $HOME",
    aliases: [],
    types: [],
    properties: { motto: [{ kind: 'text' as const, text: long }] },
    prominence: 1,
  };
  const odd = request(smallApp({ snapshot: smallSnapshot({}, [entity]) }).app);

  it('are shortened where there is little room, and whole on the page of the entity', async () => {
    const [flyout, preview, view] = [
      (await odd.get('/private/flyout?id=o')).text,
      (await odd.get('/preview?id=o')).text,
      (await odd.get('/view?id=o')).text,
    ];
    const content = preview.replace(/<style>[^]*<\/style>/, '');
    expect([flyout.length < 2_000, content.length < 3_000, view.length > long.length]).toEqual([true, true, true]);
    expect(preview).toMatch(/<dd><bdi>(?:🏔 mountain )+[^<]*…<\/bdi><\/dd>/u);
    expect(flyout).toContain('…');
  });

  it('a description, too, is whole on the page of the entity', async () => {
    const note = 'For works about mountains as such; for climbing them use Mountaineering. '.repeat(10).trim();
    const noted = request(
      smallApp({ snapshot: smallSnapshot({}, [{ ...entity, properties: {}, description: note }]) }).app,
    );
    expect((await noted.get('/view?id=o')).text).toContain(`<p class="summary" dir="auto">${note}</p>`);
    expect((await noted.get('/preview?id=o')).text).not.toContain(note);
    const twice = request(
      smallApp({
        snapshot: smallSnapshot({}, [
          { ...entity, properties: { motto: [{ kind: 'text', text: note }] }, description: note },
        ]),
      }).app,
    );
    expect((await twice.get('/view?id=o')).text.split(note)).toHaveLength(2);
  });

  it('stand in the example for a shell so that it is one word there', async () => {
    const { text } = await odd.get('/about');
    const command =
      /<pre><code>curl (.*?)<\/code>/.exec(text)?.[1]?.replaceAll('&quot;', '"').replaceAll('&#39;', "'") ?? '';
    const words = execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' })
      .trimEnd()
      .split('\n');
    expect(words.slice(1)).toEqual(['--data-urlencode', `queries={"q0":{"query":"O'Neill's $HOME"}}`]);
  });
});

describe('pages about the service', () => {
  it('say the address to register, the types and the properties', async () => {
    const { text } = await agent.get('/about').set('Host', 'names.test');
    for (const part of ['http://names.test/</code>', 'Capital city', 'seatOfGovernment', 'openapi.yaml'])
      expect(text).toContain(part);
  });

  it('try out a name that somebody has heard of', async () => {
    const { text } = await agent.get('/about');
    // The best-known of the type that most entities have.
    expect(text).toContain('name="query" required value="Newtown 00"');
    expect(text).toContain('name="id" required value="N0"');
    expect(text).toContain('required strict value="N0" text="Newtown 00"');
  });

  it('run no script but the one that completes names, which may ask for nothing but that', async () => {
    const about = await agent.get('/about').set('Host', 'names.test');
    const policy = about.headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(
      '; script-src http://names.test/sameas-suggest.js; connect-src http://names.test/private/',
    );
    expect(about.text.match(/<script[^>]*>/g)).toEqual([
      '<script type="module" src="http://names.test/sameas-suggest.js">',
    ]);
    const explained = await agent.get('/explain?query=Berlin').set('Host', 'names.test').set('Accept', 'text/html');
    expect([explained.headers['content-security-policy'], explained.text.match(/<script[^>]*>/g)]).toEqual([
      policy,
      about.text.match(/<script[^>]*>/g),
    ]);
    for (const address of ['/view?id=B', '/preview?id=B', '/nowhere']) {
      const other = await agent.get(address).set('Accept', 'text/html');
      expect([address, other.headers['content-security-policy']]).toEqual([
        address,
        expect.not.stringContaining('script-src'),
      ]);
      expect(other.text).not.toContain('<script');
    }
  });

  it('keep the policy whole, whatever the address of the service is', async () => {
    const { headers } = await request(smallApp({ publicBaseUrl: 'https://names.example/a;b,c' }).app).get('/about');
    expect(headers['content-security-policy']).toContain(
      '; script-src https://names.example/a%3Bb%2Cc/sameas-suggest.js; connect-src https://names.example/a%3Bb%2Cc/private/',
    );
  });

  it('answer an unknown address with a page for a browser, and with JSON for everybody else', async () => {
    const page = await agent.get('/nowhere').set('Accept', 'text/html,*/*;q=0.8');
    expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect((await agent.get('/nowhere')).headers['content-type']).toMatch(/json/);
  });

  it('give the logo and the description of the routes', async () => {
    const logo = await agent.get('/logo.svg');
    expect(logo.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(logo.headers['cross-origin-resource-policy']).toBe('cross-origin');
    const description = await agent.get('/openapi.yaml').set('Host', 'names.test');
    expect(description.text).toContain('url: http://names.test\n');
  });

  it('have the theme and the logo of the institution', async () => {
    const bytes = Buffer.from('89504e470d0a1a0a', 'hex');
    const theme = ':root{--mark:#7a1f1f}';
    const own = request(smallApp({ look: { theme, logo: { contentType: 'image/png', bytes } } }).app);
    expect((await own.get('/').set('Accept', 'text/html')).text).toContain(`${theme}</style>`);
    const logo = await own.get('/logo.svg');
    expect([logo.headers['content-type'], logo.body]).toEqual(['image/png', bytes]);
  });
});

describe('the explanation', () => {
  it('gives reasons, as JSON and as a page', async () => {
    const { body } = await agent.get('/explain?query=Munchen&id=M');
    expect(body.candidate).toMatchObject({ id: 'M', match: true });
    expect(body.candidate.features.every((feature: { reason: string }) => feature.reason.length > 0)).toBe(true);
    const page = await agent.get('/explain?query=Munchen&id=M').set('Accept', 'text/html');
    expect(page.headers['content-type']).toMatch(/html/);
    expect(page.text).toContain(body.candidate.features[0].reason);
    expect(page.text).toContain('<h2>How candidates were found</h2>');
    expect(page.text).toMatch(/Search for similar names.*words as they are.*<bdi>munchen<\/bdi>/s);
    expect(page.text).toContain(`<strong>${body.evidence.sum.toFixed(2)}</strong>`);
  });

  it('takes the best candidate when no id is given, and any entity when one is', async () => {
    expect((await agent.get('/explain?query=Tokio&id=')).body.candidate.id).toBe('T');
    const far = (await agent.get('/explain?query=Tokyo&id=FR')).body;
    expect(far).toMatchObject({ candidate: { id: 'FR', match: false }, inAnswer: false });
  });

  it('takes a query object and types', async () => {
    const query = encodeURIComponent(JSON.stringify({ query: 'Paris', properties: [{ pid: 'country', v: 'FR' }] }));
    expect((await agent.get(`/explain?query=${query}&type=City`)).body).toMatchObject({
      query: { types: ['City'] },
      candidate: { id: 'P' },
    });
  });

  it('takes a query object with conditions, of which the form keeps the whole', async () => {
    const conditions = [
      { matchType: 'name', propertyValue: ['Paris', 'Lutetia'] },
      { matchType: 'property', propertyId: 'country', propertyValue: 'FR', required: true },
    ];
    const address = `/explain?query=${encodeURIComponent(JSON.stringify({ type: 'City', conditions }))}`;
    const { body } = await agent.get(address);
    expect(body).toMatchObject({
      query: { names: [{ values: ['Paris', 'Lutetia'] }], properties: [{ property: 'country', required: true }] },
      candidate: { id: 'P' },
      inAnswer: true,
    });
    expect((await agent.get(`${address}&id=PTX`)).body).toMatchObject({
      candidate: { id: 'PTX' },
      inAnswer: false,
      decision: 'It does not meet all that is required, so it is no match.',
    });
    const { text } = await agent.get(`${address}&id=PTX`).set('Accept', 'text/html');
    expect(text).toContain('<bdi>“Paris”, “Lutetia”</bdi>');
    const field = /<label>Query <input name="query" value="([^"]*)"/.exec(text)?.[1]?.replaceAll('&quot;', '"') ?? '';
    expect((await agent.get(`/explain?query=${encodeURIComponent(field)}&type=City&id=P`)).body).toMatchObject({
      query: body.query,
      candidate: body.candidate,
    });
    const other = new URL(
      /<a href="([^"]+explain[^"]+)"><bdi>Paris<\/bdi><\/a>/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '',
    );
    expect((await agent.get(other.pathname + other.search)).body).toMatchObject({
      query: body.query,
      candidate: { id: 'P' },
    });
  });

  it('says where a query object with conditions is wrong', async () => {
    const answer = await agent.get(
      `/explain?query=${encodeURIComponent('{"conditions":[{"matchType":"nam","propertyValue":"Paris"}]}')}`,
    );
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'match-invalid', details: { pointers: ['/conditions/0/matchType'] } });
    expect(answer.body.message).toBe(
      'The query cannot be read: /conditions/0/matchType must be "name", "id" or "property".',
    );
  });

  it('takes values of properties as parameters, blank ones for nothing', async () => {
    const byName = (await agent.get('/explain?query=Paris&property:country=FR&property:population=+')).body;
    expect(byName).toMatchObject({
      query: { properties: [{ property: 'country', values: ['FR'] }] },
      candidate: { id: 'P' },
      place: 1,
    });
  });

  it('names those that come first, and why it is no match', async () => {
    const { body } = await agent.get('/explain?query=Paris&id=PTX');
    expect(
      body.best
        .map(({ id }: { id: string }) => id)
        .slice(0, 2)
        .sort(),
    ).toEqual(['P', 'PTX']);
    expect(body.best).toContainEqual(
      expect.objectContaining({ id: 'PTX', name: 'Paris', description: 'City in Texas', match: false }),
    );
    expect(body.decision).toBe('It is candidate 2, and only the first can be a match.');
    expect((await agent.get('/explain?query=Paris')).body.decision).toBe(
      'The next candidate is nearly as probable, and nothing tells which of the two is meant.',
    );
    expect((await agent.get('/explain?query=Munchen&id=M')).body.decision).toMatch(
      /^(It is the only candidate|Best candidate, [\d.]+ points ahead of the next)\. Estimated probability [\d.]+ %; this dataset requires [\d.]+ % for an automatic match\.$/,
    );
  });

  it('as a page leads to the other candidates, and keeps what was asked in its form', async () => {
    const query = encodeURIComponent(
      JSON.stringify({ query: 'Paris "x"', type: 'City', properties: [{ pid: 'country', v: 'DE' }] }),
    );
    const { text } = await agent.get(`/explain?query=${query}&id=P`).set('Accept', 'text/html');
    expect(text).toContain('<h2>Why it is not matched automatically</h2>');
    expect(text).toContain('name="query" value="Paris &quot;x&quot;"');
    expect(text).toContain('value="P" text="Paris"');
    expect(text).toContain('<option value="City" selected>City</option>');
    expect(text).toContain('<option value="">Any</option>');
    expect(text).toMatch(/<details open>.*<label>Country <input name="property:country" value="DE"/);
    const other = new URL(
      /<a href="([^"]+)"><bdi>Paris<\/bdi><\/a><br><span class="summary" dir="auto">City in Texas/
        .exec(text)?.[1]
        ?.replaceAll('&amp;', '&') ?? '',
    );
    // Of those that the list does not describe it says the first facts.
    expect(text).toContain('<span class="summary" dir="auto">Capital city · Country: France · Founded: 53 BC</span>');
    const { body } = await agent.get(other.pathname + other.search);
    expect(body).toMatchObject({
      query: { text: 'Paris "x"', types: ['City'], properties: [{ property: 'country', values: ['DE'] }] },
      candidate: { id: 'PTX' },
    });
  });

  it('as a page says what would tell namesakes apart, and nothing more where something is matched', async () => {
    const pageOf = async (query: string): Promise<string> =>
      (await agent.get(`/explain?${query}`).set('Accept', 'text/html')).text;
    expect(await pageOf('query=Paris')).toContain(
      'which of the two is meant. Values from other columns, sent along with the name, can tell them apart.</p>',
    );
    expect(await pageOf('query=Newtown&id=N0')).toContain(
      'put among the aliases of “<bdi>Newtown 00</bdi>” in the list.</p>',
    );
    for (const query of ['query=Munchen&id=M', 'query=Munchen&id=B'])
      expect(await pageOf(query)).not.toContain('Values from other columns, sent along');
  });

  it('as a page keeps its sentences in order where names are written from right to left', async () => {
    const entity = { id: 'm', name: 'محفوظ، نجيب', aliases: [], types: [], properties: {}, prominence: 1 };
    const { app: arabic } = smallApp({ snapshot: smallSnapshot({}, [entity]) });
    const { text } = await request(arabic)
      .get(`/explain?query=${encodeURIComponent('محفوض نجيب')}`)
      .set('Accept', 'text/html');
    expect(text).toContain('is nearly &quot;<bdi>mahfuz</bdi>&quot; (&quot;<bdi>محفوظ، نجيب</bdi>&quot;)</td>');
  });

  it('is asked for on the page of the entity', async () => {
    expect((await agent.get('/view?id=B')).text).toMatch(
      /<form action="[^"]*\/explain" method="get"><label>[^<]*<input name="query" required dir="auto"><\/label><input type="hidden" name="id" value="B">/,
    );
  });
});

describe('a page that cannot be made', () => {
  it.each([
    ['/view?id=nowhere', app, 404],
    ['/nowhere', app, 404],
    [
      '/view?id=B',
      smallApp({
        live: liveOf(() => {
          throw new Error('broken');
        }),
      }).app,
      500,
    ],
  ] as const)('leads on by the navigation of every page: %s', async (address, target, status) => {
    const page = await request(target).get(address).set('Accept', 'text/html');
    expect([page.status, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    for (const link of ['/browse', '/runs', '/projects', '/docs'])
      expect(page.text).toMatch(new RegExp(`<nav[^]*href="[^"]*${link}"[^]*</nav>`));
    expect(page.text).not.toContain('broken');
  });
});
