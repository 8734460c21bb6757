import { sentence } from '../../foundation/message.js';
import type { Sentence } from '../../foundation/sentence.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { FILE_FORMATS, formatOfName } from '../file-formats.js';
import type { TooManyTriples } from './triple-table.js';

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

const ADVICE: readonly { readonly message: RegExp; readonly advice: (match: RegExpExecArray) => string }[] = [
  {
    message: /^Undefined prefix "([^"]*):"/,
    advice: ([, prefix]) =>
      `Say at the top of the file what it stands for, with a line like "@prefix ${prefix ?? ''}: <http://example.org/> ." (with its true address), or write whole addresses between < and >.`,
  },
  {
    message: /\beof\b|Unclosed|unclosed/,
    advice: () =>
      'The file ends in the middle of a statement: copy, download or export it again; if it was written by hand, end the last statement with a full stop.',
  },
  {
    message: /Unexpected "["']/,
    advice: () =>
      'A quotation mark is opened and not closed: put one at the end of the text, and a backslash before those within it; text of several lines stands between three quotation marks.',
  },
  {
    message: /Invalid IRI|Unexpected "</,
    advice: () =>
      'An address stands between < and >, and must not hold spaces, quotation marks or braces; write a space as %20.',
  },
  {
    message: /./,
    advice: () =>
      'Look at this line and the one before it: a full stop, a semicolon or a quotation mark that is missing is the usual cause.',
  },
];

/** A parser's message without the line and the final full stop. */
export function saidOfStatement(message: string): string {
  return message.replace(/\s*on line \d+\.?\s*$/i, '').replace(/\.$/, '');
}

/**
 * The error for RDF that is not readable to its end. None of it is used, as half a dataset would give wrong answers
 * silently. `advice` replaces the advice for the message.
 */
export function damagedRdf(
  file: string,
  message: string,
  line: number | undefined,
  details: { readonly advice?: string; readonly cause?: unknown } = {},
): SameasError {
  const plain = saidOfStatement(message);
  const found = ADVICE.map((entry) => ({ entry, match: entry.message.exec(message) })).find(
    ({ match }) => match !== null,
  );
  return new SameasError(
    'file-damaged',
    `${file} is RDF, but ${line === undefined ? 'it' : `line ${line}`} cannot be read: ${plain}.`,
    {
      advice:
        details.advice ??
        (found?.match == null
          ? sentence('Check the file with the program that wrote it.')
          : found.entry.advice(found.match)),
      facts: { file, ...(line !== undefined && { line }) },
      ...(details.cause !== undefined && { cause: details.cause }),
    },
  );
}

/** The error for too many statements for the memory. */
export function tooManyTriples(file: string, cause: TooManyTriples): SameasError {
  return new SameasError('file-unreadable', `${file} holds ${cause.message}.`, {
    advice: 'Take out what is not needed for the list (keep types, names, notes and relations), or split the file.',
    facts: { file },
    cause,
  });
}
