import { readFileSync } from 'node:fs';
import type { MessageFile } from '../../foundation/message.js';
import type { TermId } from '../../scoring/evidence-table.js';
import type { Language } from './languages.js';

/** Messages of a language by English text, and meanings of the terms of evidence. */
interface TranslatedMessages {
  readonly texts: Readonly<Record<string, string>>;
  readonly evidence: Readonly<Record<TermId, string>>;
}

const read = new Map<Language, TranslatedMessages>();

/** data/messages/ of a language; the English texts are in the code. Reads the file once, when needed. */
export function messagesIn(language: Exclude<Language, 'en'>): TranslatedMessages {
  const known = read.get(language);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`../../../data/messages/${language}.json`, import.meta.url), 'utf8');
  const { Evidence: evidence, ...topics } = JSON.parse(text) as MessageFile; // a part of this program; a test compares the files
  const texts = Object.assign({}, ...Object.values(topics)) as Record<string, string>; // every topic holds texts
  const messages = { texts, evidence };
  read.set(language, messages);
  return messages;
}

/** Meaning of a term in the language of a page; `english`: the one in the table of evidence. */
export function meaningIn(language: Language, term: TermId, english: string): string {
  return language === 'en' ? english : messagesIn(language).evidence[term];
}
