import type { SignatureCard } from '@kelisim/shared/features/signing/signing.contract.ts';
import type { listCurrentSignatures } from './signatures.queries.ts';

type Row = Awaited<ReturnType<typeof listCurrentSignatures>>[number];

/** The card of a signature; the other side sees the ИИН masked (decisions 16). */
export function toSignatureCard(row: Row, viewer_company_id: number): SignatureCard {
  const own = row.signer_company_id === viewer_company_id;
  return {
    id: row.id,
    side: row.side as SignatureCard['side'],
    name: row.name,
    iin: own ? row.iin : maskNumber(row.iin),
    bin: row.bin,
    organization: row.organization,
    certificate_serial: row.certificate_serial,
    certificate_issuer: row.certificate_issuer,
    certificate_valid_from: row.certificate_valid_from.toISOString(),
    certificate_valid_until: row.certificate_valid_until.toISOString(),
    algorithm: row.algorithm,
    rights: row.rights,
    signed_at: row.signed_at.toISOString(),
    revocation: row.revocation as SignatureCard['revocation'],
    timestamp: row.timestamp_status as SignatureCard['timestamp'],
    means: row.means,
  };
}

/** `900101350003` → `9001••••••03`. */
export function maskNumber(value: string): string {
  return `${value.slice(0, 4)}${'•'.repeat(Math.max(0, value.length - 6))}${value.slice(-2)}`;
}
