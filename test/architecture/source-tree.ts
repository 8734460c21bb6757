import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** One thing that a module imports or re-exports. */
export interface ModuleImport {
  /** As written. */
  readonly specifier: string;
  /** Path of the imported source file from `src/`, or `undefined` for a package. */
  readonly target: string | undefined;
  /** Name of the package, without a path inside it; `node:…` for what Node brings. */
  readonly packageName: string | undefined;
  /** Whether nothing of it is left at run time. */
  readonly typeOnly: boolean;
  readonly line: number;
}

/** One TypeScript file, parsed. */
export interface SourceModule {
  /** From the scanned folder, with slashes: `web/create-app.ts`. */
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
  readonly imports: readonly ModuleImport[];
}

const parsed = new Map<string, readonly SourceModule[]>();

/** Every TypeScript file below a folder of the repository, by path. A process parses each folder once. */
export function readModules(folder: string): readonly SourceModule[] {
  const modules = parsed.get(folder) ?? parseModules(folder);
  parsed.set(folder, modules);
  return modules;
}

function parseModules(folder: string): readonly SourceModule[] {
  const base = join(ROOT, folder);
  return filesBelow(base)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => parseModule(relative(base, file).split(sep).join('/'), readFileSync(file, 'utf8')));
}

/** A module from its text; for tests of the tests as well. */
export function parseModule(path: string, text: string): SourceModule {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  const imports: ModuleImport[] = [];
  eachNode(tree, (node) => {
    const found = importOf(node);
    if (found === undefined) return;
    const { specifier, typeOnly } = found;
    const target = specifier.startsWith('.')
      ? join(dirname(path), specifier).split(sep).join('/').replace(/\.js$/, '.ts')
      : undefined;
    imports.push({
      specifier,
      target,
      packageName: target === undefined ? packageNameOf(specifier) : undefined,
      typeOnly,
      line: lineOf(tree, node),
    });
  });
  return { path, text, tree, imports };
}

/** Calls `visit` for every node of a tree, parents first. */
export function eachNode(root: ts.Node, visit: (node: ts.Node) => void): void {
  visit(root);
  ts.forEachChild(root, (child) => eachNode(child, visit));
}

/** The line of a node, from 1. */
export function lineOf(tree: ts.SourceFile, node: ts.Node): number {
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
}

/** Files below a folder, in order of path. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => resolve(entry.parentPath, entry.name))
    .sort();
}

function importOf(node: ts.Node): { readonly specifier: string; readonly typeOnly: boolean } | undefined {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    return {
      specifier: node.moduleSpecifier.text,
      typeOnly: node.importClause !== undefined && isTypeOnly(node.importClause),
    };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined && ts.isStringLiteral(node.moduleSpecifier)) {
    return { specifier: node.moduleSpecifier.text, typeOnly: node.isTypeOnly };
  }
  if (
    ts.isCallExpression(node) &&
    (node.expression.kind === ts.SyntaxKind.ImportKeyword || isCreatedRequire(node.expression))
  ) {
    const [argument] = node.arguments;
    if (argument !== undefined && ts.isStringLiteralLike(argument))
      return { specifier: argument.text, typeOnly: false };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
    return { specifier: node.argument.literal.text, typeOnly: true };
  }
  return undefined;
}

/** `createRequire(…)`, the result of which is called with the name of a package. */
function isCreatedRequire(callee: ts.Expression): boolean {
  return (
    ts.isCallExpression(callee) && ts.isIdentifier(callee.expression) && callee.expression.text === 'createRequire'
  );
}

function isTypeOnly(clause: ts.ImportClause): boolean {
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const names = clause.namedBindings;
  return (
    clause.name === undefined &&
    names !== undefined &&
    ts.isNamedImports(names) &&
    names.elements.length > 0 &&
    names.elements.every((name) => name.isTypeOnly)
  );
}

function packageNameOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
