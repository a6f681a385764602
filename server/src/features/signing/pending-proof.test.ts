import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeDealApp } from '../../../test/deal-app.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import {
  makeDraftContract,
  makeSentAct,
  makeSentActs,
  signaturesOf,
  signBy,
  signContractBy,
  stateOf,
} from '../../../test/papers.ts';
import type { Person } from '../../../test/people.ts';
import { testPhone } from '../../../test/phone.ts';
import { issueTestKey, type SigningKey } from '../../../test/signing-keys.ts';
import type {
  NcaFault as Fault,
  NcaService as Service,
} from '@kelisim/shared/features/sandbox/nca-faults.ts';
import { followProofs } from './follow-proofs.ts';

const { app, deal, director, executor } = await makeDealApp({ company: { algorithm: 'gost512' } });
afterAll(() => app.close());
beforeEach(() => mend());

const fail = (service: Service, fault: Fault) =>
  sql`insert into sandbox.nca_faults values (${service}, ${fault})
    on conflict (service) do update set fault = excluded.fault`.execute(app.parts.db);
const mend = () => sql`delete from sandbox.nca_faults`.execute(app.parts.db);

/** As if the time of the next try had come. */
async function follow(): Promise<void> {
  await sql`update pending_signatures set next_try_at = now() where state = 'waiting'`.execute(app.parts.db);
  await followProofs(app.parts);
}

/** A further key of the director, for a test to revoke. */
const keyToRevoke = () =>
  issueTestKey({
    subject: {
      common_name: 'СЫНАҚОВ ӘЛІБЕК',
      iin: director.iin,
      organization: deal.company.name,
      bin: deal.company.bin,
    },
    profile: { kind: 'signer', rights: ['organisation', 'head'] },
  });
const revoke = ({ certificate }: SigningKey, minutes_ago = 0) =>
  sql`insert into sandbox.nca_revocations values (
    ${certificate.key_algorithm}, ${certificate.serial},
    now() - make_interval(mins => ${minutes_ago}), 'superseded')`.execute(app.parts.db);
/** Nobody who knows of revocations can be asked: the lists that were had have ended, too. */
const loseRevocation = () => Promise.all([fail('ocsp', 'silent'), fail('crl', 'stale')]);

async function signWith(key: SigningKey, ...act_ids: number[]) {
  const signatures = await signaturesOf(app, director, act_ids, { key });
  return app.ok('acts.sign', director, { body: { signatures } });
}

const rowOf = async (answer: { items: { status: string; code: string | null }[] }) =>
  answer.items[0]!.code ?? answer.items[0]!.status;
const statesOfWaiting = async (act_id: number) =>
  (
    await app.parts.db
      .selectFrom('pending_signatures')
      .select(['state', 'code'])
      .where('act_id', '=', act_id)
      .orderBy('id')
      .execute()
  ).map(({ state, code }) => code ?? state);
const signatureOf = (act_id: number) =>
  app.parts.db
    .selectFrom('signatures')
    .selectAll()
    .where('act_id', '=', act_id)
    .execute()
    .then((rows) => rows);

describe('a signature takes its proofs with it', () => {
  test('the word of OCSP and a time stamp, inside its CMS', async () => {
    const id = await makeSentAct(app, deal);
    expect(await rowOf(await signBy(app, director, id))).toBe('ok');
    const [row] = await signatureOf(id);
    expect(row).toMatchObject({ revocation: 'good', revocation_source: 'ocsp', timestamp_status: 'good' });
    expect(Math.abs(row!.stamped_at!.getTime() - row!.signed_at.getTime())).toBeLessThan(600_000);
  });

  test.each(['silent', 'error', 'wrong_responder', 'unknown', 'try_later'] as const)(
    'the lists of revoked certificates where OCSP is %s',
    async (fault) => {
      await fail('ocsp', fault);
      const id = await makeSentAct(app, deal);
      expect(await rowOf(await signBy(app, director, id))).toBe('ok');
      expect((await signatureOf(id))[0]).toMatchObject({ revocation: 'good', revocation_source: 'crl' });
    },
  );

  test('a revoked certificate is refused with its reason, by OCSP and by the lists alike', async () => {
    const id = await makeSentAct(app, deal);
    const key = await keyToRevoke();
    await revoke(key);
    for (const fault of [null, 'silent'] as const) {
      if (fault) await fail('ocsp', fault);
      expect(await rowOf(await signWith(key, id))).toBe('signature.certificate');
    }
    expect(await stateOf(app, id)).toBe('sent');
  });
});

describe('a signature whose proof cannot be had', () => {
  test.each([
    ['tsp', 'silent'],
    ['tsp', 'slow'],
    ['tsp', 'error'],
    ['tsp', 'wrong_responder'],
    ['tsp', 'refused'],
    ['ocsp and crl', 'wrong_responder'],
  ] as const)(
    'waits while %s is %s, the act stands, and moves when the proof is there',
    async (who, fault) => {
      for (const service of who === 'tsp' ? (['tsp'] as const) : (['ocsp', 'crl'] as const))
        await fail(service, fault);
      const id = await makeSentAct(app, deal);
      const answer = await signBy(app, director, id);
      expect(answer.items[0]).toMatchObject({ status: 'pending_proof', code: null });
      expect(answer.state).toBe('done');
      expect(await stateOf(app, id)).toBe('sent');
      expect(await signatureOf(id)).toEqual([]);
      const params = { run_id: answer.run_id };
      expect(await app.ok('jobs.get', director, { params })).toMatchObject({
        done: 1,
        failed: 0,
        pending_proof: 1,
      });

      await follow();
      expect(await stateOf(app, id)).toBe('sent');
      await mend();
      await follow();
      expect(await stateOf(app, id)).toBe('signed_by_business');
      expect((await signatureOf(id))[0]).toMatchObject({ revocation: 'good', timestamp_status: 'good' });
      expect(await statesOfWaiting(id)).toEqual(['taken']);
      expect(await app.ok('jobs.get', director, { params })).toMatchObject({
        done: 1,
        failed: 0,
        pending_proof: 0,
      });
      const rows = await app.ok('jobs.rows', director, { params, query: {} });
      expect(rows.items.map((row) => row.status)).toEqual(['ok']);
    },
  );

  test('waits while OCSP and the lists are silent and no list was ever had', async () => {
    const other = await makeTestApp({ beside: app });
    await Promise.all([fail('ocsp', 'silent'), fail('crl', 'silent')]);
    const id = await makeSentAct(app, deal);
    expect(await rowOf(await signBy(other, director, id))).toBe('pending_proof');
    await other.close();
  });

  test('is told of a silence at once where it was met before, and taken by a process that asks', async () => {
    // Rests for so long that only another process can end it.
    const patience = {
      timeout_ms: 30,
      attempts: 2,
      pause_ms: 1,
      answer_ms: 0,
      list_ms: 0,
      list_wait_ms: 10_000,
    };
    const resting = await makeTestApp({ beside: app, nca_patience: { ...patience, rest_ms: 3_600_000 } });
    await fail('tsp', 'silent');
    const ids = await makeSentActs(app, deal, 2);
    expect(await rowOf(await signBy(resting, director, ids[0]!))).toBe('pending_proof');
    await mend();
    expect(await rowOf(await signBy(resting, director, ids[1]!))).toBe('pending_proof');
    await resting.close();
    await follow();
    for (const id of ids) expect(await stateOf(app, id)).toBe('signed_by_business');
  });

  /** Each breaks the services while a run is under way, and answers what makes them whole again. */
  const outages: [string, () => Promise<unknown>][] = [
    ['time stamps are silent', () => fail('tsp', 'silent')],
    ['time stamps are refused', () => fail('tsp', 'error')],
    ['everything is refused', () => Promise.all([loseRevocation(), fail('tsp', 'error')])],
    [
      'the way to them throws',
      async () => {
        const thrown = () => Promise.reject(new TypeError('socket hang up'));
        Object.assign(app.parts.nca, { timestamps: { stamp: thrown }, revocation: { check: thrown } });
      },
    ],
  ];
  test.each(outages)('waits in a run in the middle of which %s, and fails no row', async (_, breakDown) => {
    const { nca } = app.parts;
    const { timestamps, revocation } = nca;
    const ids = await makeSentActs(app, deal, 12);
    const signatures = await signaturesOf(app, director, ids);
    let stamped = 0;
    let broken: Promise<unknown> | undefined;
    Object.assign(nca, {
      timestamps: {
        stamp: async (value: Uint8Array) => {
          // Eight rows are under way at once: what is asked from now on finds it broken, and not those that are quicker.
          await broken;
          const answer = await timestamps.stamp(value);
          if (++stamped === 4) await (broken = breakDown());
          return answer;
        },
      },
    });
    const { run_id } = await app.ok('acts.sign', director, { body: { signatures } });
    const rows = async () => {
      const { items } = await app.ok('jobs.rows', director, { params: { run_id }, query: { limit: 100 } });
      return items.map(({ status }) => status);
    };
    // A signature that is taken stands in `signatures`: its row keeps no copy, one that waits still has its own.
    const copies = async () => {
      const { rows } = await sql<{ status: string; has_cms: boolean }>`
        select distinct status, payload ? 'cms' as has_cms from bulk_items where run_id = ${run_id}
        order by status`.execute(app.parts.db);
      return rows.map(({ status, has_cms }) => `${status} ${has_cms}`);
    };
    Object.assign(nca, { timestamps, revocation });
    expect(new Set(await rows())).toEqual(new Set(['ok', 'pending_proof']));
    expect(await copies()).toEqual(['ok false', 'pending_proof true']);
    await mend();
    await follow();
    expect(await rows()).toEqual(ids.map(() => 'ok'));
    expect(await copies()).toEqual(['ok false']);
    for (const id of ids) expect(await stateOf(app, id)).toBe('signed_by_business');
  });

  test('keeps the stamp it got while only the word on revocation is missing', async () => {
    await loseRevocation();
    const id = await makeSentAct(app, deal);
    await signBy(app, director, id);
    await mend();
    // No second stamp is needed, so none is asked for.
    await fail('tsp', 'silent');
    await follow();
    expect(await stateOf(app, id)).toBe('signed_by_business');
  });

  test('is the same when it is sent again, and once signed by hand it is wanted no more', async () => {
    await fail('tsp', 'silent');
    const id = await makeSentAct(app, deal);
    const signatures = await signaturesOf(app, director, [id]);
    const send = () => app.ok('acts.sign', director, { body: { signatures } });
    const runs = [await send(), await send()];
    expect(runs.map((run) => run.items[0]!.status)).toEqual(['pending_proof', 'pending_proof']);
    expect(await statesOfWaiting(id)).toEqual(['waiting']);
    await mend();
    expect(await rowOf(await signBy(app, director, id))).toBe('ok');
    await follow();
    expect(await statesOfWaiting(id)).toEqual(['dropped']);
    for (const { run_id } of runs) {
      const rows = await app.ok('jobs.rows', director, { params: { run_id }, query: {} });
      expect(rows.items.map((row) => row.status)).toEqual(['ok']);
    }
    expect(await signatureOf(id)).toHaveLength(1);
  });

  test('is taken at once when the same is sent again and the services answer', async () => {
    await fail('tsp', 'silent');
    const id = await makeSentAct(app, deal);
    const signatures = await signaturesOf(app, director, [id]);
    const send = () => app.ok('acts.sign', director, { body: { signatures } });
    await send();
    await mend();
    expect(await rowOf(await send())).toBe('ok');
    await follow();
    expect(await statesOfWaiting(id)).toEqual(['taken']);
    expect(await signatureOf(id)).toHaveLength(1);
  });

  test('is refused when the certificate turns out to be revoked, and the act page says so', async () => {
    await loseRevocation();
    const id = await makeSentAct(app, deal);
    const key = await keyToRevoke();
    const { run_id } = await signWith(key, id);
    const act = () => app.ok('acts.get', director, { params: { act_id: id } });
    expect((await act()).proofs).toMatchObject([{ side: 'business', state: 'waiting', message: null }]);
    await mend();
    await revoke(key, 10);
    await follow();
    expect(await stateOf(app, id)).toBe('sent');
    const [proof] = (await act()).proofs;
    expect(proof).toMatchObject({ side: 'business', state: 'refused' });
    expect(proof!.message).toMatch(/сертификат/i);
    const rows = await app.ok('jobs.rows', director, { params: { run_id }, query: { only_failed: true } });
    expect(rows.items.map((row) => row.code)).toEqual(['signature.certificate']);
    expect(await app.ok('jobs.get', director, { params: { run_id } })).toMatchObject({ failed: 1 });
  });

  test('never counts for an act that was changed meanwhile', async () => {
    await fail('tsp', 'silent');
    const [recalled, returned, annulled] = await makeSentActs(app, deal, 3);
    await signBy(app, director, recalled!, returned!, annulled!);
    const reason = { reason: 'Ошибка' };
    await app.ok('acts.recall', director, { params: { act_id: recalled! } });
    await app.ok('acts.send', director, { body: { act_ids: [recalled!] } });
    await app.ok('acts.return', executor, { params: { act_id: returned! }, body: reason });
    await app.ok('acts.annul', executor, { params: { act_id: annulled! }, body: reason });
    await mend();
    await follow();
    expect(await stateOf(app, recalled!)).toBe('sent');
    expect(await stateOf(app, returned!)).toBe('returned');
    expect(await stateOf(app, annulled!)).toBe('annulled');
    for (const id of [recalled!, returned!, annulled!]) {
      expect(await signatureOf(id)).toEqual([]);
      expect((await statesOfWaiting(id))[0]).toMatch(/^(act|signature)\./);
    }
  });

  test('is done once by two who try together, round after round', async () => {
    const other = await makeTestApp({ beside: app });
    try {
      for (let round = 0; round < 8; round++) {
        await fail('tsp', 'silent');
        const id = await makeSentAct(app, deal);
        await signBy(app, director, id);
        await mend();
        // Both hold a lease of the same signature, as after a try that took longer than its lease.
        await sql`update pending_signatures set next_try_at = now() where state = 'waiting'`.execute(
          app.parts.db,
        );
        const release = sql`update pending_signatures set next_try_at = now() where act_id = ${id} and state = 'waiting'`;
        await Promise.all([
          followProofs(app.parts),
          release.execute(app.parts.db).then(() => followProofs(other.parts)),
          release.execute(other.parts.db).then(() => followProofs(app.parts)),
        ]);
        await follow();
        expect(await stateOf(app, id)).toBe('signed_by_business');
        expect(await statesOfWaiting(id)).toEqual(['taken']);
        expect(await signatureOf(id)).toHaveLength(1);
        const history = await app.ok('acts.history', director, { params: { act_id: id } });
        expect(history.filter((one) => one.action === 'sign')).toHaveLength(1);
      }
    } finally {
      await other.close();
    }
  });

  test('of a contract waits and is taken alike', async () => {
    const doc_id = await makeDraftContract(app, deal.company, deal.executor);
    await app.ok('documents.send', director, { params: { doc_id } });
    await fail('tsp', 'error');
    const answer = await signContractBy(app, executor, doc_id);
    expect(answer.items[0]!.status).toBe('pending_proof');
    const contract = (by: Person) => app.ok('documents.get', by, { params: { doc_id } });
    for (const by of [director, executor])
      expect((await contract(by)).proofs).toMatchObject([{ side: 'executor', state: 'waiting' }]);
    await mend();
    await follow();
    const { status, proofs } = await contract(director);
    expect([status.code, proofs]).toEqual(['signed_by_executor', []]);
  });

  test('by a phone is no signature yet: the page is told so, and what came of it', async () => {
    const phone = testPhone(app.http);
    const ids = await makeSentActs(app, deal, 3);
    const query = { doc_ids: ids, doc_type: 'act' as const };
    const check = () => app.ok('qr.check', director, { query });
    const { text } = await app.ok('qr.make', director, { query });
    const { document } = await phone.invitation(text!);
    const key = await keyToRevoke();
    const shown = await phone.documents(document);
    const [own, revoked] = [await phone.sign(shown, director.key), await phone.sign(shown, key)];
    // The second by a key that is revoked while nobody can be asked; the third will be taken back.
    own.documentsToSign[1] = revoked.documentsToSign[1]!;
    await loseRevocation();
    const reply = await phone.put(document, own);
    expect([reply.status, reply.json]).toMatchObject([200, { status: 'success', signed_count: 0 }]);
    expect(await check()).toMatchObject({
      items: ids.map((doc_id) => ({ doc_id, is_signed: false, is_awaited: true })),
      session: { state: 'awaited', total: 3, signed_count: 0, awaited_count: 3, errors: [] },
    });
    // The same answer again is the same.
    expect((await phone.put(document, own)).json).toEqual(reply.json);

    await mend();
    await revoke(key, 10);
    await app.ok('acts.recall', director, { params: { act_id: ids[2]! } });
    await follow();
    expect(await check()).toMatchObject({
      items: [
        { is_signed: true, is_awaited: false },
        { is_signed: false, is_awaited: false },
        { is_signed: false, is_awaited: false },
      ],
      session: {
        state: 'signed',
        signed_count: 1,
        awaited_count: 0,
        errors: [
          { doc_id: ids[1], code: 'signature.certificate' },
          { doc_id: ids[2], code: 'act.wrong_state' },
        ],
      },
    });
    // Said in words, not in a code of ours.
    expect((await check()).session!.errors[0]!.message).toMatch(/отозван/);
  });

  test('by a link is answered 202, and the link is used up when it is taken', async () => {
    const id = await makeSentAct(app, deal);
    const { url } = await app.ok('quick_sign.create', director, { body: { doc_type: 'act', id } });
    const params = { token: url.split('/').at(-1)! };
    const { cms } = (await signaturesOf(app, executor, [id]))[0]!;
    await fail('tsp', 'silent');
    const reply = await app.raw('quick_sign.sign', null, { params, body: { cms } });
    expect([reply.status, reply.json]).toEqual([
      202,
      { signed: false, pending_proof: true, public_id: expect.any(String) },
    ]);
    expect((await app.ok('quick_sign.get', null, { params })).used_at).toBeNull();
    await mend();
    await follow();
    expect(await stateOf(app, id)).toBe('signed_by_executor');
    const used = await app.parts.db
      .selectFrom('quick_signs')
      .select('used_at')
      .where('act_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(used.used_at).not.toBeNull();
    const again = await app.raw('quick_sign.sign', null, { params, body: { cms } });
    expect([again.status, again.json]).toMatchObject([200, { signed: true, pending_proof: false }]);
  });
});

test('after all of this the invariants hold', () => holdInvariants(app));
