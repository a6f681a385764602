import { randomUUID } from 'node:crypto';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { makeDealApp } from '../../../test/deal-app.ts';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { allDone, makeDraftAct, makeSentActs, makeSignedActs, stateOf } from '../../../test/papers.ts';
import { makeCompany, makeEmployee, type Person } from '../../../test/people.ts';
import { unzip } from '../../../test/unzip.ts';
import { PATIENT } from '../../../test/patience.ts';

const { app, deal, director } = await makeDealApp();
afterAll(() => app.close());

const select = (by: Person, body: object) => app.ok('acts.selection', by, { body });
const titled = (title: string) => ({ filter: { search: title } });
const drafts = async (title: string, count: number) => {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push((await makeDraftAct(app, deal, { title })).id);
  return ids;
};

test('a deed works on what the filter found when it was chosen, but for what was left out', async () => {
  const ids = await drafts('Снимок', 4);
  const chosen = await select(director, { ...titled('Снимок'), without: [ids[1]!] });
  expect(chosen).toMatchObject({ count: 3, amount: '13500.00', deeds: ['send', 'delete', 'copy'] });
  const later = (await drafts('Снимок', 1))[0]!;
  const { selection_id } = chosen;
  const answer = await app.ok('acts.send', director, { body: { selection_id } });
  allDone(answer);
  expect(answer.items.map((row) => row.act_id)).toEqual([ids[0], ids[2], ids[3]]);
  expect(await Promise.all([...ids, later].map((id) => stateOf(app, id)))).toEqual([
    'sent',
    'draft',
    'sent',
    'sent',
    'draft',
  ]);
  const recalled = await app.ok('acts.recall_many', director, { body: { selection_id } });
  allDone(recalled);
  expect(await stateOf(app, ids[2]!)).toBe('draft');
});

test('what the executor has before him he sends back as one, each with the reason', async () => {
  const ids = await makeSentActs(app, deal, 2, { title: 'Обратно' });
  const { selection_id, deeds } = await select(deal.executor.person, titled('Обратно'));
  expect(deeds).toEqual(['sign', 'return', 'annul', 'download']);
  const answer = await app.ok('acts.return_many', deal.executor.person, {
    body: { selection_id, reason: 'Не те часы' },
  });
  allDone(answer);
  const act = await app.ok('acts.get', director, { params: { act_id: ids[0]! } });
  expect([act.status.code, act.reason]).toEqual(['returned', 'Не те часы']);
});

test('what is legal for every one of them is offered, what is for some with their number, to whom it may be', async () => {
  await makeSentActs(app, deal, 1, { title: 'Вперемешку' });
  const [draft, second] = await drafts('Вперемешку', 2);
  const mixed = await select(director, titled('Вперемешку'));
  expect(mixed.deeds).toEqual(['copy']);
  expect(mixed.partly.map(({ deed, count }) => [deed, count])).toEqual([
    ['sign', 1],
    ['send', 2],
    ['recall', 1],
    ['annul', 1],
    ['delete', 2],
    ['send_link', 1],
    ['download', 1],
  ]);
  const open = await select(director, { ...titled('Вперемешку'), can: 'send' });
  expect(open).toMatchObject({ count: 2, amount: '9000.00', deeds: ['send', 'delete', 'copy'], partly: [] });
  const { act_ids } = await app.ok('acts.selection_ids', director, {
    params: { selection_id: open.selection_id },
    query: {},
  });
  expect(act_ids).toEqual([draft, second]);
  const body = { ...titled('Вперемешку'), can: 'pay' as const };
  expect(await app.refused('acts.selection', director, { body })).toMatchObject({ field: 'filter' });
  const paying = await makeEmployee(app, deal.company, ['pay']);
  await makeSignedActs(app, deal, 1, { title: 'Подписанный всеми' });
  expect((await select(paying, titled('Подписанный всеми'))).deeds).toEqual(['pay', 'download']);
});

test('rows that failed in a work are a selection too, and another try does them alone', async () => {
  const ids = await drafts('Со второго раза', 3);
  await app.parts.db
    .updateTable('executors')
    .set({ status: 'stopped' })
    .where('executor_company_id', '=', deal.executor.id)
    .execute();
  const first = await app.ok('acts.send', director, { body: { act_ids: ids } });
  expect(first.items.map((row) => row.code)).toEqual(Array(3).fill('act.executor_stopped'));
  await app.parts.db
    .updateTable('executors')
    .set({ status: 'active' })
    .where('executor_company_id', '=', deal.executor.id)
    .execute();
  const failed = await select(director, { run: { run_id: first.run_id, rows: 'failed' } });
  expect(failed.count).toBe(3);
  allDone(await app.ok('acts.send', director, { body: { selection_id: failed.selection_id } }));
  const colleague = await makeEmployee(app, deal.company, ['manage_acts']);
  expect(
    await app.refused('acts.selection', colleague, {
      body: { run: { run_id: first.run_id, rows: 'failed' } },
    }),
  ).toMatchObject({ status: 400, code: 'field.ids_empty' });
});

test('acts sent together are frozen as each alone would be, and what cannot be sent says so itself', async () => {
  const { db } = app.parts;
  await db.updateTable('companies').set({ signing_term_days: 5 }).where('id', '=', deal.company.id).execute();
  const vat = { rate: 16, certificate_series: '60001', certificate_number: '1234567' };
  const payer = {
    company_id: deal.executor.id,
    valid_from: '2026-01-01',
    updated_by: director.user_id,
    ...vat,
  };
  await db.insertInto('company_vat').values(payer).execute();
  const [alone, ...together] = await drafts('Разом', 4);
  allDone(await app.ok('acts.send', director, { body: { act_ids: [alone!] } }));
  const answer = await app.ok('acts.send', director, { body: { act_ids: [alone!, ...together] } });
  expect(answer.items.map((row) => row.code)).toEqual(['act.wrong_state', null, null, null]);
  const rows = await db
    .selectFrom('acts as a')
    .innerJoin('files as f', (join) =>
      join.onRef('f.company_id', '=', 'a.company_id').onRef('f.id', '=', 'a.frozen_file_id'),
    )
    .innerJoin('act_history as h', (join) =>
      join
        .onRef('h.company_id', '=', 'a.company_id')
        .onRef('h.act_id', '=', 'a.id')
        .on('h.action', '=', 'send'),
    )
    .select([
      'a.number',
      'a.year',
      'a.status',
      'a.version',
      'a.sign_by',
      'a.vat_rate',
      'a.vat_tiyn',
      'f.name',
      'f.kind',
    ])
    .select([
      'h.seq',
      'h.from_status',
      'h.to_status',
      'h.version as of_version',
      'h.actor_user_id',
      'h.actor_side',
    ])
    .select(sql<boolean>`h.content_hash = a.content_hash and h.file_id = f.id`.as('is_told'))
    .select(
      sql<boolean>`a.frozen_at between a.created_at and now() and f.streebog512 is not null`.as('is_frozen'),
    )
    .where('a.id', 'in', [alone!, ...together])
    .orderBy('a.id')
    .execute();
  expect(rows.map(({ number, year, name }) => name === `act-${number}-${year}.pdf`)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  const [one, ...others] = rows.map(({ number: _, name: __, ...row }) => row);
  expect(one).toMatchObject({
    status: 'sent',
    version: 2,
    of_version: 2,
    vat_rate: 16,
    is_told: true,
    is_frozen: true,
    from_status: 'draft',
  });
  expect(one!.sign_by).not.toBeNull();
  expect(others).toEqual([one, one, one]);
  await holdInvariants(app);
});

test('a selection is of one person and of one day', async () => {
  await drafts('Чужое', 1);
  const { selection_id } = await select(director, titled('Чужое'));
  const colleague = await makeEmployee(app, deal.company, ['manage_acts']);
  const body = { selection_id };
  expect(await app.refused('acts.delete_many', colleague, { body })).toMatchObject({
    status: 404,
    code: 'act.selection_gone',
  });
  expect(await app.refused('acts.delete_many', director, { body: {} })).toMatchObject({
    status: 400,
    code: 'field.required',
  });
  await app.parts.db
    .updateTable('act_selections')
    .set({ created_at: sql`created_at - interval '25 hours'` })
    .execute();
  const { actWatchers } = await import('./acts.jobs.ts');
  await actWatchers(app.parts)
    .find((one) => one.name === 'acts.selections')!
    .run();
  expect(await app.refused('acts.delete_many', director, { body })).toMatchObject({ status: 404 });
});

test('of more than a thousand the rows are read page by page, and a work can be stopped and gone on with', async () => {
  const { id } = await makeDraftAct(app, deal, { title: 'Тысячи' });
  await cloneDraft(id, 1100);
  const chosen = await select(director, titled('Тысячи'));
  expect(chosen.count).toBe(1101);
  const pages = await app.ok('acts.selection_ids', director, {
    params: { selection_id: chosen.selection_id },
    query: { page: 2 },
  });
  expect([pages.pages, pages.act_ids.length]).toEqual([2, 101]);
  // As many picked one by one are written down too, and paying goes through them on the server: none is signed here.
  const picked = await app.ok('acts.selection_ids', director, {
    params: { selection_id: chosen.selection_id },
    query: { page: 1 },
  });
  const only = [...picked.act_ids, ...pages.act_ids];
  const meant = { selection_id: (await select(director, { only })).selection_id };
  expect(await app.ok('payments.preview', director, { body: meant })).toMatchObject({
    payees: [],
    left_out: 1101,
  });
  const paying = await app.ok('acts.pay', director, { body: meant });
  expect(paying.items).toEqual([]);
  await app.parts.bulk.wait(paying.run_id, PATIENT.timeout);
  expect(await app.ok('jobs.get', director, { params: { run_id: paying.run_id } })).toMatchObject({
    total: 1101,
    done: 1101,
    failed: 1101,
  });
  const begun = await app.ok('acts.delete_many', director, { body: { selection_id: chosen.selection_id } });
  expect(begun.items).toEqual([]);
  const params = { run_id: begun.run_id };
  const stopped = await app.ok('jobs.stop', director, { params });
  expect(['stopped', 'done']).toContain(stopped.state);
  await app.parts.bulk.wait(begun.run_id, PATIENT.timeout);
  const after = await app.ok('jobs.get', director, { params });
  const living = async () =>
    (await app.ok('acts.list', director, { query: { search: 'Тысячи', limit: 1 } })).total;
  // Whatever was under way was ended, nothing after it was begun, and both are told as they are.
  expect(after.done + (await living())).toBe(1101);
  if (after.state === 'stopped') {
    const rest = await select(director, { run: { ...params, rows: 'stopped' } });
    expect(rest.count).toBe(1101 - after.done);
  }
});

test('a stopped work is not taken up again, by nobody', async () => {
  const [id] = await drafts('Не начато', 1);
  const run_id = await app.parts.bulk.start({
    company_id: director.company_id,
    user_id: director.user_id,
    session_id: director.session_id,
    kind: 'acts.send',
    idempotency_key: randomUUID(),
    request_hash: Buffer.alloc(32),
    items: [{ subject_id: id! }],
  });
  const params = { run_id };
  const stopped = await app.ok('jobs.stop', director, { params });
  expect(stopped).toMatchObject({ state: 'stopped', total: 1, done: 0, failed: 0 });
  await app.parts.bulk.recover();
  await app.parts.bulk.work(run_id);
  expect(await stateOf(app, id!)).toBe('draft');
  expect((await app.ok('jobs.stop', director, { params })).state).toBe('stopped');
  const rows = await app.ok('jobs.rows', director, { params, query: {} });
  expect(rows.items[0]).toMatchObject({ status: 'stopped', message: 'Работу остановили раньше' });
});

test('many acts come as one archive with an index, once and within a minute', async () => {
  const ids = await makeSentActs(app, deal, 2, { title: 'Архив' });
  const { selection_id } = await select(director, titled('Архив'));
  const { ticket } = await app.ok('acts.download_ticket', director, { body: { selection_id } });
  const zip = await unzip((await app.raw('acts.download_by_ticket', null, { params: { ticket } })).bytes);
  const names = Object.keys(zip);
  expect(names.filter((name) => name.endsWith('.pdf'))).toHaveLength(2);
  expect(zip['Опись.csv']!.toString()).toContain('Архив');
  expect(await app.raw('acts.download_by_ticket', null, { params: { ticket } })).toMatchObject({
    status: 404,
  });
  // A stranger's act is named as not found, and nothing else of it.
  const other = await makeCompany(app, { algorithm: 'rsa' });
  const strange = await app.ok('acts.download_ticket', other.director, { body: { act_ids: [ids[0]!] } });
  const empty = await unzip(
    (await app.raw('acts.download_by_ticket', null, { params: { ticket: strange.ticket } })).bytes,
  );
  expect(Object.keys(empty)).toEqual(['Опись.csv', 'Чего не хватает.txt']);
});

test('one person has three archives made at a time', async () => {
  const [id] = (await makeSentActs(app, deal, 1, { title: 'Очередь' })) as [number];
  const ask = () => app.raw('acts.download_ticket', director, { body: { act_ids: [id] } });
  const get = (ticket: string) => app.raw('acts.download_by_ticket', null, { params: { ticket } });
  const tickets: string[] = [];
  for (let n = 0; n < 4; n += 1) tickets.push(((await ask()).json as { ticket: string }).ticket);
  for (const ticket of tickets.slice(0, 3)) expect((await get(ticket)).status).toBe(200);
  const ended = () =>
    app.parts.db.selectFrom('download_tickets').select('user_id').where('done_at', 'is not', null).execute();
  await vi.waitFor(async () => expect((await ended()).length).toBeGreaterThanOrEqual(3), PATIENT);
  // As if they were still being made.
  const busy = app.parts.db.updateTable('download_tickets').where('user_id', '=', director.user_id);
  await busy.set({ done_at: null }).where('used_at', 'is not', null).execute();
  for (const reply of [await get(tickets[3]!), await ask()])
    expect(reply).toMatchObject({ status: 429, json: { code: 'download.too_many' } });
  const of_other = await app.raw('acts.download_ticket', deal.executor.person, { body: { act_ids: [id] } });
  expect(of_other.status).toBe(200);
  await busy.set({ done_at: new Date() }).execute();
  expect((await get(tickets[3]!)).status).toBe(200);
});

test('a state is named in the language of who reads', async () => {
  const [act_id] = (await makeSentActs(app, deal, 1, { title: 'Тіл' })) as [number];
  const send = (locale: 'ru' | 'kz') =>
    app.ok('acts.send', director, { body: { act_ids: [act_id] } }, { locale });
  const { id } = await makeDraftAct(app, deal);
  const recall = await app.refused('acts.recall', director, { params: { act_id: id } }, { locale: 'kz' });
  expect((await send('kz')).items[0]!.message).toContain(`«${kz.act.sent}»`);
  expect((await send('ru')).items[0]!.message).toContain(`«${ru.act.sent}»`);
  expect(recall.message).toContain(`«${kz.act.draft}»`);
});

/** Drafts as they are, without the calls that make them. */
async function cloneDraft(id: number, count: number): Promise<void> {
  await sql`
    insert into acts (company_id, contractor_company_id, contract_id, year, number, title, status, act_date,
      start_date, end_date, knp, amount_tiyn, content_hash, created_by)
    select company_id, contractor_company_id, contract_id, year, 100000 + n, title, status, act_date,
      start_date, end_date, knp, amount_tiyn, content_hash, created_by
    from acts, generate_series(1, ${count}::int) n where id = ${id}`.execute(app.parts.db);
}

test('a process that dies in the middle leaves the rest to another, and each act is sent once', async () => {
  const ids = await drafts('Обрыв', 45);
  const { selection_id } = await select(director, titled('Обрыв'));
  const dying = await makeTestApp({ beside: app });
  const history = () =>
    app.parts.db
      .selectFrom('act_history')
      .select('act_id')
      .where('act_id', 'in', ids)
      .where('action', '=', 'send')
      .orderBy('act_id')
      .execute();
  // Its batch waits for this act when the end comes: some rows are done, some are under way, some wait.
  await app.parts.db.transaction().execute(async (tx) => {
    await sql`select 1 from acts where id = ${ids[42]!} for update`.execute(tx);
    void dying.ok('acts.send', director, { body: { selection_id } }).catch(() => undefined);
    await vi.waitFor(async () => expect((await history()).length).toBeGreaterThan(0), PATIENT);
    void dying.parts.db.destroy().catch(() => undefined);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`.execute(tx);
  });
  expect((await history()).length).toBeLessThan(45);
  const run = await app.parts.db
    .updateTable('bulk_runs')
    .set({ leased_until: sql<Date>`now() - interval '1 second'` })
    .where((eb) => eb.and({ kind: 'acts.send', state: 'running' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  // A connection of this process may end only while the run uses it: then the run is put off, and taken up once more.
  await expect
    .poll(async () => {
      await app.parts.bulk.recover();
      return (await history()).map((row) => row.act_id);
    }, PATIENT)
    .toEqual(ids);
  await app.parts.bulk.wait(run.id, PATIENT.timeout);
  const rows = await app.parts.db
    .selectFrom('bulk_items')
    .select('status')
    .where('run_id', '=', run.id)
    .execute();
  expect(rows.map((row) => row.status)).toEqual(ids.map(() => 'ok'));
  await dying.close().catch(() => undefined);
});
