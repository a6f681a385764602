import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ESF_PASSWORD, readyForEsf, signHere, signInToEsf, signMixed } from '../../../test/esf-papers.ts';
import { addDays, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import {
  allDone,
  makeDeal,
  makeDraftAct,
  makeSentAct,
  makeSignedActs,
  signBy,
  stateOf,
  TODAY,
  type Deal,
} from '../../../test/papers.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';
import { testPhone } from '../../../test/phone.ts';
import type { QrCode } from '@kelisim/shared/features/qr-signing/qr-signing.contract.ts';
import { movableClock } from '../../platform/clock.ts';
import { readPages } from '../../adapters/pdf/typst/read-pages.ts';
import { followEsf } from './follow-esf.ts';

let deal: Deal;
const clock = movableClock(new Date());
const later = (seconds: number) => clock.set(new Date(clock.now().getTime() + seconds * 1000));
const log_lines: string[] = [];
const log = pino(
  { level: 'debug' },
  new Writable({
    write(chunk, _encoding, done) {
      log_lines.push(String(chunk));
      done();
    },
  }),
);

const app = await makeTestApp({ clock, log });
const beside = await makeTestApp({ clock, beside: app });
afterAll(async () => {
  await beside.close();
  await app.close();
});
beforeEach(async () => {
  clock.set(new Date());
  await app.parts.db.deleteFrom('sandbox.esf_faults').execute();
  const company = await makeCompany(app);
  deal = await makeDeal(app, company, await makeExecutor(app, company));
  await readyForEsf(app, deal);
});

const person = () => deal.executor.person;
const fail = (operation: string, fault: 'silent' | 'error' | 'lost' | 'slow') =>
  app.parts.db.insertInto('sandbox.esf_faults').values({ operation, fault }).execute();
const mend = () => app.parts.db.deleteFrom('sandbox.esf_faults').execute();

/** The phone reads the code and signs all it is shown. */
async function signByPhone(code: QrCode) {
  const phone = testPhone(app.http);
  const { document } = await phone.invitation(code.text!);
  const shown = await phone.documents(document);
  const reply = await phone.put(document, await signMixed(shown, person().key));
  return { shown, reply };
}

async function issue(act_ids: number[]) {
  return signByPhone(await app.ok('esf.qr_invoice', person(), { query: { act_ids } }));
}

/** A few rounds of both servers, with time between them. */
async function follow(rounds = 3) {
  for (let round = 0; round < rounds; round++) {
    await Promise.all([followEsf(app.parts), followEsf(beside.parts)]);
    later(20);
  }
}

async function documentsOf(act_id: number, by = person()) {
  return (await app.ok('esf.of_act', by, { params: { act_id } })).documents;
}
const invoiceOf = async (act_id: number) =>
  (await documentsOf(act_id)).find((one) => one.kind === 'invoice')!;
const uploads = () =>
  app.parts.db.selectFrom('sandbox.esf_papers').selectAll().where('tin', '=', deal.executor.bin).execute();

describe('from a signed act to a registered number', () => {
  test('one signing on the phone: the invoice, the electronic act and the sign-in', async () => {
    const [act_id] = await makeSignedActs(app, deal, 1);
    const standing = await app.ok('esf.check', person(), {});
    expect(standing).toMatchObject({ is_connected: true, has_login: true, is_signed_in: false });
    const { shown, reply } = await issue([act_id!]);
    expect(shown.documentsToSign.map((one) => one.signMethod)).toEqual([
      'SIGN_BYTES_ARRAY',
      'SIGN_BYTES_ARRAY',
      'XML',
    ]);
    expect(reply).toMatchObject({ status: 200, json: { success: true, signed_count: 3, errors: [] } });
    expect((await app.ok('esf.check', person(), {})).is_signed_in).toBe(true);
    await follow();
    const documents = await documentsOf(act_id!);
    expect(documents.flatMap((one) => one.errors)).toEqual([]);
    expect(documents.map((one) => [one.kind, one.status]).toSorted()).toEqual([
      ['awp', 'registered'],
      ['invoice', 'registered'],
    ]);
    const invoice = await invoiceOf(act_id!);
    expect(invoice.registration_number).toMatch(new RegExp(`^ESF-${deal.executor.bin}-\\d{8}-\\d{8}$`));
    expect(invoice.system_status).toEqual({ code: 'CREATED', name: 'Создан (не просмотрен)' });
    // The company sees the same, and nobody else.
    const seen = await documentsOf(act_id!, deal.company.director);
    expect(seen.map((one) => one.registration_number)).toEqual(
      documents.map((one) => one.registration_number),
    );
    const list = await app.ok('esf.list', deal.company.director, {
      query: { search: invoice.registration_number! },
    });
    expect(list.items.map((one) => one.id)).toEqual([invoice.id]);
    expect((await uploads()).length).toBe(2);
    // Each names the other, here and in what was signed.
    const awp = documents.find((one) => one.kind === 'awp')!;
    expect([invoice.pair, awp.pair]).toMatchObject([
      { id: awp.id, registration_number: awp.registration_number },
      { id: invoice.id, registration_number: invoice.registration_number },
    ]);
    for (const [kind, element, words] of [
      ['invoice', 'addInf', 'ЭАВР'],
      ['awp', 'additionalInfo', 'ЭСФ'],
    ] as const)
      expect((await uploads()).find((one) => one.kind === kind)!.body).toContain(
        `<${element}>${words} № ${act_id} от ${formatDate(TODAY)}</${element}>`,
      );
    // What lies there is to the byte what was signed here.
    const kept = await uploads();
    const xml = await app.raw('esf.xml', person(), { params: { esf_id: invoice.id } });
    expect(kept.find((one) => one.kind === 'invoice')!.body).toBe(xml.text);
  });

  test('an act and its papers in one step wait for the other side before they go', async () => {
    const act_id = await makeSentAct(app, deal);
    const params = { act_id };
    const offered = await app.ok('esf.of_act', person(), { params });
    expect(offered).toMatchObject({ may_issue: false, may_sign_with_act: true, kinds: ['invoice', 'awp'] });
    expect(await app.ok('esf.of_act', deal.company.director, { params })).toMatchObject({
      may_sign_with_act: false,
      kinds: [],
    });
    const code = await app.ok('esf.qr_act', person(), { query: { act_ids: [act_id] } });
    const { shown, reply } = await signByPhone(code);
    expect(shown.documentsToSign.map((one) => one.signMethod)).toEqual([
      'CMS_SIGN_ONLY',
      'SIGN_BYTES_ARRAY',
      'SIGN_BYTES_ARRAY',
      'XML',
    ]);
    expect(reply.json).toMatchObject({ success: true, signed_count: 4 });
    const query = { doc_ids: [act_id], doc_type: 'act_with_esf' as const, session_id: code.session_id };
    expect(await app.ok('qr.check', person(), { query })).toMatchObject({
      items: [{ doc_id: act_id, is_signed: true }],
      session: { state: 'signed', total: 1, signed_count: 1, errors: [] },
    });
    expect(await stateOf(app, act_id)).toBe('signed_by_executor');
    expect(await app.ok('esf.of_act', person(), { params })).toMatchObject({
      may_sign_with_act: false,
      kinds: [],
    });
    await follow();
    expect(await invoiceOf(act_id)).toMatchObject({ status: 'ready', trouble: 'other_side' });
    expect(await uploads()).toEqual([]);
    await signBy(app, deal.company.director, act_id);
    await follow(4);
    expect((await invoiceOf(act_id)).status).toBe('registered');
  });

  test('a recalled act takes its papers with it', async () => {
    const act_id = await makeSentAct(app, deal);
    await signByPhone(await app.ok('esf.qr_act', person(), { query: { act_ids: [act_id] } }));
    await app.ok('acts.annul', deal.company.director, { params: { act_id }, body: { reason: 'Ошибка' } });
    await follow(1);
    expect(await invoiceOf(act_id)).toMatchObject({ status: 'cancelled', reason: 'act_changed' });
  });
});

describe('signed by a key at the page', () => {
  const prepare = (body: Parameters<typeof app.ok<'esf.prepare'>>[2]['body']) =>
    app.ok('esf.prepare', person(), { body });
  const give = (
    session_id: number,
    signatures: Awaited<ReturnType<typeof signHere>>,
    { by = person(), means = 'key_file' as 'key_file' | 'ncalayer' } = {},
  ) => app.raw('esf.sign', by, { params: { session_id }, body: { signatures, means } });

  test('an act with its papers and the sign-in; the same again changes nothing, others are too late', async () => {
    const act_id = await makeSentAct(app, deal);
    const { session_id, items } = await prepare({ what: 'acts', act_ids: [act_id] });
    expect(items.map(({ method }) => method)).toEqual([
      'CMS_SIGN_ONLY',
      'SIGN_BYTES_ARRAY',
      'SIGN_BYTES_ARRAY',
      'XML',
    ]);
    const [act, invoice, awp] = items;
    expect([invoice!.amount, awp!.amount]).toEqual([act!.amount, act!.amount]);
    const signatures = await signHere(items, person().key);
    const first = await give(session_id, signatures, { means: 'ncalayer' });
    expect(first.json).toMatchObject({ signed_count: 4, items: [{ status: 'ok' }, {}, {}, {}] });
    expect((await give(session_id, signatures)).json).toEqual(first.json);
    // Other signatures over the same bytes: this signing is over.
    expect((await give(session_id, await signHere(items, person().key))).json).toMatchObject({
      code: 'esf.signing_over',
    });
    const { signatures: cards } = await app.ok('acts.get', person(), { params: { act_id } });
    expect(cards.map(({ means }) => means)).toEqual(['ncalayer']);
    await signBy(app, deal.company.director, act_id);
    await follow(4);
    expect((await documentsOf(act_id)).map(({ status }) => status)).toEqual(['registered', 'registered']);
    const kept = await uploads();
    expect(kept.find((one) => one.kind === 'invoice')!.body).toBe(invoice!.text);
    expect(kept.length).toBe(2);
  });

  test('two pages at once: the signatures of one are taken, once', async () => {
    const [act_id] = await makeSignedActs(app, deal, 1);
    const { session_id, items } = await prepare({ what: 'papers', act_ids: [act_id!] });
    const made = [await signHere(items, person().key), await signHere(items, person().key)];
    const replies = await Promise.all(made.map((one) => give(session_id, one)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await follow(4);
    expect((await uploads()).length).toBe(2);
  });

  test('every paper by the right person, of the right bytes, within its time', async () => {
    const [act_id] = await makeSignedActs(app, deal, 1);
    const { session_id, items } = await prepare({ what: 'papers', act_ids: [act_id!] });
    const stranger = (await makeExecutor(app, deal.company)).person;
    const codesOf = async (signatures: Awaited<ReturnType<typeof signHere>>) => {
      const { json } = await give(session_id, signatures);
      return (json as { items: { code: string }[] }).items.map(({ code }) => code);
    };
    const foreign = await signHere(items, stranger.key);
    expect(await codesOf(foreign)).toEqual([
      'signature.other_person',
      'signature.other_person',
      'signature.other_person',
    ]);
    const other = items.map((one) => ({ ...one, text: `${one.text} ` }));
    expect(await codesOf(await signHere(other, person().key))).toContain('signature.other_file');
    const director = await give(session_id, foreign, { by: deal.company.director });
    expect(director.json).toMatchObject({ code: 'not_found' });
    later(1);
    const over = app.parts.db.updateTable('qr_sessions').set({ expires_at: clock.now() });
    await over.where('id', '=', session_id).execute();
    const late = await give(session_id, await signHere(items, person().key));
    expect(late.json).toMatchObject({ code: 'esf.signing_over' });
    expect(await documentsOf(act_id!)).toEqual([]);
  });

  test('a company signs in, is shown as signed in, is asked after, signs in again and out', async () => {
    const { director } = deal.company;
    const standing = () => app.ok('esf.check', director, {});
    const refused = async () => (await app.raw('esf.prepare_sign_in', director, {})).json;
    expect(await refused()).toMatchObject({ code: 'esf.no_login' });
    await app.ok('esf.set_login', director, { body: { login_esf: director.iin, password: ESF_PASSWORD } });
    const signIn = async (key = director.key) => {
      const { session_id, items } = await app.ok('esf.prepare_sign_in', director, {});
      return (await give(session_id, await signHere(items, key), { by: director })).json;
    };
    expect(await signIn(person().key)).toMatchObject({ items: [{ code: 'signature.other_person' }] });
    expect(await signIn()).toMatchObject({ signed_count: 1 });
    const first = await standing();
    expect(first).toMatchObject({
      is_signed_in: true,
      session: { name: expect.any(String), seen_open_at: null },
      may_sign_in_at: expect.any(String),
    });
    later(60);
    const seen = await app.ok('esf.check_session', director, {});
    expect(seen.session?.seen_open_at).toBe(clock.now().toISOString());
    // Too soon for another; five minutes later the new one takes the place of the first.
    expect(await refused()).toMatchObject({ code: 'esf.too_soon' });
    later(300);
    expect(await signIn()).toMatchObject({ signed_count: 1 });
    expect((await standing()).session?.opened_at).not.toBe(first.session?.opened_at);
    const open = () =>
      app.parts.db
        .selectFrom('sandbox.esf_sessions')
        .select('session_id')
        .where('tin', '=', deal.company.bin)
        .where('closed_at', 'is', null)
        .execute();
    expect((await open()).length).toBe(1);
    await fail('closeSessionRequest', 'silent');
    expect((await app.raw('esf.sign_out', director, {})).json).toMatchObject({ code: 'esf.silent' });
    expect((await standing()).is_signed_in).toBe(true);
    await mend();
    for (let time = 0; time < 2; time++)
      expect(await app.ok('esf.sign_out', director, {})).toMatchObject({
        is_signed_in: false,
        session: null,
      });
    expect(await open()).toEqual([]);
    // Closed by another program: the question finds it out.
    later(300);
    await signIn();
    await app.parts.db.updateTable('sandbox.esf_sessions').set({ closed_at: clock.now() }).execute();
    expect(await app.ok('esf.check_session', director, {})).toMatchObject({ is_signed_in: false });
  });

  test('what revokes a registered paper', async () => {
    const [act_id] = await makeSignedActs(app, deal, 1);
    await issue([act_id!]);
    await follow(4);
    const { id: esf_id } = await invoiceOf(act_id!);
    const { session_id, items } = await prepare({ what: 'revoke', esf_id, reason: 'Ошибка в сумме' });
    expect((await give(session_id, await signHere(items, person().key))).status).toBe(200);
    await follow(3);
    expect(await invoiceOf(act_id!)).toMatchObject({ status: 'revoked', reason: 'Ошибка в сумме' });
  });
});

describe('once, whatever happens', () => {
  test('an answer that was lost is asked for, and nothing is handed in twice by two servers', async () => {
    const [act_id] = await makeSignedActs(app, deal, 1);
    await issue([act_id!]);
    await fail('syncInvoiceRequest', 'lost');
    await follow(1);
    expect(await invoiceOf(act_id!)).toMatchObject({ status: 'unknown', trouble: 'silent' });
    await mend();
    await follow(5);
    expect((await invoiceOf(act_id!)).status).toBe('registered');
    expect((await uploads()).filter((one) => one.kind === 'invoice').length).toBe(1);
  });

  test.each([true, false])('a server killed in the middle, the paper gone out: %s', async (gone) => {
    const [act_id] = await makeSignedActs(app, deal, 1);
    await issue([act_id!]);
    if (gone) {
      await fail('syncInvoiceRequest', 'lost');
      await follow(1);
      await mend();
    }
    // As the killed one left it: taken for sending, its lease over one day.
    await app.parts.db
      .updateTable('esf_documents')
      .set({
        status: 'sending',
        sent_at: clock.now(),
        leased_until: new Date(clock.now().getTime() + 60_000),
      })
      .where((eb) => eb.and({ act_id: act_id!, kind: 'invoice' }))
      .execute();
    await follow(2);
    expect((await invoiceOf(act_id!)).status).toBe('sending');
    later(60);
    await follow(3);
    // Not known to the system is not yet «never came».
    if (!gone) expect((await invoiceOf(act_id!)).status).toBe('unknown');
    later(300);
    await follow(5);
    expect((await invoiceOf(act_id!)).status).toBe('registered');
    expect((await uploads()).filter((one) => one.kind === 'invoice').length).toBe(1);
  });

  test('the same signatures again are the same papers, and a second code finds nothing to issue', async () => {
    const [act_id] = await makeSignedActs(app, deal, 1);
    const phone = testPhone(app.http);
    const code = await app.ok('esf.qr_invoice', person(), { query: { act_ids: [act_id!] } });
    const { document } = await phone.invitation(code.text!);
    const signed = await signMixed(await phone.documents(document), person().key);
    const replies = await Promise.all([phone.put(document, signed), phone.put(document, signed)]);
    expect(replies.some((one) => one.status === 200)).toBe(true);
    expect((await documentsOf(act_id!)).length).toBe(2);
    const again = await app.raw('esf.qr_invoice', person(), { query: { act_ids: [act_id!] } });
    expect(again.json).toMatchObject({ code: 'esf.exists' });
  });
});

describe('what ИС ЭСФ says', () => {
  test('declined with its words, and issued anew', async () => {
    const [act_id] = await makeSignedActs(app, deal, 1);
    await app.parts.db.updateTable('acts').set({ amount_tiyn: 100_13n }).where('id', '=', act_id!).execute();
    await app.parts.db
      .updateTable('act_services')
      .set({ quantity: '1', rate_tiyn: 100_13n, amount_tiyn: 100_13n })
      .where('act_id', '=', act_id!)
      .execute();
    await issue([act_id!]);
    await follow(2);
    const declined = await invoiceOf(act_id!);
    expect(declined.status).toBe('declined');
    expect(declined.errors).toEqual([
      {
        property: 'totalPriceWithTax',
        code: 'SANDBOX_DECLINED',
        text: 'Учебный отказ: сумма оканчивается на 13 тиын',
      },
    ]);
    const { reply } = await issue([act_id!]);
    expect(reply.status).toBe(200);
    expect((await invoiceOf(act_id!)).number).toBe(`${act_id}000000002`);
    await follow(2);
    // A text that the sandbox refuses for its sum has no other fault.
    expect((await invoiceOf(act_id!)).errors.map((one) => one.code)).toEqual(['SANDBOX_DECLINED']);
  });

  test('a session that ended is opened anew by a signature of the ticket alone', async () => {
    const [act_id] = await makeSignedActs(app, deal, 1);
    await issue([act_id!]);
    await app.parts.db.updateTable('sandbox.esf_sessions').set({ closed_at: clock.now() }).execute();
    await follow(2);
    expect(await invoiceOf(act_id!)).toMatchObject({ status: 'ready', trouble: 'sign_in' });
    const soon = await app.raw('esf.qr_sign_in', person(), {});
    expect(soon.json).toMatchObject({ code: 'esf.too_soon' });
    later(300);
    const { shown, reply } = await signByPhone(await app.ok('esf.qr_sign_in', person(), {}));
    expect(shown.documentsToSign.length).toBe(1);
    expect(reply.status).toBe(200);
    await follow(4);
    expect((await invoiceOf(act_id!)).status).toBe('registered');
  });

  test('silent: what was signed stays, is shown, and goes when it answers', async () => {
    const [act_id] = await makeSignedActs(app, deal, 1);
    await issue([act_id!]);
    await fail('awpUploadRequest', 'silent');
    await fail('queryAwpRequest', 'error');
    await follow(3);
    const awp = (await documentsOf(act_id!)).find((one) => one.kind === 'awp')!;
    expect(awp).toMatchObject({ status: 'unknown', trouble: 'silent', may_send: true });
    await mend();
    later(600);
    await follow(5);
    expect((await documentsOf(act_id!)).map((one) => one.status)).toEqual(['registered', 'registered']);
  });

  test('revoked by a signature, and corrected by an invoice that takes the place of the first', async () => {
    const [act_id, other_id] = await makeSignedActs(app, deal, 2);
    await issue([act_id!, other_id!]);
    await follow(4);
    const first = await invoiceOf(act_id!);
    const asked = await app.ok('esf.revoke', person(), {
      params: { esf_id: first.id },
      body: { reason: 'Ошибка в «сумме» <1>' },
    });
    expect(asked.document.status).toBe('registered');
    await signByPhone(asked.code!);
    await follow(2);
    expect(await app.ok('esf.get', person(), { params: { esf_id: first.id } })).toMatchObject({
      status: 'revoked',
      reason: 'Ошибка в «сумме» <1>',
    });

    const wrong = await invoiceOf(other_id!);
    const query = { act_ids: [other_id!], corrects: wrong.id };
    await signByPhone(await app.ok('esf.qr_invoice', person(), { query }));
    await follow(4);
    const fixed = await invoiceOf(other_id!);
    expect(fixed).toMatchObject({
      type: 'FIXED_INVOICE',
      number: `${other_id}000000002`,
      status: 'registered',
      corrects_id: wrong.id,
      related: { number: wrong.number, registration_number: wrong.registration_number },
    });
    const act = await app.ok('acts.get', person(), { params: { act_id: other_id! } });
    const { text } = await app.raw('esf.xml', person(), { params: { esf_id: fixed.id } });
    expect(text).toContain(
      `<deliveryDocDate>${formatDate(act.act_date)}</deliveryDocDate><deliveryDocNum>${act.number}</deliveryDocNum>`,
    );
    expect(await app.ok('esf.get', person(), { params: { esf_id: wrong.id } })).toMatchObject({
      status: 'cancelled',
      reason: 'corrected',
    });
    const there = await uploads();
    expect(there.find((one) => one.registration_number === wrong.registration_number)!.status).toBe(
      'CANCELED',
    );
  });

  test('another hand, another text: refused, and nothing is kept', async () => {
    const [act_id] = await makeSignedActs(app, deal, 1);
    const phone = testPhone(app.http);
    const code = await app.ok('esf.qr_invoice', person(), { query: { act_ids: [act_id!] } });
    const { document } = await phone.invitation(code.text!);
    const shown = await phone.documents(document);
    const foreign = await phone.put(document, await signMixed(shown, deal.company.director.key));
    expect(foreign.json).toMatchObject({ success: false, signed_count: 0 });
    const changed = {
      ...shown,
      documentsToSign: shown.documentsToSign.map((one) => {
        if (!one.document) return one;
        const text = Buffer.from(one.document.file.data, 'base64').toString('utf8').replace('KZT', 'USD');
        return {
          ...one,
          document: { file: { ...one.document.file, data: Buffer.from(text).toString('base64') } },
        };
      }),
    };
    const reply = await phone.put(document, await signMixed(changed, person().key));
    expect(
      (reply.json as { errors?: { code: string }[] }).errors?.slice(0, 2).map((one) => one.code),
    ).toEqual(['signature.other_file', 'signature.other_file']);
    expect(await documentsOf(act_id!)).toEqual([]);
  });
});

test('says which part ИС ЭСФ would refuse, and the manual path takes a number', async () => {
  const [act_id] = await makeSignedActs(app, deal, 1);
  const address = (value: string | null) =>
    app.parts.db.updateTable('companies').set({ address: value }).where('id', '=', deal.company.id).execute();
  await address(null);
  const refused = await app.raw('esf.qr_invoice', person(), { query: { act_ids: [act_id!] } });
  expect(refused).toMatchObject({
    status: 422,
    json: { message: 'ИС ЭСФ это не примет. Адрес заказчика: не заполнено. Исправьте и повторите.' },
  });
  const seen = await app.ok('esf.of_act', person(), { params: { act_id: act_id! } });
  expect(seen.faults.map((one) => `${one.field} ${one.rule}`)).toEqual(['customer_address missing']);
  await address('г. Астана');
  const given = { params: { act_id: act_id! } };
  const xml = await app.raw('esf.act_xml', person(), { ...given, query: { kind: 'invoice' } });
  expect(xml.text).toContain(`<num>${act_id}</num>`);
  const registration_number = `ESF-${deal.executor.bin}-20261120-00000077`;
  const made = await app.ok('esf.by_hand', person(), {
    ...given,
    body: { kind: 'invoice', registration_number },
  });
  expect(made).toMatchObject({ status: 'registered', channel: 'hand', registration_number });
  const revoked = await app.ok('esf.revoke', person(), {
    params: { esf_id: made.id },
    body: { reason: 'Не тот акт' },
  });
  expect(revoked).toMatchObject({ code: null, document: { status: 'revoked' } });
});

describe('VAT', () => {
  const certificate = { certificate_series: '60001', certificate_number: '0000007' };
  const set = (valid_from: string, rate: number | null) =>
    app.raw('esf.set_vat', person(), {
      body: { vat: rate === null ? null : { rate, ...certificate }, valid_from },
    });
  const of = (act_id: number) => ({ params: { act_id } });
  const xmlOf = async (act_id: number, kind: 'invoice' | 'awp') =>
    (await app.raw('esf.act_xml', person(), { ...of(act_id), query: { kind } })).text;
  const seen = async (act_id: number) => {
    const [paper] = await readPages(await app.ok('acts.file', person(), of(act_id)));
    const rates = [await xmlOf(act_id, 'invoice'), await xmlOf(act_id, 'awp')].map(
      (xml) => /<ndsRate>(\d+)/.exec(xml)?.[1],
    );
    return [...rates, /втомчислеНДС(?:(\d+)%)?(безНДС|\d+,\d\d)/.exec(paper!)?.slice(1)];
  };
  const period = (end_date: string) => ({ start_date: addDays(TODAY, -10), end_date });

  test('is of the last day of the period, the same in the act and in both electronic papers', async () => {
    await set(addDays(TODAY, -20), 16);
    await set(addDays(TODAY, -2), null);
    const { json } = await set(addDays(TODAY, 1), 10);
    expect(json).toMatchObject({ vat: null });
    const [paying] = await makeSignedActs(app, deal, 1, period(addDays(TODAY, -3)));
    const [free] = await makeSignedActs(app, deal, 1, period(addDays(TODAY, -2)));
    expect(await seen(paying!)).toEqual(['16', '16', ['16', '620,69']]);
    expect(await seen(free!)).toEqual([undefined, undefined, [undefined, 'безНДС']]);
    expect(await xmlOf(paying!, 'invoice')).toContain(
      '<certificateNum>0000007</certificateNum><certificateSeries>60001</certificateSeries>',
    );
    expect(await xmlOf(free!, 'invoice')).not.toContain('certificate');
  });

  test('at nought per cent is something else than none', async () => {
    await set(addDays(TODAY, -20), 0);
    const [act_id] = await makeSignedActs(app, deal, 1);
    expect(await seen(act_id!)).toEqual(['0', '0', ['0', '0,00']]);
  });

  test('of a signed act stays, and a day under signed acts is refused with the last of them', async () => {
    const [signed] = await makeSignedActs(app, deal, 1, period(addDays(TODAY, -3)));
    const refused = await set(addDays(TODAY, -5), 16);
    expect(refused).toMatchObject({ status: 409, json: { code: 'esf.vat_signed', field: 'valid_from' } });
    expect(refused.json).toMatchObject({ message: expect.stringContaining(formatDate(addDays(TODAY, -3))) });
    // What was only sent keeps what its paper says, whatever is said later.
    const sent = await makeSentAct(app, deal, period(addDays(TODAY, -1)));
    expect((await set(addDays(TODAY, -2), 16)).status).toBe(200);
    allDone(await signBy(app, deal.executor.person, sent));
    allDone(await signBy(app, deal.company.director, sent));
    for (const act_id of [signed!, sent])
      expect(await seen(act_id)).toEqual([undefined, undefined, [undefined, 'безНДС']]);
    const rows = await app.parts.db
      .selectFrom('acts')
      .select(['vat_rate', 'vat_tiyn'])
      .where('id', '=', sent)
      .execute();
    expect(rows).toEqual([{ vat_rate: null, vat_tiyn: null }]);
    // The same rate for the days of the same acts contradicts nothing.
    expect((await set(addDays(TODAY, -5), null)).status).toBe(200);
  });

  test('has the rates that the law knows on that day, and no other', async () => {
    expect((await set(TODAY, 12)).json).toMatchObject({ code: 'field.vat_rate', field: 'vat.rate' });
    expect((await set('2025-06-01', 16)).status).toBe(400);
    expect((await set('2025-06-01', 12)).status).toBe(200);
    // Nobody said anything about the new year, and the old rate is no more.
    const { id } = await makeDraftAct(app, deal);
    const { items } = await app.ok('acts.send', deal.company.director, { body: { act_ids: [id] } });
    expect(items).toMatchObject([{ status: 'failed', code: 'act.vat_rate' }]);
    expect((await app.ok('esf.check', person(), {})).vat_rates).toContainEqual({
      rate: 12,
      valid_from: '2018-01-01',
      valid_until: '2025-12-31',
    });
  });
});

describe('the customer answers an electronic act', () => {
  const director = () => deal.company.director;
  const awpOf = async (act_id: number, by = director()) =>
    (await documentsOf(act_id, by)).find((one) => one.kind === 'awp')!;
  const told = async (kind: 'awp_waits' | 'awp_confirmed' | 'awp_declined' | 'awp_answer_refused') =>
    (
      await app.parts.db
        .selectFrom('notices')
        .select('user_id')
        .where('kind', '=', kind)
        .where('user_id', 'in', [director().user_id, person().user_id])
        .execute()
    ).map((one) => one.user_id);
  const statusThere = async () =>
    (await uploads()).filter((one) => one.kind === 'awp').map((one) => one.status);
  /** An electronic act with its number, which the company is told of. */
  async function registeredAwp() {
    const [act_id] = await makeSignedActs(app, deal, 1);
    await issue([act_id!]);
    await follow();
    const awp = await awpOf(act_id!);
    return { act_id: act_id!, of: { params: { esf_id: awp.id } }, awp };
  }
  async function sign(code: QrCode) {
    const phone = testPhone(app.http);
    const { document } = await phone.invitation(code.text!);
    const shown = await phone.documents(document);
    return phone.put(document, await signMixed(shown, director().key));
  }

  test('confirms it by a signature of its own, once, and its maker is told', async () => {
    const { act_id, of, awp } = await registeredAwp();
    expect(awp).toMatchObject({ status: 'registered', may_answer: true, may_revoke: false });
    expect((await awpOf(act_id, person())).may_answer).toBe(false);
    expect(await told('awp_waits')).toEqual([director().user_id]);
    expect(await app.refused('esf.confirm', person(), of)).toMatchObject({ status: 403 });
    const code = await app.ok('esf.confirm', director(), of);
    expect((await sign(code)).json).toMatchObject({ success: true, errors: [] });
    // Nobody of the company is signed in there yet.
    await follow(1);
    expect(await awpOf(act_id)).toMatchObject({ status: 'confirming', trouble: 'sign_in' });
    expect(await app.refused('esf.confirm', director(), of)).toMatchObject({ code: 'esf.wrong_state' });
    expect(await app.refused('esf.revoke', person(), { ...of, body: { reason: 'Ошибка' } })).toMatchObject({
      code: 'esf.wrong_state',
    });
    await signInToEsf(app, director(), deal.company.bin);
    await fail('changeStatusRequest', 'lost');
    await follow(1);
    expect(await awpOf(act_id)).toMatchObject({ status: 'confirming', trouble: 'silent' });
    await mend();
    await follow(3);
    expect(await awpOf(act_id)).toMatchObject({ status: 'confirmed', system_status: { code: 'CONFIRMED' } });
    expect(await statusThere()).toEqual(['CONFIRMED']);
    expect(await told('awp_confirmed')).toEqual([person().user_id]);
    const steps = await app.ok('esf.history', person(), of);
    expect(steps.map(({ action, side }) => [action, side]).toReversed()).toEqual([
      ['issue', 'executor'],
      ['send', 'us'],
      ['take', 'system'],
      ['register', 'system'],
      ['confirm', 'business'],
      ['agree', 'system'],
    ]);
  });

  test('refuses it with a reason, which its maker reads, and another one may be issued', async () => {
    const { act_id, of } = await registeredAwp();
    await signInToEsf(app, director(), deal.company.bin);
    expect(await app.refused('esf.refuse', director(), { ...of, body: { reason: ' ' } })).toMatchObject({
      status: 400,
    });
    const refuse = { ...of, body: { answer: 'refuse' as const, reason: 'Не та сумма' } };
    expect(
      await app.refused('esf.prepare_answer', director(), { ...of, body: { answer: 'refuse' } }),
    ).toMatchObject({
      field: 'reason',
    });
    // By a key at the page.
    const { session_id, items } = await app.ok('esf.prepare_answer', director(), refuse);
    const signatures = await signHere(items, director().key);
    const here = { params: { session_id }, body: { signatures, means: 'key_file' as const } };
    expect(await app.ok('esf.sign', director(), here)).toMatchObject({ signed_count: 1 });
    await follow(2);
    expect(await awpOf(act_id, person())).toMatchObject({ status: 'declined', reason: 'Не та сумма' });
    expect(await statusThere()).toEqual(['DECLINED']);
    expect(await told('awp_declined')).toEqual([person().user_id]);
    expect((await app.ok('esf.of_act', person(), { params: { act_id } })).kinds).toEqual(['awp']);
  });

  test('reads why the system did not accept the answer, and may answer again', async () => {
    const { act_id, of, awp } = await registeredAwp();
    await signInToEsf(app, director(), deal.company.bin);
    const code = await app.ok('esf.confirm', director(), of);
    const set = (status: string) =>
      app.parts.db
        .updateTable('sandbox.esf_papers')
        .set({ status })
        .where('registration_number', '=', awp.registration_number)
        .execute();
    await set('SEND_TO_ISGO');
    await sign(code);
    await follow(1);
    expect(await awpOf(act_id)).toMatchObject({
      status: 'registered',
      may_answer: true,
      errors: [{ text: 'WRONG_STATUS: Документ в этом состоянии нельзя подтвердить' }],
    });
    expect(await told('awp_answer_refused')).toEqual([director().user_id]);
    await set('CREATED');
    await sign(await app.ok('esf.confirm', director(), of));
    await follow(1);
    expect(await awpOf(act_id)).toMatchObject({ status: 'confirmed', errors: [] });
  });

  test('on the portal, which is seen here too; by somebody else’s key it is nobody’s answer', async () => {
    const { act_id, of } = await registeredAwp();
    const phone = testPhone(app.http);
    const code = await app.ok('esf.confirm', director(), of);
    const { document } = await phone.invitation(code.text!);
    const shown = await phone.documents(document);
    const reply = await phone.put(document, await signMixed(shown, person().key));
    expect(reply.json).toMatchObject({ signed_count: 0 });
    expect((await awpOf(act_id)).status).toBe('registered');
    await app.parts.db
      .updateTable('sandbox.esf_papers')
      .set({ status: 'CONFIRMED' })
      .where((eb) => eb.and({ kind: 'awp', tin: deal.executor.bin }))
      .execute();
    later(3700);
    await Promise.all([followEsf(app.parts), followEsf(beside.parts)]);
    const row = await app.parts.db
      .selectFrom('esf_documents')
      .select('status')
      .where('id', '=', of.params.esf_id)
      .executeTakeFirstOrThrow();
    expect(row.status).toBe('confirmed');
  });
});

test('the password and the session of ИС ЭСФ are in no answer, no log and no table in the clear', async () => {
  const [act_id] = await makeSignedActs(app, deal, 1);
  await issue([act_id!]);
  await fail('syncInvoiceRequest', 'error');
  await follow(3);
  const sessions = await app.parts.db
    .selectFrom('sandbox.esf_sessions')
    .select('session_id')
    .where('tin', '=', deal.executor.bin)
    .execute();
  const secrets = [ESF_PASSWORD, ...sessions.map((one) => one.session_id)];
  expect(secrets.length).toBe(2);
  const esf_id = (await invoiceOf(act_id!)).id;
  const answers = await Promise.all([
    app.raw('esf.check', person(), {}),
    app.raw('esf.list', person(), { query: {} }),
    app.raw('esf.get', person(), { params: { esf_id } }),
    app.raw('esf.xml', person(), { params: { esf_id } }),
    app.raw('esf.of_act', deal.company.director, { params: { act_id: act_id! } }),
  ]);
  const { db } = app.parts;
  const tables = await Promise.all(
    (
      [
        'esf_documents',
        'esf_sessions',
        'esf_credentials',
        'qr_sessions',
        'qr_session_items',
        'security_events',
      ] as const
    ).map(async (table) =>
      JSON.stringify(await db.selectFrom(table).selectAll().execute(), (_, value: unknown) =>
        typeof value === 'bigint'
          ? String(value)
          : isBuffer(value)
            ? Buffer.from(value.data).toString('utf8')
            : value,
      ),
    ),
  );
  const places = [...answers.map((one) => one.text), ...tables, log_lines.join('')];
  expect(log_lines.join('')).toContain('esf.no_answer');
  for (const secret of secrets) for (const place of places) expect(place).not.toContain(secret);
});

function isBuffer(value: unknown): value is { data: number[] } {
  return typeof value === 'object' && value !== null && (value as { type?: unknown }).type === 'Buffer';
}
