import { createHmac, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

export const shownSecret = (secret: Buffer): string => `${PREFIX}${secret.toString('base64')}`;

/** What a request is made of that its receiver checks. */
export interface SignedMessage {
  id: string;
  at: Date;
  body: string;
}

/** Headers of Standard Webhooks 1.0 with a signature by each secret; a receiver takes any of them. */
export function signWebhook({ id, at, body }: SignedMessage, secrets: readonly Buffer[]) {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
