import type { Request } from 'express';
import { chooseLanguage, type Language } from './languages.js';
import { wordsIn, type Words } from './words.js';

const made = new Map<Language, Words>();

/** Messages in the language of the client. */
export function wordsOf(request: Request): Words {
  const language = chooseLanguage(request.get('Accept-Language') ?? '', request.get('Cookie') ?? '');
  const words = made.get(language) ?? wordsIn(language);
  made.set(language, words);
  return words;
}
