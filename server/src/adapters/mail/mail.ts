/** What became of a handed-over e-mail: taken with the server's id and words, or refused for good. */
export type MailAnswer = { taken: true; gateway_id: string; says: string } | { taken: false; says: string };

/** A way for e-mail. `send` throws when trying again later makes sense. */
export interface Mail {
  name: string;
  /** Plain text only; `our_id` becomes part of Message-ID and is the same at each try. */
  send(message: { to: string; subject: string; text: string; our_id: number }): Promise<MailAnswer>;
  close(): void;
}
