import type { GERMAN } from './de.js';

/** A message of the pages: its English text, in which `{name}` stands for a value. */
export type Message = keyof typeof GERMAN;

/** What a message file has to be: every message, and nothing else. */
export type Messages = Readonly<Record<Message, string>>;
