import type { BankKind } from '@kelisim/shared/features/integrations/bank-kinds.ts';
import type { BankAccess, BankSecrets } from '../../adapters/banks/banks.ts';
import { makeKeyring } from '../../platform/keyring.ts';
import type { Parts } from '../../parts.ts';
import { keepSecrets, lockIntegration, type IntegrationRow } from './integrations.queries.ts';
import type { SealedColumn } from '../../platform/reseal.ts';

type Keys = Pick<Parts, 'config'>;

const ringOf = ({ config }: Keys) => makeKeyring(config, 'bank-secrets');
/** Sealed bytes that are moved to another company or bank do not open. */
const bankContext = (of: { company_id: number; kind: string }) => `bank:${of.company_id}:${of.kind}`;

export function sealSecrets(keys: Keys, of: { company_id: number; kind: BankKind }, secrets: BankSecrets) {
  if (Object.keys(secrets).length === 0) return null;
  return ringOf(keys).seal(bankContext(of), Buffer.from(JSON.stringify(secrets), 'utf8'));
}

export function openSecrets(keys: Keys, row: IntegrationRow): BankSecrets {
  if (!row.secrets_sealed) return {};
  const bytes = ringOf(keys).open(bankContext(row), row.secrets_sealed);
  return JSON.parse(bytes.toString('utf8')) as BankSecrets;
}

/** What an adapter is handed; opened for the time of one question. */
export function accessOf(keys: Keys & Pick<Parts, 'db'>, row: IntegrationRow): BankAccess {
  return {
    renew: (ask) => renewSecrets(keys, row, ask),
    revision: `${row.id} ${row.updated_at.toISOString()}`,
    settings: row.settings as BankAccess['settings'],
    field_map: row.field_map as BankAccess['field_map'],
    status_map: row.status_map as BankAccess['status_map'],
    secrets: openSecrets(keys, row),
  };
}

/**
 * The bank is asked under the lock of the row, within the seconds that every question to a bank has: of two who come
 * with the same secret at once, a bank that gives another one each time would believe neither again. A secret that was
 * renewed is no other setting, so the revision stays.
 */
async function renewSecrets<Told>(
  keys: Keys & Pick<Parts, 'db'>,
  { id }: IntegrationRow,
  ask: (secrets: BankSecrets) => Promise<{ told: Told; secrets: BankSecrets }>,
): Promise<Told> {
  return keys.db.transaction().execute(async (tx) => {
    const row = await lockIntegration(tx, id);
    const before = row ? openSecrets(keys, row) : {};
    const { told, secrets } = await ask(before);
    if (row && secrets !== before)
      await keepSecrets(tx, id, sealSecrets(keys, { ...row, kind: row.kind }, secrets)!);
    return told;
  });
}

export const sealedBankSecrets: SealedColumn = {
  purpose: 'bank-secrets',
  table: 'bank_integrations',
  key: 'id',
  column: 'secrets_sealed',
  of: ['company_id', 'kind'],
  context: ({ company_id, kind }) => bankContext({ company_id: Number(company_id), kind: String(kind) }),
};
