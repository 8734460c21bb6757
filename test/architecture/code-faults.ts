import ts from 'typescript';
import { eachNode, lineOf, type SourceModule } from './source-tree.js';

/** Constructs that the house does not use, one sentence each with its place. */
export function forbiddenConstructs(module: SourceModule): readonly string[] {
  const { tree, text, path } = module;
  const lines = text.split('\n');
  const faults: string[] = [];
  const fault = (node: ts.Node, what: string) => faults.push(`${path}:${lineOf(tree, node)}: ${what}`);

  eachNode(tree, (node) => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) fault(node, 'any');
    if (ts.isNonNullExpression(node)) fault(node, 'a claim with ! that something is not null');
    if (ts.isEnumDeclaration(node)) fault(node, 'an enum');
    if (ts.isExportAssignment(node)) fault(node, 'a default export');
    if (isUnprovenClaim(node, tree, lines)) fault(node, '"as" without a comment that proves it');
  });
  lines.forEach((line, i) => {
    const comment = /(?:\/\/|\/?\*).*/.exec(line)?.[0] ?? '';
    const word = /@ts-(?:ignore|expect-error|nocheck)|\b(?:TODO|FIXME|XXX|HACK)\b|eslint-disable/.exec(comment)?.[0];
    if (word !== undefined) faults.push(`${path}:${i + 1}: ${word}`);
  });
  return faults;
}

/** A type assertion (not `as const`) with no comment in the lines of its statement or in the line above. */
function isUnprovenClaim(node: ts.Node, tree: ts.SourceFile, lines: readonly string[]): boolean {
  if (ts.isTypeAssertionExpression(node)) return true;
  if (!ts.isAsExpression(node) || ts.isConstTypeReference(node.type)) return false;
  // In `x as unknown as T` the outer one is judged.
  if (ts.isAsExpression(node.parent)) return false;
  let statement: ts.Node = node;
  while (!ts.isStatement(statement) && !ts.isClassElement(statement)) statement = statement.parent;
  const first = tree.getLineAndCharacterOfPosition(statement.getFullStart()).line;
  const last = tree.getLineAndCharacterOfPosition(statement.getEnd()).line;
  return !lines.slice(first, last + 1).some((line) => /\/\/|\/\*|^\s*\*/.test(line));
}

/** Exported functions and classes that no doc comment stands before. */
export function undocumentedExports(module: SourceModule): readonly string[] {
  const { tree, path } = module;
  return tree.statements
    .filter(
      (statement) =>
        (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) &&
        isExported(statement) &&
        !hasDocComment(statement, tree),
    )
    .map((statement) => `${path}:${lineOf(tree, statement)}: ${nameOf(statement)} has no doc comment`);
}

/**
 * Statements that do something when the module is imported: anything but declarations, and initial values that call
 * into Node (files, processes, sockets).
 */
export function importEffects(module: SourceModule): readonly string[] {
  const { tree, path } = module;
  const fromNode = namesFromNode(tree);
  return tree.statements.flatMap((statement) => {
    if (ts.isVariableStatement(statement))
      return callsTo(statement, fromNode) ? [`${path}:${lineOf(tree, statement)}: calls into Node when imported`] : [];
    const declares =
      ts.isImportDeclaration(statement) ||
      ts.isExportDeclaration(statement) ||
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement);
    return declares ? [] : [`${path}:${lineOf(tree, statement)}: does something when imported`];
  });
}

function isExported(node: ts.HasModifiers): boolean {
  return node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function hasDocComment(node: ts.Node, tree: ts.SourceFile): boolean {
  return (ts.getLeadingCommentRanges(tree.text, node.getFullStart()) ?? []).some((range) =>
    tree.text.startsWith('/**', range.pos),
  );
}

function nameOf(node: ts.Node): string {
  return (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) && node.name !== undefined
    ? node.name.text
    : 'an export';
}

function namesFromNode(tree: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    // Paths and addresses are computed without touching anything.
    if (
      !statement.moduleSpecifier.text.startsWith('node:') ||
      ['node:path', 'node:url'].includes(statement.moduleSpecifier.text)
    )
      continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings !== undefined && ts.isNamedImports(bindings))
      for (const element of bindings.elements) names.add(element.name.text);
  }
  return names;
}

/** Whether one of the names is called outside of any function. */
function callsTo(node: ts.Node, names: ReadonlySet<string>): boolean {
  if (ts.isFunctionLike(node)) return false;
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && names.has(node.expression.text)) return true;
  return ts.forEachChild(node, (child) => callsTo(child, names)) ?? false;
}
