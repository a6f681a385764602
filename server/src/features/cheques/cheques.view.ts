import type { ActCheque } from '@kelisim/shared/features/taxes/act-cheques.contract.ts';
import type { ChequeDifference } from '@kelisim/shared/features/taxes/judge-cheque.ts';
import { judgeCheque } from '@kelisim/shared/features/taxes/judge-cheque.ts';
import { chequeAddress } from '@kelisim/shared/features/taxes/read-cheque-link.ts';
import { BOTH_SIGNED, IN_SIGNING, type ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { mayDo, type CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { findActRow } from '../acts/public.ts';
import { findActivity, listStandings } from '../taxes/public.ts';
import { findCheque, findPaidOn, type ChequeRow } from './cheques.queries.ts';

type Act = NonNullable<Awaited<ReturnType<typeof findActRow>>>;

/** An act that was shown to its executor and holds. */
const TAKES_CHEQUE: readonly ActStatus[] = [...IN_SIGNING, ...BOTH_SIGNED];
const IS_PAID: readonly ActStatus[] = ['paying', 'paid'];

export const takesCheque = (status: ActStatus) => TAKES_CHEQUE.includes(status);
export const losesCheque = (status: ActStatus) => !IS_PAID.includes(status);

export async function getActCheque(
  { cheques, clock }: Parts,
  db: Handle,
  actor: CompanyActor,
  act_id: number,
): Promise<ActCheque> {
  const act = orNotFound(await findActRow(db, actor, act_id));
  const of = { company_id: act.company_id, act_id };
  const row = await findCheque(db, of);
  const executor_id = act.contractor_company_id;
  const day = (await findPaidOn(db, of)) ?? almatyDate(clock.now());
  const standing = (await listStandings(db, [executor_id], day)).get(executor_id);
  const is_expected = standing?.standing === 'self_employed' && act.status !== 'annulled';
  const listed = standing?.activity ? await findActivity(db, standing.activity, day) : undefined;
  const may = mayDo(actor, 'manage_acts');
  return {
    is_expected,
    activity: is_expected
      ? { oked: standing.activity, name: listed?.name ?? '', is_listed: listed !== undefined }
      : null,
    cheque: row ? chequeView(row, act, cheques !== null) : null,
    may_add: may && !row && is_expected && takesCheque(act.status),
    may_remove: may && row !== undefined && losesCheque(act.status),
  };
}

function chequeView(row: ChequeRow, act: Act, is_asked: boolean): NonNullable<ActCheque['cheque']> {
  const report = reportOf(row);
  const differs: ChequeDifference[] =
    row.is_found === false
      ? ['missing']
      : report
        ? [...judgeCheque(report, act), ...(row.is_used ? ['used' as const] : [])]
        : [];
  const stateOf = () => {
    if (row.is_found !== null) return differs.length > 0 ? 'wrong' : 'right';
    if (!is_asked) return 'unchecked';
    return row.tries > 0 ? 'silent' : 'waiting';
  };
  return {
    issuer: row.issuer,
    state: stateOf(),
    differs,
    report: report && {
      number: report.number,
      issued_on: report.issued_on,
      iin: report.iin,
      full_name: report.full_name,
      service: report.service,
      total: formatMoney(report.total_tiyn),
    },
    address: chequeAddress(row),
    company_name: row.company_name,
    created_at: row.created_at.toISOString(),
    asked_at: row.asked_at?.toISOString() ?? null,
    next_try_at: row.tries > 0 ? (row.next_try_at?.toISOString() ?? null) : null,
  };
}

function reportOf({ is_found, number, issued_on, iin, full_name, service, total_tiyn }: ChequeRow) {
  // The check of the table says that these are there together.
  if (!is_found || number === null || issued_on === null || iin === null || total_tiyn === null) return null;
  return { number, issued_on, iin, full_name, service, total_tiyn };
}
