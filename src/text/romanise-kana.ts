/*
 * Kana as Japanese write it with Latin letters for strangers (Hepburn's way), vowels short: フランツ・シューベルト is furantsu shuberuto, ジャクソン jakuson. A letter
 * by itself does not say it: small kana change the one before, and a small tsu doubles the one behind.
 */

const ROWS = [
  'ア a イ i ウ u エ e オ o カ ka キ ki ク ku ケ ke コ ko ガ ga ギ gi グ gu ゲ ge ゴ go',
  'サ sa シ shi ス su セ se ソ so ザ za ジ ji ズ zu ゼ ze ゾ zo タ ta チ chi ツ tsu テ te ト to ダ da ヂ ji ヅ zu デ de ド do',
  'ナ na ニ ni ヌ nu ネ ne ノ no ハ ha ヒ hi フ fu ヘ he ホ ho バ ba ビ bi ブ bu ベ be ボ bo パ pa ピ pi プ pu ペ pe ポ po',
  'マ ma ミ mi ム mu メ me モ mo ヤ ya ユ yu ヨ yo ラ ra リ ri ル ru レ re ロ ro ワ wa ヰ i ヱ e ヲ o ン n ヴ vu ヷ va ヸ vi ヹ ve ヺ vo ヵ ka ヶ ga',
];
const SYLLABLES: ReadonlyMap<string, string> = new Map(ROWS.flatMap((row) => pairsOf(row.split(' '))));
/** Small letters: what they put in the place of the vowel before them. */
const SMALL: ReadonlyMap<string, string> = new Map(
  pairsOf('ァ a ィ i ゥ u ェ e ォ o ャ ya ュ yu ョ yo ヮ wa'.split(' ')),
);
/** What a syllable begins with before a small letter, where it is not the syllable without its vowel. */
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

/** `text` with its kana in Latin letters, half-width ones too; everything else as it is. Cost: its length. */
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
