import type { QrDocuments, SignedBody } from '@kelisim/shared/features/qr-signing/qr-signing.contract.ts';

/** A code that a gateway made for us. */
export interface GatewayCode {
  /** `data:image/…;base64,…` */
  picture: string;
  mobile_link: string;
  business_link: string;
  /** Null when the gateway did not say. */
  expires_at: Date | null;
  /** What the gateway knows this signing by. Whoever has it can read the documents: it is kept sealed. */
  reference: string;
}

/**
 * A service that stands between eGov Mobile and us, for those whose own domain the app does not list. It shows the code,
 * takes the documents in the app's own form, and gives the signatures back. Nothing it says about a signature is
 * believed: we judge the CMS as if it had come from the phone.
 */
export interface SignGateway {
  /** Throws when the gateway does not answer or refuses. */
  open(input: { description: string; back_url: string }): Promise<GatewayCode>;
  /** Hands the documents over; true once the phone has fetched them. May be called again and again. */
  handOver(reference: string, documents: QrDocuments, timeout_ms: number): Promise<boolean>;
  /** The answer of the phone, or null while there is none. */
  collect(reference: string, timeout_ms: number): Promise<SignedBody | null>;
}
