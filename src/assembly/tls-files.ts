import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { SameasError } from '../foundation/sameas-error.js';
import type { Settings } from '../settings/setting-definitions.js';
import { readSettingFile } from './read-setting-file.js';

/** A certificate with its chain, and its private key, both as PEM. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
  /** End of validity. */
  readonly validTo: Date;
}

/**
 * The certificate of the settings; `undefined` without one. Throws `setting-invalid`, `file-not-found` and
 * `file-unreadable` with the faulty file.
 */
export function readTlsFiles({
  tlsCertificate,
  tlsKey,
}: Pick<Settings, 'tlsCertificate' | 'tlsKey'>): TlsFiles | undefined {
  if (tlsCertificate === '' && tlsKey === '') return undefined;
  refuseWithoutOther(tlsCertificate, tlsKey);
  const [cert, key] = [readKey('tlsCertificate', tlsCertificate), readKey('tlsKey', tlsKey)];
  const certificate = read(
    () => new X509Certificate(cert),
    `tlsCertificate: ${tlsCertificate} is no certificate in PEM form.`,
    'It begins with "-----BEGIN CERTIFICATE-----".',
    tlsCertificate,
  );
  const privateKey = readPrivateKey(key, tlsKey);
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new SameasError(
      'setting-invalid',
      `The private key in ${tlsKey} does not belong to the certificate in ${tlsCertificate}.`,
      {
        advice:
          'Name the two files that were made together; of a chain, the certificate of the service itself stands first.',
        facts: { file: tlsKey },
      },
    );
  }
  // Valid files may still be refused: keys that are too short, a broken certificate in the chain.
  read(
    () => createSecureContext({ cert, key }),
    `tlsCertificate: ${tlsCertificate} cannot be used for HTTPS.`,
    'Check that every certificate in it is whole, and that its key has 2048 bits or more.',
    tlsCertificate,
  );
  return { cert, key, validTo: new Date(certificate.validTo) };
}

/** Throws `setting-invalid` where only one of the two is set. */
function refuseWithoutOther(tlsCertificate: string, tlsKey: string): void {
  if (tlsCertificate === '' || tlsKey === '') {
    const [given, missing] = tlsKey === '' ? ['tlsCertificate', 'tlsKey'] : ['tlsKey', 'tlsCertificate'];
    throw new SameasError('setting-invalid', `${given} is set, and ${missing} is not.`, {
      advice: 'HTTPS needs both: the file of the certificate and the file of its private key.',
    });
  }
}

function readPrivateKey(key: string, tlsKey: string): ReturnType<typeof createPrivateKey> {
  return read(
    () => createPrivateKey(key),
    key.includes('ENCRYPTED')
      ? `tlsKey: the private key in ${tlsKey} has a password.`
      : `tlsKey: ${tlsKey} is no private key in PEM form.`,
    key.includes('ENCRYPTED')
      ? 'Write it without one (openssl pkey -in KEY -out NEW), and let only the service read the file.'
      : 'It begins with "-----BEGIN PRIVATE KEY-----".',
    tlsKey,
  );
}

function read<T>(make: () => T, fault: string, advice: string, file: string): T {
  try {
    return make();
  } catch (cause) {
    throw new SameasError('setting-invalid', fault, { advice, facts: { file }, cause });
  }
}

function readKey(setting: string, path: string): string {
  return String(readSettingFile(setting, path, 'Let only the user of the service read it, and those who need to.'));
}
