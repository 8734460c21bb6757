import type { Exchange, Reply } from '../exchange.js';
import { apiPage } from '../pages/documentation/api-page.js';
import { readOpenapi } from './read-openapi.js';

/** `/api`: every address of the service with parameters and answers, and forms to try them. */
export async function answerApi(exchange: Exchange): Promise<Reply> {
  return apiPage(exchange, await readOpenapi());
}

/** `/openapi.json`: openapi.yaml as JSON, with this service as its server. */
export async function answerOpenapiJson({ baseUrl }: Exchange): Promise<Reply> {
  const { json } = await readOpenapi();
  return {
    kind: 'text',
    text: json.replace('http://127.0.0.1:8000', baseUrl),
    contentType: 'application/json; charset=utf-8',
    cache: 'briefly',
  };
}
