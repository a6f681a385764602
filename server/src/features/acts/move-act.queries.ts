import type { ActAction, ActStatus, ActSide } from '@kelisim/shared/features/acts/act-status.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { NOW, type Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import { sql, type UpdateObject } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import type { LockedAct } from './acts.queries.ts';

export function wasDeleted(tx: Tx, actor: CompanyActor, act_id: number): Promise<boolean> {
  return hasRow(
    tx
      .selectFrom('acts')
      .select('id')
      .where((eb) => eb.and({ company_id: actor.company_id, id: act_id }))
      .where('deleted_at', 'is not', null),
  );
}

/** One of the company's in the bin: what has left it only support brings back. */
export function lockInBin(tx: Tx, company_id: number, act_id: number) {
  return tx
    .selectFrom('acts')
    .selectAll()
    .where((eb) => eb.and({ company_id, id: act_id }))
    .where(sql<boolean>`bin_ends(deleted_at) > now()`)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * A state that the check of the table does not have is an error of the types here, and a deed in the history: both want a
 * migration, of which `tables.ts` is made.
 */
export async function changeAct(
  tx: Tx,
  act: { company_id: number; id: number },
  change: UpdateObject<Tables, 'acts'> = {},
): Promise<void> {
  await tx
    .updateTable('acts')
    .set({ ...change, updated_at: NOW })
    .where((eb) => eb.and({ company_id: act.company_id, id: act.id }))
    .execute();
}

/** An act that goes to a state, with what is covered of it then if that changes too: each update leaves a dead row behind. */
export interface ActMove {
  act: LockedAct;
  to: ActStatus;
  covered_tiyn?: bigint;
}

/** What the next version of an act gets when its paper is made. */
export interface FrozenAct {
  id: number;
  frozen_file_id: number;
  frozen_at: Date;
  sign_by: string | null;
  content_hash: Buffer;
  vat_rate: number | null;
  vat_tiyn: bigint | null;
}

/** The same for many, each with its next state, and what their histories say of it; `frozen` of all of them or of none. */
export async function changeActs(
  tx: Tx,
  moves: readonly ActMove[],
  { action, note, means, by }: { action: ActAction; note: string | null; means: string | null; by: Mover },
  frozen: readonly FrozenAct[] = [],
): Promise<void> {
  const columns = {
    company: moves.map(({ act }) => act.company_id),
    id: moves.map(({ act }) => act.id),
    from: moves.map(({ act }) => act.status),
    to: moves.map(({ to }) => to),
    covered: moves.map(({ act, covered_tiyn }) => String(covered_tiyn ?? act.covered_tiyn)),
  };
  const rows = sql`unnest(${columns.company}::bigint[], ${columns.id}::bigint[], ${columns.from}::text[],
    ${columns.to}::text[], ${columns.covered}::bigint[]) v (company_id, id, from_status, to_status, covered_tiyn)`;
  await sql`
    update acts a set status = v.to_status, covered_tiyn = v.covered_tiyn, reason = ${note},
      annulment_requested_by = null, updated_at = now()
      ${frozen.length > 0 ? NEXT_VERSION : sql``}
    from ${rows} ${frozen.length > 0 ? sql`join ${papersOf(frozen)} on p.id = v.id` : sql``}
    where a.company_id = v.company_id and a.id = v.id`.execute(tx);
  await sql`
    insert into act_history (company_id, act_id, seq, action, actor_side, actor_user_id, actor_company_id,
      from_status, to_status, version, note, content_hash, file_id, means, ip, api_key_id)
    select a.company_id, a.id,
      (select coalesce(max(h.seq), 0) + 1 from act_history h where h.company_id = a.company_id and h.act_id = a.id),
      ${action}, ${by.side}, ${by.user_id}, ${by.company_id}, v.from_status, a.status, a.version,
      ${note}, a.content_hash, a.frozen_file_id, ${means}, ${by.ip}::inet, ${by.api_key_id ?? null}::bigint
    from acts a join ${rows} on a.company_id = v.company_id and a.id = v.id`.execute(tx);
}

const NEXT_VERSION = sql`, version = a.version + 1, frozen_file_id = p.frozen_file_id, frozen_at = p.frozen_at,
  sign_by = p.sign_by, content_hash = p.content_hash, vat_rate = p.vat_rate, vat_tiyn = p.vat_tiyn`;

function papersOf(frozen: readonly FrozenAct[]) {
  const all = (column: keyof FrozenAct) => sql.val(frozen.map((one) => one[column]));
  return sql`unnest(${all('id')}::bigint[], ${all('frozen_file_id')}::bigint[], ${all('frozen_at')}::timestamptz[],
    ${all('sign_by')}::date[], ${all('content_hash')}::bytea[], ${all('vat_rate')}::integer[],
    ${all('vat_tiyn')}::bigint[])
    p (id, frozen_file_id, frozen_at, sign_by, content_hash, vat_rate, vat_tiyn)`;
}

/** Who moves the act: a person of one of the sides, or the bank. */
export interface Mover {
  side: ActSide;
  user_id: number | null;
  company_id: number | null;
  /** From where; null for what nobody's device asked for. */
  ip: string | null;
  /** With which API key. */
  api_key_id?: number | null;
}
