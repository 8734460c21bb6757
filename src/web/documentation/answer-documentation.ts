import { SameasError } from '../../foundation/sameas-error.js';
import type { Exchange } from '../exchange.js';
import { documentPage, documentListPage, type ListedGroup } from '../pages/documentation/document-page.js';
import type { Reply } from '../reply.js';
import { DOCUMENT_GROUPS, documentFiles, findDocument, findPicture } from './documents.js';

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
export async function answerDocument(exchange: Exchange): Promise<Reply> {
  const { baseUrl, rawPath } = exchange;
  const path = rawPath.replace(/^\/|\/$/g, '');
  const picture = await findPicture(path);
  if (picture !== undefined) return { kind: 'picture', bytes: picture, contentType: 'image/png', cache: 'briefly' };
  const document = await findDocument(path.replace(/\.md$/, ''), baseUrl);
  if (document === undefined)
    throw new SameasError('route-unknown', 'There is no such document.', {
      advice: 'The page Documentation lists all documents.',
    });
  return documentPage(exchange, document);
}
