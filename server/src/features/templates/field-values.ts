import { cityOf } from '../../platform/city-of.ts';
import type { TemplateField } from '@kelisim/shared/features/templates/template-fields.ts';
import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { nameOnPaper } from '@kelisim/shared/kernel/name-on-paper.ts';
import type { Handle } from '../../platform/db/database.ts';
import { listExecutorsHere, listPartyFacts, type PartyFacts } from './templates.queries.ts';

/** What a contract says of itself. Dates are `YYYY-MM-DD`. */
export interface ContractFacts {
  number: string;
  title: string;
  date: string;
  start_date: string;
  end_date: string;
}

export type FieldValues = Partial<Record<TemplateField, string>>;

/** The values of all fields for one executor; a field that nobody has entered is absent. */
export async function gatherFieldValues(
  db: Handle,
  company_id: number,
  executor_company_id: number,
  contract: ContractFacts,
): Promise<FieldValues> {
  const parties = await listPartyFacts(db, [company_id, executor_company_id]);
  const company = parties.find(({ id }) => id === company_id);
  const executor = parties.find(({ id }) => id === executor_company_id);
  if (!company || !executor) throw new Error('a contract is between two companies');
  return { ...companyValues(company), ...executorValues(executor, company), ...contractValues(contract) };
}

/** The same for those of many who are executors of the company, in the order they were asked for. */
export async function gatherFieldValuesOfMany(
  db: Handle,
  company_id: number,
  executor_company_ids: readonly number[],
  contract: ContractFacts,
): Promise<{ executor: PartyFacts; values: FieldValues }[]> {
  const ids = await listExecutorsHere(db, company_id, executor_company_ids);
  const parties = new Map((await listPartyFacts(db, [company_id, ...ids])).map((row) => [row.id, row]));
  const company = parties.get(company_id)!;
  const own = { ...companyValues(company), ...contractValues(contract) };
  return executor_company_ids
    .filter((id) => ids.includes(id))
    .map((id) => parties.get(id)!)
    .map((executor) => ({ executor, values: { ...own, ...executorValues(executor, company) } }));
}

/** The values that are the company's own. */
export async function gatherCompanyValues(db: Handle, company_id: number): Promise<FieldValues> {
  const [company] = await listPartyFacts(db, [company_id]);
  return company ? companyValues(company) : {};
}

export function contractValues(contract: ContractFacts): FieldValues {
  return filled({
    contract_number: contract.number,
    contract_title: contract.title,
    contract_date: formatDate(contract.date),
    start_date: formatDate(contract.start_date),
    end_date: formatDate(contract.end_date),
  });
}

function companyValues(company: PartyFacts): FieldValues {
  return filled({
    city: cityOf(company.address),
    company_name: nameOf(company, company),
    company_bin: company.bin,
    company_address: company.address,
    company_phone: company.phone,
    company_email: company.email,
    company_director: company.ceo_name ?? company.director_name,
    company_director_position: company.director_position,
    company_bank: bankName(company, company),
    company_iban: company.iban,
    company_bic: company.bic,
    company_kbe: company.kbe ?? company.account_kbe,
  });
}

function executorValues(executor: PartyFacts, company: PartyFacts): FieldValues {
  return filled({
    executor_name: nameOf(executor, company),
    executor_iin: executor.bin,
    executor_person: executor.ceo_name ?? executor.director_name,
    executor_address: executor.address,
    executor_phone: executor.phone,
    executor_email: executor.email,
    executor_bank: bankName(executor, company),
    executor_iban: executor.iban,
    executor_bic: executor.bic,
    executor_kbe: executor.kbe ?? executor.account_kbe,
  });
}

/** In the language the company keeps its documents in. */
function nameOf(of: PartyFacts, company: PartyFacts): string {
  return nameOnPaper({ name: of.name, name_kz: of.legal_kz }, company.document_language);
}

function bankName(of: PartyFacts, company: PartyFacts): string | null {
  return company.document_language === 'kz' ? of.name_kz : of.name_ru;
}

function filled(values: Partial<Record<TemplateField, string | null>>): FieldValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );
}
