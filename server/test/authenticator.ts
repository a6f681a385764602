import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** An authenticator made of numbers: one ES256 passkey, made and used as WebAuthn level 3 says. */
export interface TestAuthenticator {
  /** Answers `navigator.credentials.create`. */
  make(options: { challenge: string; rp: { id: string } }, how?: Habits): Record<string, unknown>;
  /** Answers `navigator.credentials.get`. */
  use(options: { challenge: string; rpId: string }, how?: Habits): Record<string, unknown>;
}

interface Habits {
  origin?: string;
  /** Whether it looked at its owner (a finger, a PIN). */
  verified?: boolean;
  /** A stolen copy of the passkey lags behind. */
  counter?: number;
}

const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

export function testAuthenticator(origin = 'http://localhost:4400'): TestAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  const clientData = (type: string, challenge: string, how: Habits) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: how.origin ?? origin, crossOrigin: false }));
  const head = (rp_id: string, flags: number, how: Habits) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(how.counter ?? ++counter);
    const verified = (how.verified ?? true) ? 4 : 0;
    return Buffer.concat([sha256(rp_id), Buffer.from([1 | verified | flags]), count]);
  };
  return {
    make({ challenge, rp }, how = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        head(rp.id, 0x40, how),
        Buffer.alloc(16),
        length,
        id,
        coseKey(publicKey),
      ]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authData),
      ]);
      const response = {
        clientDataJSON: b64(clientData('webauthn.create', challenge, how)),
        attestationObject: b64(attestationObject),
        transports: ['internal'],
      };
      return { id: b64(id), rawId: b64(id), type: 'public-key', clientExtensionResults: {}, response };
    },
    use({ challenge, rpId }, how = {}) {
      const data = clientData('webauthn.get', challenge, how);
      const authData = head(rpId, 0, how);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      const response = {
        clientDataJSON: b64(data),
        authenticatorData: b64(authData),
        signature: b64(signature),
      };
      return { id: b64(id), rawId: b64(id), type: 'public-key', clientExtensionResults: {}, response };
    },
  };
}

/** EC2, ES256, P-256, as COSE writes it. */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' });
  const point = (text: string) => cborBytes(Buffer.from(text, 'base64url'));
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    point(x!),
    Buffer.from([0x22]),
    point(y!),
  ]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  const { length } = bytes;
  const size =
    length < 24 ? [0x40 | length] : length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(size), bytes]);
}
