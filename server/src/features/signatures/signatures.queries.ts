import type { Handle, Tx } from '../../platform/db/database.ts';
import { violatedConstraint } from '../../platform/db/database.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { JudgedSignature } from './judge-signature.ts';

/** What is signed: an act or a contract, in the version whose bytes are `file_id`. */
export interface SignedSubject {
  company_id: number;
  act_id: number | null;
  document_id: number | null;
  version: number;
  file_id: number;
}

export async function addSignature(
  tx: Tx,
  subject: SignedSubject,
  by: { side: 'business' | 'executor'; company_id: number; user_id: number; means: string },
  judged: JudgedSignature,
): Promise<void> {
  const { signer } = judged;
  const { certificate } = signer;
  try {
    await tx
      .insertInto('signatures')
      .values({
        ...subject,
        side: by.side,
        signer_company_id: by.company_id,
        user_id: by.user_id,
        cms: judged.cms,
        signature_digest: judged.signature_digest,
        iin: signer.iin,
        bin: signer.bin ?? null,
        name: signer.name,
        organization: certificate.subject.organization ?? null,
        certificate: Buffer.from(certificate.der),
        certificate_serial: certificate.serial,
        certificate_issuer: certificate.issuer.common_name ?? certificate.issuer.dn,
        certificate_valid_from: certificate.not_before,
        certificate_valid_until: certificate.not_after,
        algorithm: signer.algorithm,
        rights: signer.rights,
        revocation: signer.revocation,
        timestamp_status: signer.timestamp,
        means: by.means,
      })
      .execute();
  } catch (error) {
    if (violatedConstraint(error) === 'signatures_signature_digest_key')
      throw new Problem('signature.replayed');
    throw error;
  }
}

/** Signatures of an earlier version stay in history and never count for a new one (decisions 5). */
export async function retireSignatures(
  tx: Tx,
  subject: { company_id: number; act_id?: number; document_id?: number },
): Promise<void> {
  let query = tx
    .updateTable('signatures')
    .set({ is_current: false })
    .where('company_id', '=', subject.company_id)
    .where('is_current', '=', true);
  query = subject.act_id
    ? query.where('act_id', '=', subject.act_id)
    : query.where('document_id', '=', subject.document_id!);
  await query.execute();
}

export function listCurrentSignatures(
  db: Handle,
  subject: { company_id: number; act_id?: number; document_id?: number },
) {
  const query = db
    .selectFrom('signatures')
    .selectAll()
    .where('company_id', '=', subject.company_id)
    .where('is_current', '=', true)
    .orderBy('id');
  return (
    subject.act_id
      ? query.where('act_id', '=', subject.act_id)
      : query.where('document_id', '=', subject.document_id!)
  ).execute();
}

/** Those of the acts or contracts that this side has signed in their present version. */
export async function listSignedBy(
  db: Handle,
  by: { company_id: number; side: 'business' | 'executor' },
  doc_type: 'act' | 'document',
  ids: number[],
): Promise<Set<number>> {
  const column = doc_type === 'act' ? 'act_id' : 'document_id';
  const rows = await db
    .selectFrom('signatures')
    .select(`${column} as id`)
    .where(column, 'in', ids)
    .where('signer_company_id', '=', by.company_id)
    .where('side', '=', by.side)
    .where('is_current', '=', true)
    .execute();
  return new Set(rows.map((row) => row.id!));
}

/** A signature that the company may see: its own document or act, on either side. */
export function findVisibleSignature(db: Handle, company_id: number, signature_id: number) {
  return db
    .selectFrom('signatures as s')
    .leftJoin('acts as a', (join) =>
      join.onRef('a.company_id', '=', 's.company_id').onRef('a.id', '=', 's.act_id'),
    )
    .leftJoin('documents as d', (join) =>
      join.onRef('d.company_id', '=', 's.company_id').onRef('d.id', '=', 's.document_id'),
    )
    .select(['s.id', 's.cms', 's.side', 's.act_id', 's.document_id', 'a.number', 'a.year', 'd.title'])
    .where('s.id', '=', signature_id)
    .where((eb) =>
      eb.or([
        eb('s.company_id', '=', company_id),
        eb('a.contractor_company_id', '=', company_id),
        eb('d.contractor_company_id', '=', company_id),
      ]),
    )
    .executeTakeFirst();
}

/** The very signature that a side has given before: a repeated call, not a second signature. */
export async function findSameSignature(
  tx: Tx,
  given: { company_id: number; act_id?: number; document_id?: number; side: string; cms: Buffer },
): Promise<boolean> {
  const query = tx
    .selectFrom('signatures')
    .select('id')
    .where('company_id', '=', given.company_id)
    .where('side', '=', given.side)
    .where('is_current', '=', true)
    .where('cms', '=', given.cms);
  const found = given.act_id
    ? query.where('act_id', '=', given.act_id)
    : query.where('document_id', '=', given.document_id!);
  return (await found.executeTakeFirst()) !== undefined;
}
