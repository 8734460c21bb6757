import { classifyHeading } from './headings/classify-heading.js';
import { headingWords, isHeadingWord } from './headings/heading-words.js';

/** `artist_id`, `ConstituentID`. */
const ENDS_IN_ID = /(^|[a-z0-9 _.-])(id|ID|Id)$/;
/** `Körperschafts-Nr.`, `Authority record number`; for headings without spaces and signs. */
const ENDS_IN_NUMBER =
  /(nr|nummer|number|numero|ppn|code|kennung|kennziffer|schlussel|tunnus|azonosito|szam|номер|番号|コート|编号|编码|代码|번호|코드)$/;
/** Kinds of columns whose entity an id may belong to. */
const NAMES_SOMETHING: ReadonlySet<string> = new Set(['name-of', 'place-name', 'entity', 'place', 'maker']);

/**
 * Points: a column in front, or one that shares a word with the heading of the names ("charity_number",
 * "charity_name"), is rather the id; one that shares it with another name is not.
 */
const IN_FRONT = 1;
/** "URN", "ISBN". */
const REGISTER_IN_FRONT = 3;
const OF_THE_NAME = 2;
const OF_ANOTHER_NAME = -2;
/** "Object ID" next to "Object Number". */
const ID_NEXT_TO_NUMBER = 2;
/** Maximum distance of a contender, in points. */
const NEAR = 1;

/** Whether a heading names ids or numbers. */
export function isCalledId(heading: string): boolean {
  const words = headingWords(heading);
  const whole = words.join('');
  if (ENDS_IN_ID.test(heading.trim()) || ENDS_IN_NUMBER.test(whole) || isHeadingWord('register', whole)) return true;
  const isCount = words[1] === 'of'; // "number of employees"
  return (
    isHeadingWord('number', words.at(-1) ?? '') ||
    (!isCount && isHeadingWord('number', words[0] ?? '')) ||
    words.some((word) => isHeadingWord('register', word))
  );
}

interface IdHeadings {
  /** Of all columns, in order. */
  readonly all: readonly string[];
  /** Of the probable column of names. */
  readonly name: string | undefined;
}

/** The headings of columns that could be the id, the best first, and the close contenders (`near`). */
export function scoreIdColumns(
  candidates: readonly string[],
  { all, name }: IdHeadings,
): { readonly best: string | undefined; readonly near: readonly string[] } {
  const others = all
    .filter(
      (heading) => heading !== name && !candidates.includes(heading) && NAMES_SOMETHING.has(classifyHeading(heading)),
    )
    .map(things);
  const ofName = things(name ?? '');
  const points = (heading: string): number => {
    const words = things(heading);
    const shares = (of: readonly string[]): boolean => words.some((word) => of.includes(word));
    const isOfName = shares(ofName);
    const isNextToNumber =
      ENDS_IN_ID.test(heading.trim()) && candidates.some((other) => other !== heading && shares(things(other)));
    return (
      (heading === all[0]
        ? isHeadingWord('register', headingWords(heading).join(''))
          ? REGISTER_IN_FRONT
          : IN_FRONT
        : 0) +
      (isOfName ? OF_THE_NAME : others.some(shares) ? OF_ANOTHER_NAME : 0) +
      (isNextToNumber ? ID_NEXT_TO_NUMBER : 0)
    );
  };
  const scored = candidates
    .map((heading) => ({ heading, points: points(heading) }))
    .sort((a, b) => b.points - a.points);
  const [best] = scored;
  return {
    best: best?.heading,
    near: scored
      .filter((one) => one !== best && best !== undefined && best.points - one.points <= NEAR)
      .map(({ heading }) => heading),
  };
}

/** The words of a heading for the thing itself: neither "number" nor "name". */
function things(heading: string): readonly string[] {
  return headingWords(heading).filter(
    (word) => word.length > 2 && !isHeadingWord('number', word) && classifyHeading(word) !== 'name',
  );
}
