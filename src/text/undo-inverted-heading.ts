const BEGINS_WITH_DIGIT = /^\p{N}/u;
const HAS_LETTER = /\p{L}/u;

/**
 * An index heading as the word that is meant: "acetic acid, trichloro-" is trichloroacetic acid, "Verein, Kunst-" a Kunstverein. What stands behind the last comma
 * and ends in a hyphen is the beginning of the word before it; a year of birth ("Smith, Zadie, 1975-") is not. Any other text comes back as it is. Cost: a look at the last letter.
 */
export function undoInvertedHeading(text: string): string {
  if (!text.endsWith('-')) return text;
  const comma = text.lastIndexOf(', ');
  const beginning = text.slice(comma + 2, -1).trim();
  if (comma <= 0 || beginning.includes(' ') || !HAS_LETTER.test(beginning)) return text;
  const rest = text.slice(0, comma);
  // Numbers of places do not run into one: "1-ethoxy-2-propanol".
  return BEGINS_WITH_DIGIT.test(rest) ? `${beginning}-${rest}` : beginning + rest;
}
