import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { payByFile } from '../../test/bank-papers.ts';
import { holdInvariants, violations, worldOf } from '../../test/hold-invariants.ts';
import { addTestKey } from '../../test/api-keys.ts';
import { makeTestApp } from '../../test/make-app.ts';
import {
  becomeIndividual,
  makeDeal,
  makeSentActs,
  makeSignedActs,
  signBy,
  stateOf,
  TODAY,
} from '../../test/papers.ts';
import { makeCompany, makeExecutor, PASSWORD, type TestCompany } from '../../test/people.ts';
import { followOrders } from '../features/payments/follow-orders.ts';
import { lockOrder } from '../features/payments/payments.queries.ts';
import { settleOrder } from '../features/payments/settle-order.ts';
import { sealEvents } from '../features/security-log/audit-chain.queries.ts';
import type { Tx } from '../platform/db/database.ts';
import { allInvariants } from './all-invariants.ts';
import { sampleWatcher } from './watch-sample.ts';
import { PATIENT } from '../../test/patience.ts';

/** Of the director of the company. */
const addKey = (scope: string) => `
  insert into api_keys (company_id, made_by, name, prefix, hash, scopes, expires_at)
  select company_id, user_id, 'x', 'kls_test_' || substr(md5('${scope}'), 1, 8), sha256('${scope}'), '{${scope}}',
    now() + interval '1 day' from memberships where role_id = 1 order by user_id limit 1`;

const app = await makeTestApp();
const company = await makeCompany(app);
await app.ok('events.list', company.director, { query: {} });
const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
const acts = await makeSignedActs(app, deal, 4);
// Half of them are paid, one is refused by the bank, one waits.
const rate = { category_id: 1, unit_id: 1, description: 'Услуга', quantity: '1', rate: '100.13' };
const [refused] = await makeSignedActs(app, deal, 1, { services: [rate] });
await app.ok('acts.pay', company.director, { body: { act_ids: [acts[0]!, acts[1]!, refused!] } });
await vi.waitFor(async () => {
  await followOrders(app.parts);
  expect(await stateOf(app, acts[0]!)).toBe('paid');
  expect(await stateOf(app, acts[1]!)).toBe('paid');
  expect(await stateOf(app, refused!)).toBe('signed');
}, PATIENT);
const [half] = await makeSentActs(app, deal, 2);
await signBy(app, deal.executor.person, half!);
const credentials = { email: company.director.email, password: PASSWORD };
await app.ok('auth.login_too', null, { body: credentials });
await app.ok('registration.phone', null, { body: { phone: '+77011234567', kind: 'business' } });
await app.ok('acts.annul', company.director, { params: { act_id: acts[3]! }, body: { reason: 'Дубль' } });
await sealEvents(app.parts.db);
afterAll(() => app.close());

/** A month in which a bank paid an individual net. */
async function closeLastMonth(company: TestCompany): Promise<void> {
  const own = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  const { director: by } = company;
  await becomeIndividual(app, own);
  await app.ok('bookkeeping.set_withholding', by, { body: { is_on: true } });
  await payByFile(app, by);
  const rate = { category_id: 1, unit_id: 1, description: 'Услуга', quantity: '1', rate: '300000.00' };
  const [act_id] = await makeSignedActs(app, own, 1, { services: [rate] });
  await app.ok('acts.pay', by, { body: { act_ids: [act_id!] } });
  await app.ok('payments.make_file', by, { body: { format: '1c' } });
  const { items } = await app.ok('payments.orders', by, { query: {} });
  const day = addDays(`${TODAY.slice(0, 7)}-01`, -1);
  await app.parts.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, items[0]!.id);
    const mover = { side: 'business', user_id: null, company_id: company.id } as const;
    await settleOrder(tx, order!, { amount_tiyn: order!.amount_tiyn, day, operation_id: null }, mover);
  });
  await app.ok('bookkeeping.close_period', by, { body: { closed_until: day, note: 'Итоги' } });
}

/** A paper of ИС ЭСФ that waits to be handed in, and what was done with such papers. */
const anElectronicPaper = `insert into esf_documents (company_id, act_id, act_version, seller_company_id, kind, type,
    number, issued_on, turnover_on, amount_tiyn, status, channel, xml, signature, certificate, signer_name, created_by,
    next_try_at)
  select company_id, id, 1, contractor_company_id, 'invoice', 'ORDINARY_INVOICE', '1', current_date, current_date, 100,
    'ready', 'api', '<a/>', 'AA==', '\\x00', 'СЫНАҚОВ', created_by, now() from acts where status = 'paid' limit 1`;
const historyOfPapers = (steps: string) => `insert into esf_history
    (company_id, esf_id, action, actor_side, from_status, to_status)
  select e.company_id, e.id, h.action, case h.action when 'hold' then 'system' when 'send' then 'us' else 'executor' end,
    h.from_status, h.to_status
  from esf_documents e, (values ${steps}) h (action, from_status, to_status)`;

/** Does something to the database, looks what the invariants say, and takes it back. */
async function whatIsSaid(only: string, spoil: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  let said: string[] = [];
  const back = new Error('taken back');
  await app.owner
    .transaction()
    .execute(async (tx) => {
      await spoil(tx);
      said = await violations({ ...worldOf(app), db: tx }, [only]);
      throw back;
    })
    .catch((error: unknown) => {
      if (error !== back) throw error;
    });
  return said;
}

const run = (only: string, statements: string[]) =>
  whatIsSaid(only, async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });

/** An operation of 45 ₸ beside a settlement, which it is not matched to yet. */
const operationLike = (state: string, day: string): string => `
  with b as (
    insert into bank_statements (company_id, name, sha256, refused, uploaded_by)
    select company_id, 'x', sha256('x'), '[]', (select min(id) from users) from settlements limit 1
    returning company_id, id)
  insert into bank_operations (company_id, statement_id, line, fingerprint, direction, number, day, amount_tiyn,
    counterparty_name, purpose, state, kind)
  select b.company_id, b.id, 1, sha256('y'), 'out', '1', m.day, 4500, '', '', '${state}',
    case '${state}' when 'set_aside' then 'other' end
  from b, (select company_id, ${day} as day from settlements limit 1) m`;

describe('each is broken by hand and says so', () => {
  test.each<[string, RegExp, string[]]>([
    [
      'a settled order is lost',
      /^I1: act \d+ \(paid\) says 4500\.00 is covered, its money is 0\.00/,
      ['delete from settlements', "delete from payment_orders where status = 'settled'"],
    ],
    [
      'an act is paid and forgets it',
      /^I1: act \d+ \(signed\) is over 4500\.00, of which 4500\.00 is covered/,
      ["update acts set status = 'signed' where status = 'paid'"],
    ],
    [
      'an act is paid twice',
      /^I1: act \d+ \(paid\) says 4500\.00 is covered, its money is 9000\.00/,
      [
        "update payment_orders set act_id = (select min(act_id) from payment_orders) where status = 'settled'",
      ],
    ],
    [
      'an act is paid and the bank has not said so',
      /^I1: act \d+ \(paid\) has 1 open orders and should have none/,
      ["update payment_orders set status = 'accepted' where status = 'settled'"],
    ],
    [
      'an act is paid and money is missing',
      /^I1: act \d+ \(paid\) is over 4500\.00, of which 4499\.99 is covered/,
      [
        'alter table payment_orders drop constraint payment_orders_settled_whole',
        "update payment_orders set settled_tiyn = settled_tiyn - 1 where status = 'settled'",
        "update acts set covered_tiyn = covered_tiyn - 1 where status = 'paid'",
      ],
    ],
    [
      'an order forgets what was settled of it',
      /^I22: order \d+ \(settled\) says 4500\.00 is settled, it is 0\.00/,
      ['delete from settlements'],
    ],
    [
      'of two operations of a day one has what the other lacks',
      /^I22: company \d+, [\d-]+, KZT out: 2 operations are not what they were matched to/,
      [
        `insert into bank_statements (company_id, name, sha256, refused, uploaded_by)
          select company_id, 'x', sha256('x'), '[]', (select min(id) from users) from settlements limit 1`,
        `insert into bank_operations (company_id, statement_id, line, fingerprint, direction, number, day, amount_tiyn,
            counterparty_name, purpose, state)
          select b.company_id, b.id, n, sha256(n::text::bytea), 'out', n::text, m.day, m.amount_tiyn, '', '',
            case n when 1 then 'matched' else 'unmatched' end
          from bank_statements b, (select * from settlements limit 1) m, generate_series(1, 2) n`,
        `update settlements m set operation_id = p.id from bank_operations p
          where p.company_id = m.company_id and p.line = 2`,
      ],
    ],
    [
      'an advance is more than the operation it came of',
      /^I22: company \d+, [\d-]+, KZT out: the bank tells of 45\.00, 46\.00 is accounted for/,
      [
        operationLike('matched', 'day'),
        `insert into advances (company_id, executor_company_id, operation_id, amount_tiyn, day)
          select p.company_id, e.executor_company_id, p.id, 4600, p.day
          from bank_operations p join executors e on e.company_id = p.company_id`,
      ],
    ],
    [
      'a contribution is more than the operation that paid it',
      /^I22: company \d+, [\d-]+, KZT out: the bank tells of 45\.00, 46\.00 is accounted for/,
      [
        operationLike('matched', 'day'),
        `insert into obligation_payments (company_id, month, kind, paid_on, amount_tiyn, operation_id)
          select company_id, to_char(day, 'YYYY-MM'), 'opv', day, 4600, id from bank_operations`,
      ],
    ],
    [
      'more of a contribution came back than was paid',
      /^I22: company \d+, [\d-]+, opv: more came back than was paid/,
      [
        operationLike('matched', 'day'),
        "update bank_operations set direction = 'in'",
        `insert into obligation_payments (company_id, month, kind, paid_on, amount_tiyn, operation_id)
          select company_id, to_char(day, 'YYYY-MM'), 'opv', day, -amount_tiyn, id from bank_operations`,
      ],
    ],
    [
      'what was set aside is matched too',
      /^I22: company \d+, [\d-]+, KZT out: the bank tells of 45\.00, [\d.]+ is accounted for/,
      [
        operationLike('set_aside', 'day'),
        'update settlements m set operation_id = p.id from bank_operations p where p.company_id = m.company_id',
      ],
    ],
    [
      'money is booked to another day than the bank’s',
      /^I22: company \d+, [\d-]+, KZT out: 1 operations are booked to another day/,
      [
        operationLike('matched', 'day - 1'),
        'update settlements m set operation_id = p.id from bank_operations p where p.company_id = m.company_id',
      ],
    ],
    [
      'the kept sums of the ledger forget a tiyn',
      /^I20: kept and not there: \d+ acts owed of company \d+ \(ledger\)/,
      ["update act_totals_changes set amount_tiyn = amount_tiyn + 1 where side = 'ledger'"],
    ],
    [
      'money is put in past the sums of the ledger',
      /^I20: there and not kept: \d+ acts owed of company \d+ \(ledger\)/,
      [
        'alter table settlements disable trigger settlements_are_counted',
        'update settlements set undone_at = now(), undone_by = (select min(id) from users)',
      ],
    ],
    [
      'a balance forgets what was paid',
      /^I23: company \d+ with executor \d+: the balance is [\d.]+, acts and money come to [\d.]+/,
      [
        "update act_totals_changes set amount_tiyn = amount_tiyn + 1 where side = 'pair' and measure = 'signed'",
      ],
    ],
    [
      'the bank has an order that is not ours',
      /^I2: order KLS\w+ is at the bank and not with us/,
      ["delete from payment_orders where status = 'rejected'"],
    ],
    [
      'the bank has lost an order',
      /^I2: order KLS\w+ is settled and not at the bank/,
      ['delete from sandbox.bank_transfers'],
    ],
    [
      'the bank took another sum',
      /^I2: order KLS\w+ has another sum or account at the bank/,
      ['update sandbox.bank_transfers set amount_tiyn = 1'],
    ],
    [
      'a file has another size',
      /^I3: file \d+ has \d+ bytes and should have 1$/,
      ['update files set size_bytes = 1'],
    ],
    [
      'a file has another hash',
      /^I3: file \d+ has other bytes than were stored/,
      ["update files set sha256 = decode(repeat('00', 32), 'hex')"],
    ],
    [
      'a bit of a signature falls over',
      // The last bytes are of the proofs, which stand beside what is signed.
      /^I4: signature \d+ (is invalid: |has another digest)/,
      [
        'update signatures set cut_cms = set_byte(cut_cms, length(cut_cms) - 1, get_byte(cut_cms, length(cut_cms) - 1) # 1)',
      ],
    ],
    [
      'the places of certificates in a signature are one byte off',
      /^I4: signature \d+ is invalid/,
      ['update signatures set cut_at = array(select place + 1 from unnest(cut_at) place order by 1 desc)'],
    ],
    [
      'a signature is taken for another document',
      /^I4: signature \d+ is invalid: digest_mismatch/,
      ['update signatures set file_id = (select max(id) from files)'],
    ],
    [
      'a signature is taken for another party',
      /^I4: signature \d+ was given by another company than the party/,
      ['update signatures set signer_company_id = company_id'],
    ],
    [
      'a name is put on another’s signature',
      /^I4: signature \d+ has another ИИН or БИН/,
      ["update signatures set iin = '900101350003'"],
    ],
    [
      'a signature is told to be of another certificate',
      /^I4: signature \d+ was made with another certificate/,
      [
        `update signatures set certificate_sha256 = (
          select max(o.certificate_sha256) from signatures o where o.certificate_sha256 <> signatures.certificate_sha256)`,
      ],
    ],
    [
      'a certificate was not there yet when it was used',
      /^I4: signature \d+ is invalid: certificate_not_yet_valid/,
      ["update signatures set signed_at = now() - interval '3 years', stamped_at = null"],
    ],
    [
      'a state has no history',
      /^I5: act \d+: is annulled, its history says sent/,
      ["update acts set status = 'annulled' where status = 'sent'"],
    ],
    [
      'a line of history is gone',
      /^I5: act \d+: step 2 of its history is missing/,
      ['delete from act_history where seq = 2'],
    ],
    [
      'a history jumps',
      /^I5: act \d+: step \d+, sign by executor, cannot lead from sent to paid/,
      [
        "update act_history set to_status = 'paid' where action = 'sign' and to_status = 'signed_by_executor'",
      ],
    ],
    [
      'a history begins in the middle',
      /^I5: act \d+: begins with sign/,
      ["update act_history set action = 'sign' where seq = 1"],
    ],
    [
      'a feed lacks a deed',
      /^I26: (act|contract|executor) \d+ of company \d+: deed \d+ does not stand once in the feed/,
      ['delete from events where id = (select max(id) from events where version is not null)'],
    ],
    [
      'a company is told of a strange act',
      /^I26: event \d+ tells company \d+ of what it never saw/,
      [
        `insert into events (company_id, thing_id, type)
          select (select max(id) + 1 from companies), max(id), 102 from acts`,
      ],
    ],
    [
      'an act vanishes',
      /^I5: act \d+: is gone, and nobody deleted it/,
      ['update acts set deleted_at = now()'],
    ],
    [
      'the other side is said to have asked',
      /^I5: act \d+: executor is said to have asked for its annulment/,
      ["update acts set annulment_requested_by = 'executor' where annulment_requested_by is not null"],
    ],
    [
      'a contract has a state of its own',
      /^I5: contract \d+: is terminated, its history says signed/,
      ["update documents set status = 'terminated'"],
    ],
    ['an electronic paper has no history', /^I5: electronic paper \d+: has no history/, [anElectronicPaper]],
    [
      'an electronic paper has a state of its own',
      /^I5: electronic paper \d+: is ready, its history says sending/,
      [anElectronicPaper, historyOfPapers("('issue', null, 'ready'), ('send', 'ready', 'sending')")],
    ],
    [
      'a line of history of an electronic paper is gone',
      /^I5: electronic paper \d+: step 2 begins from sending, not ready/,
      [anElectronicPaper, historyOfPapers("('issue', null, 'ready'), ('hold', 'sending', 'ready')")],
    ],
    [
      'a signed act is rewritten',
      /^I6: act \d+ says something else now/,
      ["update act_services set description = 'Другая услуга'"],
    ],
    [
      'a signed act gets another title',
      /^I6: act \d+ says something else now/,
      ["update acts set title = 'x'"],
    ],
    [
      'the hash is changed with it',
      /^I6: act \d+ has another hash than its history/,
      ["update acts set content_hash = decode('00', 'hex')"],
    ],
    [
      'a signature counts no more',
      /^I7: act \d+ is signed, which needs business and executor, and is signed by executor/,
      ["update signatures set is_current = false where side = 'business'"],
    ],
    [
      'a sent act is signed already',
      /^I7: act \d+ is sent, which needs nobody, and is signed by executor/,
      ["update acts set status = 'sent' where status = 'signed_by_executor'"],
    ],
    [
      'a row of a run is lost',
      /^I8: run \d+ has \d+ rows and was asked for \d+/,
      ['delete from bulk_items where position = 1'],
    ],
    [
      'a run is done before its rows',
      /^I8: run \d+ is done with 1 rows waiting/,
      ["update bulk_items set status = 'waiting', finished_at = null where position = 1"],
    ],
    [
      'a row has no result',
      /^I8: run \d+ has \d+ rows that are neither waiting nor done/,
      ['update bulk_items set finished_at = null'],
    ],
    [
      'a run counts wrong',
      /^I8: run \d+ says 0 done and 0 failed of \d+ and 0/,
      ['update bulk_runs set done = 0'],
    ],
    [
      'a run has an act twice',
      /^I8: run \d+ has \d+ things more than once/,
      ['update bulk_items set subject_id = 1'],
    ],
    [
      'a number is given twice',
      /^I15: acts of company \d+ in \d+ have \d+ numbers twice/,
      ['alter table acts drop constraint acts_company_id_year_number_key', 'update acts set number = 1'],
    ],
    [
      'the counter is turned back',
      /^I15: acts of company \d+ in \d+ count on from 0, and \d+ is taken/,
      ['update counters set last = 0'],
    ],
    [
      'a line is over another sum',
      /^I19: act \d+ is over \d+ tiyn, its lines over \d+/,
      ['update act_services set amount_tiyn = amount_tiyn + 1'],
    ],
    [
      'a line is not its quantity times its rate',
      /^I19: line 1 of act \d+ is not its quantity/,
      ['update act_services set quantity = quantity + 1'],
    ],
    [
      'a line of work is a deduction',
      /^I19: line 1 of act \d+ is not its quantity/,
      [
        'alter table act_services drop constraint act_services_amount_tiyn_check',
        "update act_services set kind = 'deduction'",
      ],
    ],
    [
      'an act contains other VAT than its lines',
      /^I19: act \d+ contains 1 tiyn of VAT, its lines \d+/,
      ["update acts set vat_rate = 16, vat_tiyn = 1 where status = 'paid'"],
    ],
    [
      'an act is counted twice',
      /^I20: kept and not there: \d+ acts paid of company \d+ \(business\)/,
      ["select add_act_to_totals(a, 1) from acts a where status = 'paid'"],
    ],
    [
      'an act is put in past the counting',
      /^I20: there and not kept: \d+ acts paid of company \d+ \(pair\)/,
      [
        'alter table acts disable trigger acts_are_counted',
        "update acts set amount_tiyn = amount_tiyn + 1 where status = 'paid'",
      ],
    ],
    [
      'a key signs',
      /^I27: act_history \d+ was done with an API key/,
      [
        addKey('acts:read'),
        `update act_history h set api_key_id = k.id from api_keys k
          where h.action = 'sign' and h.actor_company_id = k.company_id and h.actor_user_id = k.made_by`,
      ],
    ],
    [
      'a key does what is written down of somebody else',
      /^I27: act_history \d+ is not of its maker/,
      [
        addKey('acts:read'),
        "update act_history h set api_key_id = k.id from api_keys k where h.actor_side = 'executor'",
      ],
    ],
    [
      'a key that follows another may do more',
      /^I27: api_keys \d+ may do more than the one before/,
      [
        addKey('acts:read'),
        addKey('acts:send'),
        "update api_keys set replaced_by = (select max(id) from api_keys) where scopes = '{acts:read}'",
      ],
    ],
  ])('%s', async (_, expected, statements) => {
    const said = await run(/I\d+/.exec(expected.source)![0], statements);
    expect(said.join('\n')).toMatch(new RegExp(expected.source, 'm'));
  });

  test('files that are lost or changed', async () => {
    const folder = join(app.data_dir, 'files');
    const { storage_key } = await app.parts.db
      .selectFrom('files')
      .select('storage_key')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const bytes = readFileSync(join(folder, storage_key));
    const said = async () => (await violations(worldOf(app), ['I3', 'I4'])).join('\n');
    rmSync(join(folder, storage_key));
    expect(await said()).toMatch(/I3: file \d+ is not in the store/);
    const changed = Buffer.from(bytes);
    changed[100]! ^= 1;
    writeFileSync(join(folder, storage_key), changed);
    expect(await said()).toMatch(/I3: file \d+ has other bytes/);
    writeFileSync(join(folder, storage_key), bytes);
    await holdInvariants(app);
  });
});

describe('with a closed month, which says when it is broken by hand', () => {
  beforeAll(async () => {
    await closeLastMonth(deal.company);
    const { executor_company_id, date } = await app.parts.db
      .selectFrom('frozen_payments')
      .select(['executor_company_id', 'date'])
      .where('company_id', '=', deal.company.id)
      .limit(1)
      .executeTakeFirstOrThrow();
    const month = date.slice(0, 7);
    await app.ok('income.issue', deal.company.director, {
      body: { executor_company_id, month_from: month, month_to: month },
    });
  });

  test('and all hold on what people have done', async () => {
    await holdInvariants(app);
    const { id: key_id } = await addTestKey(app, company.director);
    const input = { params: { key_id }, body: { overlap_hours: 1 } };
    await app.ok('api_keys.rotate', company.director, input);
    for (const invariant of allInvariants) {
      const { checked } = await invariant.check(worldOf(app));
      expect(checked, invariant.id).toBeGreaterThan(0);
    }
  });

  test.each([
    [
      'a payment of a closed month is gone',
      /^I24: company \d+, executor \d+, \d{4}-\d\d: gross is [\d.]+, its payments have 0.00/,
      ['delete from frozen_payments'],
    ],
    [
      'a closed month says that more was withheld than its payments did',
      /^I24: company \d+, executor \d+, \d{4}-\d\d: opv is 30000.01, its payments have 30000.00/,
      ['update frozen_withholding set kept_opv_tiyn = kept_opv_tiyn + 1'],
    ],
    [
      'a payment of a closed month is over more than the month',
      /^I24: .*: gross is 300000.00, its payments have 300000.01/,
      ['update frozen_payments set gross_tiyn = gross_tiyn + 1'],
    ],
  ])('%s', async (_, expected, statements) => {
    expect((await run('I24', statements)).join('\n')).toMatch(expected);
  });
});

test('the hourly sample says in the log which file is lost, and is silent while none is', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
  const { run } = sampleWatcher({ ...app.parts, log }, undefined);
  await run();
  expect(lines).toEqual([]);
  await sql`update files set size_bytes = size_bytes + 1`.execute(app.owner);
  await run();
  await sql`update files set size_bytes = size_bytes - 1`.execute(app.owner);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/"event":"invariants.broken","invariant":"I3","faults":\["file \d+ has \d+ bytes/);
});

test('npm run invariants prints a line for each and fails when one is broken', async () => {
  const program = fileURLToPath(new URL('../cli/invariants.ts', import.meta.url));
  const command = (...options: string[]) =>
    spawnSync(process.execPath, [program, ...options], {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: app.database_url, DATA_DIR: app.data_dir, SANDBOX: 'on' },
    });
  const good = command();
  expect([good.stderr, good.status]).toEqual(['', 0]);
  expect(
    good.stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/ +/).slice(0, 2).join(' ')),
  ).toEqual(allInvariants.map(({ id }) => `ok ${id}`));
  const second = command('--part', '2/2', '--progress', join(app.data_dir, 'progress.json'));
  expect([second.stderr, second.status]).toEqual(['', 0]);
  expect(second.stdout).toMatch(/^ok {6}I3 .*\(0 looked at.*\nok {6}I4 .*\(0 looked at.*\n$/);
  expect(command('--part', '3/2').status).toBe(2);
  expect(command('--sample', '1').stdout).toMatch(/^ok {6}I4 .*\([1-9]\d* looked at/m);
  await sql`update counters set last = last - 1 where name = 'act'`.execute(app.parts.db);
  const bad = command();
  expect(bad.status).toBe(1);
  expect(bad.stdout).toMatch(/^BROKEN {2}I15 .*\n {8}acts of company \d+/m);
  await sql`update counters set last = last + 1 where name = 'act'`.execute(app.parts.db);
});
