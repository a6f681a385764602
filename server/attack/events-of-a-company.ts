import { sql } from 'kysely';
import type { App } from '../src/app.ts';
import { addEndpoint, setEndpoint } from '../src/features/webhooks/endpoints.queries.ts';
import { newSecret } from '../src/features/webhooks/sign-webhook.ts';
import { sealWebhookSecret } from '../src/features/webhooks/webhook-secrets.ts';
import type { Tx } from '../src/platform/db/database.ts';

const THINGS = 50;

export interface Company {
  id: number;
  executors: number[];
}

/** A company with fifty executors, the things that its events are about. */
export async function makeCompany({ db }: App['parts'], at: number): Promise<Company> {
  const add = async (bin: string, role: string) => {
    const { rows } = await sql<{ id: number }>`
      insert into companies (bin, name, role, type) values (${bin}, ${`Attack ${bin}`}, ${role}, 'too') returning id`.execute(
      db,
    );
    return rows[0]!.id; // It returns the row that it adds.
  };
  const id = await add(`99000000000${at}`, 'business');
  const executors: number[] = [];
  for (let i = 0; i < THINGS; i++) {
    const executor = await add(`98000${at}${String(i).padStart(6, '0')}`, 'executor');
    await db
      .insertInto('executors')
      .values({ company_id: id, executor_company_id: executor, status: 'active' })
      .execute();
    executors.push(executor);
  }
  return { id, executors };
}

/** A deed about one of its executors, which becomes an event. */
export async function writeEvent(tx: Tx, { id, executors }: Company): Promise<void> {
  const thing = executors[Math.floor(Math.random() * executors.length)] ?? 0;
  await sql`select from executors where company_id = ${id} and executor_company_id = ${thing} for update`.execute(
    tx,
  );
  await sql`
    insert into executor_history (company_id, executor_company_id, seq, action, actor_side, from_status, to_status)
    select ${id}, ${thing}, coalesce(max(seq), 0) + 1, 'assign', 'business', 'active', 'active'
    from executor_history where company_id = ${id} and executor_company_id = ${thing}`.execute(tx);
}

/** An address to which its events are sent, and what they are signed with. */
export async function addTarget(
  parts: App['parts'],
  company_id: number,
  url: string,
): Promise<{ id: number; secret: Buffer }> {
  const id = await parts.db.transaction().execute((tx) => addEndpoint(tx, { company_id, url }));
  const secret = newSecret();
  await setEndpoint(
    parts.db,
    { company_id, id },
    { secret_sealed: sealWebhookSecret(parts, { company_id, id }, secret) },
  );
  return { id, secret };
}
