import { lexicon } from './lexicon.js';

let simplified: Map<string, string> | undefined;

/**
 * Chinese characters as the simplified script has them, where Taiwan, Hong Kong and Japan write others: 澤 and 沢 become 泽.
 * One character at a time, for finding and comparing, not for reading: what one of them stands for in several words is not looked at.
 */
export function foldHan(text: string): string {
  simplified ??= new Map(
    lexicon('han-variants').flatMap((pairs) =>
      Array.from({ length: pairs.length / 2 }, (_, i): [string, string] => [
        pairs.charAt(2 * i),
        pairs.charAt(2 * i + 1),
      ]),
    ),
  );
  let folded = '';
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    folded += simplified.get(character) ?? character;
  }
  return folded;
}
