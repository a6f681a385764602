import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { workTogether } from '../../../platform/work-together.ts';
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
  const enter = workTogether(async (orders: readonly BankOrder[]) => {
    const taken = await db
      .insertInto('sandbox.bank_transfers')
      .values(
        orders.map((order) => ({
          end_to_end_id: order.end_to_end_id,
          payer_iban: order.payer.iban,
          payee_iban: order.payee.iban,
          amount_tiyn: order.amount_tiyn,
          ...(order.amount_tiyn % 100n === REJECTED_TIYN
            ? { status: 'rejected' as const, reason: 'Счёт получателя закрыт' }
            : { status: 'accepted' as const }),
          settles_at: sql<Date>`now() + make_interval(secs => ${SETTLES_AFTER_S})`,
        })),
      )
      .onConflict((oc) => oc.column('end_to_end_id').doNothing())
      .returning(['end_to_end_id', 'status', 'reason'])
      .execute();
    const answers = answersOf(taken);
    return new Map(orders.map((order) => [order, answers.get(order.end_to_end_id)]));
  });
  const look = workTogether(book);
  return {
    name: 'SANDBOX',
    async submit(order: BankOrder): Promise<BankAnswer> {
      // One that came before is answered as it stands, whatever comes under its id now.
      const answer = (await enter(order)) ?? (await look(order.end_to_end_id));
      return answer ?? { status: 'rejected', reason: 'lost by the bank' };
    },
    status: async (end_to_end_id) => (await look(end_to_end_id)) ?? { status: 'not_found' },
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

  async function book(end_to_end_ids: readonly string[]): Promise<Map<string, BankAnswer>> {
    const named = sql<string>`any(${[...end_to_end_ids]}::text[])`;
    const rows = await db
      .with('due', (with_due) =>
        with_due
          .updateTable('sandbox.bank_transfers')
          .set({
            status: sql`case when amount_tiyn % 100 = ${REJECTED_LATER_TIYN} then 'rejected' else 'settled' end`,
            reason: sql`case when amount_tiyn % 100 = ${REJECTED_LATER_TIYN} then 'Счёт получателя арестован' end`,
          })
          .where('status', '=', 'accepted')
          .where('settles_at', '<=', sql<Date>`now()`)
          .where('end_to_end_id', 'in', (eb) =>
            eb
              .selectFrom('sandbox.bank_transfers')
              .select('end_to_end_id')
              .where('end_to_end_id', '=', named)
              .orderBy('end_to_end_id')
              .forUpdate(),
          )
          .returning(['end_to_end_id', 'status', 'reason']),
      )
      .selectFrom('sandbox.bank_transfers as t')
      .leftJoin('due', 'due.end_to_end_id', 't.end_to_end_id')
      .select(['t.end_to_end_id', (eb) => eb.fn.coalesce('due.status', 't.status').as('status')])
      .select((eb) => eb.fn.coalesce('due.reason', 't.reason').as('reason'))
      .where('t.end_to_end_id', '=', named)
      .execute();
    return answersOf(rows);
  }
}

function answersOf(
  rows: readonly { end_to_end_id: string; status: BankAnswer['status']; reason: string | null }[],
): Map<string, BankAnswer> {
  return new Map(
    rows.map(({ end_to_end_id, status, reason }) => [
      end_to_end_id,
      status === 'rejected' ? { status, reason: reason ?? '' } : { status },
    ]),
  );
}
