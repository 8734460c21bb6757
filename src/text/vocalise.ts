/*
 * Arabic and Hebrew write consonants and some of the vowels. Letter by letter, نجيب is "njyb", which resembles no "Najib"; with the vowels that its
 * syllables need it is "najib". Which vowel is left out the letters do not tell, so it is always an a: good for finding, not for showing.
 */

/** Each letter followed by how it is written as a consonant. */
const CONSONANTS = lettersOf(
  'ب b ت t ث th ج j ح h خ kh د d ذ dh ر r ز z س s ش sh ص s ض d ط t ظ z غ gh ف f ق q ك k ل l م m ن n ه h پ p چ ch ژ zh گ g ک k ٹ t ڈ d ڑ r ں n ہ h ھ h و w ي y ی y ' +
    'ב b ג g ד d ה h ו v װ v ז z ח h ט t י y כ k ך k ל l מ m ם m נ n ן n ס s פ p ף f צ ts ץ ts ק k ר r ש sh ת t',
);
/** What becomes of Hebrew letters after a vowel. */
const SOFTENED = lettersOf('ב v פ f');
/** Each letter followed by how it is written as a vowel; ayin, which Latin letters lack, is heard as one. */
const VOWELS = lettersOf('ا a أ a إ i آ a ٱ a ى a ة a ع a ئ i ؤ u ۃ a ے e و u ي i ی i א a ע a ו o י i ײ ei');

const WORD = /[\p{sc=Arabic}\p{sc=Hebrew}][\p{scx=Arabic}\p{scx=Hebrew}]*/gu;
/** Vowel signs, a hamza by itself, and what lengthens a word or a consonant. */
const SIGNS = /[\p{M}\u0621\u0640]/gu;
const ARTICLE = /^ال(?=..)(?!له$)/u;
/** An alif or ayin that only carries the vowel behind it. */
const CARRIER = /^[اأאע](?=[ويیויײ])/u;
const LAST_HE = /(?<=..)ה$/u;

/** The Arabic and Hebrew words of `text` in Latin letters, with vowels where they are not written; all else as it is. */
export function vocalise(text: string): string {
  return text.replace(WORD, (word) => {
    const stem = word.replace(SIGNS, '').replace(ARTICLE, '');
    return (ARTICLE.test(word) ? 'al-' : '') + vocaliseStem(stem);
  });
}

function vocaliseStem(stem: string): string {
  const letters = [...stem.replaceAll('יי', 'ײ').replaceAll('וו', 'װ').replace(CARRIER, '').replace(LAST_HE, 'א')];
  const vowels = vowelsAmong(letters, stem);
  let written = '';
  letters.forEach((letter, i) => {
    const consonant = CONSONANTS.get(letter);
    const afterVowel = i > 0 && /[aeiou]$/u.test(written);
    if (vowels[i] === true || consonant === undefined) written += VOWELS.get(letter) ?? letter;
    else {
      // A syllable begins with a consonant and may end in one.
      const opens = !afterVowel && i < letters.length - 1 && vowels[i + 1] !== true;
      written += (afterVowel ? (SOFTENED.get(letter) ?? consonant) : consonant) + (opens ? 'a' : '');
    }
  });
  return written;
}

/** Which of the letters are vowels: those that can be a consonant as well are one at the beginning and before a vowel. */
function vowelsAmong(letters: readonly string[], stem: string): readonly boolean[] {
  const vowels = letters.map(() => false);
  for (let i = letters.length - 1; i >= 0; i--) {
    const letter = letters[i] ?? '';
    const first = i === 0 && stem.startsWith(letter);
    vowels[i] = VOWELS.has(letter) && (!CONSONANTS.has(letter) || (!first && vowels[i + 1] !== true));
  }
  return vowels;
}

function lettersOf(list: string): ReadonlyMap<string, string> {
  const parts = list.split(' ');
  return new Map(parts.flatMap((letter, i) => (i % 2 === 0 ? [[letter, parts[i + 1] ?? ''] as const] : [])));
}
