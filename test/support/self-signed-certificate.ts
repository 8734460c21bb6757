import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate for localhost and its private key, both as PEM. */
export interface MadeCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Makes a certificate that vouches for itself, in the DER of X.509 (RFC 5280), so that tests need no other program. It holds for an hour, or until `validTo`. */
export function selfSignedCertificate(serial = 1, validTo = new Date(Date.now() + 3_600_000)): MadeCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const ecdsaWithSha256 = sequence(objectId(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
  const name = sequence(tagged(0x31, sequence(objectId(0x55, 0x04, 0x03), tagged(0x0c, Buffer.from('localhost')))));
  const names = sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = tagged(0xa3, sequence(sequence(objectId(0x55, 0x1d, 0x11), tagged(0x04, names))));
  const content = sequence(
    tagged(0xa0, integer(2)),
    integer(serial),
    ecdsaWithSha256,
    name,
    sequence(utcTime(new Date(validTo.getTime() - 86_400_000)), utcTime(validTo)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const der = sequence(
    content,
    ecdsaWithSha256,
    tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)])),
  );
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function objectId(...bytes: readonly number[]): Buffer {
  return tagged(0x06, Buffer.from(bytes));
}

function integer(value: number): Buffer {
  return tagged(0x02, Buffer.from([value]));
}

function utcTime(date: Date): Buffer {
  return tagged(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
}
