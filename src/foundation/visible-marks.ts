/**
 * Characters that are not seen and make a text look like another one: marks of direction, of no width, fillers and tags. Joiners are among them only behind a letter or digit of scripts that do not need
 * them; in Persian, in the scripts of India and in emoji they belong to the spelling.
 */
const UNSEEN =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]|(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{N}\s]|^)[\u200c\u200d]/gu;

/** The text for people, with each character that is not seen as its number: `Ada⟨U+200B⟩`. Data that a program reads stays as it is. */
export function withVisibleMarks(text: string): string {
  return text.replace(
    UNSEEN,
    (mark) => `⟨U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}
