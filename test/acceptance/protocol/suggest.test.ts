/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-argument -- supertest gives bodies as any, and what they hold is what these tests are about */
import { describe, expect, it } from '@jest/globals';
import { readJsonp } from '../../support/read-jsonp.js';
import { agent, suggestions, expectValid } from './checklist-service.js';

describe('suggest', () => {
  it.each([
    ['/private/suggest?prefix=tok', 'T'],
    ['/type/private/suggest?prefix=cou', 'Country'],
    ['/property/private/suggest?prefix=popu', 'population'],
  ])('completes each of the three kinds: %s', async (address, id) => {
    expect((await suggestions(address))[0]).toBe(id);
  });

  it('gives everything for an empty prefix, the well-known first', async () => {
    expect((await suggestions('/private/suggest?prefix='))[0]).toBe('DE');
    for (const kind of ['type', 'property'])
      expect((await suggestions(`/${kind}/private/suggest?prefix=`)).length).toBeGreaterThan(3);
  });

  it('refuses a request without a prefix, in the envelope', async () => {
    const answer = await agent.get('/private/suggest');
    expect([answer.status, answer.body.code, answer.body.status]).toEqual([
      400,
      '/api/status/error',
      '400 Bad Request',
    ]);
  });

  it('finds by an exact identifier', async () => {
    expect(await suggestions('/private/suggest?prefix=PTX')).toContain('PTX');
    expect((await suggestions('/type/private/suggest?prefix=Capital'))[0]).toBe('Capital');
    expect((await suggestions('/property/private/suggest?prefix=seatOfGovernment'))[0]).toBe('seatOfGovernment');
  });

  it('passes over case and accents', async () => {
    for (const prefix of ['münch', 'MUNCH', 'Munch'])
      expect((await suggestions(`/private/suggest?prefix=${encodeURIComponent(prefix)}`))[0]).toBe('M');
  });

  it.each(['start', 'cursor', 'offset'])('keeps to a limit and goes on by %s', async (name) => {
    const whole = await suggestions('/private/suggest?prefix=newtown&limit=12');
    const pages = [
      await suggestions('/private/suggest?prefix=newtown&limit=6'),
      await suggestions(`/private/suggest?prefix=newtown&limit=6&${name}=6`),
    ];
    expect(whole).toHaveLength(12);
    expect(pages.flat()).toEqual(whole);
  });

  it('keeps to types that are sent twice or as JSON text, and passes over those it does not know', async () => {
    const countries = ['DE', 'FR', 'JP'];
    expect(await suggestions('/private/suggest?prefix=&type=Country&type=Nonsense')).toEqual(countries);
    expect(await suggestions(`/private/suggest?prefix=&type=${encodeURIComponent('["Country"]')}`)).toEqual(countries);
    expect(await suggestions('/private/suggest?prefix=tok&type=%2Ftype%2Fnonsense')).toContain('T');
  });

  it('answers in the envelope with code, status, prefix and result', async () => {
    expect((await agent.get('/private/suggest?prefix=tokyo')).body).toMatchObject({
      code: '/api/status/ok',
      status: '200 OK',
      prefix: 'tokyo',
      result: [{ id: 'T', name: 'Tokyo', notable: ['Capital', 'City'] }],
    });
  });

  it.each(['  Ber', 'BER ', 'a"b<c>&', 'ü\u2028'])('gives the prefix %j back as it came', async (prefix) => {
    expect((await agent.get('/private/suggest').query({ prefix })).body.prefix).toBe(prefix);
  });

  it('says that there is more only when there is more', async () => {
    const { body: some } = await agent.get('/private/suggest?prefix=newtown&limit=5');
    const { body: all } = await agent.get('/private/suggest?prefix=newtown&limit=100');
    expect([some.cursor, some.start]).toEqual([5, 5]);
    expect(all.result).toHaveLength(40);
    expect(Object.keys(all)).not.toEqual(expect.arrayContaining(['cursor']));
    expect(Object.keys(all)).not.toEqual(expect.arrayContaining(['start']));
  });

  it('answers to a callback, errors too', async () => {
    expect(readJsonp((await agent.get('/private/suggest?prefix=tok&callback=a.b')).text, 'a.b')).toMatchObject({
      result: [{ id: 'T' }],
    });
    expect(readJsonp((await agent.get('/private/suggest?callback=f')).text, 'f')).toMatchObject({
      code: '/api/status/error',
    });
  });

  it('is valid in all three forms, for all three kinds', async () => {
    expectValid('suggestEntities', (await agent.get('/private/suggest?prefix=b')).body);
    expectValid('suggestTypes', (await agent.get('/type/private/suggest?prefix=c')).body);
    expectValid('suggestProperties', (await agent.get('/property/private/suggest?prefix=p')).body);
  });

  it('lies at the default paths of clients that are told none', async () => {
    for (const path of ['/private/suggest?prefix=tok', '/private/flyout?id=T', '/search?prefix=tok'])
      expect([path, (await agent.get(path)).status]).toEqual([path, 200]);
  });
});
