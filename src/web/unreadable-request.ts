import { SameasError } from '../foundation/sameas-error.js';
import type { Sentence } from '../foundation/sentence.js';
import { sentence } from '../foundation/message.js';
import { renderFault } from './error-reply.js';

/**
 * The whole answer, with headers, to bytes that are no request: it never becomes one that a route could answer.
 * `fault`: code of the HTTP parser.
 */
export function unreadableRequestAnswer(fault: string | undefined): string {
  const [status, message, advice] = UNREADABLE.get(fault ?? '') ?? OTHERWISE;
  const body = renderFault(new SameasError('request-malformed', message, { advice }));
  const headers = [
    'Connection: close',
    'Access-Control-Allow-Origin: *',
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${String(Buffer.byteLength(body))}`,
  ];
  return [`HTTP/1.1 ${status}`, ...headers, '', body].join('\r\n');
}

type Unreadable = readonly [status: string, message: string, advice: string | Sentence];

const OTHERWISE: Unreadable = [
  '400 Bad Request',
  'What was sent is not a request of HTTP/1.1.',
  'Check that the address begins with http:// where the service itself is asked.',
];

const UNREADABLE: ReadonlyMap<string, Unreadable> = new Map<string, Unreadable>([
  [
    'HPE_INVALID_URL',
    [
      '400 Bad Request',
      'The address that was asked for holds characters that no address may have.',
      'Percent-encode spaces, quotation marks and letters beyond ASCII (ü is %C3%BC); curl does it with -G --data-urlencode "prefix=…".',
    ],
  ],
  [
    'HPE_HEADER_OVERFLOW',
    [
      '431 Request Header Fields Too Large',
      'The address and the headers of the request are longer than the service takes.',
      'Send long batches by POST.',
    ],
  ],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    ['408 Request Timeout', 'The request did not arrive as a whole in time.', sentence('Send it again.')],
  ],
]);
