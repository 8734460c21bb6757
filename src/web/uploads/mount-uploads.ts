import type { Express, RequestHandler } from 'express';
import { UPLOADS_PATH, type DatasetUploads } from './dataset-uploads.js';

/**
 * Mounts uploaded datasets, each below a path of its own: those that exist when a request comes. Each checks requests
 * itself.
 */
export function mountUploads(app: Express, uploads: DatasetUploads, basePath: string): void {
  const answer: RequestHandler = (request, response, next) => {
    const [, id = '', rest = ''] = /^\/([a-z0-9-]+)(.*)$/s.exec(request.url) ?? [];
    const dataset = uploads.find(id);
    if (dataset === undefined) {
      next();
      return;
    }
    request.baseUrl += `/${id}`;
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
    dataset.app(request, response, next);
  };
  for (const before of new Set(['', basePath])) app.use(`${before}/${UPLOADS_PATH}`, answer);
}
