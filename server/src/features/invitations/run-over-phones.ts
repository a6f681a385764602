import type { PhonesAnswer } from '@kelisim/shared/features/invitations/invitations.contract.ts';
import type { RunKind } from '@kelisim/shared/features/jobs/run-kinds.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { startedBy } from '../../platform/jobs/start-run.ts';
import { listRunRows, rowMessage } from '../jobs/public.ts';
import { findInvitations } from './invitations.queries.ts';

/** A call answers at the latest after this; the run goes on and the page follows it by its id. */
const WAIT_MS = 20_000;

/** A deed over the invitations of phones, with a result for each; a phone that was never invited is not found. */
export async function runOverPhones(
  parts: Parts,
  caller: { actor: CompanyActor; locale: Locale; idempotency_key: string | null; request_hash: Buffer },
  kind: RunKind,
  phones: readonly string[],
  params: object = {},
): Promise<PhonesAnswer> {
  const { actor, locale } = caller;
  const found = await findInvitations(parts.db, actor.company_id, phones);
  const run_id = await parts.bulk.start({
    ...startedBy(actor),
    kind,
    idempotency_key: caller.idempotency_key,
    request_hash: caller.request_hash,
    params,
    items: phones.map((phone) => ({
      subject_id: found.get(phone)?.id ?? null,
      label: found.get(phone)?.name ?? '',
    })),
  });
  await parts.bulk.wait(run_id, WAIT_MS);
  const rows = await listRunRows(parts.db, run_id, { page: 1, limit: phones.length });
  return {
    run_id,
    state: rows.some((row) => row.status === 'waiting') ? 'running' : 'done',
    items: rows.map((row, i) => ({
      phone: phones[i]!,
      status: row.status,
      code: row.code,
      message: rowMessage(row, locale),
    })),
  };
}
