/** The result of handing over an e-mail: accepted, with the server's id and words, or refused permanently. */
export type MailAnswer = { taken: true; gateway_id: string; says: string } | { taken: false; says: string };

/** Sends e-mail. `send` throws if it should be retried. */
export interface Mail {
  name: string;
  /** Plain text only; `our_id` becomes part of Message-ID and stays the same on retries. */
  send(message: { to: string; subject: string; text: string; our_id: number }): Promise<MailAnswer>;
  close(): void;
}
