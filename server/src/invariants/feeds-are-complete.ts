import { sql } from 'kysely';
import type { Invariant } from './invariant.ts';

/** A feed has each deed once, of its own company's things alone, and of a thing only what its company could see. */
export const feedsAreComplete: Invariant = {
  id: 'I26',
  title:
    'every deed since a feed is open stands in it once, and no event is of a thing that its company never saw',
  async check({ db }) {
    const { rows } = await sql<{ checked: number; missing: string | null }>`
      with told as (
        select h.company_id, event_code('act', h.action, h.to_status) as type, h.act_id as thing_id, h.seq as version,
          h.created_at, 'act' as thing from act_history h
        union all
        select s.company_id, event_code(p.thing, h.action, h.to_status), h.document_id, h.seq, h.created_at, p.thing
          from document_history h join documents d on d.company_id = h.company_id and d.id = h.document_id
            cross join lateral (select case when d.is_contract then 'contract' else 'certificate' end as thing) p
            -- Both sides see a certificate from when it is issued.
            cross join lateral (values (h.company_id), (case when not d.is_contract then d.contractor_company_id end)) s (company_id)
          where d.is_contract or d.type = 'income_certificate' and h.to_status <> 'draft'
        union all
        select h.company_id, event_code('executor', h.action, h.to_status), h.executor_company_id, h.seq, h.created_at,
          'executor' from executor_history h
      )
      select count(*)::int as checked,
        string_agg(format('%s %s of company %s: deed %s', t.thing, t.thing_id, t.company_id, t.version), '; ')
          filter (where e.times is distinct from 1) as missing
      from told t join event_feeds f on f.company_id = t.company_id
        and t.created_at > greatest(f.open_at, now() - interval '364 days')
      left join (select company_id, type, thing_id, version, count(*) as times from events where version is not null
        group by 1, 2, 3, 4) e on (e.company_id, e.type, e.thing_id, e.version) = (t.company_id, t.type, t.thing_id, t.version)`.execute(
      db,
    );
    // Without numbers, and those that were sent since then: what came after is in the feed too.
    const unnumbered = await sql<{ checked: number; missing: string | null }>`
      with told as (
        select r.company_id, r.executor_company_id, r.id, r.sent_at, d.type, d.times from reconciliations r cross join lateral (
          select event_code('reconciliation', null, 'sent') as type, 1 as times
          union select event_code('reconciliation', null, r.status), 1
          union all select event_code('reconciliation', 'issue', null), 1 where r.document_id is not null
          union all select event_code('reconciliation', h.action, h.to_status), count(*) from document_history h
            where h.company_id = r.company_id and h.document_id = r.document_id and h.to_status not in ('draft', 'sent') group by 1
        ) d
      )
      select count(*)::int as checked,
        string_agg(format('reconciliation %s of company %s: event %s', t.id, f.company_id, t.type), '; ')
          filter (where e.times is null or e.times < t.times) as missing
      from told t join event_feeds f on f.company_id in (t.company_id, t.executor_company_id)
        and t.sent_at > greatest(f.open_at, now() - interval '364 days')
      left join (select company_id, type, thing_id, count(*) as times from events where type between 901 and 999
        group by 1, 2, 3) e on (e.company_id, e.type, e.thing_id) = (f.company_id, t.type, t.id)`.execute(db);
    const strange = await sql<{ id: number; company_id: number }>`
      select e.id, e.company_id from events e
      where e.type between 101 and 199 and not exists (select from acts a where a.id = e.thing_id
          and (a.company_id = e.company_id or a.contractor_company_id = e.company_id and a.frozen_at is not null))
        or (e.type between 201 and 299 or e.type between 1001 and 1099) and not exists (select from documents d where d.id = e.thing_id
          and (d.company_id = e.company_id or d.contractor_company_id = e.company_id and d.frozen_at is not null))
        or e.type between 901 and 999 and not exists (select from reconciliations r where r.id = e.thing_id
          and e.company_id in (r.company_id, r.executor_company_id))
      limit 100`.execute(db);
    const missing = rows.flatMap((row) => row.missing?.split('; ') ?? []);
    const untold = unnumbered.rows.flatMap((row) => row.missing?.split('; ') ?? []);
    return {
      checked: [...rows, ...unnumbered.rows].reduce((sum, { checked }) => sum + checked, 0),
      faults: [
        ...missing.map((deed) => `${deed} does not stand once in the feed`),
        ...untold.map((event) => `${event} is missing in the feed`),
        ...strange.rows.map(
          ({ id, company_id }) => `event ${id} tells company ${company_id} of what it never saw`,
        ),
      ],
    };
  },
};
