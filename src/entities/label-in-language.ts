import type { Entity, Label } from './entity.js';

/**
 * The label of an entity in the first available of these languages (BCP 47 tags); else its preferred name. A regional
 * form stands in for its language, and the reverse. `unmarked`: the language of preferred names without a tag.
 */
export function labelInLanguage(
  { name, nameLanguage, aliases }: Pick<Entity, 'name' | 'nameLanguage' | 'aliases'>,
  languages: readonly string[],
  unmarked?: string,
): Label {
  const own = nameLanguage ?? unmarked;
  const preferred: Label = own === undefined ? { text: name } : { text: name, language: own };
  const labels = [preferred, ...aliases];
  for (const wanted of languages) {
    const found =
      labels.find(({ language }) => language?.toLowerCase() === wanted.toLowerCase()) ??
      labels.find(({ language }) => isSameLanguage(language, wanted));
    if (found !== undefined) return found;
  }
  return preferred;
}

/** Whether two tags are equal, or one is a regional form of the other. */
export function isSameLanguage(one: string | undefined, other: string): boolean {
  if (one === undefined) return false;
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a === b || a.startsWith(`${b}-`) || b.startsWith(`${a}-`);
}
