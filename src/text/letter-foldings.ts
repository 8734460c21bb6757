/**
 * Letters without Unicode decomposition, with their usual replacement on keyboards. Lower case only, as folding lowers
 * the case first.
 */
export const LETTER_FOLDINGS: ReadonlyMap<string, string> = new Map([
  // Latin
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ł', 'l'],
  ['ı', 'i'],
  ['ħ', 'h'],
  ['ŋ', 'n'],
  ['ŧ', 't'],
  ['ə', 'e'],
  ['ǝ', 'e'],
  ['ɛ', 'e'],
  ['ɔ', 'o'],
  ['ɓ', 'b'],
  ['ɗ', 'd'],
  ['ƙ', 'k'],
  ['ƴ', 'y'],
  ['ĸ', 'k'],
  ['ʉ', 'u'],
  ['ɨ', 'i'],
  ['ƒ', 'f'],
  ['ⱥ', 'a'],
  ['ȼ', 'c'],
  ['ɇ', 'e'],
  // Greek: the final sigma is the same letter
  ['ς', 'σ'],
  // Arabic script: forms that Arabic, Persian and Urdu interchange
  ['ى', 'ي'],
  ['ی', 'ي'],
  ['ې', 'ي'],
  ['ک', 'ك'],
  ['ة', 'ه'],
  ['ۀ', 'ه'],
  ['ہ', 'ه'],
  ['ھ', 'ه'],
  ['ە', 'ه'],
  ['ٱ', 'ا'],
]);

/**
 * Names of Greek letters used as signs between Latin letters. Not mu, which is mostly the sign of a millionth there.
 */
export const GREEK_LETTER_NAMES: ReadonlyMap<string, string> = new Map([
  ['α', 'alpha'],
  ['β', 'beta'],
  ['γ', 'gamma'],
  ['δ', 'delta'],
  ['ε', 'epsilon'],
  ['ζ', 'zeta'],
  ['η', 'eta'],
  ['θ', 'theta'],
  ['ι', 'iota'],
  ['κ', 'kappa'],
  ['λ', 'lambda'],
  ['ν', 'nu'],
  ['ξ', 'xi'],
  ['ο', 'omicron'],
  ['π', 'pi'],
  ['ρ', 'rho'],
  ['σ', 'sigma'],
  ['τ', 'tau'],
  ['υ', 'upsilon'],
  ['φ', 'phi'],
  ['χ', 'chi'],
  ['ψ', 'psi'],
  ['ω', 'omega'],
]);

const DIGIT_ZEROS = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0,
];

/** The ASCII digit for a decimal digit of another script, or `undefined`. */
export function asciiDigit(codePoint: number): string | undefined {
  if (codePoint < 0x660 || codePoint > 0x17e9) return undefined;
  for (const zero of DIGIT_ZEROS) if (codePoint >= zero && codePoint < zero + 10) return String(codePoint - zero);
  return undefined;
}
