import { sql, type Insertable } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** Why a key that is known is refused. */
export const KEY_FAULTS = ['revoked', 'expired', 'maker', 'address'] as const;
export type KeyFault = (typeof KEY_FAULTS)[number];

export interface CallingKey {
  id: number;
  name: string;
  prefix: string;
  company_id: number;
  scopes: string[];
  user_id: number;
  full_name: string;
  iin: string | null;
  locale: string;
  fault: KeyFault | null;
  /** Nobody was told of a refusal for a day. */
  may_tell: boolean;
  /** Of this minute, this one included; null of a key that is refused. */
  requests: number | null;
  reset_s: number | null;
}

/** Its maker is alive and directs a living company today. Asked of `k`, joined with `u`, `m` and `c`. */
const HAS_MAKER = sql`(u.status = 'active' and m.role_id = 1 and m.ended_at is null and c.status = 'active')`;
/** Why a key is refused that is used from an address; null of one that is good. */
const faultFrom = (ip: string) => sql<KeyFault | null>`
  case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired'
    when not ${HAS_MAKER} is true then 'maker'
    when cardinality(k.networks) > 0 and not ${ip}::inet <<= any (k.networks::cidr[]) then 'address' end`;
const MAKERS = sql`join users u on u.id = k.made_by
  join companies c on c.id = k.company_id
  left join memberships m on m.user_id = k.made_by and m.company_id = k.company_id and m.ended_at is null`;

/**
 * Everything that decides what a key may do, and the count of its requests, in one question: the row of a minute is held
 * by one request at a time, so that processes count together.
 */
export async function useKey(
  db: Handle,
  key: { hash: Buffer } | { key_id: number },
  ip: string,
): Promise<CallingKey | undefined> {
  const { rows } = await sql<CallingKey>`
    with k as materialized (
      select k.id, k.name, k.prefix, k.company_id, k.scopes, k.made_by as user_id, u.full_name, u.iin, u.locale, k.last_used_at,
        coalesce(k.refused_at < now() - interval '1 day', true) as may_tell,
        ${faultFrom(ip)} as fault
      from api_keys k ${MAKERS}
      where ${'hash' in key ? sql`k.hash = ${key.hash}` : sql`k.id = ${key.key_id}`}
    ), counted as (
      insert into api_key_minutes as n (key_id, began_at, requests)
      select id, date_trunc('minute', clock_timestamp()), 1 from k where fault is null
      on conflict (key_id) do update set
        requests = case when n.began_at >= excluded.began_at then n.requests + 1 else 1 end,
        began_at = greatest(n.began_at, excluded.began_at)
      returning requests, ceil(extract(epoch from began_at + interval '1 minute' - clock_timestamp()))::int as reset_s
    ), used as (
      update api_keys a set last_used_at = now(), last_ip = ${ip}::inet from k
      where a.id = k.id and k.fault is null and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute')
    )
    select k.id, k.name, k.prefix, k.company_id, k.scopes, k.user_id, k.full_name, k.iin, k.locale, k.fault, k.may_tell,
      n.requests, n.reset_s
    from k left join counted n on true`.execute(db);
  return rows[0];
}

/** Whether what a key has asked for may still be handed out at an address. */
export async function isKeyGood(db: Handle, key_id: number, ip: string): Promise<boolean> {
  const { rows } = await sql`
    select from api_keys k ${MAKERS} where k.id = ${key_id} and ${faultFrom(ip)} is null`.execute(db);
  return rows.length > 0;
}

/** A key that is over stays good for what it began; a rotation would else cut a long run in two. */
export async function findRunKey(
  tx: Tx,
  key_id: number,
  { user_id, company_id }: { user_id: number; company_id: number },
) {
  const { rows } = await sql<{ name: string; scopes: string[] }>`
    select k.name, k.scopes from api_keys k ${MAKERS}
    where k.id = ${key_id} and k.made_by = ${user_id} and k.company_id = ${company_id}
      and k.revoked_at is null and ${HAS_MAKER}`.execute(tx);
  return rows[0];
}

export interface KeyRow {
  id: number;
  name: string;
  prefix: string;
  scopes: string[];
  networks: string[];
  user_id: number;
  full_name: string;
  created_at: Date;
  expires_at: Date;
  is_over: boolean;
  has_maker: boolean;
  last_used_at: Date | null;
  last_ip: string | null;
  replaced_by: number | null;
  revoked_at: Date | null;
}

const rows = sql`select k.id, k.name, k.prefix, k.scopes, k.networks, k.made_by as user_id, u.full_name, k.created_at,
    k.expires_at, k.expires_at <= now() as is_over, ${HAS_MAKER} is true as has_maker, k.last_used_at,
    host(k.last_ip) as last_ip, k.replaced_by, k.revoked_at
  from api_keys k ${MAKERS}`;

export async function listKeys(db: Handle, company_id: number): Promise<KeyRow[]> {
  const found = await sql<KeyRow>`${rows} where k.company_id = ${company_id} order by k.id desc`.execute(db);
  return found.rows;
}

export async function lockKey(tx: Tx, company_id: number, key_id: number): Promise<KeyRow | undefined> {
  const found = await sql<KeyRow>`
    ${rows} where k.company_id = ${company_id} and k.id = ${key_id} for update of k`.execute(tx);
  return found.rows[0];
}

/** Holds the company, so that of two keys made at once the second counts the first; returns how many are alive. */
export async function countLiving(tx: Tx, company_id: number): Promise<number> {
  await tx.selectFrom('companies').select('id').where('id', '=', company_id).forUpdate().execute();
  const { count } = await tx
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', company_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function addKey(tx: Tx, row: Insertable<Tables['api_keys']>): Promise<number> {
  const { id } = await tx.insertInto('api_keys').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The old one ends after the overlap, or earlier where its own end comes first. */
export async function replaceKey(
  tx: Tx,
  key_id: number,
  { replaced_by, overlap_hours }: { replaced_by: number; overlap_hours: number },
): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({
      replaced_by,
      expires_at: sql<Date>`least(expires_at, now() + make_interval(hours => ${overlap_hours}))`,
    })
    .where('id', '=', key_id)
    .execute();
}

export async function revokeKey(tx: Tx, key_id: number, revoked_by: number): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`now()`, revoked_by })
    .where('id', '=', key_id)
    .execute();
}

/** In the sandbox alone: the key goes on in another test company, whose director then stands for its maker. */
export async function moveKey(
  tx: Tx,
  key_id: number,
  to: { company_id: number; made_by: number },
): Promise<void> {
  await tx.updateTable('api_keys').set(to).where('id', '=', key_id).execute();
}
