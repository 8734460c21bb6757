// Makes dist/sameas.html: one page that matches two tables in the browser, with the core of the program in it and nothing to load. See src/offline/.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, transform } from 'esbuild';

/** What the core takes of Node, by the modules that stand for it. */
const PLATFORM = {
  'node:buffer': 'buffer',
  buffer: 'buffer',
  'node:crypto': 'crypto',
  'node:fs': 'fs',
  'node:fs/promises': 'fs-promises',
  'node:module': 'module',
  'node:os': 'os',
  'node:path': 'path',
  'node:stream': 'stream',
  stream: 'stream',
  string_decoder: 'string-decoder',
  'node:timers/promises': 'timers-promises',
  'node:worker_threads': 'worker-threads',
  'node:zlib': 'zlib',
};

/** Modules of src/ that read what a page has no use for, or cannot reach: databases, the web, manifests, and formats that few have. A list in one of them is refused in words. */
const LEFT_OUT = {
  'formats/databases/read-sqlite': 'SQLite databases',
  'formats/databases/read-parquet': 'Parquet files',
  'datasets/sources/postgres-source': 'databases',
  'datasets/sources/mysql-source': 'databases',
  'datasets/sources/web-source': 'addresses',
  'datasets/sources/standard-input': 'the standard input',
  'datasets/rdf/open-rdf': 'RDF files',
  'datasets/xml/open-xml': 'XML files',
  'datasets/marc/open-marc': 'MARC records',
  'datasets/open-converted': 'HTML and YAML files',
  'datasets/read-manifest': 'manifests',
  'datasets/read-name-rules': 'manifests',
  'datasets/aliases/read-alias-files': 'files of aliases',
  'datasets/changes/change-log': 'changes',
  'formats/archives/bunzip2': 'files packed with bzip2',
  'text/name-rules': 'manifests',
  'describe/explain-candidate': 'explanations',
  'protocols/answer-extension': 'extensions',
  'assembly/write-dataset-part': 'datasets',
};

const escapeForScript = (text) => text.replaceAll('</script', '<\\/script');
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Bundles one script; rejects with what esbuild says. */
async function bundle(root, entry, plugins, inject = []) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join('src', 'offline', 'inside', entry)],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome111', 'firefox114', 'safari16.4'],
    inject,
    define: { 'import.meta.url': '"file:///sameas/"' },
    legalComments: 'none',
    logLevel: 'error',
    plugins,
  });
  return outputFiles[0].text;
}

/** The modules of Node and what is left out, for the core. */
function corePlugin(root) {
  const platform = join(root, 'src', 'offline', 'inside', 'platform');
  const leftOut = Object.keys(LEFT_OUT);
  return {
    name: 'core-in-a-page',
    setup: (building) => {
      building.onResolve({ filter: new RegExp(`^(?:${Object.keys(PLATFORM).join('|')})$`) }, ({ path }) => ({
        path: join(platform, `${PLATFORM[path]}.js`),
      }));
      building.onResolve({ filter: /^own-files$/ }, () => ({ path: 'own-files', namespace: 'own-files' }));
      building.onLoad({ filter: /.*/, namespace: 'own-files' }, () => ({ contents: ownFiles(root), loader: 'js' }));
      building.onResolve({ filter: /^\..*\.js$/ }, ({ path, resolveDir }) => {
        const module = join(resolveDir, path)
          .replace(join(root, 'src', '/'), '')
          .replace(/\.js$/, '');
        if (module === 'formats/archives/unpack-archive') return { path: join(platform, 'unpack-archive.js') };
        return leftOut.includes(module) ? { path: module, namespace: 'left-out' } : undefined;
      });
      building.onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
        contents: refusing(root, path),
        loader: 'js',
        resolveDir: join(root, 'src'),
      }));
    },
  };
}

/** A module with the exports of the one that is left out, each of which refuses. */
function refusing(root, module) {
  const source = readFileSync(join(root, 'src', `${module}.ts`), 'utf8');
  const names = [...source.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)].map(([, name]) => name);
  const message = `This page reads no ${LEFT_OUT[module]}.`;
  return `import { SameasError } from './foundation/sameas-error.js';
const refuse = () => { throw new SameasError('file-format-unknown', ${JSON.stringify(message)}, { advice: 'Save it as CSV, or use sameas on the command line.' }); };
export { ${names.map((name) => `refuse as ${name}`).join(', ')} };`;
}

/** Files that the program reads of its own, by their names. */
function ownFiles(root) {
  const lexicons = readdirSync(join(root, 'data', 'lexicons')).filter((name) => name.endsWith('.txt'));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const messages = readdirSync(join(root, 'data', 'messages'));
  const paths = [
    ...lexicons.map((name) => join('data', 'lexicons', name)),
    ...messages.map((name) => join('data', 'messages', name)),
    join('src', 'scoring', 'weights.json'),
  ];
  const files = Object.fromEntries(paths.map((path) => [basename(path), readFileSync(join(root, path), 'utf8')]));
  return `export const OWN_FILES = ${JSON.stringify({ ...files, 'package.json': JSON.stringify({ version }) })};`;
}

/** The style of the service's pages. */
async function pageStyle(root) {
  const files = ['common.css', 'page.css'].map((name) =>
    readFileSync(join(root, 'src', 'web', 'assets', name), 'utf8'),
  );
  return (await transform(files.join(''), { loader: 'css', minify: true })).code;
}

/** Writes the page to `dist/sameas.html`. */
export async function buildOfflinePage(root) {
  const globals = join('src', 'offline', 'inside', 'platform', 'globals.js');
  const [core, page, style] = await Promise.all([
    bundle(root, 'worker.ts', [corePlugin(root)], [globals]),
    bundle(root, 'page.ts', []),
    pageStyle(root),
  ]);
  const script = escapeForScript(page);
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    'worker-src blob:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  const html = `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>sameas</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body class="full">
<main class="wide"><h1>sameas</h1><noscript><p class="fault">This page needs scripts: they read and match the files, and send nothing anywhere.</p></noscript></main>
<script type="text/plain" id="core">${gzipSync(core, { level: 9 }).toString('base64')}</script>
<script type="module">${script}</script>
</body>
</html>
`;
  writeFileSync(join(root, 'dist', 'sameas.html'), html);
}
