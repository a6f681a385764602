import type { AwaitedProof, SignatureCard } from '@kelisim/shared/features/signing/signing.contract.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import type { ProblemDetail } from '@kelisim/shared/kernel/problem.ts';
import type { ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import type { listPendingSignatures } from './pending.queries.ts';
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

/** What waits, or was refused, of the sides that have not signed. */
export function toAwaitedProofs(
  rows: Awaited<ReturnType<typeof listPendingSignatures>>,
  signed: readonly { side: string }[],
  locale: Locale,
): AwaitedProof[] {
  return rows
    .filter((row) => !signed.some(({ side }) => side === row.side))
    .map((row) => ({
      side: row.side as AwaitedProof['side'],
      name: row.name,
      state: row.state as AwaitedProof['state'],
      received_at: row.received_at.toISOString(),
      message: row.code ? refusalText(row.code as ProblemCode, row.detail, locale) : null,
    }));
}

function refusalText(code: ProblemCode, detail: unknown, locale: Locale): string {
  return problemText(code, locale, detail as ProblemDetail | null);
}

/** `900101350003` → `9001••••••03`. */
export function maskNumber(value: string): string {
  return `${value.slice(0, 4)}${'•'.repeat(Math.max(0, value.length - 6))}${value.slice(-2)}`;
}
