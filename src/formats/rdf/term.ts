/*
 * An RDF term as one string: an IRI unchanged, a blank node as `_:label`, a literal as `"text"`, `"text"@language` or
 * `"text"^^datatype`.
 */

type TermKind = 'iri' | 'blank' | 'literal';

export interface Literal {
  readonly text: string;
  /** BCP 47 tag. */
  readonly language?: string;
  /** IRI of the datatype; undefined for plain text and text in a language. */
  readonly datatype?: string;
}

const QUOTE = 34;
const XSD_STRING = 'http://www.w3.org/2001/XMLSchema#string';

/** The kind of a term, by its first character. */
export function kindOfTerm(term: string): TermKind {
  return term.charCodeAt(0) === QUOTE ? 'literal' : term.startsWith('_:') ? 'blank' : 'iri';
}

/** A literal as a term; `language` and `datatype` may be `''`. Language tags get their usual capitals (`en-GB`). */
export function literalTerm(text: string, language: string, datatype: string): string {
  return language !== ''
    ? `"${text}"@${usualTag(language)}`
    : datatype === '' || datatype === XSD_STRING
      ? `"${text}"`
      : `"${text}"^^${datatype}`;
}

/**
 * The parts of a literal term. The text may hold quotation marks: the last one ends it, as neither languages nor IRIs
 * have any.
 */
export function literalOf(term: string): Literal {
  const end = term.lastIndexOf('"');
  const text = term.slice(1, end);
  if (end === term.length - 1) return { text };
  return term.charAt(end + 1) === '@'
    ? { text, language: term.slice(end + 2) }
    : { text, datatype: term.slice(end + 3) };
}

const usualTags = new Map<string, string>();

/** `en-gb` in its usual form, `en-GB`; other text unchanged. */
function usualTag(tag: string): string {
  let usual = usualTags.get(tag);
  if (usual === undefined) {
    try {
      usual = Intl.getCanonicalLocales(tag)[0] ?? tag;
    } catch {
      usual = tag;
    }
    if (usualTags.size < 10_000) usualTags.set(tag, usual);
  }
  return usual;
}

interface ParsedTerm {
  readonly termType: string;
  readonly value: string;
  readonly language?: string;
  readonly datatype?: { readonly value: string };
}

export interface ParsedQuad {
  readonly subject: ParsedTerm;
  readonly predicate: ParsedTerm;
  readonly object: ParsedTerm;
}

/** The term as one string. A quoted triple has no text: it becomes a blank node without statements. */
export function termOf(term: ParsedTerm): string {
  switch (term.termType) {
    case 'Literal':
      return literalTerm(term.value, term.language ?? '', term.datatype?.value ?? '');
    case 'BlankNode':
      return `_:${term.value}`;
    case 'Quad':
      return '_:statement';
    default:
      return term.value;
  }
}
