import { sentence } from '../../foundation/message.js';
import type { Sentence } from '../../foundation/sentence.js';
import { FILE_FORMATS, formatOfName } from '../file-formats.js';

/** RDF syntaxes; `turtle` includes N-Triples, N-Quads and TriG. */
export type RdfSyntax = 'turtle' | 'rdf-xml' | 'json-ld';

export const RDF_SYNTAXES: readonly RdfSyntax[] = ['turtle', 'rdf-xml', 'json-ld'];

/** After "read as". */
export const RDF_TITLES: Readonly<Record<RdfSyntax, Sentence>> = {
  turtle: sentence('RDF (Turtle or N-Triples)'),
  'rdf-xml': sentence('RDF/XML'),
  'json-ld': sentence('RDF (JSON-LD)'),
};

/** Known JSON-LD contexts given by address. */
export const KNOWN_CONTEXT = /^https?:\/\/(?:www\.)?schema\.org\/?(?:docs\/jsonldcontext\.json(?:ld)?)?$/;

const BLANKS = String.raw`^\uFEFF?(?:\s|#[^\n]*\n)*`;
const NODE = String.raw`(?:<[^<>\s]*>|_:\S+)`;
const DIRECTIVE = new RegExp(String.raw`${BLANKS}(?:@prefix|@base|PREFIX|BASE)\s[^\n]*<`, 'i');
const STATEMENT = new RegExp(String.raw`${BLANKS}${NODE}\s+<[^<>\s]+>\s+(?:${NODE}|".*").*\.\s*(?:\n|$)`);
const RDF_NAMESPACE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** RDF syntax of a file by its name and beginning; `undefined` for other files. The content decides if possible. */
export function recogniseRdf(file: string, fileHead: string): RdfSyntax | undefined {
  const head = fileHead.slice(0, 65536);
  const first = head.trimStart().charAt(0);
  if (first === '<' && /<(?:\w+:)?RDF[\s>]/.test(head) && head.includes(RDF_NAMESPACE)) return 'rdf-xml';
  if (DIRECTIVE.test(head) || STATEMENT.test(head)) return 'turtle';
  const named = nameOfFormat(file.replace(/\.gz$/i, '').replace(/^.*\./s, '.'));
  if (named === 'turtle') return named;
  if (named === 'rdf-xml') return first === '<' ? 'rdf-xml' : first === '{' || first === '[' ? 'json-ld' : 'turtle';
  // One record a line is not a single document.
  if ((first !== '{' && first !== '[') || /^\s*\{[^\n]*\}\s*\n\s*\{/.test(head)) return undefined;
  return named === 'json-ld' || hasReadableContext(head) || isExpanded(head) ? 'json-ld' : undefined;
}

function nameOfFormat(file: string): string | undefined {
  const id = formatOfName(file);
  return id === undefined ? undefined : FILE_FORMATS[id].name;
}

/** A JSON document with an embedded or known context. JSON with another external context is read as plain JSON. */
function hasReadableContext(head: string): boolean {
  const context = /^\s*(?:\[\s*)?\{[^{}[\]]*?"@context"\s*:\s*(?:([{[])|"([^"]*)")/.exec(head);
  if (context === null) return false;
  if (context[2] !== undefined) return KNOWN_CONTEXT.test(context[2]);
  return context[1] === '{' || /^\[\s*\{/.test(head.slice(context.index + context[0].length - 1));
}

/** JSON-LD without a context: keys are addresses. */
function isExpanded(head: string): boolean {
  return head.includes('"@id"') && /"https?:\/\/[^"\s]+"\s*:\s*\[\s*\{\s*"@(?:value|id|language|type)"/.test(head);
}
