import {
  BANK_KINDS,
  type BankFault,
  type BankKind,
} from '@kelisim/shared/features/integrations/bank-kinds.ts';
import {
  MASKED_SECRET,
  type BankIntegration,
} from '@kelisim/shared/features/integrations/integrations.contract.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/integrations.ts';
import ru from '@kelisim/shared/texts/ru/integrations.ts';
import type { Parts } from '../../parts.ts';
import { listIntegrations, type IntegrationRow } from './integrations.queries.ts';
import { getCompany } from '../../platform/db/get-company.ts';

/** Every bank there is, connected or not. What is sealed is not even read for it. */
export async function viewIntegrations(
  parts: Parts,
  company_id: number,
  locale: Locale,
): Promise<BankIntegration[]> {
  const [rows, company] = await Promise.all([
    listIntegrations(parts.db, company_id),
    getCompany(parts.db, company_id, ['banking_integration_type']),
  ]);
  return BANK_KINDS.map((kind) => {
    const row = rows.find((one) => one.kind === kind);
    return toIntegration(parts, kind, row, company.banking_integration_type, locale);
  });
}

export async function viewIntegration(parts: Parts, company_id: number, kind: BankKind, locale: Locale) {
  return (await viewIntegrations(parts, company_id, locale)).find((one) => one.kind === kind)!;
}

function toIntegration(
  { bank_connectors }: Parts,
  kind: BankKind,
  row: IntegrationRow | undefined,
  main: string | null,
  locale: Locale,
): BankIntegration {
  const settings = (row?.settings ?? {}) as BankIntegration['settings'];
  const abilities = row ? bank_connectors[kind].abilities({ settings }) : null;
  return {
    kind,
    can_connect: bank_connectors[kind].is_open,
    is_saved: row !== undefined,
    settings,
    field_map: (row?.field_map ?? {}) as BankIntegration['field_map'],
    status_map: (row?.status_map ?? {}) as BankIntegration['status_map'],
    client_secret: row?.secrets_sealed ? MASKED_SECRET : null,
    has_secret: row?.secrets_sealed != null,
    secret_set_at: row?.secret_set_at?.toISOString() ?? null,
    has_consent: row?.has_consent ?? false,
    pays: abilities?.pays ?? false,
    tells_balances: abilities?.tells_balances ?? false,
    is_main: row !== undefined && main === kind,
    check: row?.checked_at ? toCheck(row, locale) : null,
    updated_at: row?.updated_at.toISOString() ?? null,
  };
}

function toCheck(row: IntegrationRow, locale: Locale): BankIntegration['check'] {
  const texts = { ru, kz }[locale];
  const outcome = row.check_outcome as 'works' | 'by_file' | 'failed';
  const fault = row.check_fault as BankFault | null;
  return {
    outcome,
    fault,
    message: fault ? texts.faults[fault] : texts.outcomes[outcome],
    accounts: row.check_accounts,
    checked_at: row.checked_at!.toISOString(),
  };
}
