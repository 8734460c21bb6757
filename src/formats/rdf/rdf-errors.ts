import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import type { TooManyTriples } from './triple-table.js';

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
