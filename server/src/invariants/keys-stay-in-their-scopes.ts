import { sql } from 'kysely';
import type { Invariant } from './invariant.ts';

interface Row {
  of: string;
  id: number;
  fault: string | null;
}

/** Deeds that no scope opens: to sign or undo a signature, to pay, and those of the other side. */
const CLOSED = {
  act_history: ['sign', 'pay', 'annul', 'refuse_annulment', 'return', 'record_refund'],
  document_history: ['sign', 'sign_by_hand', 'confirm_hand', 'dispute_hand', 'terminate', 'refuse'],
} as const;

const THING = { act_history: 'act_id', document_history: 'document_id' } as const;

const deedsOf = (table: keyof typeof CLOSED) => sql`
  select ${sql.lit(table)} as of, ${sql.ref(`h.${THING[table]}`)} as id, case
    when k.company_id is distinct from h.actor_company_id or k.made_by is distinct from h.actor_user_id then 'is not of its maker'
    when h.action = any(${[...CLOSED[table]]}) then 'was done with an API key' end as fault
  from ${sql.table(table)} h join api_keys k on k.id = h.api_key_id`;

/** What keys did is within what any key may do, and a key that follows another one has nothing more. */
export const keysStayInTheirScopes: Invariant = {
  id: 'I27',
  title:
    'a deed with an API key is of its maker and no signature or payment; a follower has no more than the key before',
  async check({ db }) {
    const { rows } = await sql<Row>`
      select * from (${deedsOf('act_history')} union all ${deedsOf('document_history')}
        union all select 'bulk_runs', r.id, case
          when k.company_id <> r.company_id or k.made_by <> r.user_id then 'is not of its maker' end
        from bulk_runs r join api_keys k on k.id = r.api_key_id
        union all select 'api_keys', n.id, case
          when n.company_id <> k.company_id then 'follows one of another company'
          when not n.scopes <@ k.scopes or n.networks <> k.networks then 'may do more than the one before' end
        from api_keys k join api_keys n on n.id = k.replaced_by) t`.execute(db);
    const faults = rows.filter(({ fault }) => fault !== null);
    return { checked: rows.length, faults: faults.map(({ of, id, fault }) => `${of} ${id} ${fault}`) };
  },
};
