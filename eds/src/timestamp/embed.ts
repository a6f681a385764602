import { addUnsignedAttribute } from '../cms/unsigned.ts';
import { OID } from '../oids.ts';

/**
 * Puts a time stamp over the signature value of one signer into the CMS (CAdES-T, ETSI EN 319 122-1, 5.3).
 * The token keeps its bytes; it is not checked here (see `verifyTimestampToken`).
 * @returns null when the input is no CMS or has no such signer
 */
export function embedTimestamp(cms: Uint8Array, token: Uint8Array, signer = 0): Uint8Array | null {
  return addUnsignedAttribute({ cms, signer, type: OID.timeStampToken, value: token });
}
