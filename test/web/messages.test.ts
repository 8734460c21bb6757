import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { GERMAN } from '../../src/web/messages/de.js';
import { SPANISH } from '../../src/web/messages/es.js';
import { FRENCH } from '../../src/web/messages/fr.js';
import { chooseLanguage, LANGUAGES } from '../../src/web/messages/languages.js';
import { wordsIn } from '../../src/web/messages/words.js';
import { html } from '../../src/foundation/escape-html.js';
import { smallApp } from '../support/small-app.js';

const FILES = { de: GERMAN, fr: FRENCH, es: SPANISH };
const SRC = join(import.meta.dirname, '..', '..', 'src');
const placeholders = (text: string): readonly string[] => [...text.matchAll(/\{\w+\}/g)].map(([sign]) => sign).sort();

describe('the message files', () => {
  it.each(Object.entries(FILES))('%s has every message with the same values, and none is empty', (_, messages) => {
    expect(Object.keys(messages)).toEqual(Object.keys(GERMAN));
    for (const [english, text] of Object.entries(messages))
      expect([english, text.trim() === '', placeholders(text)]).toEqual([english, false, placeholders(english)]);
  });

  it('hold nothing that no page says', () => {
    const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !/messages\/(?:de|fr|es)\.ts$/.test(path.replaceAll('\\', '/')))
      .map((path) => readFileSync(join(SRC, path), 'utf8'))
      .join('\n');
    expect(Object.keys(GERMAN).filter((message) => !sources.includes(`'${message.replaceAll("'", "\\'")}'`))).toEqual(
      [],
    );
  });

  it('differ from each other: a language is translated and not copied', () => {
    for (const messages of Object.values(FILES)) {
      const same = Object.entries(messages).filter(([english, text]) => english === text);
      expect(same.length).toBeLessThan(Object.keys(messages).length / 10);
    }
  });
});

describe('words', () => {
  it('put values where the language has them, one and many, and escape them in HTML', () => {
    const german = wordsIn('de');
    expect(german.say('Page {page} of {last}', { page: 1, last: 2 })).toBe('Seite 1 von 2');
    expect([1, 1_234_567].map((n) => german.count(n, '{n} row', '{n} rows'))).toEqual([
      '1 Zeile',
      '1\u202f234\u202f567 Zeilen',
    ]);
    expect([0, 1, 2].map((n) => wordsIn('fr').count(n, '{n} row', '{n} rows'))).toEqual([
      '0 ligne',
      '1 ligne',
      '2 lignes',
    ]);
    expect(wordsIn('es').html('perhaps {name}', { name: html`<b>${'<'}</b>` }).text).toBe('quizá <b>&lt;</b>');
    expect([german.known('There are no names to match.'), german.known('Something else.')]).toEqual([
      'Es gibt keine Namen zum Abgleichen.',
      undefined,
    ]);
    expect(wordsIn('en').say('Remove {text}', { text: '{text}' })).toBe('Remove {text}');
  });

  it.each([
    ['', '', 'en'],
    ['de-AT,de;q=0.9,en;q=0.8', '', 'de'],
    ['nl,fr-CH;q=0.7,en;q=0.3', '', 'fr'],
    ['ja, zh', '', 'en'],
    ['es;q=0, *', '', 'en'],
    ['de', 'a=b; sameas-language=es', 'es'],
    ['de', 'sameas-language=xx', 'de'],
  ])('are those of Accept-Language "%s" and the cookie "%s": %s', (accept, cookies, language) => {
    expect(chooseLanguage(accept, cookies)).toBe(language);
  });
});

describe('pages', () => {
  const { app } = smallApp();
  const get = (path: string, language: string): request.Test =>
    request(app).get(path).set('Accept', 'text/html').set('Accept-Language', language).set('Host', 'service.example');

  it.each([
    ['/', 'de', 'Einen Namen eingeben'],
    ['/browse', 'fr', 'Chercher dans les noms'],
    ['/view?id=B', 'es', 'Identificador'],
    ['/about', 'de', 'Über den Datensatz'],
    ['/nowhere', 'fr', 'Introuvable'],
    ['/preview?id=B', 'de', 'Kennung'],
    ['/docs', 'es', 'Documentación'],
    ['/explain?query=Berlin', 'fr', 'Classement'],
  ])('%s speaks %s', async (path, language, says) => {
    const { text, headers } = await get(path, language);
    expect(text).toContain(`<html lang="${language}" dir="ltr">`);
    expect(text).toContain(says);
    expect(headers['vary']).toMatch(/Accept-Language.*Cookie/);
  });

  it('keep the language that somebody chooses, and lead back to where it was chosen, never elsewhere', async () => {
    const choose = (to: string, from: string): request.Test =>
      request(app).post('/language').type('form').set('Host', 'service.example').set('Referer', from).send({ to });
    const chosen = await choose('es', 'http://service.example/browse?query=a');
    expect([chosen.status, chosen.headers['location']]).toEqual([303, 'http://service.example/browse?query=a']);
    expect(chosen.headers['set-cookie']).toEqual([
      expect.stringMatching(/^sameas-language=es; Path=\/; Max-Age=\d+; SameSite=Lax/),
    ]);
    expect((await get('/browse', 'de').set('Cookie', 'sameas-language=es')).text).toContain('Explorar');
    expect((await choose('es', 'http://service.example.evil/')).headers['location']).toBe('http://service.example/');
    expect((await choose('xx', 'http://service.example/')).headers['set-cookie']).toBeUndefined();
  });

  it('offer every language by its own name', async () => {
    const { text } = await get('/', 'de');
    for (const [id, name] of Object.entries(LANGUAGES))
      expect(text).toContain(
        id === 'de'
          ? `<li aria-current="true">${name}</li>`
          : `<button name="to" value="${id}" lang="${id}">${name}</button>`,
      );
  });
});
