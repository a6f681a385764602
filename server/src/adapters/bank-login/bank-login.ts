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

/** Banks that vouch for their clients. */
export interface BankLogin {
  /** Null for whatever is not a sound assertion of a bank we know, meant for us. Its age is the caller's affair. Never throws. */
  read(assertion: string): Promise<BankAssertion | null>;
}
