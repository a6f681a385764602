import type { Tx } from '../../platform/db/database.ts';

/** A link with which one person signs one paper without signing in. */
export interface SignLink {
  url: string;
  expires_at: Date;
  /** Writes the link down with the message that holds it; what is not sent is not kept. */
  keep(message_key: string): Promise<void>;
}

/** Where nobody makes any: the message leads to the account. */
export const withoutLinks: MakeSignLink = () => Promise.resolve(null);

/** Makes such a link; null where this person could not sign that paper now. */
export type MakeSignLink = (
  tx: Tx,
  paper: { paper: 'act' | 'document'; company_id: number; paper_id: number },
  person_id: number,
) => Promise<SignLink | null>;
