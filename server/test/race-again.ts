import type { CallName } from '@kelisim/shared/calls.ts';
import type { BulkAnswer } from '@kelisim/shared/kernel/runs.ts';
import { followOrders } from '../src/features/payments/follow-orders.ts';
import type { TestApp } from './make-app.ts';
import { makeDraftAct, makeSignedActs, type Deal } from './papers.ts';
import { makeExecutor } from './people.ts';

/** The sandbox bank rejects what ends in 13 tiyn. */
const REJECTED = [{ category_id: 1, unit_id: 1, description: 'Услуга', quantity: '1', rate: '100.13' }];

/**
 * Pay, reject, pay; send, recall, send; stop, resume, stop: without an `Idempotency-Key`, each click double, its halves a
 * moment apart and in either process. Returns what was not done each time, or was done twice by one double click.
 */
export async function raceAgain(processes: readonly TestApp[], deal: Deal): Promise<string[]> {
  const [app] = processes as [TestApp];
  const { director } = deal.company;
  const faults: string[] = [];

  /** The number of the run that both halves of the click were answered. */
  async function doubleClick(name: CallName, body: object): Promise<number> {
    const halves = await Promise.all(
      processes.map(async (one) => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
        return one.raw(name, director, { body }, { key: null });
      }),
    );
    const runs = halves.map(({ json }) => json as Partial<BulkAnswer>);
    for (const [at, { run_id, items }] of runs.entries())
      if (run_id !== runs[0]!.run_id || items?.[0]?.status !== 'ok')
        faults.push(`${name} was answered ${halves[at]!.status}: ${halves[at]!.text.slice(0, 300)}`);
    return runs[0]!.run_id ?? 0;
  }
  const differ = (what: string, runs: readonly number[]) => {
    if (new Set(runs).size < runs.length) faults.push(`${what} was one run: ${runs.join(', ')}`);
  };
  const historyOf = async (act_id: number, action: string) => {
    const moves = await app.ok('acts.history', director, { params: { act_id } });
    return moves.filter((move) => move.action === action).length;
  };

  const { id: draft } = await makeDraftAct(app, deal);
  const send = () => doubleClick('acts.send', { act_ids: [draft] });
  const sent = [await send()];
  await app.ok('acts.recall', director, { params: { act_id: draft } });
  sent.push(await send());
  differ('sending', sent);
  const sendings = await historyOf(draft, 'send');
  if (sendings !== 2) faults.push(`act ${draft} was sent ${sendings} times`);

  const [signed] = (await makeSignedActs(app, deal, 1, { services: REJECTED })) as [number];
  const payAndReject = async () => {
    const run_id = await doubleClick('acts.pay', { act_ids: [signed] });
    await Promise.all(processes.map(({ parts }) => followOrders(parts)));
    return run_id;
  };
  differ('paying', [await payAndReject(), await payAndReject()]);
  const orders = await app.parts.db
    .selectFrom('payment_orders')
    .select('status')
    .where('act_id', '=', signed)
    .execute();
  const ends = orders.map(({ status }) => status).join(', ');
  if (ends !== 'rejected, rejected') faults.push(`act ${signed} has orders: ${ends}`);

  const { id: other } = await makeExecutor(app, deal.company, { algorithm: 'rsa' });
  const change = (name: CallName) => doubleClick(name, { ids: [other] });
  const stopped = [await change('executors.stop_many')];
  await change('executors.resume_many');
  stopped.push(await change('executors.stop_many'));
  differ('stopping', stopped);
  const { status } = await app.ok('executors.profile', director, { params: { executor_id: other } });
  if (status !== 'stopped') faults.push(`executor ${other} is ${status}`);
  return faults;
}
