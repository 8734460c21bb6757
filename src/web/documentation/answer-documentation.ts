import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { SameasError } from '../../foundation/sameas-error.js';
import type { Exchange, Reply } from '../exchange.js';
import type { Message } from '../../foundation/message.js';
import { documentPage, documentListPage, type ListedGroup } from '../pages/documentation/document-page.js';
import { renderMarkdown, type RenderedDocument } from './render-markdown.js';

/** The same from src/ and dist/. */
const FOLDER = new URL('../../../docs/', import.meta.url);

/** Documents by group, for the first page of the documentation. All others are in the group "Inside". */
export const DOCUMENT_GROUPS: readonly { readonly title: Message; readonly names: readonly string[] }[] = [
  { title: 'Begin', names: ['goals', 'first-steps', 'offline', 'pages', 'reviewing', 'browsing', 'autocomplete'] },
  {
    title: 'Datasets',
    names: [
      'sources',
      'recognition',
      'dataset-format',
      'mappings',
      'duplicates',
      'comparing',
      'teaching-names',
      'changing-entities',
    ],
  },
  { title: 'Matching', names: ['protocols', 'scoring', 'learning', 'evaluating', 'quality'] },
  {
    title: 'Projects',
    names: ['commands', 'importing', 'operations', 'expressions', 'grel', 'jython', 'clojure', 'exporting'],
  },
  {
    title: 'Run the service',
    names: [
      'command-line',
      'settings',
      'operating',
      'security',
      'errors',
      'performance',
      'performance-projects',
      'licences',
    ],
  },
  { title: 'Use in programs', names: ['library', 'client', 'pandas', 'agents'] },
];

let names: Promise<ReadonlySet<string>> | undefined;
const rendered = new Map<string, Promise<RenderedDocument>>();

/** Paths of all files below docs/, with slashes. */
function documentFiles(): Promise<ReadonlySet<string>> {
  names ??= readdir(FOLDER, { recursive: true }).then((all) => new Set(all.map((name) => name.replaceAll('\\', '/'))));
  return names;
}

/** `NAME.md` as HTML with links below `baseUrl`; `undefined` where there is none. Cost: reading it the first time. */
async function findDocument(name: string, baseUrl: string): Promise<RenderedDocument | undefined> {
  const files = await documentFiles();
  if (!files.has(`${name}.md`)) return undefined;
  const key = `${baseUrl} ${name}`;
  const known = rendered.get(key);
  if (known !== undefined) return known;
  // A service has one or two addresses; a client that invents others gets no memory.
  if (rendered.size > MAX_KEPT) rendered.clear();
  const made = readFile(new URL(`${name}.md`, FOLDER), 'utf8').then((text) =>
    renderMarkdown(text, (target) => resolveLink(target, { name, files, baseUrl })),
  );
  rendered.set(key, made);
  return made;
}

const MAX_KEPT = 200;

async function findPicture(path: string): Promise<Uint8Array | undefined> {
  const files = await documentFiles();
  return path.endsWith('.png') && files.has(path) ? readFile(new URL(path, FOLDER)) : undefined;
}

/** Links between documents stay within the service; files that are not served are not linked. */
function resolveLink(
  target: string,
  { name, files, baseUrl }: { readonly name: string; readonly files: ReadonlySet<string>; readonly baseUrl: string },
): string | undefined {
  if (/^https?:\/\//.test(target) || target.startsWith('#')) return target;
  const [path = '', anchor] = target.split('#');
  const meant = posix.join(posix.dirname(name), path);
  const behind = anchor === undefined ? '' : `#${anchor}`;
  if (meant === '../openapi.yaml') return `${baseUrl}/api`;
  if (meant.endsWith('.md') && files.has(meant)) return `${baseUrl}/docs/${meant.slice(0, -'.md'.length)}${behind}`;
  return files.has(meant) && meant.endsWith('.png') ? `${baseUrl}/docs/${meant}` : undefined;
}

/** `/docs`: all documents. */
export async function answerDocumentList(exchange: Exchange): Promise<Reply> {
  const { baseUrl } = exchange;
  const grouped = new Set(DOCUMENT_GROUPS.flatMap(({ names }) => names));
  const others = [...(await documentFiles())]
    .flatMap((file) => (file.endsWith('.md') && !grouped.has(file.slice(0, -3)) ? [file.slice(0, -3)] : []))
    .sort();
  const groups: ListedGroup[] = [];
  for (const { title, names } of [...DOCUMENT_GROUPS, { title: 'Inside', names: others } as const]) {
    const documents = await Promise.all(
      names.map(async (name) => ({ name, title: (await findDocument(name, baseUrl))?.title })),
    );
    groups.push({
      title,
      documents: documents.flatMap(({ name, title: found }) => (found === undefined ? [] : [{ name, title: found }])),
    });
  }
  return documentListPage(exchange, groups);
}

/** `/docs/NAME`: a document, or a picture of one. */
export async function answerDocument(exchange: Exchange, rest = ''): Promise<Reply> {
  const { baseUrl } = exchange;
  // Generated clients encode the slash before the name of a picture.
  const path = rest.replace(/%2F/gi, '/').replace(/^\/|\/$/g, '');
  const picture = await findPicture(path);
  if (picture !== undefined) return { kind: 'picture', bytes: picture, contentType: 'image/png', cache: 'briefly' };
  const document = await findDocument(path.replace(/\.md$/, ''), baseUrl);
  if (document === undefined)
    throw new SameasError('route-unknown', 'There is no such document.', {
      advice: 'The page Documentation lists all documents.',
    });
  return documentPage(exchange, document);
}
