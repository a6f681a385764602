import { dropHidden } from '@kelisim/shared/kernel/plain-text.ts';
import { unarmour } from '@kelisim/eds/asn1/armour.ts';
import { parseCertificate } from '@kelisim/eds/x509/certificate.ts';
import { verifyChain } from '@kelisim/eds/x509/chain.ts';
import type { OwnCertificate } from '@kelisim/shared/features/signing/certificates.contract.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Parts } from '../../parts.ts';
import {
  findLastSigningCertificate,
  findNamedCertificate,
  putNamedCertificate,
} from './own-certificate.queries.ts';

const DAY_MS = 86_400_000;

/** Stores the certificate a user signs with (DER or PEM), to warn before it expires. It must be theirs and trusted. */
export async function keepCertificate(
  parts: Parts,
  actor: CompanyActor,
  bytes: Buffer,
): Promise<OwnCertificate> {
  const certificate = parseCertificate(unarmour(new Uint8Array(bytes)) ?? bytes);
  const refuse = (reason: string) =>
    new Problem('signature.certificate', { field: 'certificate', values: { reason } });
  if (!certificate) throw refuse('not_a_certificate');
  const { iin, bin, common_name } = certificate.subject;
  if (!iin || (actor.iin && iin !== actor.iin))
    throw new Problem('signature.other_person', { field: 'certificate' });
  const chain = await verifyChain({
    certificate,
    trust: parts.nca.trust,
    at: parts.clock.now(),
    primitives: parts.nca.primitives,
  });
  if (chain.reason) throw refuse(chain.reason);
  const values = {
    der: Buffer.from(certificate.der),
    serial: certificate.serial,
    subject_name: dropHidden(common_name ?? ''),
    iin,
    bin: bin ?? null,
    valid_from: certificate.not_before,
    valid_until: certificate.not_after,
    algorithm: certificate.key_algorithm,
  };
  await putNamedCertificate(parts.db, actor.user_id, values);
  return (await findCertificate(parts, actor))!;
}

/** The stored certificate, or the one of the last signature: a warning does not require storing one. */
export async function findCertificate(parts: Parts, actor: CompanyActor): Promise<OwnCertificate | null> {
  const [named, signed] = await Promise.all([
    findNamedCertificate(parts.db, actor.user_id),
    findLastSigningCertificate(parts.db, actor.user_id),
  ]);
  const row = named && signed ? (signed.at > named.at ? signed : named) : (named ?? signed);
  if (!row) return null;
  const days_left = Math.floor((row.valid_until.getTime() - parts.clock.now().getTime()) / DAY_MS);
  return {
    serial: row.serial,
    name: row.name,
    iin: row.iin,
    bin: row.bin,
    algorithm: row.algorithm,
    valid_from: row.valid_from.toISOString(),
    valid_until: row.valid_until.toISOString(),
    days_left,
    warning: days_left < 0 ? 'ended' : days_left <= 7 ? 'urgent' : days_left <= 30 ? 'soon' : 'none',
  };
}
