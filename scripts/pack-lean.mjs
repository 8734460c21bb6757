// Makes the package that is published small. Before npm packs, `--before` puts copies of those files of other packages that the program can load into dist/node_modules, where Node
// finds them first, and takes their names out of package.json, so that an installation brings nothing else; afterwards, `--after` puts everything back as it was. Most of what an
// installation of the whole packages holds is never loaded: declarations, maps, builds for browsers, documentation. Of our own declarations those are packed that can be seen from outside.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const copies = join(root, 'dist', 'node_modules');
const manifest = join(root, 'package.json');
const whole = join(root, 'package.json.whole');
/** What is asked for by `createRequire`, which no import tells of. */
const REQUIRED = [
  'pino',
  'jschardet',
  'yaml',
  ...['metaphone', 'soundex', 'german/cologne', 'daitch-mokotoff'].map((name) => `talisman/phonetics/${name}.js`),
];
/** Files that are read as text. */
const READ = ['fflate/browser'];
/** Of many hundred small files, of which a file system makes much more than they hold: they are put into one. */
const JOINED = ['@opensearch-project/opensearch'];
/** What packages look for and do without. */
const OPTIONAL = ['pg-native', 'cloudflare:sockets'];
const LICENCE = /^(?:licen[cs]e|copying|notice)/i;

if (process.argv.includes('--before')) {
  putBack();
  // npm builds after this.
  const build = spawnSync(process.execPath, [join(root, 'scripts', 'prepare.mjs')], { stdio: 'inherit' });
  if (build.status !== 0) process.exit(build.status ?? 1);
  await copyPackages();
  const { name, version, description, license, type, engines, bin, exports, files } = JSON.parse(
    readFileSync(manifest, 'utf8'),
  );
  renameSync(manifest, whole);
  writeFileSync(
    manifest,
    `${JSON.stringify({ name, version, description, license, type, engines, bin, exports, files: [...files, '!dist/offline', '!dist/**/*.d.ts', ...declarations(exports)] }, undefined, 2)}\n`,
  );
} else {
  putBack();
}

function putBack() {
  if (existsSync(whole)) renameSync(whole, manifest);
  rmSync(copies, { recursive: true, force: true });
}

/** Declarations that whoever imports the package can see, from `root`: those of one module in twenty. */
function declarations(exports) {
  const found = new Set(Object.values(exports).flatMap(({ types }) => (types === undefined ? [] : [join(types)])));
  for (const path of found) {
    for (const [, target] of readFileSync(join(root, path), 'utf8').matchAll(
      /(?:from |import\()['"](\.[^'"]+)\.js['"]/g,
    ))
      found.add(join(dirname(path), `${target}.d.ts`));
  }
  return [...found];
}

async function copyPackages() {
  const files = new Set([...(await tracedFiles()), ...READ.map(pathOf)]);
  for (const file of [...files]) {
    // Node asks every folder up to that of the package how its files are to be read; what is no code lies beside the code that reads it.
    for (let folder = dirname(file); /node_modules\/./.test(folder); folder = dirname(folder)) {
      if (existsSync(join(root, folder, 'package.json'))) files.add(join(folder, 'package.json'));
      if (/node_modules\/(?:@[^/]+\/)?[^/]+$/.test(folder)) {
        for (const name of readdirSync(join(root, folder))) if (LICENCE.test(name)) files.add(join(folder, name));
        break;
      }
    }
    for (const name of readdirSync(join(root, dirname(file))))
      if (name.endsWith('.wasm')) files.add(join(dirname(file), name));
  }
  for (const file of files) {
    if (JOINED.some((name) => file.startsWith(`node_modules/${name}/`)) && !LICENCE.test(basename(file))) continue;
    const copy = join(root, 'dist', file);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(root, file), copy);
  }
  for (const name of JOINED) await joinPackage(name);
}

/** One module with all of a package; other packages that it needs stay beside it. */
async function joinPackage(name) {
  const { build } = await import('esbuild');
  const folder = join(copies, name);
  await build({
    entryPoints: [join(root, 'node_modules', name, 'index.mjs')],
    outfile: join(folder, 'index.mjs'),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minifyWhitespace: true,
    // What is not written as a module asks for others by this name.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  const { version, license } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name, version, license, type: 'module', exports: './index.mjs' }, undefined, 2)}\n`,
  );
}

/** Where the file of a package lies, from `root`, also where node_modules is a link to another folder. */
function pathOf(name) {
  const path = createRequire(manifest).resolve(name);
  return path.slice(path.indexOf(`node_modules/${name.split('/')[0]}/`));
}

/** Files in node_modules/ that the program imports, directly or not, from `root`. */
async function tracedFiles() {
  const { build } = await import('esbuild');
  const entries = ['main', 'library', 'client', ...workers(join(root, 'dist', 'assembly'))];
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: {
      contents: [
        ...entries.map((name) => `import ${JSON.stringify(`./dist/${name}.js`)};`),
        ...REQUIRED.map((name) => `require(${JSON.stringify(name)});`),
      ].join('\n'),
      resolveDir: root,
    },
    bundle: true,
    write: false,
    outdir: 'none',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // What Node itself looks at.
    mainFields: ['main'],
    conditions: ['module-sync'],
    metafile: true,
    logLevel: 'error',
    external: OPTIONAL,
    preserveSymlinks: true,
  });
  return Object.keys(metafile.inputs).filter((path) => path.startsWith('node_modules/'));
}

/** Files that threads and processes start with, from dist/ and without their ending. */
function workers(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('-worker.js'))
    .map((name) => join('assembly', name.slice(0, -'.js'.length)));
}
