import { signXml } from '@kelisim/eds/xmldsig/sign.ts';
import { signWith } from '@kelisim/eds/x509/sign-with.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeCompany, makeExecutor, type TestExecutor } from '../../../test/people.ts';
import { movableClock } from '../../platform/clock.ts';
import { nodeHttp } from '../../platform/node-http.ts';
import { nodePrimitives as primitives } from '../../platform/node-primitives.ts';
import { EsfRefusal, type EsfKind } from './esf.ts';
import { kgdEsf } from './kgd/kgd-esf.ts';
import { ESF_PATH } from './sandbox/sandbox-esf.ts';

let executor: TestExecutor;
let session = '';
const clock = movableClock(new Date());
const login = { name: '900101300123', password: 'құпия' };

const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms));
/** The real adapter over real HTTP: what the product says to ИС ЭСФ goes through a socket here. */
const over = (address: string) =>
  kgdEsf({ url: `${address}${ESF_PATH}`.replace(/\/$/, ''), http: nodeHttp(), username_token: true });

const app = await makeTestApp({ clock });
const esf = over(await app.listen());
const company = await makeCompany(app);
afterAll(() => app.close());
beforeEach(async () => {
  await app.parts.db.deleteFrom('sandbox.esf_faults').execute();
  executor = await makeExecutor(app, company);
  session = await open();
});

const signIn = async () => {
  const xml = await esf.makeTicket(executor.bin);
  const signed_ticket = await signXml({ xml, ...executor.person.key, primitives });
  return { tin: executor.bin, signed_ticket, login };
};
const open = async () => esf.openSession(await signIn());

async function paperOf(kind: EsfKind, number: string, sum = '100.00') {
  const day = almatyDate(clock.now()).split('-').toReversed().join('.');
  const bank = '<bank>АО «Банк»</bank><bik>KCJBKZKX</bik>';
  const iik = '<iik>KZ02856KZT0000000017</iik><kbe>17</kbe>';
  const invoice = `<esf:invoiceContainer xmlns:esf="esf"><invoiceSet><v2:invoice xmlns:v2="v2.esf"><date>${day}</date><invoiceType>ORDINARY_INVOICE</invoiceType><num>${number}</num><operatorFullname>СЫНАҚОВ</operatorFullname><turnoverDate>${day}</turnoverDate><customers><customer><address>Алматы</address><countryCode>KZ</countryCode><name>А</name><tin>${company.bin}</tin></customer></customers><deliveryTerm><contractDate>05.01.2026</contractDate><contractNum>7/26</contractNum><hasContract>true</hasContract></deliveryTerm><productSet><currencyCode>KZT</currencyCode><products><product><catalogTruId>1</catalogTruId><description>Услуга</description><ndsAmount>0.00</ndsAmount><priceWithTax>${sum}</priceWithTax><priceWithoutTax>${sum}</priceWithoutTax><quantity>1</quantity><truOriginCode>6</truOriginCode><turnoverSize>${sum}</turnoverSize><unitNomenclature>796</unitNomenclature><unitPrice>${sum}</unitPrice></product></products><totalExciseAmount>0</totalExciseAmount><totalNdsAmount>0.00</totalNdsAmount><totalPriceWithTax>${sum}</totalPriceWithTax><totalPriceWithoutTax>${sum}</totalPriceWithoutTax><totalTurnoverSize>${sum}</totalTurnoverSize></productSet><sellers><seller><address>Алматы</address>${bank}${iik}<name>А</name><tin>${executor.bin}</tin></seller></sellers></v2:invoice></invoiceSet></esf:invoiceContainer>`;
  const awp = `<v1:awp xmlns:v1="v1.awp"><contract><date>05.01.2026</date><isContract>true</isContract><number>7/26</number></contract><date>${day}</date><number>${number}</number><performedDate>${day}</performedDate><recipients><recipient><address>Алматы</address><name>А</name><nonResident>false</nonResident><tin>${company.bin}</tin></recipient></recipients><senders><sender><address>Алматы</address><bankDetails>${bank}${iik}</bankDetails><name>А</name><tin>${executor.bin}</tin></sender></senders><worksPerformed><currencyCode>KZT</currencyCode><totalNdsAmount>0.00</totalNdsAmount><totalSumWithTax>${sum}</totalSumWithTax><totalSumWithoutTax>${sum}</totalSumWithoutTax><totalTurnoverSize>${sum}</totalTurnoverSize><works><work><measureUnitCode>796</measureUnitCode><name>Услуга</name><ndsAmount>0.00</ndsAmount><quantity>1</quantity><sumWithTax>${sum}</sumWithTax><sumWithoutTax>${sum}</sumWithoutTax><turnoverSize>${sum}</turnoverSize><unitPriceWithoutTax>${sum}</unitPriceWithoutTax></work></works></worksPerformed></v1:awp>`;
  const xml = kind === 'invoice' ? invoice : awp;
  return { kind, xml, signer_name: 'СЫНАҚОВ', ...(await signatureOf(xml)) };
}

async function signatureOf(text: string) {
  const { key, certificate } = executor.person.key;
  const { signature } = await signWith(key, Buffer.from(text), primitives);
  return { signature: Buffer.from(signature).toString('base64'), certificate: certificate.der };
}

test.each(['invoice', 'awp'] as const)(
  '%s: handed in, registered, found by its number, revoked',
  async (kind) => {
    const taken = await esf.upload(session, await paperOf(kind, '17'));
    if (!taken.taken) throw new Error(JSON.stringify(taken));
    expect((await esf.state(session, { kind, id: taken.id }))!.status).toBe('IN_QUEUE');
    later(2_000);
    const state = (await esf.state(session, { kind, id: taken.id }))!;
    expect(state.status).toBe('CREATED');
    expect(state.registration_number).toMatch(
      new RegExp(`^${kind === 'invoice' ? 'ESF' : 'AWP'}-${executor.bin}-\\d{8}-\\d{8}$`),
    );
    const date = almatyDate(clock.now());
    expect(await esf.find(session, { kind, number: '17', date })).toEqual(state);
    expect(await esf.find(session, { kind, number: '18', date })).toBeNull();

    const deed = { kind, id: taken.id, reason: 'Ошибка < в "сумме"' };
    const other = await signatureOf('another text');
    expect(await esf.revoke(session, { ...deed, ...other })).toMatchObject({ changed: false });
    expect(await esf.revoke(session, { ...deed, ...(await signatureOf(esf.revokeText(deed))) })).toEqual({
      changed: true,
    });
    expect((await esf.state(session, { kind, id: taken.id }))!.status).toBe('REVOKED');
  },
);

test('a paper among more than one page of them is found', async () => {
  const { db } = app.parts;
  const filler = { kind: 'invoice' as const, tin: executor.bin, status: 'CREATED', taken_at: clock.now() };
  const body = (n: number) => `<a><num>${n}</num></a>`;
  await db
    .insertInto('sandbox.esf_papers')
    .values(Array.from({ length: 120 }, (_, n) => ({ ...filler, number: String(n), body: body(n) })))
    .execute();
  const date = almatyDate(clock.now());
  expect((await esf.find(session, { kind: 'invoice', number: '119', date }))!.status).toBe('CREATED');
  expect(await esf.find(session, { kind: 'invoice', number: '120', date })).toBeNull();
});

test('declines with its words what is not signed, not of this seller, or does not add up', async () => {
  const good = await paperOf('invoice', '1');
  const said = async (change: object) => {
    const taken = await esf.upload(session, { ...good, ...change });
    return taken.taken ? [] : taken.errors.map((one) => one.code);
  };
  const total = '<totalPriceWithTax>100.0';
  expect(await said({ xml: good.xml.replace(`${total}0`, `${total}1`) })).toEqual([
    'SIGNATURE_INVALID',
    'TOTAL_MISMATCH',
  ]);
  expect(await said(await paperOf('invoice', '1', '100.13'))).toEqual(['SANDBOX_DECLINED']);
  expect(await said({ xml: '<a>' })).toEqual(['XML_INVALID']);
  const stranger = await makeExecutor(app, company);
  const xml = good.xml.replace(executor.bin, stranger.bin);
  expect(await said({ xml, ...(await signatureOf(xml)) })).toEqual(['TIN_OF_ANOTHER']);
  expect(await said({})).toEqual([]);
});

test('declines what its schema does not take, whoever wrote it', async () => {
  const said = async (from: string, to: string) => {
    const { xml } = await paperOf('invoice', '1');
    const changed = xml.replace(from, to);
    expect(changed).not.toBe(xml);
    const given = { kind: 'invoice' as const, xml: changed, signer_name: 'СЫНАҚОВ' };
    const taken = await esf.upload(session, { ...given, ...(await signatureOf(changed)) });
    return taken.taken ? [] : taken.errors.map((one) => `${one.property} ${one.code}`);
  };
  const contract = '<contractDate>05.01.2026</contractDate><contractNum>7/26</contractNum>';
  const swapped = '<contractNum>7/26</contractNum><contractDate>05.01.2026</contractDate>';
  expect(await said('<num>1</num>', '<num>170-2</num>')).toEqual(['num XML_INVALID']);
  expect(await said('<num>1</num>', '')).toEqual(['invoice XML_INVALID']);
  expect(await said(contract, swapped)).toEqual(['deliveryTerm XML_INVALID']);
  expect(await said('<kbe>17</kbe>', '<kbe>7</kbe>')).toEqual(['kbe XML_INVALID']);
  expect(await said('<hasContract>true', '<hasContract>да')).toEqual(['hasContract XML_INVALID']);
  expect(await said('<priceWithTax>', '<ndsRate>0</ndsRate><priceWithTax>')).toEqual([
    'ndsRate NDS_WITHOUT_CERTIFICATE',
  ]);
  expect(await said('<ndsAmount>0.00', '<ndsAmount>1.00')).toEqual(['ndsAmount NDS_WITHOUT_RATE']);
  expect(await said('ORDINARY_INVOICE', 'FIXED_INVOICE')).toEqual(['relatedInvoice FIELD_REQUIRED']);
  const related = `<relatedInvoice><date>05.01.2026</date><num>9</num><registrationNumber>ESF-${executor.bin}-20260105-00000001</registrationNumber></relatedInvoice>`;
  expect(await said('<turnoverDate>', `${related}<turnoverDate>`)).toEqual(['relatedInvoice NOT_FOUND']);
});

test('keeps its limits: one session, one in five minutes, three thousand calls a day', async () => {
  const refused = async (deed: Promise<unknown>) => {
    const error: unknown = await deed.then(
      () => null,
      (reason: unknown) => reason,
    );
    return error instanceof EsfRefusal ? error.kind : error;
  };
  // The open one is closed by the same ticket, and a new one may not come so soon.
  expect(await refused(open())).toBe('too_often');
  expect(await refused(esf.upload(session, await paperOf('invoice', '1')))).toBe('session_closed');
  later(5 * 60_000);
  const again = await open();
  expect(again).not.toBe(session);
  expect(await esf.isOpen(again)).toBe(true);
  const { login } = await signIn();
  expect(await refused(esf.closeSession(again, null))).toBe('sign_in');
  await esf.closeSession(again, login);
  expect(await esf.isOpen(again)).toBe(false);
  later(5 * 60_000);
  expect(await refused(esf.openSession({ ...(await signIn()), login: null }))).toBe('sign_in');
  expect(
    await refused(esf.openSession({ ...(await signIn()), login: { ...login, password: 'wrong' } })),
  ).toBe('sign_in');
  const stranger = await makeExecutor(app, company);
  expect(await refused(esf.openSession({ ...(await signIn()), tin: stranger.bin }))).toBe('sign_in');
  const { signed_ticket } = await signIn();
  const forged = signed_ticket.replace('<iin>', '<iin> ');
  expect(await refused(esf.openSession({ tin: executor.bin, signed_ticket: forged, login }))).toBe('sign_in');

  const { db } = app.parts;
  const calls = Array.from({ length: 3000 }, () => ({ operation: 'x', called_at: clock.now() }));
  await db.insertInto('sandbox.esf_calls').values(calls).execute();
  expect(await refused(esf.makeTicket(executor.bin))).toBe('too_often');
  await db.deleteFrom('sandbox.esf_calls').where('operation', '=', 'x').execute();
});

test('what it fails at, or says too late, is no word on the paper', async () => {
  const { db } = app.parts;
  await db
    .insertInto('sandbox.esf_faults')
    .values({ operation: 'syncInvoiceRequest', fault: 'error' })
    .execute();
  const error: unknown = await esf
    .upload(session, await paperOf('invoice', '1'))
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(EsfRefusal);
  expect(String(error)).not.toContain(session);
});
