/* eslint-disable @typescript-eslint/no-unsafe-member-access -- supertest gives bodies as any, and what they hold is what these tests are about */
import { describe, expect, it } from '@jest/globals';
import request, { type Test } from 'supertest';
import { formText } from '../../src/web/bodies/read-form.js';
import { makeSnapshot } from '../support/make-snapshot.js';
import { smallApp } from '../support/small-app.js';

const FORM = 'application/x-www-form-urlencoded';
const fieldsOf = (body: Buffer | string, type: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(formText(Buffer.from(body), type)));

describe('a form', () => {
  it.each([
    ['UTF-8', 'q=%C3%A9%E2%82%AC+x', 'é€ x'],
    ['ISO-8859-1', 'q=Andr%E9', 'André'],
    ['"latin1"', 'q=%93Andr%E9%94+%80', '“André” €'],
    ['windows-1252', 'q=%8Akoda', 'Škoda'],
    ['ISO-8859-15', 'q=%A4+%A6koda+%BD', '€ Škoda œ'],
    ['iso-8859-2', 'q=%A3%F3d%BC', 'Łódź'],
    ['Shift_JIS', 'q=%93%8C%8B%9E', '東京'],
    ['koi8-r', 'q=%ED%CF%D3%CB%D7%C1', 'Москва'],
    ['US-ASCII', 'q=50%25+%26+more', '50% & more'],
    ['ISO-8859-1', 'q=50%+%zz', '50% %zz'],
  ])('declared as %s: %s', (charset, body, text) => {
    expect(fieldsOf(body, `${FORM}; charset=${charset}`)).toEqual({ q: text });
  });

  it('is UTF-8 without a declaration, and where it is so in spite of another one', () => {
    expect(fieldsOf('q=Andr%C3%A9', FORM)).toEqual({ q: 'André' });
    expect(fieldsOf('q=Andr%C3%A9&r=%E6%9D%B1', `${FORM}; charset=ISO-8859-1`)).toEqual({ q: 'André', r: '東' });
  });

  it('has spaces for plus signs, as many as there are, and leaves the bytes as they came', () => {
    const body = Buffer.from(`q=${'ab+'.repeat(1_000)}%2B`);
    expect(formText(body, FORM)).toBe(`q=${'ab '.repeat(1_000)}%2B`);
    expect(fieldsOf(body, FORM)).toEqual({ q: `${'ab '.repeat(1_000)}+` });
    expect(body.toString()).toContain('ab+');
  });

  it('keeps fields apart, whatever stands in them, and letters that were not encoded', () => {
    expect(fieldsOf(Buffer.from('a=1=2%26&b&=c&d=\xe9+%2B', 'latin1'), `${FORM}; charset=iso-8859-1`)).toEqual({
      a: '1=2&',
      b: '',
      '': 'c',
      d: 'é +',
    });
  });

  it('may be UTF-16, with percent-encoded bytes of UTF-8', () => {
    expect(fieldsOf(Buffer.from('q=Jos%C3%A9+é', 'utf16le'), `${FORM}; charset=utf-16le`)).toEqual({ q: 'José é' });
  });
});

describe('the service', () => {
  const { app } = smallApp({
    snapshot: makeSnapshot({
      types: [{ id: 't', name: 'Thing', broader: [] }],
      entities: ['Škoda Pražská', 'Andréa Müllér', 'Sløn Øst'].map((name, i) => ({
        id: `e${String(i)}`,
        name,
        types: ['t'],
      })),
    }),
  });
  const post = (body: string, type: string): Test => request(app).post('/').set('Content-Type', type).send(body);

  it('finds names by a form in the character set that it declares', async () => {
    const reply = await post(
      'queries=%7B%22a%22%3A%7B%22query%22%3A%22Andr%E9a+M%FCll%E9r%22%7D%2C%22b%22%3A%7B%22query%22%3A%22%8Akoda+Pra%9Esk%E1%22%7D%7D',
      `${FORM}; charset=windows-1252`,
    );
    expect(reply.body.a.result[0]).toMatchObject({ id: 'e1', score: 100, match: true });
    expect(reply.body.b.result[0]).toMatchObject({ id: 'e0', score: 100, match: true });
  });

  it.each([
    ['an unknown character set', 'queries={}', `${FORM}; charset=klingon`],
    ['an encoding that is no character set', 'queries={}', `${FORM}; charset=base64`],
    ['JSON in another character set', '{}', 'application/json; charset=iso-8859-1'],
    [
      'a multipart field in another one',
      '--x\r\nContent-Disposition: form-data; name="queries"\r\nContent-Type: text/plain; charset=ISO-8859-1\r\n\r\n{}\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
    ],
    [
      'a multipart field in an unknown one',
      '--x\r\nContent-Type: text/plain; charset="klingon"\r\nContent-Disposition: form-data; name="queries"\r\n\r\n{}\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
    ],
  ])('refuses %s and says what to do', async (_, body, type) => {
    const reply = await post(body, type);
    expect(reply.status).toBe(415);
    expect(reply.body).toMatchObject({
      status: 'error',
      code: 'media-type-unsupported',
      advice: expect.stringContaining('UTF-8'),
    });
  });

  it('takes a multipart field that says that it is UTF-8', async () => {
    const reply = await post(
      '--x\r\nContent-Disposition: form-data; name="queries"\r\nContent-Type: text/plain; charset=UTF-8\r\n\r\n{"a":{"query":"Škoda Pražská"}}\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
    );
    expect(reply.body.a.result[0]).toMatchObject({ id: 'e0' });
  });

  it('puts an error in a body into the form of its address', async () => {
    const reply = await request(app).post('/match').set('Content-Type', `${FORM}; charset=klingon`).send('x=1');
    expect([reply.status, reply.headers['content-type']]).toEqual([415, 'application/problem+json']);
    expect(reply.body).toMatchObject({ status: 415, code: 'media-type-unsupported' });
  });

  it('answers a wrong callback beside an unreadable body', async () => {
    const reply = await request(app)
      .post('/?callback=f')
      .set('Content-Type', `${FORM}; charset=klingon`)
      .send('queries={}');
    expect(reply.status).toBe(415);
    expect(reply.text).toContain('f(');
  });
});
