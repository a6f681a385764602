/**
 * What keys are derived from the master key for, and how each outlives a change of it. `deriveKey` takes no other
 * purpose, and the test of that change makes one of each.
 *
 * - `sealed`: kept in a column; opens with a former key, and is sealed again with the present one
 * - `held`: in somebody's hands for at most `IDLE_S`; accepted by a former key meanwhile
 * - `archived`: of backups, as long as they are kept; a restore is given the former key beside the present one
 * - `own`: compared with nothing that was made by an earlier process, or harmless where it differs
 *
 * Nothing names its key: AES-GCM and HMAC tell by themselves, and a ring has two keys. Keys of data, sealed under the
 * master key, would be changed faster, but whoever has an old copy and the old key would read new data with them.
 */
export const PURPOSES = {
  'access-token': 'held',
  'account-names': 'held',
  backup: 'own',
  'backup-manifests': 'archived',
  'bank-callback': 'held',
  'bank-consent': 'held',
  'bank-secrets': 'sealed',
  'challenge/new_passkey': 'held',
  'challenge/passkey': 'held',
  'challenge/prove': 'held',
  'challenge/sign_in': 'held',
  'esf-passwords': 'sealed',
  'esf-sessions': 'sealed',
  'half-token': 'held',
  'invitation-links': 'sealed',
  'kept-scans': 'held',
  'key-store': 'sealed',
  // How often a receiver was written to starts from zero with a new key.
  'message-requests': 'own',
  messages: 'sealed',
  'one-time-codes': 'held',
  // A person who makes a second passkey after a change of the key has two entries in the authenticator.
  'passkey-handle': 'own',
  'qr-signing-gateway': 'held',
  'qr-signing-token': 'held',
  'recovery-codes': 'sealed',
  'refresh-token': 'held',
  'registration-steps': 'held',
  'sandbox-bank-api': 'own',
  'sandbox-bank-login': 'own',
  totp: 'sealed',
  'webhook-secrets': 'sealed',
} as const satisfies Record<string, 'sealed' | 'held' | 'archived' | 'own'>;

export type Purpose = keyof typeof PURPOSES;
