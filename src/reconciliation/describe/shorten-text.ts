/** The text, or its beginning and `…` when it has more than `most` characters. Never cuts a character in two. Cost: that of what is kept. */
export function shortenText(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = [...text.slice(0, 2 * most + 2)];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('').trimEnd()}…`;
}
