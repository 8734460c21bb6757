/**
 * Invisible characters that make a text look like another one: direction marks, zero-width characters, fillers and
 * tags. Joiners only after a letter or digit of scripts that do not need them; in Persian, Indic scripts and emoji they
 * are part of the spelling.
 */
const UNSEEN =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]|(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{N}\s]|^)[\u200c\u200d]/gu;

/**
 * The text for people, with each invisible character as its number: `Ada⟨U+200B⟩`. Data for programs stays unchanged.
 */
export function withVisibleMarks(text: string): string {
  return text.replace(
    UNSEEN,
    (mark) => `⟨U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}
