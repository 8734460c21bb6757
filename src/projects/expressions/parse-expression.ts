import {
  ExpressionSyntaxError,
  type CompiledExpression,
  type ExpressionLanguage,
  type ExpressionLanguageId,
} from './expression-language.js';

interface ParsedExpression {
  readonly languageId: ExpressionLanguageId;
  /** Without the prefix. */
  readonly program: string;
}

/** Prefixes before the colon, in lower case. `gel` is the former name of GREL. */
const PREFIXES: Readonly<Record<string, ExpressionLanguageId>> = {
  grel: 'grel',
  gel: 'grel',
  jython: 'jython',
  clojure: 'clojure',
};

/** Splits `jython:return value`. A text without the name of a language in front is GREL as a whole, colons and all. */
export function parseExpression(expression: string): ParsedExpression {
  const colon = expression.indexOf(':');
  const prefix = colon < 0 ? '' : expression.slice(0, colon).toLowerCase();
  const languageId = Object.hasOwn(PREFIXES, prefix) ? PREFIXES[prefix] : undefined;
  return languageId === undefined
    ? { languageId: 'grel', program: expression }
    : { languageId, program: expression.slice(colon + 1) };
}

/** The compiled program of any language. Throws `ExpressionSyntaxError` for an invalid one, or another language. */
export function compileExpression(expression: string, languages: readonly ExpressionLanguage[]): CompiledExpression {
  const { languageId, program } = parseExpression(expression);
  const language = languages.find(({ id }) => id === languageId);
  if (language === undefined)
    throw new ExpressionSyntaxError(`Expressions in the language ${languageId} are not available here.`);
  return language.compile(program);
}
