/*
 * The phonetic code of Randy Daitch and Gary Mokotoff for Slavic and Yiddish names: six digits. Of several codes this
 * is the first. Source: https://www.jewishgen.org/InfoFiles/soundex.html, with the choices of the Commons Codec
 * library.
 */

/** Digits at the beginning, before a vowel, elsewhere; their runs of letters. */
const RULES: readonly (readonly [start: string, beforeVowel: string, elsewhere: string, letters: string])[] = [
  ['0', '', '', 'a e i o u'],
  ['0', '1', '', 'ai aj ay ei ej ey oi oj oy ui uj uy ue'],
  ['0', '7', '', 'au'],
  ['1', '', '', 'y ia ie io iu j'],
  ['1', '1', '', 'eu'],
  ['2', '4', '4', 'schtsch schtsh schtch shtch shtsh stsch zhdzh shch stch strz strs stsh szcz szcs zdzh zdz sc'],
  ['2', '43', '43', 'scht schd sht szt shd szd zhd st sd zd'],
  ['3', '3', '3', 'd t ţ ț dt th'],
  [
    '4',
    '4',
    '4',
    'c s z ttsch ttch tsch ttsz zsch csz czs drz drs dsh dsz dzh dzs sch tch trz trs tsh tts ttz tzs tsz zsh ch cz cs ds dz sh sz ts tc tz zh zs rs rz',
  ],
  ['5', '5', '', 'h'],
  ['5', '5', '5', 'g k q kh ck'],
  ['5', '54', '54', 'x chs ks'],
  ['6', '6', '6', 'm n'],
  ['66', '66', '66', 'mn nm'],
  ['7', '7', '7', 'b f p v w fb pf ph'],
  ['8', '8', '8', 'l'],
  ['9', '9', '9', 'r'],
];
const RULE_OF = new Map(RULES.flatMap((rule) => rule[3].split(' ').map((letters) => [letters, rule] as const)));
const LONGEST = 'schtsch'.length;
const PLAIN: Readonly<Record<string, string>> = Object.fromEntries(
  ['àáâãäåæa', 'çćc', 'èéêëe', 'ìíîïi', 'ñn', 'òóôõöøo', 'ùúûüu', 'ýÿy', 'ðd', 'þb', 'łl', 'ßśs', 'żźz'].flatMap(
    (group) => [...group.slice(0, -1)].map((letter) => [letter, group.slice(-1)]),
  ),
);

/** Six digits, `000000` for a text without letters. White space and other signs do not count. */
export function daitchMokotoff(text: string): string {
  const letters = [...text.toLowerCase()]
    .map((letter) => PLAIN[letter] ?? letter)
    .filter((letter) => RULE_OF.has(letter))
    .join('');
  let code = '';
  let before: string | undefined;
  let previous = '';
  for (let place = 0; place < letters.length;) {
    let length = Math.min(LONGEST, letters.length - place);
    while (!RULE_OF.has(letters.slice(place, place + length))) length -= 1;
    const [start, beforeVowel, elsewhere] = RULE_OF.get(letters.slice(place, place + length)) ?? ['', '', ''];
    const next = letters.charAt(place + length);
    const digits = place === 0 ? start : /[aeiou]/.test(next) ? beforeVowel : elsewhere;
    const isPair = /^(mn|nm)$/.test(previous + letters.charAt(place));
    if (before?.endsWith(digits) !== true || isPair) code += digits;
    before = digits;
    previous = letters.charAt(place);
    place += length;
  }
  return code.slice(0, 6).padEnd(6, '0');
}
