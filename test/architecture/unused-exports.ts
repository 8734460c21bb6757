import { dirname, join } from 'node:path/posix';
import ts from 'typescript';
import { eachNode, type SourceModule } from './source-tree.js';

/** The TypeScript files of one folder of the repository. */
export interface ModuleFolder {
  /** From the root of the repository: `src`. */
  readonly folder: string;
  readonly modules: readonly SourceModule[];
}

/** What a module gives to others. */
interface Export {
  readonly name: string;
  readonly isType: boolean;
  /** Whether anything but its own declaration speaks of it there, comments apart. */
  readonly usedInside: boolean;
}

/**
 * Exports that no other file of the folders imports, as `src/a/b.ts: name`. A type may be exported for its name alone when
 * its own file speaks of it elsewhere: then it is part of what another export takes or gives.
 */
export function unusedExports(folders: readonly ModuleFolder[]): readonly string[] {
  const users = usersByExport(folders);
  return everyModule(folders).flatMap(([path, module]) =>
    exportsOf(module)
      .filter(({ name, isType, usedInside }) => !(isType && usedInside) && usersOf(users, path, name).length === 0)
      .map(({ name }) => `${path}: ${name}`),
  );
}

/**
 * Exported functions and constants of the first folder that only other folders import, and that nothing in their own file
 * uses either: what no program runs. As `src/a/b.ts: name`.
 */
export function exportsForOthersOnly(folders: readonly ModuleFolder[]): readonly string[] {
  const users = usersByExport(folders);
  const own = `${folders[0]?.folder ?? ''}/`;
  return everyModule(folders.slice(0, 1)).flatMap(([path, module]) =>
    exportsOf(module)
      .filter(
        ({ name, isType, usedInside }) =>
          !isType && !usedInside && !usersOf(users, path, name).some((user) => user.startsWith(own)),
      )
      .map(({ name }) => `${path}: ${name}`),
  );
}

/** For each export of these modules, types included, how many other modules of them import it. */
export function exportUsers(modules: readonly SourceModule[]): readonly number[] {
  const folder = { folder: '', modules };
  const users = usersByExport([folder]);
  return everyModule([folder]).flatMap(([path, module]) =>
    exportsOf(module).map(({ name }) => new Set(usersOf(users, path, name)).size),
  );
}

function everyModule(folders: readonly ModuleFolder[]): readonly (readonly [path: string, module: SourceModule])[] {
  return folders.flatMap(({ folder, modules }) =>
    modules.map((module) => [join(folder, module.path), module] as const),
  );
}

function usersOf(users: ReadonlyMap<string, readonly string[]>, path: string, name: string): readonly string[] {
  return [...(users.get(`${path}#${name}`) ?? []), ...(users.get(`${path}#*`) ?? [])];
}

/** `path#name` → the files that import it; `path#*` for those that import everything. */
function usersByExport(folders: readonly ModuleFolder[]): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  for (const [path, { tree }] of everyModule(folders)) {
    eachNode(tree, (node) => {
      for (const [specifier, name] of namesTaken(node)) {
        if (!specifier.startsWith('.')) continue;
        const key = `${join(dirname(path), specifier).replace(/\.js$/, '.ts')}#${name}`;
        const known = users.get(key);
        if (known === undefined) users.set(key, [path]);
        else known.push(path);
      }
    });
  }
  return users;
}

/** Module and name of each thing that a node takes from elsewhere; `*` where the node does not say what. */
function namesTaken(node: ts.Node): readonly (readonly [specifier: string, name: string])[] {
  if (
    (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
    node.moduleSpecifier !== undefined &&
    ts.isStringLiteral(node.moduleSpecifier)
  ) {
    const { text } = node.moduleSpecifier;
    const names = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
    if (names === undefined || !('elements' in names)) return [[text, '*']];
    return names.elements.map((element) => [text, (element.propertyName ?? element.name).text] as const);
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments;
    return argument !== undefined && ts.isStringLiteralLike(argument) ? [[argument.text, '*']] : [];
  }
  return [];
}

function exportsOf({ tree }: SourceModule): readonly Export[] {
  return tree.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) {
      const names = statement.exportClause;
      return names !== undefined && ts.isNamedExports(names)
        ? names.elements.map(({ name }) => ({ name: name.text, isType: true, usedInside: false }))
        : [];
    }
    const isExported =
      ts.canHaveModifiers(statement) &&
      statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
    return isExported
      ? namesDeclared(statement).map((name) => ({ name, isType, usedInside: timesWritten(tree, name) > 1 }))
      : [];
  });
}

function namesDeclared(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => namesBound(name));
  const { name } = statement as ts.DeclarationStatement; // nothing else can be exported
  return name === undefined ? [] : [name.text];
}

function namesBound(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesBound(element.name) : []));
}

function timesWritten(tree: ts.SourceFile, name: string): number {
  let times = 0;
  eachNode(tree, (node) => {
    if (ts.isIdentifier(node) && node.text === name) times += 1;
  });
  return times;
}
