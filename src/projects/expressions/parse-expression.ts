import {
  ExpressionSyntaxError,
  type CompiledExpression,
  type ExpressionLanguage,
  type ExpressionLanguageId,
} from './expression-language.js';

/** A program and the language that it is written in. */
interface ParsedExpression {
  readonly languageId: ExpressionLanguageId;
  /** Without the prefix. */
  readonly program: string;
}

/** What stands before the colon, in lower case. `gel` is how GREL was written once. */
const PREFIXES: Readonly<Record<string, ExpressionLanguageId>> = {
  grel: 'grel',
  gel: 'grel',
  jython: 'jython',
  clojure: 'clojure',
};

/** Takes `jython:return value` apart. A text that does not begin with the name of a language is GREL as a whole, colons and all. */
export function parseExpression(expression: string): ParsedExpression {
  const colon = expression.indexOf(':');
  const prefix = colon < 0 ? '' : expression.slice(0, colon).toLowerCase();
  const languageId = Object.hasOwn(PREFIXES, prefix) ? PREFIXES[prefix] : undefined;
  return languageId === undefined
    ? { languageId: 'grel', program: expression }
    : { languageId, program: expression.slice(colon + 1) };
}

/**
 * The program ready to run, in whichever of the languages it is written. Throws `ExpressionSyntaxError` for a program that cannot be
 * read, and for one in a language that is not among those given.
 */
export function compileExpression(expression: string, languages: readonly ExpressionLanguage[]): CompiledExpression {
  const { languageId, program } = parseExpression(expression);
  const language = languages.find(({ id }) => id === languageId);
  if (language === undefined)
    throw new ExpressionSyntaxError(`Expressions in the language ${languageId} are not available here.`);
  return language.compile(program);
}
