import { randomUUID } from 'node:crypto';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isStillIn } from '../src/features/auth/is-still-in.ts';
import { createEndpoint } from '../src/features/webhooks/change-endpoint.ts';
import { movableClock } from '../src/platform/clock.ts';
import { bccBank } from '../src/adapters/banks/bcc/bcc-bank.ts';
import { bccAtHand } from './bcc-at-hand.ts';
import { makeInbound, makeReadyEsf, readyForEsf, signInToEsf } from './esf-papers.ts';
import { makeTestApp } from './make-app.ts';
import {
  allDone,
  makeDeal,
  makeDraftAct,
  makeDraftContract,
  makeSentAct,
  makeSentActs,
  makeSignedActs,
  samplePdf,
  signBy,
  TODAY,
  type Deal,
} from './papers.ts';
import { makeAdministrator, makeCompany, makeEmployee, makeExecutor, type Person } from './people.ts';
import { makeInvitation } from './waiting-things.ts';
import { webhookReceiver } from './webhook-receiver.ts';

// Decision 0056: of a closed company, a blocked user, an employee who has left or lost a right nothing goes on by
// itself. A new watcher, kind of run or link is found here by the application's own list, and has to be sorted in.

const clock = movableClock(new Date());
const bcc = { client_id: 'kelisim', client_secret: 'own-secret', mark: 'bcc' };
const app = await makeTestApp({ clock, webhook_out: webhookReceiver().outbound });
app.parts.bank_connectors.BCC = bccBank(bccAtHand(bcc).outbound, { ...bcc, url: 'https://api.bcc.kz' });
const admin = await makeAdministrator(app, ['companies', 'users']);
afterAll(() => app.close());

const close = (company_id: number) => app.ok('companies.delete', admin, { query: {}, body: { company_id } });
const block = (user_id: number) => app.ok('users.block', admin, { params: { user_id } });

async function newDeal(): Promise<Deal> {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  return makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
}

/**
 * By the clock. `arms` says that the world below gives the watcher something to do for a company; a watcher that keeps
 * house for everybody has nothing of a company to do.
 */
const WATCHERS: Record<string, 'arms' | 'house'> = {
  'acts.repeat': 'arms',
  'documents.hands': 'arms',
  'esf.follow': 'arms',
  'esf.inbound': 'arms',
  'invitations.expire': 'arms',
  'notices.overdue': 'arms',
  'notices.remind': 'arms',
  'payments.statements': 'arms',
  'reconciliations.remind': 'arms',
  'webhooks.deliver': 'arms',
  // Of what was sent before and failed.
  'webhooks.retry': 'house',
  // About the processes and the platform.
  'clock.check': 'house',
  'process.beat': 'house',
  'health.sample': 'house',
  // Runs have a test of their own below.
  'bulk.recover': 'house',
  // An order that is under way keeps its company from being closed.
  'payments.follow': 'house',
  // The limit of a company that pays nothing any more.
  'payments.limits': 'house',
  // Tell both sides of what has happened; nobody of a closed company is reached.
  'notices.gather': 'house',
  'documents.ends': 'house',
  'esf.remind': 'house',
  'limits.warn': 'house',
  // Asks a public register of who works for anybody.
  'taxes.registers': 'house',
  // Asks public pages for what was handed in before.
  'cheques.ask': 'house',
  // Of a living company `esf.inbound` has found the acts before it.
  'esf.link': 'house',
  'messages.send': 'house',
  'tariff.tell': 'house',
  // A day that comes for every paper, whoever is left to read it.
  'documents.expire': 'house',
  'documents.end_agreed': 'house',
  // A signature that was given before waits for the word of НУЦ РК only.
  'signing.follow_proofs': 'house',
  'signing.proofs': 'house',
  'signing.authorities': 'house',
  // The plan of a closed company has ended with it.
  'tariff.settle': 'house',
  'registration.finish': 'house',
  'accounts.erase': 'house',
  'acts.selections': 'house',
  // Keys of a closed company are dead, and their end is told to nobody.
  'api_keys.ends': 'house',
  'audit.denied': 'house',
  'audit.seal': 'house',
  'changes.sweep': 'house',
  'codes.sweep': 'house',
  'documents.tickets': 'house',
  'files.claim': 'house',
  'files.leftovers': 'house',
  'files.sweep': 'house',
  'guard.sweep': 'house',
  'invariants.sample': 'house',
  'limits.sweep': 'house',
  'messages.sweep': 'house',
  'qr.sweep': 'house',
  'registration.sweep': 'house',
  'retention.throw_away': 'house',
  'sign_in.suspicious': 'house',
  'sign_in.sweep': 'house',
  'totals.fold': 'house',
};

/** What a company does and has; what is only counted or kept about it is left out. */
const TABLES = [
  'acts',
  'act_history',
  'act_schedules',
  'documents',
  'document_history',
  'hand_signatures',
  'executors',
]
  .concat([
    'invitations',
    'bank_integrations',
    'bank_statements',
    'esf_documents',
    'esf_inbound',
    'esf_inbound_asks',
    'payment_orders',
    'signatures',
  ])
  .concat([
    'overdue_acts',
    'paper_reminders',
    'bulk_runs',
    'tariff_payments',
    'quick_signs',
    'reconciliations',
    'webhook_deliveries',
  ]);

/** One print of all rows of a company. */
async function printOf(company_id: number): Promise<Record<string, string>> {
  const reads = TABLES.map(
    (
      name,
    ) => sql`select ${sql.lit(name)} as name, coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as print
      from ${sql.table(name)} t where company_id = ${company_id}`,
  );
  const { rows } = await sql<{ name: string; print: string }>`${sql.join(reads, sql` union all `)}`.execute(
    app.parts.db,
  );
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
}

/** As an invoice names it. */
async function numberOfAct(act_id: number): Promise<string> {
  const { number, year } = await app.parts.db
    .selectFrom('acts')
    .select(['number', 'year'])
    .where('id', '=', act_id)
    .executeTakeFirstOrThrow();
  return `${number}/${year}`;
}

/**
 * A company with something that every watcher of companies would take up in three weeks, done by its director or by
 * somebody else of it.
 */
async function armed(begun?: Deal): Promise<Deal & { auto: number }> {
  const deal = begun ?? (await newDeal());
  const { company, executor } = deal;
  const { director } = company;
  const { db } = app.parts;
  // Of the company, whoever is here.
  const by = { company_id: company.id, user_id: director.user_id, ip: '192.0.2.1' } as Parameters<
    typeof createEndpoint
  >[2];
  await db
    .transaction()
    .execute((tx) => createEndpoint(app.parts, tx, by, { url: 'https://hook.example.kz/' }));
  const repeats = { auto_generate: true, period_id: 3, start_date: TODAY, end_date: TODAY };
  const auto = (await makeDraftAct(app, deal, repeats)).id;
  await db
    .updateTable('companies')
    .set({ auto_acts_sent: true, signing_term_days: 5 })
    .where('id', '=', company.id)
    .execute();
  await makeSentAct(app, deal);
  const [signed] = (await makeSignedActs(app, deal, 1)) as [number];
  const esf_id = await makeReadyEsf(app, deal, signed);
  await db.updateTable('esf_documents').set({ next_try_at: new Date() }).where('id', '=', esf_id).execute();
  await readyForEsf(app, deal);
  await signInToEsf(app, director, company.bin);
  await makeInbound(app, deal, { seller_tin: executor.bin, delivery_number: await numberOfAct(signed) });
  await makeInvitation(app, { company, director });
  await db
    .insertInto('bank_integrations')
    .values({
      company_id: company.id,
      kind: 'BCC',
      settings: '{}',
      field_map: '{}',
      status_map: '{}',
      secrets_sealed: Buffer.from('00', 'hex'),
      secret_set_at: new Date(),
      check_accounts: [],
      saved_by: director.user_id,
    })
    .execute();
  const doc_id = await makeDraftContract(app, company, executor);
  await app.ok('documents.sign_by_hand', director, {
    body: { document_id: String(doc_id) },
    files: { file: { name: 'скан.pdf', bytes: await samplePdf() } },
  });
  await app.ok('reconciliations.send', director, {
    body: { date_from: addDays(TODAY, -10), date_to: TODAY },
  });
  return { ...deal, auto };
}

describe('the clock', () => {
  afterAll(() => clock.set(new Date()));

  test('does for a closed company nothing that it does for a living one', async () => {
    const names = app.work.watchers.map(({ name }) => name);
    expect(names.toSorted()).toEqual(Object.keys(WATCHERS).toSorted());
    const living = await armed();
    const closed = await armed();
    const of_closed_seller = await armed();
    await close(closed.company.id);
    await close(of_closed_seller.executor.id);
    const [repeats] = await app.parts.db
      .selectFrom('acts')
      .select('auto_generate')
      .where('id', '=', closed.auto)
      .execute();
    expect(repeats).toEqual({ auto_generate: false });
    clock.set(new Date(`${addDays(TODAY, 22)}T12:00:00+05:00`));
    const before_all = await printOf(of_closed_seller.company.id);
    for (const { name, run } of app.work.watchers) {
      const was = { closed: await printOf(closed.company.id), living: await printOf(living.company.id) };
      await run();
      const now = await printOf(closed.company.id);
      // An electronic invoice is its seller's: the executor of a closed company still sends it.
      if (name === 'esf.follow') now.esf_documents = was.closed.esf_documents!;
      // The papers of what both have signed are the other side's too.
      if (name === 'signing.proofs') now.documents = was.closed.documents!;
      expect(now, name).toEqual(was.closed);
      if (WATCHERS[name] === 'arms')
        expect(await printOf(living.company.id), `${name} has nothing to do`).not.toEqual(was.living);
    }
    expect((await printOf(of_closed_seller.company.id)).esf_documents).toBe(before_all.esf_documents);
    const made = await app.parts.db
      .selectFrom('acts')
      .select(['company_id', 'status'])
      .where('repeats_act_id', 'in', [living.auto, closed.auto, of_closed_seller.auto])
      .execute();
    expect(new Set(made.map(({ company_id }) => company_id))).toEqual(new Set([living.company.id]));
    expect(made.map(({ status }) => status)).toEqual(['sent', 'sent', 'sent']);
  });
});

describe('the clock of a living company', () => {
  afterAll(() => clock.set(new Date()));

  /** What is told to a person or done in the name of one. */
  async function reachOf({ user_id, email }: Person): Promise<Record<string, number>> {
    const { rows } = await sql<Record<string, number>>`select
      (select coalesce(sum(count), 0) from notices where user_id = ${user_id}) as notices,
      (select count(*) from messages where user_id = ${user_id} or recipient = ${email}) as messages,
      (select count(*) from act_history where actor_user_id = ${user_id}) as acts,
      (select count(*) from document_history where actor_user_id = ${user_id}) as documents,
      (select count(*) from executor_history where actor_user_id = ${user_id}) as executors,
      (select count(*) from bulk_runs where user_id = ${user_id}) as runs,
      (select count(*) from signatures where user_id = ${user_id}) as signatures,
      (select count(*) from sessions where user_id = ${user_id} and ended_at is null) as sessions`.execute(
      app.parts.db,
    );
    return rows[0]!;
  }

  const LEFT: Record<string, (person: Person, deal: Deal) => Promise<unknown>> = {
    blocked: ({ user_id }) => block(user_id),
    removed: ({ user_id }, { company }) =>
      app.ok('employees.remove', company.director, { params: { user_id } }),
    demoted: ({ user_id }, { company }) =>
      app.ok('employees.update', company.director, { params: { user_id }, body: { rights: [] } }),
  };

  test('tells nothing to somebody blocked, removed or demoted, and does nothing in such a name', async () => {
    const ways = ['living', ...Object.keys(LEFT)];
    const people = new Map<string, Person>();
    for (const way of ways) {
      const deal = await newDeal();
      const { company } = deal;
      const rights = ['manage_acts', 'manage_contracts', 'sign', 'pay', 'manage_executors'] as const;
      const employee = await makeEmployee(app, company, [...rights], ['organisation', 'right_to_sign']);
      await app.parts.db
        .updateTable('users')
        .set({ is_email_verified: true })
        .where('id', '=', employee.user_id)
        .execute();
      await armed({ ...deal, company: { ...company, director: employee } });
      await LEFT[way]?.(employee, deal);
      people.set(way, employee);
    }
    const read = async () =>
      Object.fromEntries(
        await Promise.all(ways.map(async (way) => [way, await reachOf(people.get(way)!)] as const)),
      );
    // What happened before somebody left was told, or will be, to whoever has a part in it then.
    const before = await read();
    clock.set(new Date(`${addDays(TODAY, 22)}T12:00:00+05:00`));
    for (const { name, run } of app.work.watchers) {
      await run();
      const { living: _, ...now } = await read();
      const { living: __, ...was } = before;
      expect(now, name).toEqual(was);
    }
    const { living } = await read();
    expect(living!.notices).toBeGreaterThan(Number(before.living!.notices));
  });
});

describe('a run', () => {
  let deal: Deal;
  let act_id: number;
  let doc_id: number;
  beforeAll(async () => {
    deal = await newDeal();
    act_id = (await makeSignedActs(app, deal, 1))[0]!;
    doc_id = await makeDraftContract(app, deal.company, deal.executor);
  });

  /** How somebody comes to have no right to what was begun. */
  const WAYS: Record<string, (person: Person & { user_id: number }) => Promise<unknown>> = {
    blocked: ({ user_id }) => block(user_id),
    removed: ({ user_id }) => app.ok('employees.remove', deal.company.director, { params: { user_id } }),
    demoted: ({ user_id }) =>
      app.ok('employees.update', deal.company.director, { params: { user_id }, body: { rights: [] } }),
    'of a closed company': () =>
      app.parts.db
        .updateTable('companies')
        .set({ status: 'deleted' })
        .where('id', '=', deal.company.id)
        .execute(),
  };

  test.each(Object.keys(WAYS))('of every kind does nothing for somebody %s', async (way) => {
    const employee = await makeEmployee(app, deal.company, [
      'manage_acts',
      'manage_contracts',
      'sign',
      'pay',
      'manage_executors',
    ]);
    await WAYS[way]!(employee);
    const was = await printOf(deal.company.id);
    const { bulk_runs: _, ...papers } = was;
    const outcomes: [string, string | null][] = [];
    for (const { kind } of app.work.runs) {
      const subject_id = kind.startsWith('documents')
        ? doc_id
        : kind.startsWith('acts')
          ? act_id
          : deal.executor.id;
      const run_id = await app.parts.bulk.start({
        company_id: deal.company.id,
        user_id: employee.user_id,
        session_id: null,
        kind,
        idempotency_key: randomUUID(),
        request_hash: Buffer.alloc(32),
        params: { reason: 'x', end_date: addDays(TODAY, 5), title: 'x', type_id: 1, start_date: TODAY },
        items: [{ subject_id, payload: { cms: 'AAAA', row: 1, input: {}, executor_company_id: subject_id } }],
      });
      await app.parts.bulk.wait(run_id, 5_000);
      const item = await app.parts.db
        .selectFrom('bulk_items')
        .select(['status', 'code'])
        .where('run_id', '=', run_id)
        .executeTakeFirstOrThrow();
      outcomes.push([kind, `${item.status} ${item.code}`]);
      await app.parts.bulk.halt(run_id);
    }
    // Only an executor returns an act: an employee without rights is refused there as any other of the company.
    const expected = (kind: string) =>
      way === 'demoted' && kind === 'acts.return' ? 'failed act.wrong_state' : 'failed forbidden';
    expect(outcomes).toEqual(app.work.runs.map(({ kind }) => [kind, expected(kind)]));
    const { bulk_runs: __, ...now } = await printOf(deal.company.id);
    expect(now).toEqual(papers);
  });
});

describe('a link', () => {
  /** Every table whose rows open something to whoever knows a secret, and why it is of no closed company. */
  const SECRETS: Record<string, string> = {
    download_tickets: 'below',
    quick_signs: 'below',
    invitations: 'below',
    qr_sessions: 'below',
    sessions: 'below',
    employee_invitations: 'below',
    esf_sessions: 'below',
    register_links: 'of the platform: a company that is to be',
    registration_keys: 'of a company that is to be; ended with the registrations of a closed one',
    one_time_codes: 'of a person',
    recovery_codes: 'of a person',
    credential_changes: 'of a person',
    login_challenges: 'of a person',
    devices: 'of a person',
  };

  test('of every kind is known here', async () => {
    const { rows } = await sql<{
      name: string;
    }>`select distinct table_name as name from information_schema.columns
      where table_schema = 'public'
        and column_name in ('token_hash', 'link_hash', 'key_hash', 'ticket_hash', 'refresh_hash', 'code_hash')`.execute(
      app.parts.db,
    );
    expect(rows.map(({ name }) => name).filter((name) => !(name in SECRETS))).toEqual([]);
  });

  async function opened() {
    const deal = await newDeal();
    const { company, executor } = deal;
    const { director } = company;
    const [act_id] = (await makeSentActs(app, deal, 1)) as [number];
    const quick = await app.ok('quick_sign.create', director, { body: { doc_type: 'act', id: act_id } });
    const { ticket } = await app.ok('acts.download_ticket', director, { body: { act_ids: [act_id] } });
    const invitation = await makeInvitation(app, { company, director });
    const session = await app.parts.db
      .selectFrom('sessions')
      .select('id')
      .where('company_id', '=', company.id)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    return { deal, executor, act_id, token: quick.url.split('/').pop()!, ticket, invitation, session };
  }

  test('of a closed company opens nothing, and neither does a stream', async () => {
    const { deal, token, ticket, invitation, session } = await opened();
    const link = { params: { token } };
    expect((await app.raw('quick_sign.file', null, link)).status).toBe(200);
    await close(deal.company.id);
    // Ended by the closing itself, whatever the paper behind it may come to.
    const alive = await app.parts.db
      .selectFrom('quick_signs')
      .select('id')
      .where('company_id', '=', deal.company.id)
      .where('expires_at', '>', new Date())
      .execute();
    expect(alive).toEqual([]);
    for (const call of ['quick_sign.get', 'quick_sign.file'] as const)
      expect((await app.refused(call, null, link)).status, call).toBe(404);
    expect((await app.refused('acts.download_by_ticket', null, { params: { ticket } })).status).toBe(404);
    const { status } = await app.parts.db
      .selectFrom('invitations')
      .select('status')
      .where('id', '=', invitation.id)
      .executeTakeFirstOrThrow();
    expect(status).toBe('cancelled');
    expect(await isStillIn(app.parts.db, session.id, deal.company.id)).toBe(false);
  });

  test('to sign gives the paper neither after use nor to a blocked signer', async () => {
    const used = await opened();
    allDone(await signBy(app, used.executor.person, used.act_id));
    const link = { params: { token: used.token } };
    expect(await app.refused('quick_sign.file', null, link)).toMatchObject({
      status: 409,
      code: 'quick_sign.used',
    });
    expect(await app.refused('quick_sign.get', null, link)).toMatchObject({
      status: 409,
      code: 'quick_sign.used',
    });
    const blocked = await opened();
    await block(blocked.executor.person.user_id);
    const other = { params: { token: blocked.token } };
    for (const call of ['quick_sign.get', 'quick_sign.file'] as const)
      expect((await app.refused(call, null, other)).status, call).toBe(403);
  });
});

describe('a paper of a closed company', () => {
  test('is signed by the other side only where the closed one has signed it before', async () => {
    const deal = await newDeal();
    const { company, executor } = deal;
    const [bare, half] = (await makeSentActs(app, deal, 2)) as [number, number];
    const sign = async (by: Person, act_id: number) => (await signBy(app, by, act_id)).items[0]!;
    expect((await sign(company.director, half)).status).toBe('ok');
    await close(company.id);
    expect(await sign(executor.person, bare)).toMatchObject({
      status: 'failed',
      code: 'signature.other_side_closed',
    });
    expect((await sign(executor.person, half)).status).toBe('ok');
    // The other way out stays open.
    const body = { reason: 'Заказчик закрыт' };
    await app.ok('acts.annul', executor.person, { params: { act_id: bare }, body });
  });
});
