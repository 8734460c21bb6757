import anyAscii from 'any-ascii';

/*
 * Arabic and Hebrew write consonants and some vowels. Letter by letter, نجيب is "njyb", which resembles no "Najib";
 * with the vowels required by its syllables it is "najib". The letters do not give the missing vowel, so it is always
 * an a: for search, not for display.
 */

/** Pairs of a letter and its consonant. */
const CONSONANTS = lettersOf(
  'ب b ت t ث th ج j ح h خ kh د d ذ dh ر r ز z س s ش sh ص s ض d ط t ظ z غ gh ف f ق q ك k ل l م m ن n ه h پ p چ ch ژ zh گ g ک k ٹ t ڈ d ڑ r ں n ہ h ھ h و w ي y ی y ' +
    'ב b ג g ד d ה h ו v װ v ז z ח h ט t י y כ k ך k ל l מ m ם m נ n ן n ס s פ p ף f צ ts ץ ts ק k ר r ש sh ת t',
);

/** Hebrew letters after a vowel. */
const SOFTENED = lettersOf('ב v פ f');

/** Pairs of a letter and its vowel; ayin, which Latin lacks, sounds like one. */
const VOWELS = lettersOf('ا a أ a إ i آ a ٱ a ى a ة a ع a ئ i ؤ u ۃ a ے e و u ي i ی i א a ע a ו o י i ײ ei');

const WORD = /[\p{sc=Arabic}\p{sc=Hebrew}][\p{scx=Arabic}\p{scx=Hebrew}]*/gu;

/** Vowel signs, a separate hamza, and signs that lengthen a word or a consonant. */
const SIGNS = /[\p{M}\u0621\u0640]/gu;

const ARTICLE = /^ال(?=..)(?!له$)/u;

/** An alif or ayin that only carries the next vowel. */
const CARRIER = /^[اأאע](?=[ويیויײ])/u;

const LAST_HE = /(?<=..)ה$/u;

/*
 * Kana in Hepburn romanisation with short vowels: フランツ・シューベルト is furantsu shuberuto, ジャクソン jakuson. Letters depend on
 * neighbours: small kana change the one before, and a small tsu doubles the next.
 */

const ROWS = [
  'ア a イ i ウ u エ e オ o カ ka キ ki ク ku ケ ke コ ko ガ ga ギ gi グ gu ゲ ge ゴ go',
  'サ sa シ shi ス su セ se ソ so ザ za ジ ji ズ zu ゼ ze ゾ zo タ ta チ chi ツ tsu テ te ト to ダ da ヂ ji ヅ zu デ de ド do',
  'ナ na ニ ni ヌ nu ネ ne ノ no ハ ha ヒ hi フ fu ヘ he ホ ho バ ba ビ bi ブ bu ベ be ボ bo パ pa ピ pi プ pu ペ pe ポ po',
  'マ ma ミ mi ム mu メ me モ mo ヤ ya ユ yu ヨ yo ラ ra リ ri ル ru レ re ロ ro ワ wa ヰ i ヱ e ヲ o ン n ヴ vu ヷ va ヸ vi ヹ ve ヺ vo ヵ ka ヶ ga',
];

const SYLLABLES: ReadonlyMap<string, string> = new Map(ROWS.flatMap((row) => pairsOf(row.split(' '))));

/** Small letters → replacement of the vowel before them. */
const SMALL: ReadonlyMap<string, string> = new Map(
  pairsOf('ァ a ィ i ゥ u ェ e ォ o ャ ya ュ yu ョ yo ヮ wa'.split(' ')),
);

/** Beginnings of syllables before a small letter, where irregular. */
const BEFORE_SMALL: ReadonlyMap<string, string> = new Map([
  ['u', 'w'],
  ['i', 'y'],
  ['ku', 'kw'],
  ['gu', 'gw'],
]);

const SMALL_TSU = 'ッ';

const KANA =
  /[\u3041-\u3096\u30a1-\u30fa\u30fc\uff66-\uff9d][\u3041-\u3096\u3099\u309a\u30a1-\u30fa\u30fc\uff66-\uff9f]*/gu;

const HIRAGANA = /[\u3041-\u3096]/gu;

const TO_KATAKANA = 0x60;

const PALATAL = /(?:sh|ch|j)i$/;

const VOWEL_AT_END = /[aeiou]$/;

const ASCII_ONLY = /^[\x00-\x7f]*$/;
const BEYOND_LATIN = /(?!\p{Script=Latin})\p{L}/u;

/** Two letters at the beginning of a Greek word for one sound: `Μπορ` is Bor. */
const GREEK_STOP = /(?<!\p{L})(?:μπ|ντ|γκ)/giu;
const GREEK_STOPS: ReadonlyMap<string, string> = new Map([
  ['μπ', 'b'],
  ['ντ', 'd'],
  ['γκ', 'g'],
]);

/** Whether `text` has letters of a script other than Latin. */
export function hasLettersBeyondLatin(text: string): boolean {
  return !ASCII_ONLY.test(text) && BEYOND_LATIN.test(text);
}

/**
 * `text` in ASCII letters: `Москва` → `Moskva`, `東京` → `DongJing`. A rough transliteration by letter (kana by
 * syllable), the same for every language of a script, with missing vowels inserted; for search, not for display.
 */
export function transliterate(text: string): string {
  return anyAscii(
    romaniseKana(vocalise(text)).replace(GREEK_STOP, (stop) => GREEK_STOPS.get(stop.toLowerCase()) ?? stop),
  );
}

/** `text` with its kana in Latin letters, including half-width ones; the rest is unchanged. Cost: its length. */
export function romaniseKana(text: string): string {
  return text.replace(KANA, (run) =>
    romanised(
      Array.from(
        run.normalize('NFKC').replace(HIRAGANA, (letter) => String.fromCharCode(letter.charCodeAt(0) + TO_KATAKANA)),
      ),
    ),
  );
}

function romanised(kana: readonly string[]): string {
  let latin = '';
  let isDoubled = false;
  for (let i = 0; i < kana.length; i++) {
    const syllable = SYLLABLES.get(kana[i] ?? '');
    const small = SMALL.get(kana[i + 1] ?? '');
    if (kana[i] === SMALL_TSU) isDoubled = true;
    else if (syllable === undefined) latin += SMALL.get(kana[i] ?? '') ?? '';
    else {
      const sound = small === undefined ? syllable : joined(syllable, small);
      latin += isDoubled ? doubled(sound) : sound;
      isDoubled = false;
      if (small !== undefined) i++;
    }
  }
  return latin;
}

function joined(syllable: string, small: string): string {
  if (PALATAL.test(syllable)) return syllable.slice(0, -1) + small.replace('y', '');
  const isVowel = small.length === 1;
  return ((isVowel ? BEFORE_SMALL.get(syllable) : undefined) ?? syllable.replace(VOWEL_AT_END, '')) + small;
}

function doubled(sound: string): string {
  if (VOWEL_AT_END.test(sound.charAt(0))) return sound;
  return (sound.startsWith('ch') ? 't' : sound.charAt(0)) + sound;
}

function pairsOf(words: readonly string[]): readonly (readonly [string, string])[] {
  return Array.from({ length: words.length / 2 }, (_, i) => [words[2 * i] ?? '', words[2 * i + 1] ?? ''] as const);
}

/** The Arabic and Hebrew words of `text` in Latin letters, with missing vowels; the rest is unchanged. */
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

/** Vowels among the letters: those that can also be consonants are consonants at the beginning and before a vowel. */
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
