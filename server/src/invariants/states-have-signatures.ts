import { BOTH_SIGNED } from '@kelisim/shared/features/acts/act-status.ts';
import { signersOf, type PaperType } from '@kelisim/shared/features/documents/document-status.ts';
import { sql } from 'kysely';
import type { Invariant } from './invariant.ts';

interface Row {
  kind: string;
  id: number;
  status: string;
  sides: string[];
  /** Null of an act. */
  type: PaperType | null;
}

/** Whose signatures a state needs; a state that is not here may have any, for it came from several others. */
const NEEDS: Record<string, string[]> = {
  draft: [],
  sent: [],
  returned: [],
  refused: [],
  deleted: [],
  signed_by_business: ['business'],
  signed_by_executor: ['executor'],
  signed: ['business', 'executor'],
  ...Object.fromEntries(BOTH_SIGNED.map((status) => [status, ['business', 'executor']])),
  expired: ['business', 'executor'],
  terminated: ['business', 'executor'],
};

export const statesHaveSignatures: Invariant = {
  id: 'I7',
  title:
    '«signed» means the signatures of all who sign, «signed by» one, and what is not sent has none that counts',
  async check({ db }) {
    const { rows } = await sql<Row>`
      select 'act' as kind, null as type, a.id, a.status, array_remove(array_agg(s.side order by s.side), null) as sides
      from acts a left join signatures s on s.company_id = a.company_id and s.act_id = a.id and s.is_current
      group by a.company_id, a.id
      union all
      select 'contract', d.type, d.id, d.status, array_remove(array_agg(s.side order by s.side), null)
      from documents d left join signatures s on s.company_id = d.company_id and s.document_id = d.id and s.is_current
      -- What was signed on paper has a scan instead, and an answer of the executor or of the days.
      where not exists (select 1 from hand_signatures h
        where h.company_id = d.company_id and h.document_id = d.id and h.version = d.version)
      group by d.company_id, d.id`.execute(db);
    const faults = rows.flatMap(({ kind, type, id, status, sides }) => {
      const signers: readonly string[] | null = type && signersOf(type);
      const needed = NEEDS[status]?.filter((side) => signers?.includes(side) ?? true);
      if (!needed || String(needed) === String(sides)) return [];
      const said = (list: string[]) => list.join(' and ') || 'nobody';
      return [`${kind} ${id} is ${status}, which needs ${said(needed)}, and is signed by ${said(sides)}`];
    });
    return { checked: rows.length, faults };
  },
};
