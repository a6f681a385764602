import type { QrDocuments, SignedBody } from '@kelisim/shared/features/qr-signing/qr-signing.contract.ts';

/** A QR code made by a gateway. */
export interface GatewayCode {
  /** `data:image/…;base64,…` */
  picture: string;
  mobile_link: string;
  business_link: string;
  /** Null when the gateway did not say. */
  expires_at: Date | null;
  /** The gateway's id of this signing. It gives access to the documents, so it is stored encrypted. */
  reference: string;
}

/**
 * A service between eGov Mobile and us, for operators whose domain the app does not list. It shows the code,
 * takes the documents in the app's format and returns the signatures. Nothing it says about a signature is
 * trusted: we verify the CMS as if it had come from the phone.
 */
export interface SignGateway {
  /** Throws if the gateway does not answer or refuses. */
  open(input: { description: string; back_url: string }): Promise<GatewayCode>;
  /** Hands over the documents; returns true once the phone has fetched them. Idempotent. */
  handOver(reference: string, documents: QrDocuments, timeout_ms: number): Promise<boolean>;
  /** Returns the phone's answer, or null while there is none. */
  collect(reference: string, timeout_ms: number): Promise<SignedBody | null>;
}
