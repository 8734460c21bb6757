import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { chooseLanguage, LANGUAGES, wordsIn } from '../../src/web/messages/words.js';
import { TERMS } from '../../src/scoring/evidence-table.js';
import { html } from '../../src/foundation/escape-html.js';
import { smallApp } from '../support/small-app.js';

const ROOT = join(import.meta.dirname, '..', '..');
type MessageFile = Readonly<Record<string, Readonly<Record<string, string>>>>;
const FILES = Object.fromEntries(
  ['de', 'fr', 'es'].map((language) => [
    language,
    JSON.parse(readFileSync(join(ROOT, 'data', 'messages', `${language}.json`), 'utf8')) as MessageFile, // a file of ours
  ]),
);
const placeholders = (text: string): readonly string[] => [...text.matchAll(/\{\w+\}/g)].map(([sign]) => sign).sort();

/** What is wrong with message files, in sentences for translators. */
function faultsOf(files: Readonly<Record<string, MessageFile>>): readonly string[] {
  const faults: string[] = [];
  const places = new Map<string, string>();
  for (const [language, file] of Object.entries(files))
    for (const [topic, messages] of Object.entries(file).filter(([name]) => name !== 'Evidence'))
      for (const [english, text] of Object.entries(messages)) {
        const place = places.get(english);
        if (place !== undefined && place !== topic)
          faults.push(`${language}.json: "${english}" stands in "${topic}" and in "${place}".`);
        places.set(english, topic);
        if (text.trim() === '') faults.push(`${language}.json: "${english}" in "${topic}" is empty.`);
        const [has, needs] = [placeholders(text), placeholders(english)].map((signs) => signs.join(' '));
        if (has !== needs)
          faults.push(`${language}.json: "${english}" in "${topic}" has the values "${has}" and needs "${needs}".`);
      }
  for (const [language, file] of Object.entries(files)) {
    const missing = [...places].filter(([english, topic]) => file[topic]?.[english] === undefined);
    faults.push(...missing.map(([english, topic]) => `${language}.json lacks "${english}" in "${topic}".`));
  }
  return faults;
}

describe('the message files', () => {
  it('have every message in one topic, with the same values, and none is empty', () => {
    expect(faultsOf(FILES)).toEqual([]);
  });

  it('are told apart by sentences that name the file, the message and the fault', () => {
    expect(
      faultsOf({
        de: { Pages: { Show: 'Anzeigen', '{n} rows': '{m} Zeilen' }, Review: { Back: ' ' } },
        fr: { Pages: { Show: 'Afficher', Back: 'Retour' } },
      }),
    ).toEqual([
      'de.json: "{n} rows" in "Pages" has the values "{m}" and needs "{n}".',
      'de.json: "Back" in "Review" is empty.',
      'fr.json: "Back" stands in "Pages" and in "Review".',
      'de.json lacks "Back" in "Pages".',
      'fr.json lacks "{n} rows" in "Pages".',
    ]);
  });

  it('have the meaning of every term of evidence', () => {
    for (const file of Object.values(FILES))
      expect(Object.keys(file['Evidence'] ?? {})).toEqual(TERMS.map(({ id }) => id));
  });

  it('hold nothing that the program does not say', () => {
    const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(join(ROOT, 'src', path), 'utf8'))
      .join('\n');
    const said = Object.entries(FILES['de'] ?? {}).flatMap(([topic, messages]) =>
      topic === 'Evidence' ? [] : Object.keys(messages),
    );
    expect(said.filter((message) => !sources.includes(`'${message.replaceAll("'", "\\'")}'`))).toEqual([]);
  });

  it('differ from each other: a language is translated and not copied', () => {
    for (const file of Object.values(FILES)) {
      const all = Object.values(file).flatMap((messages) => Object.entries(messages));
      expect(all.filter(([english, text]) => english === text).length).toBeLessThan(all.length / 10);
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
