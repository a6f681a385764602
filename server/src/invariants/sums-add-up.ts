import { lineAmount, vatOfLines } from '@kelisim/shared/features/acts/act-totals.ts';
import { parseQuantity } from '@kelisim/shared/kernel/money.ts';
import { sql } from 'kysely';
import type { Invariant } from './invariant.ts';

export const sumsAddUp: Invariant = {
  id: 'I19',
  title:
    'an act is over the sum of its lines, a line over its quantity times its rate, half up and of a deduction below nothing, its VAT is that of its lines, and corrections take back no more than was paid',
  async check({ db }) {
    const acts = await db
      .selectFrom('acts')
      .select(['id', 'amount_tiyn', 'status', 'vat_rate', 'vat_tiyn'])
      .orderBy('id')
      .execute();
    const services = await db
      .selectFrom('act_services')
      .select(['act_id', 'position', 'kind', 'quantity', 'rate_tiyn', 'amount_tiyn'])
      .orderBy('act_id')
      .orderBy('position')
      .execute();
    const ofAct = Map.groupBy(services, (service) => service.act_id);
    const faults: string[] = [];
    for (const act of acts) {
      const lines = ofAct.get(act.id) ?? [];
      const sum = lines.reduce((total, line) => total + line.amount_tiyn, 0n);
      if (sum !== act.amount_tiyn)
        faults.push(`act ${act.id} is over ${act.amount_tiyn} tiyn, its lines over ${sum}`);
      const { vat_rate, vat_tiyn } = act;
      // Lines of a returned act change before it is sent again, and with it its VAT.
      if (vat_rate !== null && act.status !== 'draft' && act.status !== 'returned') {
        const vat = vatOfLines(lines, vat_rate);
        if (vat !== vat_tiyn) faults.push(`act ${act.id} contains ${vat_tiyn} tiyn of VAT, its lines ${vat}`);
      }
      for (const [i, line] of lines.entries()) {
        if (line.position !== i + 1) faults.push(`act ${act.id} misses line ${i + 1}`);
        if (lineAmount(line.kind, parseQuantity(line.quantity)!, line.rate_tiyn) !== line.amount_tiyn)
          faults.push(`line ${line.position} of act ${act.id} is not its quantity times its rate`);
      }
    }
    const below = await sql<{ paid: number; left: bigint }>`
      select p.id as paid, (p.amount_tiyn + sum(a.amount_tiyn))::bigint as left
      from acts a join acts p on p.company_id = a.company_id and p.id = a.corrects_act_id
      where a.deleted_at is null and a.status <> 'annulled'
      group by p.company_id, p.id having p.amount_tiyn + sum(a.amount_tiyn) < 0 order by p.id`.execute(db);
    for (const { paid, left } of below.rows)
      faults.push(`corrections of act ${paid} take back ${-left} tiyn more than was paid`);
    return { checked: acts.length, faults };
  },
};
