import type { ModuleImport, SourceModule } from './source-tree.js';

/**
 * What each folder of src/ may import beside itself; the picture in docs/architecture.md in another form. A folder that is
 * not named here does not belong.
 */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  foundation: [],
  access: ['foundation'],
  settings: ['access', 'foundation'],
  text: ['foundation'],
  formats: ['foundation'],
  entities: ['text', 'formats', 'foundation'],
  datasets: ['entities', 'text', 'formats', 'foundation'],
  values: ['entities', 'text', 'foundation'],
  search: ['entities', 'text', 'foundation'],
  scoring: ['values', 'search', 'datasets', 'entities', 'text', 'foundation'],
  describe: ['scoring', 'search', 'datasets', 'entities', 'text', 'foundation'],
  browsing: ['describe', 'scoring', 'entities', 'text', 'formats', 'foundation'],
  cluster: ['search', 'describe', 'scoring', 'browsing', 'entities', 'text', 'foundation'],
  input: ['describe', 'scoring', 'values', 'datasets', 'entities', 'formats', 'foundation'],
  review: ['input', 'describe', 'scoring', 'datasets', 'entities', 'text', 'formats', 'foundation'],
  agents: ['input', 'describe', 'scoring', 'entities', 'foundation'],
  comparison: ['datasets', 'entities', 'text', 'formats', 'foundation'],
  duplicates: ['input', 'describe', 'scoring', 'search', 'entities', 'text', 'formats', 'foundation'],
  evaluation: ['input', 'describe', 'scoring', 'datasets', 'entities', 'text', 'formats', 'foundation'],
  protocols: ['describe', 'scoring', 'entities', 'text', 'foundation'],
  projects: ['text', 'formats', 'foundation'],
  web: [
    'protocols',
    'agents',
    'browsing',
    'review',
    'input',
    'describe',
    'scoring',
    'projects',
    'entities',
    'text',
    'access',
    'foundation',
  ],
  assembly: [
    'web',
    'agents',
    'protocols',
    'browsing',
    'review',
    'input',
    'describe',
    'scoring',
    'projects',
    'cluster',
    'search',
    'datasets',
    'entities',
    'text',
    'formats',
    'settings',
    'access',
    'foundation',
  ],
  offline: ['assembly', 'web', 'review', 'input', 'describe', 'scoring', 'datasets', 'entities', 'foundation'],
  cli: [
    'scoring',
    'assembly',
    'agents',
    'cluster',
    'comparison',
    'duplicates',
    'evaluation',
    'review',
    'input',
    'describe',
    'datasets',
    'entities',
    'settings',
    'access',
    'foundation',
  ],
  library: [
    'assembly',
    'web',
    'input',
    'describe',
    'scoring',
    'search',
    'datasets',
    'entities',
    'settings',
    'foundation',
  ],
  // Runs in browsers too: nothing of the service is in it.
  client: [],
  'library.ts': ['library', 'input', 'foundation'],
  'client.ts': ['client'],
  'main.ts': ['cli'],
};

/** What scoring/ may see of search/. */
const SEARCH_PORTS: readonly string[] = [
  'search/label-table.ts',
  'search/candidate-index.ts',
  'search/prefix-index.ts',
];

/** Packages that make HTTP: only web/ knows them. */
const WEB_PACKAGES: readonly string[] = ['express', 'compression', 'cors', 'helmet', 'multer'];

/** Data whose keys are types. */
const MESSAGE_FILES = /^\.\.\/data\/messages\/\w+\.json$/;

/** Which import rules a module breaks, one sentence each. */
export function layerFaults(module: SourceModule): readonly string[] {
  const from = layerOf(module.path);
  const allowed = LAYERS[from];
  if (allowed === undefined) return [`${module.path}: the folder ${from} is not in the picture of layers`];
  return module.imports.flatMap((imported) =>
    faultsOf(from, allowed, imported).map((fault) => `${module.path}:${imported.line}: ${fault}`),
  );
}

function faultsOf(from: string, allowed: readonly string[], imported: ModuleImport): readonly string[] {
  const { target, packageName, specifier } = imported;
  if (packageName !== undefined)
    return WEB_PACKAGES.includes(packageName) && from !== 'web' ? [`${packageName} belongs to web/`] : [];
  if (imported.typeOnly && target !== undefined && MESSAGE_FILES.test(target))
    return from === 'foundation' ? [] : [`${specifier} has its types in foundation/message.ts`];
  if (target === undefined || target.startsWith('../')) return [`${specifier} lies outside src/`];
  const to = layerOf(target);
  if (to !== from && !allowed.includes(to)) return [`${from} may not import ${to} (${specifier})`];
  if (from === 'scoring' && to === 'search' && !SEARCH_PORTS.includes(target))
    return [`scoring sees only the ports of search, not ${target}`];
  return [];
}

/** The folder of src/ that a path lies in, or the file itself when it lies in none. */
export function layerOf(path: string): string {
  return path.split('/')[0] ?? path;
}

/** Every cycle of imports, as a path of modules that ends where it begins; each cycle is named once. */
export function importCycles(modules: readonly SourceModule[]): readonly (readonly string[])[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const done = new Set<string>();
  const cycles: (readonly string[])[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      cycles.push([...trail.slice(start), path]);
      return;
    }
    if (done.has(path)) return;
    for (const { target } of byPath.get(path)?.imports ?? [])
      if (target !== undefined && byPath.has(target)) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const { path } of modules) visit(path, []);
  return cycles;
}
