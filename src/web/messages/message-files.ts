import { readFileSync } from 'node:fs';
import type { MessageFile } from '../../foundation/message.js';
import type { TermId } from '../../scoring/evidence-table.js';
import type { Language } from './languages.js';

/** The messages of a language by their English texts, and what the terms of evidence mean. */
interface TranslatedMessages {
  readonly texts: Readonly<Record<string, string>>;
  readonly evidence: Readonly<Record<TermId, string>>;
}

const read = new Map<Language, TranslatedMessages>();

/** What data/messages/ has for a language; the English texts stand in the code. The file is read when it is first needed, and kept. */
export function messagesIn(language: Exclude<Language, 'en'>): TranslatedMessages {
  const known = read.get(language);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`../../../data/messages/${language}.json`, import.meta.url), 'utf8');
  const { Evidence: evidence, ...topics } = JSON.parse(text) as MessageFile; // a part of this program; a test holds the files against each other
  const texts = Object.assign({}, ...Object.values(topics)) as Record<string, string>; // every topic holds texts
  const messages = { texts, evidence };
  read.set(language, messages);
  return messages;
}

/** What a term means in the language of a page; `english`: what the table of evidence says. */
export function meaningIn(language: Language, term: TermId, english: string): string {
  return language === 'en' ? english : messagesIn(language).evidence[term];
}
