import type { Sentence, SentenceValue } from './sentence.js';
import type German from '../../data/messages/de.json';
import type Spanish from '../../data/messages/es.json';
import type French from '../../data/messages/fr.json';

/** A file of data/messages/: messages by topic, and the meanings of evidence terms. */
export type MessageFile = Readonly<typeof German>;

type Without<File extends { readonly Evidence: unknown }> = Omit<File, 'Evidence'>;
type TextsOf<Topics> = { [Topic in keyof Topics]: keyof Topics[Topic] }[keyof Topics];

/**
 * A message in every language: its English text with `{name}` for each value. It is a key of each file of
 * data/messages/, below its topic.
 */
export type Message = TextsOf<Without<typeof German>> &
  TextsOf<Without<typeof French>> &
  TextsOf<Without<typeof Spanish>>;

const NONE = {};

/** The names of the values of a message. */
type ValuesOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValuesOf<Rest>
  : never;

/** A translated sentence with exactly the values of its template. */
export function sentence<const Text extends Message>(
  template: Text,
  ...[values]: [ValuesOf<Text>] extends [never] ? [] : [values: Readonly<Record<ValuesOf<Text>, SentenceValue>>]
): Sentence {
  return { template, values: values ?? NONE };
}
