/** The text in small letters without accents, all else as it is: for headings and for single words. Names are folded (fold-text.ts). */
export function plainLetters(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
