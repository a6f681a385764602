import type { DocumentStatus } from '@kelisim/shared/features/documents/document-status.ts';
import { sql } from 'kysely';
import { totalOf } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';

interface Pair {
  company_id: number;
  executor_company_id: number;
}

/**
 * Alone with the certificates of a person until the transaction ends, while the company closes no month; false when the
 * two have never worked together.
 */
export async function holdCertificates(tx: Tx, { company_id, executor_company_id }: Pair): Promise<boolean> {
  const pair = await tx
    .selectFrom('executors')
    .select('status')
    .where((eb) => eb.and({ company_id, executor_company_id }))
    .forUpdate()
    .executeTakeFirst();
  if (!pair) return false;
  await sql`select pg_advisory_xact_lock_shared(closed_period_lock(${company_id}))`.execute(tx);
  return true;
}

/** The newest certificate of a period that waits for its signature or has it, and whether it says the same; locked. */
export async function lockCertificate(
  tx: Tx,
  { company_id, executor_company_id }: Pair,
  period: { start_date: string; end_date: string },
  said: string,
) {
  const { rows } = await sql<{
    id: number;
    status: DocumentStatus;
    frozen_file_id: number;
    says_same: boolean;
  }>`
    select d.id, d.status, d.frozen_file_id, c.said = ${said}::jsonb as says_same
    from documents d
    join income_certificates c on c.company_id = d.company_id and c.document_id = d.id and c.version = d.version
    where d.company_id = ${company_id} and d.contractor_company_id = ${executor_company_id}
      and d.type = 'income_certificate' and d.status in ('sent', 'signed')
      and d.start_date = ${period.start_date} and d.end_date = ${period.end_date}
    order by d.id desc limit 1 for update of d`.execute(tx);
  return rows[0];
}

/** Keeps what the certificate says, of the version that it has now. */
export async function keepSaid(
  tx: Tx,
  { company_id, id }: { company_id: number; id: number },
  said: string,
  reckoned_at: Date,
): Promise<void> {
  await sql`
    insert into income_certificates (company_id, document_id, version, said, reckoned_at)
    select company_id, id, version, ${said}::jsonb, ${reckoned_at}::timestamptz from documents
    where company_id = ${company_id} and id = ${id}`.execute(tx);
}

/** How many certificates wait for the company's signature. */
export function countCertificates(db: Handle, company_id: number): Promise<number> {
  return totalOf(
    db
      .selectFrom('documents')
      .where((eb) => eb.and({ company_id, type: 'income_certificate', status: 'sent' })),
  );
}
