import type { RequestListener } from 'node:http';
import type { Observe } from '../foundation/observation.js';
import { asSameasError } from '../foundation/sameas-error.js';
import type { Settings } from '../settings/setting-definitions.js';
import { listen } from './listen.js';
import { hostForUrl } from './service-parts.js';
import { readTlsFiles } from './tls-files.js';

/** An application that is reached by the address of the settings. */
export interface ServedApp {
  /** The address by which users reach it; ends with a slash. */
  readonly url: string;
  /** Reads the certificate again. Files that cannot be used are observed, and the certificate stays as it was. */
  readonly reloadCertificate: () => void;
  /** Answers what is under way, then ends. */
  readonly close: () => Promise<void>;
}

/** Has an application listen as the settings say, with HTTPS where they name a certificate. Rejects with the errors of `listen` and `readTlsFiles`. */
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
