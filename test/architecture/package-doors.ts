/**
 * Third-party package → the files of src/ through which it enters (a folder ends in a slash). One file is the rule, so
 * that a package can be replaced in one place; types alone may be imported anywhere.
 */
export const PACKAGE_DOORS: Readonly<Record<string, readonly string[]>> = {
  '@jitl/quickjs-wasmfile-release-sync': ['projects/expressions/sandbox/sealed-engine.ts'],
  '@e965/xlsx': ['formats/spreadsheets/'],
  fflate: ['formats/archives/write-zip.ts'],
  '@opensearch-project/opensearch': ['cluster/cluster-connection.ts'],
  // The server, and how it is spoken to: over HTTP and over standard input.
  '@modelcontextprotocol/sdk': ['agents/create-agent-server.ts', 'cli/run-mcp.ts', 'web/mcp/answer-mcp.ts'],
  'any-ascii': ['text/transliterate.ts'],
  commander: ['cli/run-command-line.ts'],
  compression: ['web/create-app.ts'],
  cors: ['web/create-app.ts'],
  'double-metaphone': ['projects/expressions/grel/text/text-keys.ts'],
  express: ['web/create-app.ts', 'web/datasets-app.ts'],
  helmet: ['web/create-app.ts'],
  // What is decoded must be what was detected: both ask whether an encoding is known. GREL, Python and the forms of browsers have names of encodings of their own.
  'iconv-lite': [
    'foundation/guarded-fetch.ts',
    'formats/text-encoding.ts',
    'formats/detect-encoding.ts',
    'formats/text-file.ts',
    'projects/expressions/grel/text/base-encoding.ts',
    'projects/expressions/jython/create-jython-language.ts',
    'web/bodies/read-form.ts',
  ],
  hyparquet: ['formats/databases/read-parquet.ts'],
  'hyparquet-compressors': ['formats/databases/read-parquet.ts'],
  htmlparser2: ['formats/html/read-html-tables.ts', 'projects/expressions/grel/markup/markup-tree.ts'],
  'ipaddr.js': ['foundation/guarded-fetch.ts'],
  jschardet: ['formats/detect-encoding.ts'],
  'markdown-it': ['web/documentation/render-markdown.ts'],
  'lru-cache': [
    'assembly/caching-batch-executor.ts',
    'cluster/cluster-dataset.ts',
    'cluster/fetched-entities.ts',
    'projects/store/segment-file.ts',
    'review/matching-run.ts',
  ],
  'jsonld-streaming-parser': ['formats/rdf/read-json-ld.ts'],
  multer: ['web/commands/read-upload.ts'],
  // Full text of records, and names of small datasets.
  minisearch: ['browsing/entity-words.ts', 'search/minisearch/term-visits.ts'],
  // Read and written.
  n3: ['browsing/entity-graph.ts', 'formats/rdf/read-turtle.ts'],
  mysql2: ['datasets/sources/mysql-source.ts'],
  'node-sqlite3-wasm': ['formats/databases/read-sqlite.ts'],
  parse5: ['projects/expressions/grel/markup/markup-tree.ts'],
  pg: ['datasets/sources/postgres-source.ts'],
  picocolors: ['cli/terminal.ts'],
  pino: ['assembly/log-observations.ts'],
  'prom-client': ['assembly/metrics.ts'],
  'quickjs-emscripten-core': ['projects/expressions/sandbox/sealed-engine.ts'],
  'rdfxml-streaming-parser': ['formats/rdf/read-rdf-xml.ts'],
  // Patterns that users write, in linear time.
  re2js: ['foundation/linear-regex.ts'],
  saxes: ['formats/xml/read-xml-tree.ts'],
  'tar-stream': ['formats/archives/unpack-archive.ts', 'formats/archives/write-tar.ts'],
  'unbzip2-stream': ['formats/archives/bunzip2.ts'],
  // The description of the API is YAML. Settings and manifests need the place of each key, and the manifest that is written needs comments.
  yaml: [
    'settings/settings-file.ts',
    'datasets/judgments/sssom/open-mappings.ts',
    'datasets/open-converted.ts',
    'datasets/read-manifest.ts',
    'datasets/write-manifest.ts',
    'web/documentation/read-openapi.ts',
  ],
  yauzl: ['formats/archives/unpack-archive.ts'],
  // Schemas stand wherever data comes in.
  zod: [
    'access/',
    'agents/',
    'assembly/',
    'cli/',
    'cluster/',
    'datasets/',
    'library/',
    'foundation/sentence-schema.ts',
    'projects/',
    'protocols/',
    'input/',
    'review/',
    'web/commands/project-pages.ts',
    'web/mcp/answer-mcp.ts',
  ],
};
