import type { TestApp } from './make-app.ts';
import { allDone } from './papers.ts';
import type { Person } from './people.ts';

/** A company that pays by files from now on. */
export async function payByFile(app: TestApp, director: Person, payment_limit: string | null = null) {
  // A limit of an earlier test would wait for a second person.
  await app.parts.db
    .updateTable('companies')
    .set({ payment_limit_tiyn: null })
    .where('id', '=', director.company_id)
    .execute();
  await app.ok('payments.change_settings', director, {
    body: { channel: 'file', payment_limit, bookkeeper_name: null },
  });
}

/** The order of a signed act that is now to be paid by file. */
export async function makeFileOrder(app: TestApp, director: Person, act_id: number): Promise<number> {
  await payByFile(app, director);
  allDone(await app.ok('acts.pay', director, { body: { act_ids: [act_id] } }));
  const { payment } = await app.ok('acts.get', director, { params: { act_id } });
  return payment!.id;
}

export function rowOfOrder(app: TestApp, order_id: number) {
  return app.parts.db
    .selectFrom('payment_orders')
    .selectAll()
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow();
}
