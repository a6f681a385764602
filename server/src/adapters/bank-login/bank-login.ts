import type { Locale } from '@kelisim/shared/kernel/locale.ts';

/** What a bank says of its client who wants to come in here; signed by it, and checked before anybody believes it. */
export interface BankAssertion {
  /** Which bank says so. */
  bank: string;
  /** ИИН of the client, 12 digits. */
  iin: string;
  /** One use each, per bank. */
  id: string;
  issued_at: Date;
}

/**
 * A page of a bank. It is opened with `state` in its query, and leads back to `/auth/login` with `assertion` and the same
 * `state` in the fragment, which no server and no log sees.
 */
export interface BankDoor {
  bank: string;
  name: Record<Locale, string>;
  /** Full address. */
  address: string;
}

/** Banks that vouch for their clients. */
export interface BankLogin {
  /** Where a client asks their bank to vouch for them. */
  doors: readonly BankDoor[];
  /** Null for whatever is not a sound assertion of a bank we know, meant for us. Its age is the caller's affair. Never throws. */
  read(assertion: string): Promise<BankAssertion | null>;
}
