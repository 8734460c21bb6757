import { literalTerm } from './term.js';

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
