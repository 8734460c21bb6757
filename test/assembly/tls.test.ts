import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { request } from 'node:https';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Observation } from '../../src/foundation/observation.js';
import { logObservations } from '../../src/assembly/log-observations.js';
import { serveApp } from '../../src/assembly/listen.js';
import { readTlsFiles } from '../../src/assembly/tls-files.js';
import { selfSignedCertificate } from '../support/self-signed-certificate.js';
import { smallApp } from '../support/small-app.js';
import { temporaryFolder } from '../support/temporary-files.js';

const temporary = temporaryFolder();
afterAll(() => temporary.remove());
const [first, second] = [selfSignedCertificate(1), selfSignedCertificate(2)];
const tlsCertificate = temporary.write('cert.pem', first.cert);
const tlsKey = temporary.write('key.pem', first.key);

function get(url: string, ca: string): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    request(url, { ca, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });
}

/** Of a certificate that clients are shown. */
function serialAt(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

describe('HTTPS', () => {
  it('is spoken with the certificate of the settings, and manifests say so', async () => {
    const observations: Observation[] = [];
    const served = await serveApp(
      smallApp().app,
      { host: '127.0.0.1', port: 0, baseUrl: '', stopTimeoutMs: 100, tlsCertificate, tlsKey },
      (observation) => observations.push(observation),
    );
    try {
      expect(served.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/$/);
      const { status, text } = await get(served.url, first.cert);
      expect([status, text]).toEqual([200, expect.stringContaining(`"service_url":"${served.url.slice(0, -1)}"`)]);
      await expect(get(served.url, second.cert)).rejects.toThrow();
      await expect(fetch(served.url.replace('https', 'http'))).rejects.toThrow();

      writeFileSync(tlsCertificate, second.cert);
      served.reloadCertificate();
      expect([await serialAt(served.url), observations.at(-1)]).toEqual([
        '01',
        {
          kind: 'certificate-not-read',
          error: expect.objectContaining({ message: expect.stringContaining('does not belong to the certificate') }),
        },
      ]);
      writeFileSync(tlsKey, second.key);
      served.reloadCertificate();
      expect([
        await serialAt(served.url),
        (await get(served.url, second.cert)).status,
        observations.at(-1)?.kind,
      ]).toEqual(['02', 200, 'certificate-read']);
    } finally {
      await served.close();
    }
  });

  it('of a certificate that ends soon, or has ended, the log warns', () => {
    let log = '';
    const observe = logObservations({ level: 'warn', format: 'human', write: (line) => (log += line) });
    for (const days of [30, 3, -1])
      observe({ kind: 'certificate-read', validTo: new Date(Date.now() + days * 86_400_000) });
    expect(log.trim().split('\n')).toEqual([
      expect.stringMatching(/warn {2}the certificate holds until \d{4}-\d\d-\d\d$/),
      expect.stringContaining('browsers and clients refuse it'),
    ]);
  });
});

describe('files for HTTPS that are wrong', () => {
  const cert = temporary.write('good.pem', first.cert);
  const key = temporary.write('good.key', first.key);
  const encrypted = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;
  it.each([
    [cert, '', 'setting-invalid', 'tlsCertificate is set, and tlsKey is not.'],
    ['', key, 'setting-invalid', 'tlsKey is set, and tlsCertificate is not.'],
    [join(temporary.path, 'none.pem'), key, 'file-not-found', 'tlsCertificate: there is no file'],
    [temporary.path, key, 'file-unreadable', 'cannot be read'],
    [key, key, 'setting-invalid', 'is no certificate in PEM form'],
    [cert, cert, 'setting-invalid', 'is no private key in PEM form'],
    [cert, temporary.write('encrypted.key', encrypted), 'setting-invalid', 'has a password'],
    [cert, temporary.write('other.key', second.key), 'setting-invalid', 'does not belong to the certificate'],
  ] as const)('%#: %s %s', (tlsCertificateGiven, tlsKeyGiven, code, message) => {
    expect(() => readTlsFiles({ tlsCertificate: tlsCertificateGiven, tlsKey: tlsKeyGiven })).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message), advice: expect.any(String) }),
    );
  });

  it('are none where HTTPS is not asked for', () => {
    expect(readTlsFiles({ tlsCertificate: '', tlsKey: '' })).toBeUndefined();
    chmodSync(cert, 0o400);
    expect(readTlsFiles({ tlsCertificate: cert, tlsKey: key })?.validTo).toEqual(
      new Date(new X509Certificate(first.cert).validTo),
    );
  });
});
