import type { Locale } from '@kelisim/shared/kernel/locale.ts';

/** A bank's signed assertion about its client, verified before use. */
export interface BankAssertion {
  /** The issuing bank. */
  bank: string;
  /** ИИН of the client, 12 digits. */
  iin: string;
  /** Usable once per bank. */
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
  /** Returns null unless it is a valid assertion of a known bank for us. The caller checks its age. Never throws. */
  read(assertion: string): Promise<BankAssertion | null>;
}
