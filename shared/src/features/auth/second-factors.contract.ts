import { z } from 'zod';
import { callsOf, personCall } from '../../kernel/call.ts';
import { code, id, moment, text } from '../../kernel/fields.ts';

export const SECOND_FACTORS = ['totp', 'passkey', 'recovery_code'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

/** How a browser reaches a passkey, by the words of WebAuthn. */
export const PASSKEY_TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export type PasskeyTransport = (typeof PASSKEY_TRANSPORTS)[number];

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/, 'field.base64');
/** Some browsers send null for what others leave out. */
const orAbsent = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();
const credentialParts = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: orAbsent(z.enum(['platform', 'cross-platform'])),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};

/** What a browser made of a request: names and letter cases are those of WebAuthn, what is not named is passed over. */
export const passkeyAnswer = z.object(
  {
    ...credentialParts,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: orAbsent(base64url),
    }),
  },
  'field.credential',
);
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** What a browser made of a wish to have a passkey here. */
export const newPasskeyAnswer = z.object(
  {
    ...credentialParts,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z.array(z.string().max(40)).max(10).optional(),
    }),
  },
  'field.credential',
);
export type NewPasskeyAnswer = z.output<typeof newPasskeyAnswer>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(PASSKEY_TRANSPORTS)).optional(),
});

/** `PublicKeyCredentialRequestOptionsJSON` as far as we use it. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.array(descriptor),
  userVerification: z.enum(['required', 'preferred', 'discouraged']),
});

/** `PublicKeyCredentialCreationOptionsJSON` as far as we use it. */
export const newPasskeyRequest = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.enum(['required', 'preferred', 'discouraged']),
    requireResidentKey: z.boolean(),
    userVerification: z.enum(['required', 'preferred', 'discouraged']),
  }),
  attestation: z.literal('none'),
});

const passkey = z.object({
  id,
  name: z.string(),
  created_at: moment,
  last_used_at: moment.nullable(),
  /** Lives in an account of the maker of the phone, so that it survives the phone. */
  is_backed_up: z.boolean(),
});

/** Shown once, at the moment they are made; null when there are good ones already. */
const recoveryCodes = z.array(z.string()).nullable();

const provenCall = callsOf({ access: { who: 'person' }, fresh_proof: true });

export const secondFactorsCalls = {
  'factors.list': personCall('GET /api/v1/auth/second-factors', {
    summary: 'List the user’s second factors',
    answer: z.object({
      totp: z.object({ since: moment }).nullable(),
      passkeys: z.array(passkey),
      /** Recovery codes that are still good. */
      recovery_codes: z.int(),
    }),
  }),
  'factors.start_totp': provenCall('POST /api/v1/auth/second-factors/totp/start', {
    summary: 'Get a secret for an authenticator app; it takes effect after its first code',
    answer: z.object({
      secret: z.string(),
      uri: z.string(),
      /** `data:image/…;base64,…` */
      picture: z.string(),
    }),
  }),
  'factors.confirm_totp': provenCall('POST /api/v1/auth/second-factors/totp', {
    summary: 'Confirm the app’s first code; password sign-ins then require one',
    body: z.strictObject({ code }),
    answer: z.object({ recovery_codes: recoveryCodes }),
  }),
  'factors.remove_totp': provenCall('DELETE /api/v1/auth/second-factors/totp', {
    summary: 'Remove the authenticator app',
    answer: z.object({ message: z.string() }),
  }),
  'factors.start_passkey': provenCall('POST /api/v1/auth/second-factors/passkeys/start', {
    summary: 'Get the browser’s options for creating a passkey',
    answer: newPasskeyRequest,
  }),
  'factors.add_passkey': provenCall('POST /api/v1/auth/second-factors/passkeys', {
    summary: 'Save a passkey that the browser created',
    body: z.strictObject({ name: text(80, 1), credential: newPasskeyAnswer }),
    answer: z.object({ passkey, recovery_codes: recoveryCodes }),
  }),
  'factors.remove_passkey': provenCall('DELETE /api/v1/auth/second-factors/passkeys/{passkey_id}', {
    summary: 'Remove a passkey',
    params: z.strictObject({ passkey_id: id }),
    answer: z.object({ message: z.string() }),
  }),
  'factors.make_recovery_codes': provenCall('POST /api/v1/auth/second-factors/recovery-codes', {
    summary: 'Generate ten recovery codes; earlier ones become invalid',
    answer: z.object({ recovery_codes: z.array(z.string()) }),
  }),
};
