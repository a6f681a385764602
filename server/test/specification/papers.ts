import { expect } from 'vitest';
import { PATIENT } from '../patience.ts';
import { samplePdf } from '../papers.ts';
import { unzip } from '../unzip.ts';
import { makeWordFile } from '../word-files.ts';
import { expectFields, type Client, type Items, type Thing } from './client.ts';
import { day, sign, type World } from './world.ts';

interface Signed extends Items {
  success: boolean;
  signed_count: number;
  errors: unknown[];
}

const ACT =
  'id, title, status, act_date, start_date, end_date, created_at, updated_at, deleted_at, additional_info, auto_generate, knp, contract_id, document_id, company, contractor_company, services';
const CONTRACT =
  'id, title, type_id, file_id, status, start_date, end_date, created_at, updated_at, company, contractor_company, customer_signed_at, contractor_signed_at, sign_info_file_id, signed_cms_file_id';

const pdfOf = (by: Client, doc_id: number) => by.file('doc/documents/{doc_id}/file', { path: { doc_id } });

/** The specification gives the bytes of an act in its archive alone. */
async function pdfOfAct(by: Client, act_id: number): Promise<Buffer> {
  const inside = await unzip(await by.file('doc/acts/{act_id}/zip', { path: { act_id } }));
  return Object.entries(inside).find(([name]) => name.endsWith('.pdf'))![1];
}

export async function runContracts(world: World): Promise<void> {
  const { business, executor, kept } = world;
  const statuses = await business.get<Thing[]>('doc/documents/statuses');
  const types = await business.get<Thing[]>('doc/documents/types');
  for (const one of [statuses[0], types[0]]) expectFields(one, 'id, code, name');

  // The contract of the invitation waits for the company.
  const path = { doc_id: kept.contract_id };
  const cms = await sign(business.who, await pdfOf(business, kept.contract_id));
  const signed = await business.post<Signed>('doc/documents/sign', {
    body: { signatures: [{ document_id: kept.contract_id, cms }] },
  });
  expect(signed).toMatchObject({ success: true, signed_count: 1, errors: [] });
  const contracts = () =>
    business.get<Items>('doc/documents', { query: { page: 1, limit: 10, is_expired: false } });
  await expect
    .poll(async () => (await contracts()).items[0], PATIENT)
    .toMatchObject({
      status: { code: 'signed' },
      signed_cms_file_id: expect.any(Number),
      sign_info_file_id: expect.any(Number),
    });
  expectFields((await contracts()).items[0], CONTRACT);

  const terms = {
    contractor_id: executor.company_id,
    type_id: types[0]!.id,
    start_date: day(-1),
    end_date: day(90),
  };
  const pdf = { name: 'договор.pdf', bytes: await samplePdf() };
  const upload = (title: string) =>
    business.post('doc/documents', { parts: { title, ...terms, file: pdf, additional_info: 'Примечание' } });
  const ids = [];
  for (const title of ['Бумажный', 'Лишний', 'Ещё лишний', 'Один']) ids.push((await upload(title)).id);
  const [paper, extra, more, one] = ids as [number, number, number, number];
  const word = { name: 'договор.docx', bytes: await makeWordFile(['Договор']) };
  await business.put('doc/documents/{doc_id}', { path: { doc_id: paper }, parts: { file: pdf } });
  expect(
    (await business.file('doc/documents/download/bulk', { query: { ids: [paper, kept.contract_id] } }))
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  await business.delete('doc/documents/bulk', { body: { document_ids: [extra, more] } });
  await business.delete('doc/documents/{doc_id}', { path: { doc_id: one } });
  await business.post('doc/documents/sign/hand', { body: { document_id: paper } });
  const listed = (await contracts()).items;
  expect(listed.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([path.doc_id, paper]);
  expect(listed.find(({ id }) => id === paper)).toMatchObject({ status: { code: 'signed_by_hand' } });
  const converted = await business.ask('POST', 'doc/convert/pdf', {
    parts: { file_type: 'docx', file: word },
  });
  expect(converted.bytes.subarray(0, 4).toString()).toBe('%PDF');

  const templates = await business.get<Items>('template/contract', {
    query: { page: 1, limit: 10, sort: 'name' },
  });
  expectFields(templates.items[0], 'id, name, file_url, created_at');
  const sorts = await business.get<Items>('template/ref/sort-parameters');
  expectFields((Array.isArray(sorts) ? sorts : sorts.items)[0], 'name, description');
  const spare = await business.post('template/contract', { parts: { name: 'Запасной', file: word } });
  const template = { path: { template_id: spare.id } };
  expect(await business.get('template/contract/{template_id}', template)).toMatchObject({ name: 'Запасной' });
  expect(await business.file('template/contract/{template_id}/download', template)).toEqual(
    Buffer.from(word.bytes),
  );
  const made = await business.post('template/contract/create-by-template', {
    body: {
      executor_company_id: executor.company_id,
      template_id: spare.id,
      title: 'Из шаблона',
      start_date: day(0),
      end_date: day(60),
    },
  });
  expect(made).toMatchObject({ contract_id: expect.any(Number) });
  await business.delete('template/contract/{template_id}', template);
  expect(await business.ask('GET', 'template/contract/{template_id}', template)).toMatchObject({
    status: 404,
  });
}

export async function runActs(world: World): Promise<void> {
  const { business, executor, admin, kept } = world;
  const categories = await business.get<Thing[]>('doc/services/categories');
  const units = await business.get<Thing[]>('doc/services/units');
  const statuses = await business.get<Thing[]>('doc/acts/statuses');
  expectFields(statuses[0], 'id, code, name');
  await business.get('doc/auto-generate-periods');
  const content = {
    title: 'Курьерские услуги',
    contract_id: kept.contract_id,
    contractor_company_id: executor.company_id,
    date: day(0),
    start_date: day(0),
    end_date: day(0),
    knp: '859',
    additional_info: 'По заявке',
    services: [
      {
        category_id: categories[0]!.id,
        description: 'Доставка',
        quantity: 2.5,
        rate: 1500.4,
        unit_id: units[0]!.id,
      },
    ],
  };
  const create = async (title: string) =>
    (await business.post('doc/acts', { body: { ...content, title } })).id;
  const act = (by: Client, act_id: number) => by.get('doc/acts/{act_id}', { path: { act_id } });
  const codeOf = async (act_id: number) => ((await act(business, act_id)).status as { code: string }).code;
  const titles = [
    'Оплатить',
    'Отменить',
    'Отозвать',
    'Отменить ещё',
    'Удалить',
    'Удалить ещё',
    'Удалить один',
  ];
  const ids = [];
  for (const title of titles) ids.push(await create(title));
  const [pay, annul, annul_one, annul_more, drop, drop_more, drop_one] = ids as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];

  const read = await act(business, pay);
  expectFields(read, ACT);
  for (const side of [read.company, read.contractor_company]) expectFields(side, 'id, name, bin, phone');
  const [service] = read.services as Thing[];
  expectFields(
    service,
    'id, act_id, amount, category, description, quantity, rate, service_date, unit, created_at',
  );
  expect(service).toMatchObject({ quantity: '2.5', rate: '1500.40', amount: '3751.00' });
  await business.put('doc/acts/{act_id}', {
    path: { act_id: pay },
    body: { ...content, title: 'Оплатить сейчас' },
  });
  expect(await act(business, pay)).toMatchObject({ title: 'Оплатить сейчас' });

  await business.delete('doc/acts', { body: [drop] });
  await business.delete('doc/acts', { body: { act_ids: [drop_more] } });
  await business.delete('doc/acts/{act_id}', { path: { act_id: drop_one } });
  // Ours: the specification has no call that sends.
  await business.post('doc/acts/send', { body: { act_ids: [pay, annul, annul_one, annul_more] } });
  const list = (query: object) =>
    business.get<Items>('doc/acts', { query: { page: 1, limit: 1000, ...query } });
  expect((await list({})).items.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([
    pay,
    annul,
    annul_one,
    annul_more,
  ]);
  const sent = (await act(business, pay)).status as Thing;
  expect((await list({ 'status_id[]': [sent.id] })).items).toHaveLength(4);
  expect(
    (
      await list({
        id: pay,
        contractor_company_id: executor.company_id,
        contract_id: kept.contract_id,
        is_signed: false,
        is_payed: false,
        is_copy: false,
        document_id: (await act(business, pay)).document_id,
        status_id: sent.id,
      })
    ).items.map(({ id }) => id),
  ).toEqual([pay]);

  await business.post('doc/acts/comments', { body: { act_id: pay, comment: 'Проверьте' } });
  const comments = await business.get<Thing[]>('doc/acts/{act_id}/comments', { path: { act_id: pay } });
  expectFields(listOf(comments)[0], 'act_id, comment, user_id, created_at, updated_at');
  const file = { name: 'отчёт.pdf', bytes: await samplePdf() };
  await business.post('doc/acts/additional-file', { parts: { act_id: pay, file } });
  const documents = await business.get<Thing[]>('doc/acts/{act_id}/additional-documents', {
    path: { act_id: pay },
  });
  const [document] = listOf(documents);
  expectFields(document, 'id, title');
  expect(
    await executor.file('doc/acts/additional-documents/{additional_document_id}/file', {
      path: { additional_document_id: document!.id },
    }),
  ).toEqual(Buffer.from(file.bytes));

  await business.post('doc/acts/annulate', { body: { act_ids: [annul, annul_more] } });
  await business.post('doc/acts/{act_id}/annulate', { path: { act_id: annul_one } });
  for (const id of [annul, annul_more, annul_one]) expect(await codeOf(id)).toBe('annulled');

  for (const by of [executor, business]) {
    const cms = await sign(by.who, await pdfOfAct(by, pay));
    const signed = await by.post<Signed>('doc/acts/sign', { body: { signatures: [{ act_id: pay, cms }] } });
    expect(signed).toMatchObject({ success: true, signed_count: 1, errors: [] });
  }
  expect(await act(business, pay)).toMatchObject({ is_signed: true });
  // A signature is made with a key that only the person has: ids alone are answered with the ways to sign.
  const bare = await business.ask('POST', 'doc/acts/sign', { body: { act_ids: [pay] } });
  expect(bare.status).toBe(422);
  expect(bare.json).toMatchObject({ message: expect.stringContaining('doc/acts/sign/qr') });

  const { items } = await business.post<Items>('doc/acts/pay', { body: { act_ids: [pay] } });
  expect(items[0]).toMatchObject({ act_id: pay, status: 'ok', message: expect.any(String) });
  expect(['paying', 'paid']).toContain(await codeOf(pay));
  const history = await executor.get<Thing[]>('doc/acts/{act_id}/history', { path: { act_id: pay } });
  for (const entry of listOf(history)) expectFields(entry, 'id, act_id, action, company_id, created_at');
  expect(listOf(history).map(({ action }) => action)).toContain('pay');

  const everywhere = await admin.get<Items>('doc/admin/acts', { query: { page: 1, limit: 10 } });
  expect(everywhere.items.map(({ id }) => id)).toContain(pay);
  const contract = await business.get<Items>('doc/documents', { query: { page: 1, limit: 10 } });
  await importActs(world, String(contract.items.find(({ id }) => id === kept.contract_id)!.title));
}

const listOf = (answer: Thing[] | Items) => (Array.isArray(answer) ? answer : answer.items);

async function importActs(world: World, contract: string): Promise<void> {
  const { business, executor } = world;
  const sheet = await business.file('doc/acts/template');
  expect(sheet.subarray(0, 2).toString()).toBe('PK');
  const columns = {
    'ИИН/БИН исполнителя': executor.who.bin,
    Договор: contract,
    'Название акта': 'Из таблицы',
    'Дата акта': day(0),
    'Начало периода': day(0),
    'Конец периода': day(0),
    КНП: '859',
    Категория: 'Курьерские услуги',
    Услуга: 'Доставка',
    Количество: '1',
    Единица: 'услуга',
    'Цена за единицу': '1000',
  };
  const lines = [Object.keys(columns), Object.values(columns)].map((cells) => cells.join(';'));
  const file = { name: 'акты.csv', bytes: Buffer.from(lines.join('\n')) };
  expect(await business.post('doc/acts/process', { parts: { file } })).toMatchObject({
    dry_run: false,
    created: 1,
    failed: 0,
  });
  const { items } = await business.get<Items>('doc/acts', { query: { page: 1, limit: 100 } });
  expect(items.map(({ title }) => title)).toContain('Из таблицы');
}

/** A phone, by the protocol of eGov Mobile: the code, what is to be signed, and the signatures. */
async function signByPhone(world: World, text: string): Promise<unknown> {
  const phone = world.newClient();
  const mgovSign = new URL(text.slice('mobileSign:'.length)).searchParams.get('mgovSign')!;
  const invitation = await phone.get<Thing & { document: Record<string, string> }>('qr-signing/init', {
    query: { mgovSign },
  });
  phone.token = invitation.document.auth_token!;
  const query = Object.fromEntries(new URL(invitation.document.uri!).searchParams);
  const shown = await phone.get<Thing & { documentsToSign: Thing[] }>('qr-signing/doc', { query });
  expectFields(shown.documentsToSign[0], 'id, nameRu, nameKz, nameEn, meta, document');
  const documentsToSign = await Promise.all(
    shown.documentsToSign.map(async (one) => {
      const { file } = one.document as { file: { mime: string; data: string } };
      expect(file.mime).toBe('application/pdf');
      const data = await sign(world.business.who, Buffer.from(file.data, 'base64'));
      return { ...one, document: { file: { ...file, data } } };
    }),
  );
  return phone.put('qr-signing/doc', { query, body: { ...shown, documentsToSign } });
}

export async function runQr(world: World): Promise<void> {
  const { business, executor, kept } = world;
  const act = await business.post('doc/acts', {
    body: {
      title: 'Телефоном',
      contract_id: kept.contract_id,
      contractor_company_id: executor.company_id,
      date: day(0),
      start_date: day(0),
      end_date: day(0),
      knp: '859',
      services: [{ category_id: 1, description: 'Доставка', quantity: 1, rate: 100, unit_id: 1 }],
    },
  });
  await business.post('doc/acts/send', { body: { act_ids: [act.id] } });
  const query = { doc_ids: [act.id], doc_type: 'act' };
  expectFields(await business.get('doc/acts/sign/qr', { query: { act_ids: [act.id] } }), 'text');
  const { text } = await business.get('qr-signing/qr', { query });
  const check = async () => (await business.get<Items>('qr-signing/check', { query })).items[0];
  expect(await check()).toMatchObject({ doc_id: act.id, is_signed: false });
  expect(await signByPhone(world, String(text))).toMatchObject({
    success: true,
    signed_count: 1,
    errors: [],
  });
  expect(await check()).toMatchObject({ doc_id: act.id, is_signed: true });

  await executor.get('qr-signing/qr/esf');
  await executor.get('qr-signing/check/esf');
  await executor.get('qr-signing/qr/act-with-esf', { query: { act_ids: [act.id] } });
  const signed = await executor.get<Items>('doc/acts', { query: { is_signed: true } });
  await executor.get('qr-signing/qr/invoice', { query: { act_ids: [signed.items[0]!.id] } });

  // The certificate a person signs with, as a public part.
  const certificate = Buffer.from(business.who.key.certificate.der).toString('base64');
  await business.put('doc/certs', { body: { certificate } });
  expect(await business.get('doc/certs/validate')).toMatchObject({ certificate: { iin: business.who.iin } });
}
