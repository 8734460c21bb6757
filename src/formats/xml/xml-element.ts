/** An element of XML with all that is in it. */
export interface XmlElement {
  /** Without a prefix. */
  readonly name: string;
  /** Without prefixes, in their order. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Elements and texts, in their order; no text of white space alone. */
  readonly children: readonly (XmlElement | string)[];
  /** BCP 47 tag, of `xml:lang` here or above. */
  readonly language: string | undefined;
}

/** The elements directly in this one, or those of a name. */
export function childElements({ children }: XmlElement, name?: string): readonly XmlElement[] {
  return children
    .filter((child) => typeof child !== 'string')
    .filter((child) => name === undefined || child.name === name);
}

/** Elements of these names at any depth, in the order of the document; none within another that was found. */
export function descendants(element: XmlElement, names: ReadonlySet<string>): readonly XmlElement[] {
  return childElements(element).flatMap((child) => (names.has(child.name) ? [child] : descendants(child, names)));
}

/** All text in an element, white space folded. Parts of an element that has no text of its own are words by themselves. */
export function textIn({ children }: XmlElement): string {
  const joint = children.some((child) => typeof child === 'string') ? '' : ' ';
  return children
    .map((child) => (typeof child === 'string' ? child : textIn(child)))
    .join(joint)
    .replace(/\s+/g, ' ')
    .trim();
}
