import { addDays } from '@kelisim/shared/kernel/dates.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Cheques } from '../cheques.ts';

/**
 * Issuers on this machine. A cheque is right for the act it lies beside, but for the last figure of its first number: 0 is
 * unknown to the issuer, 7 has another sum, 8 is of somebody else, 9 is never answered, 6 is older than the service.
 */
export function sandboxCheques(db: Database): Cheques {
  return {
    name: 'sandbox',
    async findCheque({ issuer, first_id, second_id }) {
      const end = first_id.at(-1);
      if (end === '9') throw new Error('the page of cheques answered 503');
      const act = await db
        .selectFrom('act_cheques as q')
        .innerJoin('acts as a', (join) =>
          join.onRef('a.company_id', '=', 'q.company_id').onRef('a.id', '=', 'q.act_id'),
        )
        .innerJoin('companies as x', 'x.id', 'a.contractor_company_id')
        .select(['a.amount_tiyn', 'a.start_date', 'a.end_date', 'a.title', 'x.bin', 'x.name'])
        .where((eb) => eb.and({ 'q.issuer': issuer, 'q.first_id': first_id, 'q.second_id': second_id }))
        .where('q.removed_at', 'is', null)
        .executeTakeFirst();
      if (end === '0' || !act) return null;
      return {
        number: first_id,
        issued_on: end === '6' ? addDays(act.start_date, -1) : act.end_date,
        iin: end === '8' ? '900101300017' : act.bin,
        full_name: act.name,
        service: act.title,
        total_tiyn: act.amount_tiyn + (end === '7' ? 100_00n : 0n),
      };
    },
  };
}
