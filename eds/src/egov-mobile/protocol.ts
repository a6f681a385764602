/**
 * «QR/Кросс подписание» of eGov Mobile and eGov Business, NITEC's document, version 5. Names and letter case are those
 * of the wire. API No.1 speaks snake_case, API No.2 camelCase.
 */

/** How API No.2 knows the phone. The case matters. */
export type EgovAuthType = 'Token' | 'Eds' | 'None';

/** The answer of API No.1 (`GET`, without any proof of who asks). */
export interface EgovInvitation {
  description: string;
  /** `yyyy-MM-dd'T'HH:mm:ss.SSSz`; see `egovTime`. */
  expiry_date: string;
  organisation: { nameRu: string; nameKz: string; nameEn: string; bin: string };
  document: {
    /** The address of API No.2. */
    uri: string;
    auth_type: EgovAuthType;
    /** Empty unless the type is `Token`. */
    auth_token: string;
  };
}

export type EgovSignMethod = 'XML' | 'CMS_WITH_DATA' | 'CMS_SIGN_ONLY' | 'SIGN_BYTES_ARRAY';

export interface EgovDocument {
  /** A whole number; UUIDs have to be numbered. */
  id: number;
  /** With the method `MIX_SIGN` of the whole each document has its own. */
  signMethod?: EgovSignMethod;
  nameRu: string;
  nameKz: string;
  nameEn: string;
  meta?: { name: string; value: string }[];
  /** With the method `XML` only. */
  documentXml?: string;
  /** With the other methods: base64; on the way back the signature stands in the place of the data. */
  document?: { file: { mime: string; data: string } };
}

/** The answer of API No.2 (`GET`), which comes back as `PUT` with signatures in the place of what was to sign. */
export interface EgovDocuments {
  signMethod: EgovSignMethod | 'MIX_SIGN';
  version: 1;
  documentsToSign: EgovDocument[];
}

/** What the app wants to read after a `PUT`. `backUrl` brings the person back to the site. */
export interface EgovAccepted {
  status: 'success';
  message: 'success';
  backUrl?: string;
}

/** `PUT` of a person who pressed «cancel». */
export const EGOV_CANCELLED = 'CANCELED';

/** The time of `expiry_date` in the zone of Kazakhstan, `2026-08-14T15:52:24.138+0500`. */
export function egovTime(at: Date): string {
  const shifted = new Date(at.getTime() + 5 * 3_600_000).toISOString();
  return `${shifted.slice(0, -1)}+0500`;
}

/** The text of the QR code. The address of API No.1 must carry the word `mgovSign` and no spaces. */
export function egovQrText(address: string): string {
  return `mobileSign:${checked(address)}`;
}

/** Opens the app on the same phone. */
export function egovLink(address: string, app: 'mobile' | 'business'): string {
  const path = app === 'mobile' ? 'mobileSign' : 'businessSign';
  return `https://m.egov.kz/${path}/?link=${encodeURIComponent(checked(address))}`;
}

function checked(address: string): string {
  if (!address.includes('mgovSign')) throw new Error('The address must carry the word mgovSign');
  if (/\s/.test(address)) throw new Error('The address must not have spaces');
  return address;
}
