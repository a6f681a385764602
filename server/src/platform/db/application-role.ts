import { sql } from 'kysely';
import pg from 'pg';
import { StartRefused } from '../start-refused.ts';
import type { Handle } from './database.ts';

/** Tables named `…_history` and these only grow: history, audit, signatures with their proofs, money that was counted. */
const ONLY_GROWING = [
  'audit_seals',
  'bank_statements',
  'consents',
  'earlier_incomes',
  'events',
  'income_certificates',
  'limit_notices',
  'opening_balances',
  'overdue_acts',
  'payment_file_refusals',
  'payment_files',
  'period_closings',
  'register_checks',
  'revocation_lists',
  'security_events',
  'self_employed_activities',
  'signature_files',
  'signature_lists',
  'signing_certificates',
  'tariff_credits',
  'tax_decisions',
  'tax_figures',
  'tax_payees',
  'tax_standings',
  'ticket_attachments',
  'ticket_messages',
];

/** Tables whose rows keep what they say, but for these columns. */
const CHANGING_COLUMNS: Readonly<Record<string, string>> = { signatures: 'is_current' };

/** Tables whose rows keep what they say until they are deleted: what a closed period holds goes when it is opened. */
const UNCHANGED = [
  'frozen_costs',
  'frozen_ledger',
  'frozen_parties',
  'frozen_payments',
  'frozen_withholding',
];

/** Tables whose rows a feature deletes. From all others a deletion is refused, whatever a query says. */
const DELETED_FROM = [
  'act_documents',
  'act_selections',
  'act_services',
  'act_totals',
  'act_totals_changes',
  'company_partners',
  'credential_changes',
  'download_tickets',
  'external_ids',
  'failed_sign_ins',
  'failing_jobs',
  'file_uploads',
  'files',
  'frozen_periods',
  'health_samples',
  'key_stores',
  'known_devices',
  'known_networks',
  'limit_checks',
  'limited_calls',
  'list_views',
  'message_requests',
  'messages',
  'notice_choices',
  'notices',
  'one_time_codes',
  'one_time_uses',
  'paper_events',
  'passkeys',
  'places',
  'processes',
  'qr_sessions',
  'qr_sign_ins',
  'reconciliation_lines',
  'recovery_codes',
  'registrations',
  'sign_in_failures',
  'tariff_payment_entries',
  'totp_factors',
  'untold_changes',
  'user_certificates',
  'user_permissions',
  'users',
];

export interface Relation {
  schema: string;
  name: string;
  is_view: boolean;
}

/** What the application's role may do to a table or view of the product, in the words of GRANT. */
export function privilegesOn({ schema, name, is_view }: Relation): string[] {
  if (is_view || name === 'migrations') return ['select'];
  if (schema === 'sandbox') return ['select', 'insert', 'update', 'delete'];
  if (name.endsWith('_history') || ONLY_GROWING.includes(name)) return ['select', 'insert'];
  if (UNCHANGED.includes(name)) return ['select', 'insert', 'delete'];
  const columns = CHANGING_COLUMNS[name];
  if (columns) return ['select', 'insert', `update (${columns})`];
  return ['select', 'insert', 'update', ...(DELETED_FROM.includes(name) ? ['delete'] : [])];
}

/**
 * Gives the application's role what it needs on every table and view that is there now, and takes everything else away. Runs
 * after each migration on the owner's connection, in one transaction, so a running process never lacks a privilege.
 * @throws {StartRefused} when the owner's connection owns not all tables, or the role could become the owner
 */
export async function grantToApplication(owner: pg.Client, role: string): Promise<void> {
  const { rows: relations } = await owner.query<Relation & { is_own: boolean }>(
    `select n.nspname as schema, c.relname as name, c.relkind in ('v', 'm') as is_view,
       pg_get_userbyid(c.relowner) = current_user as is_own
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'sandbox') and c.relkind in ('r', 'p', 'v', 'm') order by 1, 2`,
  );
  const { rows } = await owner.query<{ owner: string; database: string; may_become: boolean }>(
    `select current_user as owner, current_database() as database,
       pg_has_role($1, current_user, 'member') as may_become`,
    [role],
  );
  const [here] = rows;
  if (here!.may_become)
    throw new StartRefused(
      `The role ${role} of DATABASE_URL must be neither a superuser nor a member of ${here!.owner}, the role of DATABASE_OWNER_URL.`,
    );
  if (relations.some(({ is_own }) => !is_own))
    throw new StartRefused(
      `The role ${here!.owner} of DATABASE_OWNER_URL does not own every table. Run as a superuser in this database, once: reassign owned by "${role}" to "${here!.owner}"`,
    );
  const application = pg.escapeIdentifier(role);
  await owner.query('begin');
  try {
    await owner.query(
      `revoke create on schema public from public;
       revoke temporary on database ${pg.escapeIdentifier(here!.database)} from public;
       revoke all on all tables in schema public, sandbox from ${application};
       grant usage on schema public, sandbox to ${application};
       grant usage on all sequences in schema public, sandbox to ${application};`,
    );
    const grants = relations.map((relation) => {
      const [schema, name] = [pg.escapeIdentifier(relation.schema), pg.escapeIdentifier(relation.name)];
      return `grant ${privilegesOn(relation).join(', ')} on ${schema}.${name} to ${application}`;
    });
    await owner.query(grants.join(';'));
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

/** Whether the role of this connection could change the tables themselves: it owns one, or is a superuser. */
export async function ownsTables(db: Handle): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`
    select exists (select from pg_tables where schemaname in ('public', 'sandbox')
      and pg_has_role(tableowner, 'member')) as owns`.execute(db);
  return rows[0]!.owns;
}
