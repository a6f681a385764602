import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

const AT_ONCE = 1000;

/** Puts what is new in the log under seal. Nobody who writes waits for it. */
export async function sealEvents(db: Handle): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ sealed: number }>`select seal_security_events(${AT_ONCE}) as sealed`.execute(
      db,
    );
    if (rows[0]!.sealed < AT_ONCE) return;
  }
}

export interface AuditChain {
  /** Events under seal. */
  sealed: number;
  /** Events that no seal is on yet. */
  waiting: number;
  /** When the first event under seal happened. */
  since: Date | null;
  last_sealed_at: Date | null;
  /** Events that were changed or are gone, and seals that do not follow from the one before; the first of them. */
  broken: { event_id: number; fault: 'changed' | 'missing' | 'seal' }[];
}

/** Recomputes the whole chain. */
export async function checkAuditChain(db: Handle): Promise<AuditChain> {
  const judged = sql`
    select s.seq, s.event_id, s.sealed_at, e.created_at, case
      when s.hash <> s.own_hash or s.seq <> s.turn or s.previous_hash <> coalesce(s.before, sha256('kelisim'))
        then 'seal'
      when e.id is null then 'missing'
      when e.hash <> s.event_hash or e.hash <> security_event_hash(e) then 'changed' end as fault
    from (select a.*, audit_seal_hash(a) as own_hash, row_number() over w as turn, lag(a.hash) over w as before
      from audit_seals a window w as (order by a.seq)) s
    left join security_events e on e.id = s.event_id`;
  const { rows } = await sql<Omit<AuditChain, 'broken'> & { broken: AuditChain['broken'] | null }>`
    with judged as materialized (${judged})
    select count(*) as sealed, min(created_at) as since, max(sealed_at) as last_sealed_at,
      (select count(*) from security_events e where not exists (select 1 from audit_seals s where s.event_id = e.id)) as waiting,
      (select jsonb_agg(jsonb_build_object('event_id', b.event_id, 'fault', b.fault) order by b.seq)
        from (select * from judged where fault is not null order by seq limit 20) b) as broken
    from judged`.execute(db);
  const { sealed, waiting, broken, ...rest } = rows[0]!;
  return { ...rest, sealed: Number(sealed), waiting: Number(waiting), broken: broken ?? [] };
}
