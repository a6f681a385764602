/** The result of handing over an SMS. */
export type SmsAnswer =
  /** Accepted, with the gateway's message id and words. */
  | { taken: true; gateway_id: string; says: string }
  /** Refused permanently: wrong number, forbidden text. */
  | { taken: false; says: string };

/**
 * An SMS gateway. `send` throws if the outcome is unknown or the message should be retried
 * (no answer, no money on the account, too many at once).
 */
export interface SmsGateway {
  name: string;
  /** `phone` is `+7` and ten digits; `our_id` stays the same on retries, so a gateway can recognise them. */
  send(message: { phone: string; text: string; our_id: number }): Promise<SmsAnswer>;
}
