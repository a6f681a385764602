import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { octetString } from '@kelisim/eds/asn1/write.ts';
import { verifyCms } from '@kelisim/eds/cms/verify.ts';
import { afterAll, expect, test } from 'vitest';
import { holdInvariants, violations, worldOf } from '../../../test/hold-invariants.ts';
import { makeTestApp, TEST_PATIENCE } from '../../../test/make-app.ts';
import { makeDeal, makeSentAct, makeSentActs, signBy } from '../../../test/papers.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';
import { listSignaturesOfFile, selectSignatures, wholeCms } from '../signatures/public.ts';

// One base and one delta serve all signatures, in whichever second each is made.
const app = await makeTestApp({ nca_patience: { ...TEST_PATIENCE, list_ms: 3_600_000 } });
const company = await makeCompany(app);
const deal = await makeDeal(app, company, await makeExecutor(app, company));
const { db } = app.parts;
// Some two thousand revoked certificates make a list that is too long to lie in a signature.
await sql`insert into sandbox.nca_revocations (algorithm, serial, revoked_at, reason)
  select 'gost512', '7' || encode(sha256(n::text::bytea), 'hex')::varchar(39), now() - interval '2 hours', 'superseded'
  from generate_series(1, 2000) n`.execute(db);
await sql`insert into sandbox.nca_faults values ('ocsp', 'silent')`.execute(db);
afterAll(() => app.close());

const lists = () => app.parts.db.selectFrom('revocation_lists').selectAll().execute();

test('a long list that proves signatures is kept once, and proves them when nobody can be asked', async () => {
  const { db, nca, clock } = app.parts;
  const { director } = deal.company;
  const { person: executor } = deal.executor;
  const acts = await makeSentActs(app, deal, 3);
  for (const by of [executor, director])
    expect((await signBy(app, by, ...acts)).items.map((row) => row.status)).toEqual(['ok', 'ok', 'ok']);
  const kept = await lists();
  // A base and its delta, whoever signs and however often.
  const rows = await selectSignatures(db)
    .select(['revocation_source', 'company_id', 'file_id'])
    .where('act_id', 'in', acts)
    .orderBy('id')
    .execute();
  const links = await db.selectFrom('signature_lists').selectAll().execute();
  expect([rows.length, links.length]).toEqual([6, 12]);
  expect(new Set(links.map(({ sha256 }) => sha256.toString('hex'))).size).toBe(kept.length);
  expect(kept.length).toBe(2);
  for (const { sha256, bytes } of kept) expect(createHash('sha256').update(bytes).digest()).toEqual(sha256);
  expect(Math.max(...kept.map(({ bytes }) => bytes.length))).toBeGreaterThan(64 * 1024);
  for (const { cms, revocation_source } of rows)
    expect([cms.length < 16 * 1024, revocation_source]).toEqual([true, 'crl']);

  await sql`update sandbox.nca_faults set fault = 'silent'`.execute(db);
  await sql`insert into sandbox.nca_faults values ('crl', 'silent')`.execute(db);
  // A process that has downloaded no list itself.
  const fresh = await makeTestApp({ beside: app });
  const act_id = acts[0]!;
  const { file, signatures } = await app.ok('acts.get', director, { params: { act_id } });
  const page = await fresh.ok('verification.document', null, { params: { public_id: file!.public_id } });
  expect(page.signatures.map(({ verdict }) => verdict)).toMatchObject([
    { status: 'valid', revocation: 'good', revocation_proof: { source: 'crl' } },
    { status: 'valid', revocation: 'good', revocation_proof: { source: 'crl' } },
  ]);
  // What is given out proves itself to whoever has nothing of ours.
  const cms = (await app.ok('signing.cms', director, {
    params: { signature_id: signatures[0]!.id },
  })) as Buffer;
  const content = (await app.ok('acts.file', director, { params: { act_id } })) as Buffer;
  const alone = await verifyCms({ cms, content, ...nca, revocation: undefined, at: clock.now() } as never);
  expect(alone).toMatchObject({ status: 'valid', signers: [{ revocation: 'good' }] });
  // A signature with its lists is given out whole, or as it was taken when they are longer than asked for.
  const { company_id, file_id } = rows[0]!;
  const [first] = await listSignaturesOfFile(db, { company_id, id: file_id });
  const length = kept.reduce((sum, { bytes }) => sum + bytes.length, 0);
  expect((await wholeCms(db, first!, length)).length).toBeGreaterThan(length);
  expect(await wholeCms(db, first!, length - 1)).toEqual(first!.cms);
  const card = (await fresh.ok('proofs.act_ddc', director, { params: { act_id } })) as Buffer;
  const checked = await fresh.ok('verification.files', null, {
    body: {},
    files: { file: { name: 'card.pdf', bytes: card } },
  });
  expect(checked).toMatchObject({
    status: 'valid',
    signers: [{ revocation: 'good' }, { revocation: 'good' }],
  });
  await fresh.close();
  await sql`delete from sandbox.nca_faults where service = 'crl'`.execute(db);
});

test('a list that was changed where it lies is seen', async () => {
  const id = await makeSentAct(app, deal);
  expect((await signBy(app, deal.company.director, id)).items[0]!.status).toBe('ok');
  await holdInvariants(app);
  const [list] = (await lists()).toSorted((a, b) => b.bytes.length - a.bytes.length);
  const changed = Buffer.from(list!.bytes);
  changed[changed.length >> 1]! ^= 1;
  const put = (bytes: Buffer) =>
    app.owner.updateTable('revocation_lists').set({ bytes }).where('sha256', '=', list!.sha256).execute();
  await put(changed);
  const broken = await violations(worldOf(app));
  expect(broken.length).toBeGreaterThan(0);
  for (const fault of broken) expect(fault).toMatch(/^I4: signature \d+ is indeterminate/);
  await put(list!.bytes);
  await holdInvariants(app);
});

test('a card holds lists that are too long for a signature given out alone', async () => {
  const { db } = app.parts;
  await sql`insert into sandbox.nca_revocations (algorithm, serial, revoked_at, reason)
    select 'gost512', '6' || encode(sha256(n::text::bytea), 'hex')::varchar(39), now() - interval '2 hours', 'superseded'
    from generate_series(1, 25000) n`.execute(db);
  const fresh = await makeTestApp({ beside: app, nca_patience: { ...TEST_PATIENCE, list_ms: 3_600_000 } });
  const { director } = deal.company;
  const act_id = await makeSentAct(fresh, deal);
  expect((await signBy(fresh, director, act_id)).items[0]!.status).toBe('ok');
  const { signatures } = await fresh.ok('acts.get', director, { params: { act_id } });
  const alone = (await fresh.ok('signing.cms', director, {
    params: { signature_id: signatures[0]!.id },
  })) as Buffer;
  const card = (await fresh.ok('proofs.act_ddc', director, { params: { act_id } })) as Buffer;
  expect([alone.length < 64 * 1024, card.length > 1024 * 1024]).toEqual([true, true]);

  // Up to 8 MiB of lists to the byte; one byte more, and there is no card, which says why.
  const other = await makeSentAct(fresh, deal);
  expect((await signBy(fresh, director, other)).items[0]!.status).toBe('ok');
  const signature = await db
    .selectFrom('signatures as s')
    .innerJoin('signature_lists as l', 'l.signature_id', 's.id')
    .innerJoin('revocation_lists as r', 'r.sha256', 'l.sha256')
    .select((eb) => [
      's.id',
      's.company_id',
      sql<number>`sum(octet_length(${eb.ref('r.bytes')}))::int`.as('size'),
    ])
    .where('s.act_id', '=', other)
    .groupBy(['s.id', 's.company_id'])
    .executeTakeFirstOrThrow();
  const fillUpTo = async (size: number) => {
    const bytes = Buffer.from(octetString(new Uint8Array(size - signature.size - 5)));
    expect(bytes.length + signature.size).toBe(size);
    const sha256 = createHash('sha256').update(bytes).digest();
    await app.owner.insertInto('revocation_lists').values({ sha256, bytes }).execute();
    const link = { company_id: signature.company_id, signature_id: signature.id, position: 3, sha256 };
    await app.owner
      .insertInto('signature_lists')
      .values(link)
      .onConflict((oc) => oc.columns(['company_id', 'signature_id', 'position']).doUpdateSet({ sha256 }))
      .execute();
  };
  const given = { params: { act_id: other } };
  await fillUpTo(8 * 1024 * 1024 + 1);
  expect(await fresh.refused('proofs.act_ddc', director, given)).toMatchObject({
    status: 409,
    code: 'proof.incomplete',
    message: expect.stringContaining('нет доказательства, что сертификат не был отозван. Возьмите PDF'),
  });
  await fillUpTo(8 * 1024 * 1024);
  const full = (await fresh.ok('proofs.act_ddc', director, given)) as Buffer;
  const checked = await fresh.ok('verification.files', null, {
    body: {},
    files: { file: { name: 'card.pdf', bytes: full } },
  });
  expect(checked).toMatchObject({ status: 'valid', signers: [{ revocation: 'good' }] });
  await fresh.close();
});
