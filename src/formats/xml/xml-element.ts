export interface XmlElement {
  /** Without a prefix. */
  readonly name: string;
  /** Without prefixes, in their order. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Elements and texts in order, without blank texts. */
  readonly children: readonly (XmlElement | string)[];
  /** BCP 47 tag, of `xml:lang` here or above. */
  readonly language: string | undefined;
}

/** The direct child elements, or those with a name. */
export function childElements({ children }: XmlElement, name?: string): readonly XmlElement[] {
  return children
    .filter((child) => typeof child !== 'string')
    .filter((child) => name === undefined || child.name === name);
}

/** Elements with these names at any depth, in document order, without those inside another result. */
export function descendants(element: XmlElement, names: ReadonlySet<string>): readonly XmlElement[] {
  return childElements(element).flatMap((child) => (names.has(child.name) ? [child] : descendants(child, names)));
}

/**
 * All text in an element, with white space folded. Child elements of an element without own text are separate words.
 */
export function textIn({ children }: XmlElement): string {
  const joint = children.some((child) => typeof child === 'string') ? '' : ' ';
  return children
    .map((child) => (typeof child === 'string' ? child : textIn(child)))
    .join(joint)
    .replace(/\s+/g, ' ')
    .trim();
}
