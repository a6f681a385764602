import type {
  BankKind,
  BankSetting,
  FieldMap,
  StatusMap,
} from '@kelisim/shared/features/integrations/bank-kinds.ts';
import { sql, type Selectable } from 'kysely';
import type { BankCheck } from '../../adapters/banks/banks.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import { idOf } from '../../platform/db/id-of.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type IntegrationRow = Selectable<Tables['bank_integrations']>;

const present = (db: Handle, company_id: number) =>
  db
    .selectFrom('bank_integrations')
    .selectAll()
    .where('company_id', '=', company_id)
    .where('removed_at', 'is', null);

export const listIntegrations = (db: Handle, company_id: number) => present(db, company_id).execute();

export const findIntegration = (db: Handle, company_id: number, kind: BankKind) =>
  present(db, company_id).where('kind', '=', kind).executeTakeFirst();

export function findIntegrationById(db: Handle, integration_id: number) {
  return db
    .selectFrom('bank_integrations')
    .selectAll()
    .where('id', '=', integration_id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** Locked, so that one at a time asks the bank with its secrets. */
export function lockIntegration(tx: Tx, integration_id: number) {
  return tx
    .selectFrom('bank_integrations')
    .selectAll()
    .where('id', '=', integration_id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Others of the bank in place of those it knows no more; whoever has set them, and when, stays. */
export async function keepSecrets(tx: Tx, id: number, secrets_sealed: Buffer): Promise<void> {
  await tx.updateTable('bank_integrations').set({ secrets_sealed }).where('id', '=', id).execute();
}

/** Banks whose statements nobody has asked for in this span, taken by whoever comes first. */
export async function takeDueStatements(
  db: Handle,
  kinds: readonly BankKind[],
  rest_s: number,
): Promise<{ company_id: number; id: number }[]> {
  if (kinds.length === 0) return [];
  return db
    .updateTable('bank_integrations as i')
    .set({ statements_asked_at: sql<Date>`now()` })
    .from('companies as c')
    .whereRef('c.id', '=', 'i.company_id')
    .where('c.status', '<>', 'deleted')
    .where('i.removed_at', 'is', null)
    .where('i.secrets_sealed', 'is not', null)
    .where('i.kind', 'in', [...kinds])
    .where((eb) =>
      eb.or([
        eb('i.statements_asked_at', 'is', null),
        eb('i.statements_asked_at', '<', sql<Date>`now() - make_interval(secs => ${rest_s})`),
      ]),
    )
    .returning(['i.company_id', 'i.id'])
    .execute();
}

/** How the last question for statements ended. */
export async function setStatementsAsked(
  db: Handle,
  id: number,
  end: { until: string | null } | { fault: string },
): Promise<void> {
  await db
    .updateTable('bank_integrations')
    .set({
      statements_asked_at: sql<Date>`now()`,
      ...('until' in end
        ? {
            statements_fault: null,
            // Of nothing and a day the greatest is the day.
            statements_until: sql<string>`greatest(statements_until, ${end.until}::date)`,
          }
        : { statements_fault: end.fault }),
    })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute();
}

/** The bank that «How we pay» has chosen, as long as it is connected. */
export function findMainIntegration(db: Handle, company_id: number) {
  return present(db, company_id)
    .where('kind', '=', (eb) =>
      eb.selectFrom('companies').select('banking_integration_type').where('id', '=', company_id),
    )
    .executeTakeFirst();
}

/** The company's row is the lock of its banks: two who save at once do so one after the other. */
export function lockCompany(tx: Tx, company_id: number) {
  return tx
    .selectFrom('companies')
    .select(['bin', 'banking_integration_type'])
    .where('id', '=', company_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export interface IntegrationChange {
  settings: Partial<Record<BankSetting, string>>;
  field_map: FieldMap;
  status_map: StatusMap;
  saved_by: number;
}

export async function putIntegration(
  tx: Tx,
  company_id: number,
  kind: BankKind,
  change: IntegrationChange,
): Promise<number> {
  const row = {
    settings: JSON.stringify(change.settings),
    field_map: JSON.stringify(change.field_map),
    status_map: JSON.stringify(change.status_map),
    saved_by: change.saved_by,
    check_outcome: null,
    check_fault: null,
    checked_at: null,
  };
  return idOf(
    tx
      .insertInto('bank_integrations')
      .values({ company_id, kind, ...row })
      .onConflict((oc) =>
        oc
          .columns(['company_id', 'kind'])
          .where('removed_at', 'is', null)
          .doUpdateSet({ ...row, updated_at: sql`clock_timestamp()` }),
      )
      .returning('id'),
  );
}

export async function setSecrets(
  tx: Handle,
  id: number,
  secrets_sealed: Buffer | null,
  has_consent: boolean,
): Promise<void> {
  await tx
    .updateTable('bank_integrations')
    .set({
      secrets_sealed,
      secret_set_at: secrets_sealed ? sql<Date>`now()` : null,
      has_consent,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function setCheck(db: Handle, id: number, said: BankCheck): Promise<void> {
  await db
    .updateTable('bank_integrations')
    .set({
      check_outcome: said.outcome,
      check_fault: said.outcome === 'failed' ? said.fault : null,
      check_accounts: said.outcome === 'works' ? said.accounts.slice(0, 50) : [],
      checked_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute();
}

/** Orders that only this bank can tell of, or that wait to go out through it. */
export function hasOpenOrders(tx: Tx, company_id: number, integration_id: number): Promise<boolean> {
  return hasRow(
    tx
      .selectFrom('payment_orders')
      .select('id')
      .where((eb) => eb.and({ company_id, integration_id }))
      .where('status', 'in', ['created', 'sending', 'unknown', 'accepted'])
      .limit(1),
  );
}

/** Its secrets are gone; the row stays, since orders went through it. */
export async function removeIntegration(
  tx: Tx,
  company_id: number,
  id: number,
  kind: BankKind,
): Promise<void> {
  await tx
    .updateTable('bank_integrations')
    .set({
      secrets_sealed: null,
      secret_set_at: null,
      has_consent: false,
      removed_at: sql`now()`,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('companies')
    .set({ banking_integration_type: null })
    .where((eb) => eb.and({ id: company_id, banking_integration_type: kind }))
    .execute();
}

export function findBank(db: Handle, id: number) {
  return db.selectFrom('banks').select(['bic', 'iban_code']).where('id', '=', id).executeTakeFirst();
}
