import { almatyDate, lastDayOf } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { keepFile } from '../../platform/files/files.ts';
import type { Parts } from '../../parts.ts';
import { issueContract, reissuePaper, takePaperNumber } from '../documents/public.ts';
import { assertOtherSide, listPendingSignatures } from '../signatures/public.ts';
import { holdCertificates, keepSaid, lockCertificate } from './certificates.queries.ts';
import { drawCertificate } from './draw-income.ts';
import { reckonCertificate, wordsOf, type Months } from './reckon-certificate.ts';

/**
 * Makes the income certificate that the company signs: the company issues it, or the executor asks for it. Whoever asks
 * again gets the same paper while it says the same; one that waits unsigned is brought up to date.
 */
export async function issueCertificate(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  of: { company_id: number; executor_company_id: number },
  months: Months,
): Promise<number> {
  if (!(await holdCertificates(tx, of))) throw new Problem('not_found');
  const { company_id, executor_company_id } = of;
  const parties = { company_id, contractor_company_id: executor_company_id };
  await assertOtherSide(tx, { ...parties, status: 'sent' }, actor.role);
  const now = parts.clock.now();
  const certified = await reckonCertificate(tx, of, months, now);
  const said = wordsOf(certified);
  const [start_date, end_date] = [`${months.month_from}-01`, lastDayOf(months.month_to)];
  const found = await lockCertificate(tx, of, { start_date, end_date }, said);
  if (found?.says_same) return found.id;
  const waits = found?.status === 'sent' ? found : undefined;
  // The company has signed these words, and the proofs of its signature are still being asked for.
  if (waits && (await isBeingSigned(tx, company_id, waits))) return waits.id;

  const { bytes, name, title } = await drawCertificate(parts, tx, certified, now);
  const source = await keepFile(tx, parts.store, {
    company_id,
    kind: 'document_source',
    name,
    media_type: 'application/pdf',
    bytes,
  });
  const paper = { company_id, date: almatyDate(now), source_file_id: source.id };
  if (waits) await reissuePaper(parts, tx, { ...paper, id: waits.id }, actor);
  const id =
    waits?.id ??
    (await issueContract(
      parts,
      tx,
      {
        ...paper,
        ...parties,
        title,
        type: 'income_certificate',
        number: await takePaperNumber(tx, company_id, 'income_certificate'),
        start_date,
        end_date,
        created_by: actor.user_id,
      },
      actor,
    ));
  await keepSaid(tx, { company_id, id }, said, now);
  return id;
}

async function isBeingSigned(
  tx: Tx,
  company_id: number,
  { id: document_id, frozen_file_id: file_id }: { id: number; frozen_file_id: number },
): Promise<boolean> {
  const pending = await listPendingSignatures(tx, { company_id, document_id, file_id });
  return pending.some(({ state }) => state === 'waiting');
}
