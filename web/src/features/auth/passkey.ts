import type {
  PasskeyAnswer,
  PasskeyTransport,
} from '@kelisim/shared/features/auth/second-factors.contract.ts';

interface Request {
  challenge: string;
  timeout: number;
  rpId: string;
  allowCredentials: { id: string; type: 'public-key'; transports?: PasskeyTransport[] | undefined }[];
  userVerification: 'required' | 'preferred' | 'discouraged';
}

/** The person stopped it, or this device has none: said in our words, not in those of the browser. */
export class PasskeyStopped extends Error {
  override name = 'PasskeyStopped';
}

/** Asks the browser for a passkey. The part that speaks WebAuthn comes when it is first wanted. */
export async function askPasskey(options: Request): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  try {
    const answer = await startAuthentication({ optionsJSON: options });
    return { ...answer, clientExtensionResults: { ...answer.clientExtensionResults } };
  } catch {
    throw new PasskeyStopped();
  }
}
