import type { RequestListener } from 'node:http';
import type { Observe } from '../foundation/observation.js';
import { asSameasError } from '../foundation/sameas-error.js';
import type { Settings } from '../settings/setting-definitions.js';
import { listen } from './listen.js';
import { hostForUrl } from './service-parts.js';
import { readTlsFiles } from './tls-files.js';

export interface ServedApp {
  /** The address for users; ends with a slash. */
  readonly url: string;
  /** Reads the certificate again. Unusable files are observed, and the old certificate stays. */
  readonly reloadCertificate: () => void;
  /** Finishes pending answers, then ends. */
  readonly close: () => Promise<void>;
}

/**
 * Makes an application listen by the settings, with HTTPS if they name a certificate. Rejects with the errors of
 * `listen` and `readTlsFiles`.
 */
export async function serveApp(
  app: RequestListener,
  settings: Pick<Settings, 'host' | 'port' | 'baseUrl' | 'stopTimeoutMs' | 'tlsCertificate' | 'tlsKey'>,
  observe: Observe,
): Promise<ServedApp> {
  const { host, port, baseUrl, stopTimeoutMs } = settings;
  const tls = readTlsFiles(settings);
  const server = await listen(app, host, port, { stopTimeoutMs, tls });
  if (tls !== undefined) observe({ kind: 'certificate-read', validTo: tls.validTo });
  return {
    url:
      baseUrl === ''
        ? `${tls === undefined ? 'http' : 'https'}://${hostForUrl(host)}:${String(server.port)}/`
        : `${baseUrl.replace(/\/+$/, '')}/`,
    close: server.close,
    reloadCertificate: () => {
      try {
        const next = readTlsFiles(settings);
        if (next === undefined) return;
        server.useCertificate(next);
        observe({ kind: 'certificate-read', validTo: next.validTo });
      } catch (thrown) {
        observe({ kind: 'certificate-not-read', error: asSameasError(thrown) });
      }
    },
  };
}
