/** A run of one letter for a part of a date. */
export interface LetterPart {
  readonly letter: string;
  readonly count: number;
}

/** A part of a date, or literal text. */
export type PatternPart = LetterPart | { readonly literal: string };

/** Parses a date pattern: `dd.MM 'um' HH` … Two quotes are one, also outside of quotes. Undefined for an open quote. */
export function splitPattern(pattern: string): readonly PatternPart[] | undefined {
  const parts: PatternPart[] = [];
  let literal = '';
  const endLiteral = (): void => {
    if (literal !== '') parts.push({ literal });
    literal = '';
  };
  for (let place = 0; place < pattern.length; place += 1) {
    const char = pattern.charAt(place);
    if (char === "'") {
      if (pattern.charAt(place + 1) === "'") {
        literal += "'";
        place += 1;
        continue;
      }
      const [quoted] = /^'((?:[^']|'')*)'/.exec(pattern.slice(place)) ?? [];
      if (quoted === undefined) return undefined;
      literal += quoted.slice(1, -1).replaceAll("''", "'");
      place += quoted.length - 1;
    } else if (/[A-Za-z]/.test(char)) {
      endLiteral();
      const start = place;
      while (pattern.charAt(place + 1) === char) place += 1;
      parts.push({ letter: char, count: place - start + 1 });
    } else literal += char;
  }
  endLiteral();
  return parts;
}
