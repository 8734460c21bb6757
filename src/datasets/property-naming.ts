/** The id of a property from its heading: letters, digits and `_`, the case of headings written as one word kept. */
export function propertyIdOf(heading: string, taken: ReadonlySet<string>): string {
  const oneWord = /^[\p{L}\p{N}_.-]+$/u.test(heading);
  const slug = (oneWord ? heading : heading.toLowerCase())
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  const base = slug === '' ? 'property' : slug;
  let id = base;
  for (let n = 2; taken.has(id); n++) id = `${base}_${n}`;
  return id;
}

/** A heading as people write it: `birth_year` and `birthYear` become `Birth year`; headings with spaces stay. */
export function readableName(heading: string): string {
  const words = heading.includes(' ')
    ? heading
    : heading
        .replace(/(\p{Ll})(\p{Lu})/gu, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
        .replace(/[_.]+/g, ' ')
        .trim();
  const name = words === '' ? heading : words;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
