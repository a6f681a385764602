import { sql } from 'kysely';
import type { Invariant } from './invariant.ts';

/** Only of the sandbox bank can be asked what it has in its books. */
export const bankHasOurOrders: Invariant = {
  id: 'I2',
  title: 'what the sandbox bank has in its books is what was ordered, by the id of each order',
  async check({ db }) {
    const { rows } = await sql<{
      end_to_end_id: string;
      ours: string | null;
      ours_bank: string | null;
      theirs: string | null;
      same: boolean;
    }>`
      select coalesce(o.end_to_end_id, t.end_to_end_id) as end_to_end_id, o.status as ours, o.bank as ours_bank, t.status as theirs,
        coalesce(o.amount_tiyn = t.amount_tiyn and o.payee_iban = t.payee_iban and o.payer_iban = t.payer_iban, false) as same
      from (
        select p.* from payment_orders p
        left join bank_integrations i on i.company_id = p.company_id and i.id = p.integration_id
        where p.bank = 'SANDBOX' or strpos(i.settings ->> 'api_url', '/api/sandbox-bank') > 0
      ) o
      full join sandbox.bank_transfers t on t.end_to_end_id = o.end_to_end_id
      order by 1`.execute(db);
    const faults = rows.flatMap((row) => {
      const name = `order ${row.end_to_end_id}`;
      if (row.ours === null) return [`${name} is at the bank and not with us`];
      // Created and not sent, or on its way at this moment. Over HTTP an order can be refused before it is in the books.
      if (row.theirs === null)
        return ['accepted', 'settled', ...(row.ours_bank === 'SANDBOX' ? ['rejected'] : [])].includes(
          row.ours,
        )
          ? [`${name} is ${row.ours} and not at the bank`]
          : [];
      if (!row.same) return [`${name} has another sum or account at the bank`];
      const final = ['settled', 'rejected'].includes(row.ours);
      return final && row.ours !== row.theirs
        ? [`${name} is ${row.ours} with us and ${row.theirs} at the bank`]
        : [];
    });
    return { checked: rows.length, faults };
  },
};
