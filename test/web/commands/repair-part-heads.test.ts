import { expect, it } from '@jest/globals';
import { partHeadRepair } from '../../../src/web/commands/read-upload.js';

const part = (tail: string, content: string): string =>
  `--e\r\nContent-Disposition: form-data; name="a"${tail}\r\nContent-Type: text/plain;\r\n\r\n${content}\r\n`;
const CONTENTS = [
  '',
  'x',
  'Content-Disposition: a;\r\n',
  '\r\n--e',
  '--e\r\nContent-Disposition: no delimiter;\r\n',
  'ü€\u0000\r\n\r\n',
];

/** A body, taken in pieces of this size. */
function repaired(body: string, size: number): string {
  const bytes = Buffer.from(body, 'latin1');
  const { take, rest } = partHeadRepair('e');
  const out: Buffer[] = [];
  for (let i = 0; i < bytes.length; i += size) out.push(take(bytes.subarray(i, i + size)));
  return Buffer.concat([...out, rest()]).toString('latin1');
}

it('takes the semicolon from the end of the heads of parts, and nothing from their contents, however the bytes come', () => {
  const bodyOf = (tail: string): string =>
    `${CONTENTS.map((content) => part(tail, Buffer.from(content).toString('latin1'))).join('')}--e--\r\n`;
  for (const size of [1, 2, 3, 5, 7, 64, 10_000]) {
    expect(repaired(bodyOf(''), size)).toBe(bodyOf(''));
    expect(repaired(bodyOf(' ; '), size)).toBe(bodyOf(''));
  }
});

it('passes on what is no multipart body as it is', () => {
  for (const body of [
    '',
    'a',
    '--e',
    '--e\r\n',
    `--e\r\n${'x'.repeat(20_000)};`,
    '--f\r\nContent-Disposition: a;\r\n\r\n',
  ])
    for (const size of [1, 1000]) expect(repaired(body, size)).toBe(body);
});
