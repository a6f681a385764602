import { parseCms } from '../cms/parse.ts';
import { unsignedValues } from '../cms/unsigned.ts';
import { OID } from '../oids.ts';
import type { StampResult, TimestampPort } from './client.ts';
import { embedTimestamp } from './embed.ts';

/**
 * Makes CAdES-T of CAdES-BES: stamps the signature of each signer that has no stamp yet. What eGov Mobile and
 * NCALayer stamped already stays as it is. Never throws.
 */
export async function stampCms(
  cms: Uint8Array,
  port: TimestampPort,
): Promise<{ status: 'ok'; cms: Uint8Array; stamped: number } | Exclude<StampResult, { status: 'ok' }>> {
  const parsed = parseCms(cms);
  if ('reason' in parsed) return { status: 'error', reason: 'malformed' };
  let result = cms;
  let stamped = 0;
  for (const [at, signer] of parsed.signed_data.signers.entries()) {
    if (unsignedValues(signer.unsigned_attributes, OID.timeStampToken).length > 0) continue;
    const stamp = await port.stamp(signer.signature);
    if (stamp.status !== 'ok') return stamp;
    const embedded = embedTimestamp(result, stamp.token, at);
    if (embedded === null) return { status: 'error', reason: 'malformed' };
    result = embedded;
    stamped++;
  }
  return { status: 'ok', cms: result, stamped };
}
