import { createHash } from 'node:crypto';
import type { QrCode } from '@kelisim/shared/features/qr-signing/qr-signing.contract.ts';
import { toPem } from '@kelisim/eds/asn1/armour.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeDealApp } from '../../../test/deal-app.ts';
import type { TestApp } from '../../../test/make-app.ts';
import { makeDraftContract, makeSentAct, makeSentActs, stateOf, type Deal } from '../../../test/papers.ts';
import { makeCompany, makeEmployee, makeExecutor, signInAs, type Person } from '../../../test/people.ts';
import { testPhone, type Shown, type TestPhone } from '../../../test/phone.ts';
import { movableClock } from '../../platform/clock.ts';
import { sweepQrSessions } from './qr-signing.queries.ts';

let app: TestApp, deal: Deal;
let phone: TestPhone;
const clock = movableClock(new Date());
const later = (seconds: number) => clock.set(new Date(clock.now().getTime() + seconds * 1000));

beforeAll(async () => {
  ({ app, deal } = await makeDealApp({
    app: { clock },
    company: { algorithm: 'gost512' },
    executor: { algorithm: 'gost512' },
  }));
  phone = testPhone(app.http);
});
afterAll(() => app.close());
beforeEach(() => clock.set(new Date()));

const executor = () => deal.executor.person;
const director = () => deal.company.director;

function codeFor(act_ids: number[], by = executor()): Promise<QrCode> {
  return app.ok('qr.make', by, { query: { doc_ids: act_ids, doc_type: 'act' } });
}
function progress(act_ids: number[], by = executor()) {
  return app.ok('qr.check', by, { query: { doc_ids: act_ids, doc_type: 'act' } });
}
const sessionOf = async (act_ids: number[], by = executor()) => (await progress(act_ids, by)).session!;

/** Everything up to the documents on the phone. */
async function scanned(act_ids: number[], by = executor()) {
  const code = await codeFor(act_ids, by);
  const invitation = await phone.invitation(code.text!);
  const shown = await phone.documents(invitation.document);
  return { code, ...invitation, shown };
}

const withData = (shown: Shown, change: (data: string, at: number) => string): Shown => ({
  ...shown,
  documentsToSign: shown.documentsToSign.map((one, at) => ({
    ...one,
    document: { file: { ...one.document.file, data: change(one.document.file.data, at) } },
  })),
});

describe('the whole way', () => {
  test('an executor signs two acts on the phone with a GOST key; the page follows each step', async () => {
    const ids = await makeSentActs(app, deal, 2);
    expect(await progress(ids)).toEqual({
      items: ids.map((doc_id) => ({ doc_id, is_signed: false, is_awaited: false })),
      session: null,
    });
    const code = await codeFor(ids);
    expect(code.text).toMatch(
      /^mobileSign:http:\/\/localhost:4400\/api\/v1\/qr-signing\/init\?mgovSign=[\w-]{24}$/,
    );
    const inner = encodeURIComponent(code.text!.slice('mobileSign:'.length));
    expect(code.mobile_link).toBe(`https://m.egov.kz/mobileSign/?link=${inner}`);
    expect(code.business_link).toBe(`https://m.egov.kz/businessSign/?link=${inner}`);
    expect(code.picture).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(code.expires_in_s).toBe(300);
    expect((await sessionOf(ids)).state).toBe('waiting');

    const invitation = await phone.invitation(code.text!);
    expect(invitation.expiry_date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0500$/);
    expect(Date.parse(invitation.expiry_date.replace('+0500', '+05:00'))).toBe(Date.parse(code.expires_at));
    expect(invitation.organisation.bin).toBe(deal.executor.bin);
    expect(invitation.document.auth_type).toBe('Token');
    expect((await sessionOf(ids)).state).toBe('scanned');

    const shown = await phone.documents(invitation.document);
    expect(shown).toMatchObject({ signMethod: 'CMS_SIGN_ONLY', version: 1 });
    expect(shown.documentsToSign.map((one) => one.id)).toEqual([1, 2]);
    for (const [at, one] of shown.documentsToSign.entries()) {
      const act = await app.ok('acts.get', executor(), { params: { act_id: ids[at]! } });
      const bytes = Buffer.from(one.document.file.data, 'base64');
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(act.file!.sha256);
      expect(one.document.file.mime).toBe('application/pdf');
      expect(one.nameRu).toBe(`Акт № ${act.number}. ${act.title}`);
      expect(one.nameKz).toBe(`№ ${act.number} акт. ${act.title}`);
      expect(one.meta).toEqual([
        { name: 'Номер', value: act.number },
        { name: 'Другая сторона', value: deal.company.name },
        { name: 'Сумма', value: '4\u00a0500,00\u00a0₸' },
      ]);
    }
    expect((await sessionOf(ids)).state).toBe('opened');

    const reply = await phone.put(invitation.document, await phone.sign(shown, executor().key));
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual({
      status: 'success',
      message: 'success',
      backUrl: 'http://localhost:4400/lk/executor/acts',
      success: true,
      signed_count: 2,
      errors: [],
    });
    expect(await progress(ids)).toMatchObject({
      items: ids.map((doc_id) => ({ doc_id, is_signed: true, is_awaited: false })),
      session: { state: 'signed', total: 2, signed_count: 2, errors: [] },
    });
    for (const id of ids) {
      expect(await stateOf(app, id)).toBe('signed_by_executor');
      const act = await app.ok('acts.get', director(), { params: { act_id: id } });
      expect(act.signatures).toMatchObject([
        { side: 'executor', means: 'egov_mobile', algorithm: 'gost512' },
      ]);
      // From where the phone has sent it: to the own side alone.
      const lastOf = async (person: Person) =>
        (await app.ok('acts.history', person, { params: { act_id: id } }))[0];
      expect(await lastOf(executor())).toMatchObject({
        action: 'sign',
        ip: expect.stringMatching(/^[\d.:a-f]+$/),
      });
      expect(await lastOf(director())).toMatchObject({ action: 'sign', ip: null });
    }
    const runs = await app.ok('jobs.list', executor(), { query: {} });
    expect(runs.items[0]).toMatchObject({ kind: 'acts.sign', state: 'done', total: 2, failed: 0 });
  });

  test('a director signs a contract with an RSA key, PEM and broken lines included', async () => {
    const company = await makeCompany(app, { algorithm: 'rsa' });
    const worker = await makeExecutor(app, company);
    const id = await makeDraftContract(app, company, worker);
    await app.ok('documents.send', company.director, { params: { doc_id: id } });
    const query = { doc_ids: [id], doc_type: 'document' as const };
    const code = await app.ok('qr.make', company.director, { query });
    const { document } = await phone.invitation(code.text!);
    const signed = await phone.sign(await phone.documents(document), company.director.key);
    const pem = withData(signed, (data) =>
      toPem('CMS', Buffer.from(data, 'base64')).replaceAll('\n', '\r\n'),
    );
    expect((await phone.put(document, pem)).status).toBe(200);
    // The same signature in another dress is the same answer.
    const lines = withData(signed, (data) => ` ${data.replace(/.{1,64}/g, '$&\n')}`);
    expect((await phone.put(document, lines)).status).toBe(200);
    const view = await app.ok('documents.get', company.director, { params: { doc_id: id } });
    expect(view.status.code).toBe('signed_by_business');
    expect(view.signatures).toMatchObject([{ means: 'egov_mobile', algorithm: 'rsa' }]);
    expect((await app.ok('qr.check', company.director, { query })).items).toEqual([
      { doc_id: id, is_signed: true, is_awaited: false },
    ]);
  });

  test('the code for acts has a call of its own and is the same thing', async () => {
    const ids = await makeSentActs(app, deal, 1);
    const code = await app.ok('qr.make_for_acts', executor(), { query: { act_ids: ids } });
    expect(code).toMatchObject({ doc_type: 'act', doc_ids: ids });
    expect((await phone.scan(code.text!)).status).toBe(200);
  });

  test('names of the facts and messages follow the language of the phone', async () => {
    const ids = await makeSentActs(app, deal, 1);
    const code = await codeFor(ids);
    const kk = { language: 'kk' } as const;
    const { description, document } = (await phone.scan(code.text!, kk)).json as Awaited<
      ReturnType<TestPhone['invitation']>
    >;
    expect(description).toBe('Актілерге қол қою');
    const shown = (await phone.get(document, kk)).json as Shown;
    expect(shown.documentsToSign[0]!.meta.map((one) => one.name)).toEqual([
      'Нөмірі',
      'Екінші тарап',
      'Сомасы',
    ]);
    const russian = await phone.put(
      document,
      withData(shown, () => 'AAAA'),
    );
    const kazakh = await phone.put(
      document,
      withData(shown, () => 'AAAB'),
      kk,
    );
    expect([russian.status, kazakh.status]).toEqual([403, 403]);
    expect((russian.json as { message: string }).message).toMatch(
      /^Подпись не принята\. Это не файл подписи/,
    );
    expect((kazakh.json as { message: string }).message).toMatch(
      /^Қолтаңба қабылданбады\. Бұл қолтаңба файлы емес/,
    );
  });
});

describe('who may ask for a code', () => {
  test('nobody without a session, no employee without the right, nobody for another company', async () => {
    const id = await makeSentAct(app, deal);
    const query = { doc_ids: [id], doc_type: 'act' };
    expect(await app.refused('qr.make', null, { query })).toMatchObject({ status: 401 });
    const clerk = await makeEmployee(app, deal.company, ['manage_acts']);
    expect(await app.refused('qr.make', clerk, { query })).toMatchObject({ status: 403, code: 'forbidden' });
    const stranger = await makeCompany(app);
    const foreign = await app.refused('qr.make', stranger.director, { query });
    const missing = await app.refused('qr.make', stranger.director, {
      query: { doc_ids: [999_999_999], doc_type: 'act' },
    });
    expect(foreign).toEqual({ ...missing, request_id: foreign.request_id });
    expect(foreign).toMatchObject({ status: 404 });
  });

  test('kinds that belong to other pages, empty lists and repeated fields are refused by name', async () => {
    const id = await makeSentAct(app, deal);
    const asked = (query: Record<string, unknown>) => app.refused('qr.make', executor(), { query });
    expect(await asked({ doc_ids: [id], doc_type: 'login' })).toMatchObject({
      status: 400,
      field: 'doc_type',
    });
    expect(await asked({ doc_type: 'act' })).toMatchObject({ status: 400, field: 'doc_ids' });
    expect(await asked({ doc_ids: [id], doc_type: 'act', user_id: 1 })).toMatchObject({
      status: 400,
      code: 'unknown_field',
    });
  });

  test('an act that cannot be signed gives no code, and says why', async () => {
    const id = await makeSentAct(app, deal);
    await app.ok('acts.annul', executor(), { params: { act_id: id }, body: { reason: 'Ошибка' } });
    expect(
      await app.refused('qr.make', executor(), { query: { doc_ids: [id], doc_type: 'act' } }),
    ).toMatchObject({ status: 409, code: 'act.wrong_state' });
  });

  test('a check tells a stranger nothing about the documents or the sessions of others', async () => {
    const id = await makeSentAct(app, deal);
    const { document, shown, code } = await scanned([id]);
    await phone.put(document, await phone.sign(shown, executor().key));
    const stranger = await makeCompany(app);
    const query = { doc_ids: [id], doc_type: 'act' as const, session_id: code.session_id };
    expect(await app.ok('qr.check', stranger.director, { query })).toEqual({
      items: [{ doc_id: id, is_signed: false, is_awaited: false }],
      session: null,
    });
    // The other side sees its own signature, which is not there yet.
    expect(await app.ok('qr.check', director(), { query })).toEqual({
      items: [{ doc_id: id, is_signed: false, is_awaited: false }],
      session: null,
    });
  });
});

describe('the one-time key of the address', () => {
  test('an invented key is unknown', async () => {
    const reply = await phone.scan(
      `mobileSign:http://localhost:4400/api/v1/qr-signing/init?mgovSign=${'A'.repeat(24)}`,
    );
    expect(reply).toMatchObject({ status: 401, json: { code: 'qr.unknown' } });
  });

  test('the phone that read it may ask again and gets the same token, another phone is too late', async () => {
    const code = await codeFor([await makeSentAct(app, deal)]);
    const first = await phone.invitation(code.text!);
    expect(await phone.invitation(code.text!)).toEqual(first);
    const other = await phone.scan(code.text!, { user_agent: 'eGovMobile/2.4.1 (iOS)' });
    expect(other).toMatchObject({ status: 409, json: { code: 'qr.used' } });
    expect(other.text).not.toContain(first.document.auth_token);
  });

  test('a new code for the same documents ends the earlier one at once, a code for others does not', async () => {
    const [one, two] = await makeSentActs(app, deal, 2);
    const old = await scanned([one!, two!]);
    const apart = await scanned([one!]);
    await codeFor([two!, one!]);
    expect(await phone.get(old.document)).toMatchObject({ status: 403, json: { code: 'qr.expired' } });
    expect((await phone.get(apart.document)).status).toBe(200);
  });

  test('after five minutes neither key nor token opens anything, and nothing can be signed', async () => {
    const id = await makeSentAct(app, deal);
    const unread = await codeFor([await makeSentAct(app, deal)]);
    const { document, shown } = await scanned([id]);
    const signed = await phone.sign(shown, executor().key);
    later(299);
    expect((await phone.get(document)).status).toBe(200);
    later(2);
    expect(await phone.scan(unread.text!)).toMatchObject({ status: 403, json: { code: 'qr.expired' } });
    expect(await phone.get(document)).toMatchObject({ status: 403, json: { code: 'qr.expired' } });
    expect(await phone.put(document, signed)).toMatchObject({ status: 403, json: { code: 'qr.expired' } });
    expect((await sessionOf([id])).state).toBe('expired');
    expect(await stateOf(app, id)).toBe('sent');
  });

  test('neither key nor token stands in the database', async () => {
    const { code, document } = await scanned([await makeSentAct(app, deal)]);
    const row = await app.parts.db
      .selectFrom('qr_sessions')
      .selectAll()
      .where('id', '=', code.session_id)
      .executeTakeFirstOrThrow();
    const text = JSON.stringify(row, (_key, value: unknown) =>
      value && (value as { type?: string }).type === 'Buffer'
        ? Buffer.from((value as { data: number[] }).data).toString('latin1')
        : value,
    );
    expect(text).not.toContain(code.text!.slice(-24));
    expect(text).not.toContain(document.auth_token);
  });
});

describe('the token of API No.2', () => {
  test('none, another one, a session of ours, another session: refused, and nothing is shown', async () => {
    const id = await makeSentAct(app, deal);
    const { document, shown } = await scanned([id]);
    const foreign = await scanned([await makeSentAct(app, deal)]);
    const { token: session_token } = await signInAs(app, executor());
    for (const token of [null, '', 'x'.repeat(43), session_token]) {
      expect(await phone.get(document, { token })).toMatchObject({
        status: 401,
        json: { code: 'qr.unknown' },
      });
      expect(await phone.put(document, shown, { token })).toMatchObject({ status: 401 });
    }
    // A good token for other documents.
    const token = foreign.document.auth_token;
    expect(await phone.get(document, { token })).toMatchObject({
      status: 403,
      json: { code: 'qr.other_documents' },
    });
    expect(await phone.put(document, await phone.sign(shown, executor().key), { token })).toMatchObject({
      status: 403,
    });
    expect(await stateOf(app, id)).toBe('sent');
  });

  test('a token of the phone opens nothing else', async () => {
    const { document } = await scanned([await makeSentAct(app, deal)]);
    expect(await app.refused('auth.me', { token: document.auth_token })).toMatchObject({ status: 401 });
  });

  test('the address must name the documents and the person of the session', async () => {
    const [one, two] = await makeSentActs(app, deal, 2);
    const { document } = await scanned([one!, two!]);
    const with_uri = (uri: string) => phone.get(document, { uri });
    const user_id = executor().user_id;
    const base = document.uri.split('?')[0]!;
    for (const query of [
      `doc_ids=${one}&user_id=${user_id}`,
      `doc_ids=${two}&doc_ids=${one}&user_id=${user_id}`,
      `doc_ids=${one}&doc_ids=${two}&doc_ids=${two}&user_id=${user_id}`,
      `doc_ids=${one}&doc_ids=${two}&user_id=${director().user_id}`,
    ]) {
      expect(await with_uri(`${base}?${query}`)).toMatchObject({
        status: 403,
        json: { code: 'qr.other_documents' },
      });
    }
    expect((await with_uri(`${base}?doc_ids=${one}&doc_ids=${two}`)).status).toBe(400);
    expect((await with_uri(document.uri)).status).toBe(200);
  });
});

describe('what the phone sends back', () => {
  test('missing, added, moved and renumbered documents are refused, and nothing is signed', async () => {
    const ids = await makeSentActs(app, deal, 2);
    const { document, shown } = await scanned(ids);
    const { documentsToSign, ...rest } = await phone.sign(shown, executor().key);
    const [first, second] = documentsToSign;
    for (const list of [
      [],
      [first],
      [second, first],
      [first, second, second],
      [first, { ...second, id: 3 }],
    ]) {
      expect(await phone.put(document, { ...rest, documentsToSign: list })).toMatchObject({
        status: 403,
        json: { code: 'qr.other_documents' },
      });
    }
    for (const id of ids) expect(await stateOf(app, id)).toBe('sent');
    // The session is whole: the right list still goes through.
    expect((await phone.put(document, { ...rest, documentsToSign })).status).toBe(200);
  });

  test('signatures that changed places belong to other files: 403, and the next try may be right', async () => {
    const ids = await makeSentActs(app, deal, 2);
    const { document, shown } = await scanned(ids);
    const signed = await phone.sign(shown, executor().key);
    const data = signed.documentsToSign.map((one) => one.document.file.data);
    const swapped = await phone.put(
      document,
      withData(signed, (_data, at) => data[1 - at]!),
    );
    expect(swapped).toMatchObject({
      status: 403,
      json: {
        code: 'signature.other_file',
        message: 'Подпись сделана над другим файлом. Подпишите документ заново.',
        success: false,
        signed_count: 0,
      },
    });
    expect((swapped.json as { errors: unknown[] }).errors).toMatchObject([
      { id: 1, code: 'signature.other_file' },
      { id: 2, code: 'signature.other_file' },
    ]);
    expect(await sessionOf(ids)).toMatchObject({
      state: 'opened',
      signed_count: 0,
      errors: [{ doc_id: ids[0] }, { doc_id: ids[1] }],
    });
    expect((await phone.put(document, signed)).status).toBe(200);
    expect(await sessionOf(ids)).toMatchObject({ state: 'signed', signed_count: 2, errors: [] });
  });

  test('unsigned bytes, an empty signature, rubbish and a signature of another person: 403', async () => {
    const id = await makeSentAct(app, deal);
    const { document, shown } = await scanned([id]);
    for (const body of [
      shown,
      withData(shown, () => ''),
      withData(shown, () => '-----BEGIN CMS-----'),
      withData(shown, () => 'A'.repeat(300_000)),
      await phone.sign(shown, director().key),
    ]) {
      expect((await phone.put(document, body)).status).toBe(403);
    }
    expect(await stateOf(app, id)).toBe('sent');
  });

  test('one bad signature does not undo the good ones; the phone is told how many went through', async () => {
    const ids = await makeSentActs(app, deal, 3);
    const { document, shown } = await scanned(ids);
    const signed = await phone.sign(shown, executor().key);
    const mixed = withData(signed, (data, at) =>
      at === 1 ? signed.documentsToSign[0]!.document.file.data : data,
    );
    const reply = await phone.put(document, mixed);
    expect(reply).toMatchObject({
      status: 409,
      json: {
        code: 'qr.partly',
        success: false,
        signed_count: 2,
        errors: [{ id: 2, code: 'signature.other_file' }],
      },
    });
    expect((reply.json as { message: string }).message).toMatch(/^Подписано 2 из 3\. /);
    expect(await Promise.all(ids.map((id) => stateOf(app, id)))).toEqual([
      'signed_by_executor',
      'sent',
      'signed_by_executor',
    ]);
    expect(await sessionOf(ids)).toMatchObject({
      state: 'signed',
      total: 3,
      signed_count: 2,
      errors: [{ doc_id: ids[1] }],
    });
    // Asked again, the same; with other signatures the code is used up.
    expect((await phone.put(document, mixed)).json).toMatchObject({ code: 'qr.partly', signed_count: 2 });
    expect(await phone.put(document, signed)).toMatchObject({ status: 409, json: { code: 'qr.used' } });
  });

  test('the same answer twice, one after another and side by side, signs once and is answered alike', async () => {
    const id = await makeSentAct(app, deal);
    const { document, shown } = await scanned([id]);
    const signed = await phone.sign(shown, executor().key);
    const both = await Promise.all([phone.put(document, signed), phone.put(document, signed)]);
    const third = await phone.put(document, signed);
    for (const reply of [...both, third])
      expect(reply.json).toMatchObject({ success: true, signed_count: 1 });
    // Another signature of the same person is another answer, and the code is used up; so is reading it.
    const again = await phone.sign(shown, executor().key);
    expect(await phone.put(document, again)).toMatchObject({ status: 409, json: { code: 'qr.used' } });
    expect(await phone.get(document)).toMatchObject({ status: 409, json: { code: 'qr.used' } });
    const history = await app.ok('acts.history', executor(), { params: { act_id: id } });
    expect(history.filter((entry) => entry.action === 'sign')).toHaveLength(1);
  });

  test('fields that the app adds of its own are passed over', async () => {
    const id = await makeSentAct(app, deal);
    const { document, shown } = await scanned([id]);
    const signed = await phone.sign(shown, executor().key);
    const body = {
      ...signed,
      platform: 'iOS',
      documentsToSign: signed.documentsToSign.map((one) => ({ ...one, documentXml: null, extra: { a: 1 } })),
    };
    expect((await phone.put(document, body)).status).toBe(200);
  });
});

describe('when the world moves while the phone thinks', () => {
  test('an act annulled or taken back meanwhile is neither shown nor signed: 409', async () => {
    const [annulled, recalled] = await makeSentActs(app, deal, 2);
    const one = await scanned([annulled!]);
    const two = await scanned([recalled!]);
    await app.ok('acts.annul', director(), { params: { act_id: annulled! }, body: { reason: 'Ошибка' } });
    await app.ok('acts.recall', director(), { params: { act_id: recalled! } });
    for (const { document, shown } of [one, two]) {
      expect((await phone.get(document)).status).toBe(409);
      expect((await phone.put(document, await phone.sign(shown, executor().key))).status).toBe(409);
    }
    expect(await stateOf(app, annulled!)).toBe('annulled');
    expect(await stateOf(app, recalled!)).toBe('draft');
  });

  test('an act corrected and sent anew is another document: 409, and the new bytes are not given out', async () => {
    const id = await makeSentAct(app, deal);
    const { document, shown } = await scanned([id]);
    await app.ok('acts.recall', director(), { params: { act_id: id } });
    await app.ok('acts.send', director(), { body: { act_ids: [id] } });
    for (const reply of [
      await phone.get(document),
      await phone.put(document, await phone.sign(shown, executor().key)),
    ]) {
      expect(reply).toMatchObject({ status: 409, json: { code: 'signature.other_version' } });
    }
    expect(await stateOf(app, id)).toBe('sent');
  });

  test('who loses the right to sign meanwhile signs nothing', async () => {
    const clerk = await makeEmployee(app, deal.company, ['sign'], ['organisation', 'right_to_sign']);
    const id = await makeSentAct(app, deal);
    const { document, shown } = await scanned([id], clerk);
    await app.parts.db
      .updateTable('memberships')
      .set({ rights: [] })
      .where('user_id', '=', clerk.user_id)
      .execute();
    expect(await phone.get(document)).toMatchObject({ status: 403, json: { code: 'forbidden' } });
    expect((await phone.put(document, await phone.sign(shown, clerk.key))).status).toBe(403);
    expect(await stateOf(app, id)).toBe('sent');
  });

  test('an employee whose certificate gives no right to sign is refused with the reason', async () => {
    const clerk = await makeEmployee(app, deal.company, ['sign']);
    const { document, shown } = await scanned([await makeSentAct(app, deal)], clerk);
    expect(await phone.put(document, await phone.sign(shown, clerk.key))).toMatchObject({
      status: 403,
      json: { code: 'signature.no_right', message: 'Этот сертификат не даёт права подписи за организацию.' },
    });
  });
});

describe('cancelling', () => {
  test('the phone cancels, may say so twice, and nothing can be signed after that', async () => {
    const id = await makeSentAct(app, deal);
    const { document, shown } = await scanned([id]);
    for (const body of [{ ...shown, status: 'CANCELED' }, { status: 'CANCELED' }]) {
      expect(await phone.put(document, body)).toMatchObject({
        status: 200,
        json: { status: 'success', success: false, signed_count: 0 },
      });
    }
    expect((await sessionOf([id])).state).toBe('cancelled');
    expect(await phone.get(document)).toMatchObject({ status: 409, json: { code: 'qr.cancelled' } });
    expect(await phone.put(document, await phone.sign(shown, executor().key))).toMatchObject({
      status: 409,
      json: { code: 'qr.cancelled' },
    });
    expect(await stateOf(app, id)).toBe('sent');
  });

  test('what is signed cannot be cancelled any more', async () => {
    const { document, shown } = await scanned([await makeSentAct(app, deal)]);
    await phone.put(document, await phone.sign(shown, executor().key));
    expect(await phone.put(document, { status: 'CANCELED' })).toMatchObject({ status: 409 });
  });
});

test('codes that led to nothing are forgotten after a day, those that signed stay', async () => {
  const unused = await codeFor([await makeSentAct(app, deal)]);
  const used = await scanned([await makeSentAct(app, deal)]);
  await phone.put(used.document, await phone.sign(used.shown, executor().key));
  const stay = async () =>
    (
      await app.parts.db
        .selectFrom('qr_sessions')
        .select('id')
        .where('id', 'in', [unused.session_id, used.code.session_id])
        .execute()
    ).map((row) => row.id);
  await sweepQrSessions(app.parts.db, clock.now());
  expect(await stay()).toHaveLength(2);
  await sweepQrSessions(app.parts.db, new Date(clock.now().getTime() + 25 * 3_600_000));
  expect(await stay()).toEqual([used.code.session_id]);
});
