import type { ReadActInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import { actTotal, serviceAmount, whyNothing } from '@kelisim/shared/features/acts/act-totals.ts';
import { isTaxed } from '@kelisim/shared/features/acts/line-kinds.ts';
import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { formatQuantity, parseMoney, parseQuantity } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { ExecutorStatus } from '@kelisim/shared/features/executors/executor-status.ts';
import type { Tx } from '../../platform/db/database.ts';
import { holdUsableContracts } from '../documents/public.ts';
import { holdStatuses } from '../executors/public.ts';
import type { ActContent } from './act-content.ts';
import type { LockedAct } from './acts.queries.ts';
import { listIds } from './act-words.queries.ts';

/**
 * Turns what was typed into the content of an act, or says which field stands against it. A correction stands under the
 * paid act that it corrects: same two, same contract, whatever became of them since, and sums of either sign.
 */
export async function readActInput(
  tx: Tx,
  company_id: number,
  input: ReadActInput,
  paid: LockedAct | null = null,
): Promise<ActContent> {
  return contentOfInput(await holdReferences(tx, company_id, paid ? [] : [input]), input, paid);
}

/** What new acts refer to, held until the transaction ends; of several it is asked once. */
export async function holdReferences(tx: Tx, company_id: number, inputs: readonly ReadActInput[]) {
  const contract_ids = inputs.map((input) => input.contract_id);
  const executor_ids = inputs.map((input) => input.contractor_company_id);
  const contracts = await holdUsableContracts(tx, company_id, contract_ids);
  return {
    contracts: new Map(contracts.map((contract) => [contract.id, contract])),
    statuses: await holdStatuses(tx, company_id, executor_ids),
    categories: await listIds(tx, 'service_categories'),
    units: await listIds(tx, 'units'),
  };
}
type References = Awaited<ReturnType<typeof holdReferences>>;

/** The same of what is held already. */
export function contentOfInput(
  held: References,
  input: ReadActInput,
  paid: LockedAct | null = null,
): ActContent {
  if (input.end_date < input.start_date) throw new Problem('act.dates_reversed', { field: 'end_date' });
  if (paid) assertUnderPaid(input, paid);
  else assertUnderContract(held, input);
  const amount_tiyn = actTotal(input.services);
  if (amount_tiyn === null) throw new Problem('act.amount_too_large', { field: 'services' });
  if (!paid) assertNoMinus(input, amount_tiyn);
  else if (amount_tiyn === 0n) throw new Problem('act.correction_empty', { field: 'services' });
  checkReferences(held, input);
  return {
    contractor_company_id: input.contractor_company_id,
    contract_id: input.contract_id,
    ...(paid && { corrects_act_id: paid.id }),
    title: input.title.trim(),
    act_date: input.date,
    start_date: input.start_date,
    end_date: input.end_date,
    knp: input.knp ?? null,
    additional_info: input.additional_info?.trim() || null,
    amount_tiyn,
    services: input.services.map((service) => ({
      category_id: service.category_id,
      description: service.description.trim(),
      quantity: formatQuantity(parseQuantity(service.quantity)!),
      rate_tiyn: parseMoney(service.rate)!,
      amount_tiyn: serviceAmount(service)!,
      unit_id: service.unit_id,
      service_date: service.service_date ?? null,
      kind: service.kind ?? 'work',
      taxed: isTaxed(service.kind, service.taxed),
    })),
  };
}

function assertUnderContract({ contracts, statuses }: References, input: ReadActInput): void {
  const contract = contracts.get(input.contract_id);
  if (!contract) throw new Problem('act.contract_not_usable', { field: 'contract_id' });
  if (contract.contractor_company_id !== input.contractor_company_id) {
    throw new Problem('act.contract_of_another', { field: 'contract_id' });
  }
  assertActive(statuses.get(contract.contractor_company_id));
  if (input.start_date < contract.start_date || input.end_date > contract.end_date) {
    const values = { from: formatDate(contract.start_date), to: formatDate(contract.end_date) };
    throw new Problem('act.outside_contract', {
      field: input.start_date < contract.start_date ? 'start_date' : 'end_date',
      values,
    });
  }
}

function assertUnderPaid(input: ReadActInput, paid: LockedAct): void {
  if (input.contract_id !== paid.contract_id || input.contractor_company_id !== paid.contractor_company_id)
    throw new Problem('act.correction_of_another', { field: 'contract_id' });
  if (input.start_date < paid.start_date || input.end_date > paid.end_date)
    throw new Problem('act.outside_corrected', {
      field: input.start_date < paid.start_date ? 'start_date' : 'end_date',
      values: { from: formatDate(paid.start_date), to: formatDate(paid.end_date) },
    });
}

/** Only a correction takes anything back. */
function assertNoMinus(input: ReadActInput, amount_tiyn: bigint): void {
  for (const [i, service] of input.services.entries())
    if (parseMoney(service.rate)! < 0n) throw new Problem('field.money', { field: `services.${i}.rate` });
  if (amount_tiyn <= 0n) throw new Problem(whyNothing(input.services), { field: 'services' });
}

/** Nothing new goes to whom the company has stopped or removed; whoever is stopped at this moment waits. */
export async function assertWorking(
  tx: Tx,
  company_id: number,
  contractor_company_id: number,
): Promise<void> {
  const statuses = await holdStatuses(tx, company_id, [contractor_company_id]);
  assertActive(statuses.get(contractor_company_id));
}

function assertActive(status: ExecutorStatus | undefined): void {
  if (status === 'active') return;
  throw new Problem('act.executor_stopped', { field: 'contractor_company_id' });
}

function checkReferences({ categories, units }: References, input: ReadActInput): void {
  for (const [i, service] of input.services.entries()) {
    if (service.taxed === false && service.kind !== 'expense')
      throw new Problem('act.line_taxed', { field: `services.${i}.taxed` });
    if (!categories.has(service.category_id)) {
      throw new Problem('field.choice', { field: `services.${i}.category_id` });
    }
    if (!units.has(service.unit_id)) {
      throw new Problem('field.choice', { field: `services.${i}.unit_id` });
    }
  }
}
