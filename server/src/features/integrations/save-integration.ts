import { BANK_FORMS, type BankKind } from '@kelisim/shared/features/integrations/bank-kinds.ts';
import { MASKED_SECRET } from '@kelisim/shared/features/integrations/integrations.contract.ts';
import { isKbe } from '@kelisim/shared/features/banking/kbe.ts';
import { cleanIban, ibanBankCode, isIban } from '@kelisim/shared/kernel/iban.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { NoAnswer } from '../../platform/outbound.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { noteCompanyDeed } from '../company-history/public.ts';
import { openSecrets, sealSecrets } from './bank-secrets.ts';
import {
  findIntegration,
  hasOpenOrders,
  lockCompany,
  putIntegration,
  setSecrets,
  type IntegrationChange,
  findBank,
} from './integrations.queries.ts';

type Caller = CompanyActor & { ip: string };
type Settings = IntegrationChange['settings'];

export interface SavedIntegration {
  settings?: { [Name in keyof Settings]?: string | undefined } | undefined;
  field_map?: IntegrationChange['field_map'] | undefined;
  status_map?: IntegrationChange['status_map'] | undefined;
  client_secret?: string | undefined;
}

/** Connects a bank, or changes how it is connected. A secret that is left out or empty stays as it was. */
export async function saveIntegration(
  parts: Parts,
  tx: Tx,
  actor: Caller,
  kind: BankKind,
  given: SavedIntegration,
): Promise<void> {
  const { company_id } = actor;
  await lockCompany(tx, company_id);
  const before = await findIntegration(tx, company_id, kind);
  const settings = trimmed(given.settings ?? {});
  const is_given = given.client_secret?.trim() && given.client_secret !== MASKED_SECRET;
  const client_secret = is_given ? given.client_secret : undefined;
  await assertForm(tx, kind, settings, Boolean(client_secret) || before?.secrets_sealed != null);
  if (kind !== 'CUSTOM' && client_secret !== undefined && !fieldsOf(kind).has('client_secret'))
    throw unknown('client_secret');
  assertAddresses(parts, kind, settings);
  const change: IntegrationChange = {
    settings,
    field_map: kind === 'CUSTOM' ? trimmed(given.field_map ?? {}) : {},
    status_map: kind === 'CUSTOM' ? trimmed(given.status_map ?? {}) : {},
    saved_by: actor.user_id,
  };
  // An order is asked about where it was sent: another address there would never have heard of it.
  const moved =
    before &&
    ['api_url', 'status_path'].some(
      (name) =>
        ((before.settings as Record<string, string>)[name] ?? '') !==
        ((settings as Record<string, string>)[name] ?? ''),
    );
  if (moved && (await hasOpenOrders(tx, company_id, before.id)))
    throw new Problem('integration.in_use', { field: 'settings.api_url' });
  // A secret that is kept goes where it went before: who may change an address has not seen it.
  const elsewhere =
    before?.secrets_sealed && !client_secret && !isSamePlace(before.settings as Settings, settings);
  if (elsewhere) throw new Problem('integration.secret_again', { field: 'client_secret' });
  const id = await putIntegration(tx, company_id, kind, change);
  if (client_secret !== undefined) {
    const kept = before ? openSecrets(parts, before) : {};
    const sealed = sealSecrets(parts, { company_id, kind }, { ...kept, client_secret });
    await setSecrets(tx, id, sealed, before?.has_consent ?? false);
  }
  await noteCompanyDeed(parts, tx, {
    company_id,
    user_id: actor.user_id,
    ip: actor.ip,
    action: before ? 'bank_changed' : 'bank_connected',
    before: before ? { bank: kind, ...shown(before.settings as Settings) } : {},
    after: { bank: kind, ...shown(settings), ...(client_secret && { client_secret: MASKED_SECRET }) },
  });
}

function isSamePlace(one: Settings, other: Settings): boolean {
  const place = (url: string | undefined) => (url && URL.canParse(url) ? new URL(url).origin : '');
  return place(one.token_url) === place(other.token_url) && place(one.api_url) === place(other.api_url);
}

/** What the history of the company tells of it: where to, and whose. */
function shown({ api_url, token_url, client_id, account_number, iban }: Settings): Record<string, string> {
  return trimmed({ api_url, token_url, client_id, iban: iban ?? account_number });
}

function trimmed<T extends Record<string, string | undefined>>(fields: T): { [Name in keyof T]?: string } {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  ) as { [Name in keyof T]?: string };
}

const fieldsOf = (kind: BankKind) => new Set<string>(BANK_FORMS[kind].map(({ name }) => name));
const unknown = (name: string) => new Problem('unknown_field', { field: name });

async function assertForm(
  db: Handle,
  kind: BankKind,
  settings: Settings,
  has_secret: boolean,
): Promise<void> {
  const fields = fieldsOf(kind);
  for (const name of Object.keys(settings)) if (!fields.has(name)) throw unknown(`settings.${name}`);
  for (const { name, need } of BANK_FORMS[kind]) {
    if (need === 'never' || (need === 'api' && !settings.api_url)) continue;
    const missing = name === 'client_secret' ? !has_secret : !settings[name];
    if (missing)
      throw new Problem('field.required', { field: name === 'client_secret' ? name : `settings.${name}` });
  }
  for (const name of ['iban', 'account_number'] as const) {
    const iban = settings[name];
    if (iban === undefined) continue;
    settings[name] = cleanIban(iban);
    if (!isIban(settings[name])) throw new Problem('field.iban', { field: `settings.${name}` });
  }
  if (settings.kbe !== undefined && !isKbe(settings.kbe))
    throw new Problem('field.kbe', { field: 'settings.kbe' });
  if (settings.bank_id !== undefined) await assertBank(db, settings);
}

/** The account, the bank and its code belong together. */
async function assertBank(db: Handle, { bank_id, bic, account_number }: Settings): Promise<void> {
  const bank = /^[1-9]\d{0,8}$/.test(bank_id!) ? await findBank(db, Number(bank_id)) : undefined;
  if (!bank) throw new Problem('requisite.bank_unknown', { field: 'settings.bank_id' });
  if (bic !== bank.bic)
    throw new Problem('integration.bic', { field: 'settings.bic', values: { bic: bank.bic } });
  if (account_number && bank.iban_code && ibanBankCode(account_number) !== bank.iban_code)
    throw new Problem('integration.account_of_another_bank', { field: 'settings.account_number' });
}

function assertAddresses({ bank_connectors }: Parts, kind: BankKind, settings: Settings): void {
  try {
    bank_connectors[kind].assertUsable({ settings });
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const { field } = error as NoAnswer & { field?: string };
    throw new Problem(
      error.fault === 'host_not_allowed'
        ? 'integration.host_not_allowed'
        : error.fault === 'private_address'
          ? 'integration.private_address'
          : 'integration.bad_address',
      { field: `settings.${field ?? 'api_url'}` },
    );
  }
}
