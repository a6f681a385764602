/** What became of a handed-over SMS. */
export type SmsAnswer =
  /** The gateway has it; its own number of the message, and its words. */
  | { taken: true; gateway_id: string; says: string }
  /** It never will be sent as it is: wrong number, forbidden text. */
  | { taken: false; says: string };

/**
 * A gateway for SMS. `send` throws when it is not known whether the message was taken, or when trying again later makes
 * sense (no answer, no money on the account, too many at once).
 */
export interface SmsGateway {
  name: string;
  /** `phone` as `+7…` with ten digits after; `our_id` is the same at each try, so that a gateway may know a repeat. */
  send(message: { phone: string; text: string; our_id: number }): Promise<SmsAnswer>;
}
