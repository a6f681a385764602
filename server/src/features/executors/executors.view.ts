import type {
  ExecutorHistory,
  ExecutorItem,
  ExecutorProfile,
} from '@kelisim/shared/features/executors/executors.contract.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { namesOf } from '../external-ids/public.ts';
import {
  listExecutorBalances,
  NO_BALANCE,
  sumBalance,
  toBalance,
  type Balance,
} from '../statistics/public.ts';
import {
  findAccount,
  findExecutor,
  listExecutorHistory,
  sumPapers,
  type ExecutorRow,
} from './executors.queries.ts';

const SIGNED: (string | null)[] = ['signed', 'signed_by_hand', 'expired'];

function toExecutorItem(row: ExecutorRow, balance: Balance, external_id?: string): ExecutorItem {
  return {
    company_id: row.company_id,
    executor_company_id: row.executor_company_id,
    ...(external_id !== undefined && { external_id }),
    company_name: row.company_name,
    display_name: row.display_name,
    full_name: row.full_name ?? row.ceo_name ?? row.company_name,
    bin: row.bin,
    phone: row.phone ?? row.company_phone,
    status: row.status,
    contract_document_id: row.contract_id,
    contract_status: row.contract_status,
    contract_valid_until: SIGNED.includes(row.contract_status) ? row.contract_end_date : null,
    responsible:
      row.responsible_user_id === null
        ? null
        : { user_id: row.responsible_user_id, full_name: row.responsible_name! },
    to_pay: formatMoney(balance.to_pay_tiyn),
    advance: formatMoney(balance.advance_tiyn),
    date: row.created_at.toISOString(),
  };
}

/** Executors of one company with their balances. */
export async function toExecutorItems(
  db: Handle,
  actor: CompanyActor,
  rows: readonly ExecutorRow[],
): Promise<ExecutorItem[]> {
  const executor_ids = rows.map((row) => row.executor_company_id);
  const { company_id } = actor;
  const balances = await listExecutorBalances(db, { company_id, executor_ids });
  const names = await namesOf(db, actor, 'executor', executor_ids);
  return rows.map((row) => {
    const id = row.executor_company_id;
    return toExecutorItem(row, balances.get(id) ?? NO_BALANCE, names.get(id));
  });
}

export async function getExecutorProfile(
  db: Handle,
  actor: CompanyActor,
  executor_id: number,
  locale: Locale,
): Promise<ExecutorProfile> {
  const row = orNotFound(await findExecutor(db, actor.company_id, executor_id));
  const names = await namesOf(db, actor, 'executor', [executor_id]);
  const account = await findAccount(db, executor_id);
  const { contracts, acts } = await sumPapers(db, actor.company_id, executor_id);
  const balance = await sumBalance(db, { company_id: actor.company_id, executor_ids: [executor_id] });
  return {
    ...toExecutorItem(row, balance, names.get(executor_id)),
    id: executor_id,
    type: row.type,
    iin: row.iin ?? row.bin,
    email: row.email ?? row.company_email,
    address: row.address,
    bank_account: account
      ? { iban: account.iban, bic: account.bic, bank_name: account[`name_${locale}`] }
      : null,
    contracts,
    acts: {
      count: acts.count,
      in_signing: formatMoney(acts.in_signing_tiyn),
      to_pay: formatMoney(balance.to_pay_tiyn),
      paid: formatMoney(balance.paid_tiyn),
    },
    balance: toBalance(balance),
  };
}

export async function getExecutorHistory(
  db: Handle,
  actor: CompanyActor,
  executor_id: number,
): Promise<ExecutorHistory[]> {
  if (!(await findExecutor(db, actor.company_id, executor_id))) throw new Problem('not_found');
  const rows = await listExecutorHistory(db, actor.company_id, executor_id);
  return rows.map((row) => ({
    id: row.id,
    action: row.action,
    side: row.actor_side,
    full_name: row.full_name,
    from_status: row.from_status,
    to_status: row.to_status,
    responsible: row.responsible_name,
    created_at: row.created_at.toISOString(),
  }));
}
