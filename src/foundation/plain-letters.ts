/**
 * The text in lower case without accents, otherwise unchanged: for headings and single words. Names are folded
 * (fold-text.ts).
 */
export function plainLetters(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
