import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { BankAnswer, BankOrder, PaymentBank } from '../banks.ts';

/** Sums that end in 13 tiyn are rejected, so that people can see what a rejection looks like. */
const REJECTED_TIYN = 13n;
/** Sums that end in 17 are accepted, and rejected later. */
const REJECTED_LATER_TIYN = 17n;
const SETTLES_AFTER_S = 1.5;
/** Everybody begins with a hundred million tenge. */
const OPENING_TIYN = 10_000_000_000n;

/**
 * A bank on this machine with books of its own. It takes an order, settles it after a moment, rejects some, and
 * knows a repeated order by its id, as a real bank does.
 */
export function sandboxBank(db: Database): PaymentBank {
  return {
    name: 'SANDBOX',
    async submit(order: BankOrder): Promise<BankAnswer> {
      const rejected = order.amount_tiyn % 100n === REJECTED_TIYN;
      const taken = await db
        .insertInto('sandbox.bank_transfers')
        .values({
          end_to_end_id: order.end_to_end_id,
          payer_iban: order.payer.iban,
          payee_iban: order.payee.iban,
          amount_tiyn: order.amount_tiyn,
          status: rejected ? 'rejected' : 'accepted',
          reason: rejected ? 'Счёт получателя закрыт' : null,
          settles_at: sql`now() + make_interval(secs => ${SETTLES_AFTER_S})`,
        })
        .onConflict((oc) => oc.column('end_to_end_id').doNothing())
        .returning(['status', 'reason'])
        .executeTakeFirst();
      const answer = taken ? toAnswer(taken) : await book(order.end_to_end_id);
      return answer.status === 'not_found' ? { status: 'rejected', reason: 'lost by the bank' } : answer;
    },
    status: (end_to_end_id) => book(end_to_end_id),
    async balances(ibans) {
      const moved = await db
        .selectFrom('sandbox.bank_transfers')
        .select((eb) => [
          'payer_iban',
          'payee_iban',
          'status',
          eb.fn.sum<bigint>('amount_tiyn').as('sum_tiyn'),
        ])
        .where('status', 'in', ['accepted', 'settled'])
        .where((eb) => eb.or([eb('payer_iban', 'in', ibans), eb('payee_iban', 'in', ibans)]))
        .groupBy(['payer_iban', 'payee_iban', 'status'])
        .execute();
      return ibans.map((iban) => {
        let amount_tiyn = OPENING_TIYN;
        for (const row of moved) {
          // What was taken is gone for the payer; it is with the payee once it is settled.
          if (row.payer_iban === iban) amount_tiyn -= BigInt(row.sum_tiyn);
          if (row.payee_iban === iban && row.status === 'settled') amount_tiyn += BigInt(row.sum_tiyn);
        }
        return { iban, amount_tiyn };
      });
    },
  };

  async function book(end_to_end_id: string): Promise<BankAnswer | { status: 'not_found' }> {
    const row = await db
      .with('due', (with_due) =>
        with_due
          .updateTable('sandbox.bank_transfers')
          .set({
            status: sql`case when amount_tiyn % 100 = ${REJECTED_LATER_TIYN} then 'rejected' else 'settled' end`,
            reason: sql`case when amount_tiyn % 100 = ${REJECTED_LATER_TIYN} then 'Счёт получателя арестован' end`,
          })
          .where((eb) => eb.and({ end_to_end_id, status: 'accepted' }))
          .where('settles_at', '<=', sql<Date>`now()`)
          .returning(['status', 'reason']),
      )
      .selectFrom('due')
      .select(['status', 'reason', sql<number>`0`.as('place')])
      .unionAll(
        db
          .selectFrom('sandbox.bank_transfers')
          .select(['status', 'reason', sql<number>`1`.as('place')])
          .where('end_to_end_id', '=', end_to_end_id),
      )
      .orderBy('place')
      .limit(1)
      .executeTakeFirst();
    return row ? toAnswer(row) : { status: 'not_found' };
  }
}

function toAnswer({ status, reason }: { status: BankAnswer['status']; reason: string | null }): BankAnswer {
  return status === 'rejected' ? { status, reason: reason ?? '' } : { status };
}
