import { elementsOf, parseXml, textOfElement, type XmlElement } from '@kelisim/eds/xmldsig/xml.ts';
import { actInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import { formatMoney, formatQuantity, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { lineAmount } from '@kelisim/shared/features/acts/act-totals.ts';
import { LINE_KINDS, type LineKind } from '@kelisim/shared/features/acts/line-kinds.ts';
import fc from 'fast-check';
import { judgeSchema } from '../src/adapters/esf/sandbox/judge-schema.ts';
import type { ActDocument } from '../src/adapters/pdf/pdf.ts';
import { createAct } from '../src/features/acts/create-act.ts';
import { lockActOf } from '../src/features/acts/acts.queries.ts';
import { moveAct, moverOf } from '../src/features/acts/move-act.ts';
import { freezeAct } from '../src/features/acts/send-act.ts';
import { findActorOfRun } from '../src/features/auth/public.ts';
import { gatherPapers } from '../src/features/esf/gather-paper.ts';
import { decideOrder } from '../src/features/payments/change-order.ts';
import { payAct } from '../src/features/payments/pay-act.ts';
import { payByFile } from './bank-papers.ts';
import { readyForEsf } from './esf-papers.ts';
import type { TestApp } from './make-app.ts';
import { actBody, makeDeal, TODAY, type Deal } from './papers.ts';
import { makeCompany, makeExecutor, signInAs } from './people.ts';

interface Line {
  kind: LineKind;
  quantity_milli: number;
  rate_tiyn: number;
}

/** One seller, one file of orders and one reconciliation. */
const AT_ONCE = 250;
const READ_TOGETHER = 6;

/** Null pays no VAT; the others are the rates of today's law. */
const RATES = [null, 0, 5, 10, 16] as const;

/** Quantities to a thousandth and prices to a tiyn: where halves of a tiyn fall decides the sums. */
const line: fc.Arbitrary<Line> = fc
  .record({
    quantity_milli: fc.oneof(
      fc.integer({ min: 1, max: 9_999 }),
      fc.integer({ min: 1, max: 5_000 }).map((n) => n * 1000),
      fc.integer({ min: 1, max: 99_999_999 }),
    ),
    kind: fc.oneof({ weight: 5, arbitrary: fc.constant('work' as const) }, fc.constantFrom(...LINE_KINDS)),
    rate_tiyn: fc.oneof(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 99_999_999 })),
  })
  // Half a tiyn and more: an act is over something.
  .filter(({ quantity_milli, rate_tiyn }) => quantity_milli * rate_tiyn >= 500);

const sum = (of: readonly bigint[]) => of.reduce((total, one) => total + one, 0n);

const amountOf = ({ kind, quantity_milli, rate_tiyn }: Line) =>
  lineAmount(kind, BigInt(quantity_milli), BigInt(rate_tiyn));

/** Deductions may leave nearly nothing of an act, but something. */
const linesOfAct = fc
  .array(line, { minLength: 1, maxLength: 8 })
  .filter((lines) => sum(lines.map(amountOf)) > 0n);

/** The acts of one seller. */
const actsOfSeller = (count: number) =>
  fc.record({
    rate: fc.constantFrom(...RATES),
    acts: fc.array(linesOfAct, { minLength: count, maxLength: count }),
  });

/**
 * Takes random acts all their way: made, sent, signed, invoiced, paid and reconciled, by the deeds of the product
 * themselves. The sums on its paper, in the invoice, the ЭАВР, the order and the reconciliation are read where each of
 * them is written, and compared to the tiyn. Throws with the seed and the acts where one disagrees.
 */
export async function assertSumsAgree(app: TestApp, count: number): Promise<{ acts: number; lines: number }> {
  const company = await makeCompany(app);
  await payByFile(app, company.director);
  const at_once = Math.min(Math.ceil(count / 3), AT_ONCE);
  const done = { acts: 0, lines: 0 };
  await fc.assert(
    fc.asyncProperty(actsOfSeller(at_once), async ({ rate, acts }) => {
      // A run takes longer than an access token lives.
      Object.assign(company.director, await signInAs(app, company.director));
      const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
      await readyForEsf(app, deal);
      if (rate !== null) await payVat(app, deal, rate);
      await walk(app, deal, rate, acts);
      done.acts += acts.length;
      done.lines += acts.flat().length;
    }),
    { numRuns: Math.ceil(count / at_once), endOnFailure: true },
  );
  return done;
}

function payVat(app: TestApp, { executor }: Deal, rate: number) {
  const vat = { rate, certificate_series: '60001', certificate_number: '0000007' };
  return app.ok('esf.set_vat', executor.person, { body: { vat, valid_from: '2026-01-01' } });
}

interface Made {
  id: number;
  amount_tiyn: bigint;
  vat_tiyn: bigint | null;
  number: string;
}

async function walk(app: TestApp, deal: Deal, rate: number | null, acts: Line[][]): Promise<void> {
  const made = await makeSigned(app, deal, acts);
  const { db } = app.parts;
  const seller = await db
    .transaction()
    .execute((tx) => findActorOfRun(tx, { ...deal.executor.person, session_id: null }));
  for (let at = 0; at < made.length; at += READ_TOGETHER)
    await Promise.all(
      made.slice(at, at + READ_TOGETHER).map((act) => assertElectronicPapers(app, seller, act, rate)),
    );
  await payAll(app, deal, made);
  await assertReconciled(app, deal, made);
}

/** Signed by the moves alone: what a signature is has tests of its own, and drawing takes longest of all. */
async function makeSigned(app: TestApp, deal: Deal, acts: Line[][]): Promise<Made[]> {
  const papers: ActDocument[] = [];
  const parts = {
    ...app.parts,
    pdf: {
      ...app.parts.pdf,
      renderAct: (paper: ActDocument) => {
        papers.push(paper);
        return Promise.resolve(Buffer.from(`%PDF ${deal.contract_id} ${papers.length}`));
      },
    },
  };
  return app.parts.db.transaction().execute(async (tx) => {
    const business = await findActorOfRun(tx, { ...deal.company.director, session_id: null });
    const executor = await findActorOfRun(tx, { ...deal.executor.person, session_id: null });
    const made: Made[] = [];
    for (const lines of acts) {
      const services = lines.map((one) => ({
        category_id: 1,
        unit_id: 1,
        description: 'Услуга',
        quantity: formatQuantity(BigInt(one.quantity_milli)),
        rate: formatMoney(BigInt(one.rate_tiyn)),
        kind: one.kind,
      }));
      const { id } = await createAct(tx, business, actInput.parse(actBody(deal, { services })), TODAY);
      const locked = async () => (await lockActOf(tx, deal.company.id, id))!;
      await freezeAct(parts, tx, await locked(), moverOf(business));
      await moveAct(tx, await locked(), 'sign', moverOf(business));
      await moveAct(tx, await locked(), 'sign', moverOf(executor));
      const { amount_tiyn, vat_tiyn, number, year } = await locked();
      const paper = papers.at(-1)!;
      same('the total of the act', amount_tiyn, sum(lines.map(amountOf)));
      same('the total of the paper', paper.total_tiyn, amount_tiyn);
      same('the lines of the paper', sum(paper.services.map((one) => one.amount_tiyn)), amount_tiyn);
      same('VAT on the paper', paper.vat?.amount_tiyn ?? null, vat_tiyn);
      made.push({ id, amount_tiyn, vat_tiyn, number: `${number}/${year}` });
    }
    return made;
  });
}

type Actor = Parameters<typeof gatherPapers>[1];

async function assertElectronicPapers(app: TestApp, seller: Actor, act: Made, rate: number | null) {
  const papers = await gatherPapers(app.parts, seller, act.id);
  same('papers of an act', papers.map((one) => one.kind).join(), 'invoice,awp');
  for (const { kind, xml, faults } of papers) {
    same(`what ${kind} is refused for`, JSON.stringify(faults), '[]');
    const invoice = kind === 'invoice';
    const root = parseXml(xml)!.root;
    const judged = judgeSchema(invoice ? all(root, 'invoice')[0]! : root, kind);
    same(`the schema of ${kind}`, JSON.stringify(judged), '[]');
    const lines = all(root, invoice ? 'product' : 'work');
    const [gross, net] = invoice ? ['priceWithTax', 'priceWithoutTax'] : ['sumWithTax', 'sumWithoutTax'];
    const [total, total_net] = invoice
      ? ['totalPriceWithTax', 'totalPriceWithoutTax']
      : ['totalSumWithTax', 'totalSumWithoutTax'];
    same(`lines of ${kind}`, sum(lines.map((one) => tiyn(one, gross))), act.amount_tiyn);
    same(`total of ${kind}`, tiyn(root, total), act.amount_tiyn);
    same(`VAT of lines of ${kind}`, sum(lines.map((one) => tiyn(one, 'ndsAmount'))), act.vat_tiyn ?? 0n);
    same(`VAT of ${kind}`, tiyn(root, 'totalNdsAmount'), act.vat_tiyn ?? 0n);
    same(`net lines of ${kind}`, sum(lines.map((one) => tiyn(one, net))), tiyn(root, total_net));
    same(`net and VAT of ${kind}`, tiyn(root, total_net) + (act.vat_tiyn ?? 0n), act.amount_tiyn);
    const said = new Set(lines.map((one) => all(one, 'ndsRate').map(textOfElement).join()));
    same(`rates of ${kind}`, [...said].join(), rate === null ? '' : String(rate));
  }
}

async function payAll(app: TestApp, { company }: Deal, made: readonly Made[]): Promise<void> {
  const { db } = app.parts;
  const as = { ...company.director, session_id: null };
  await db.transaction().execute(async (tx) => {
    const actor = await findActorOfRun(tx, as, 'pay');
    for (const { id } of made) await payAct(app.parts, tx, actor, id);
  });
  await app.ok('payments.make_file', company.director, { body: { format: '1c' } });
  const orders = await db
    .selectFrom('payment_orders')
    .select(['id', 'act_id', 'amount_tiyn'])
    .where('act_id', 'in', made.map(({ id }) => id))
    .execute(); // prettier-ignore
  same('orders', orders.length, made.length);
  const of_act = new Map(orders.map((order) => [order.act_id, order.amount_tiyn]));
  for (const { id, amount_tiyn } of made) same('the order', of_act.get(id) ?? null, amount_tiyn);
  await db.transaction().execute(async (tx) => {
    const actor = await findActorOfRun(tx, as, 'pay');
    for (const { id } of orders)
      await decideOrder(app.parts, tx, actor, id, { outcome: 'settled', reason: 'По выписке' });
  });
}

async function assertReconciled(app: TestApp, { company, executor }: Deal, made: readonly Made[]) {
  const query = { company_id: executor.id, date_from: '2026-01-01', date_to: TODAY };
  const { entries, ...sums } = await app.ok('bookkeeping.reconciliation', company.director, { query });
  const total = sum(made.map((one) => one.amount_tiyn));
  for (const [name, value] of Object.entries({ owed: total, paid: total, closing: 0n, opening: 0n }))
    same(`${name} of the reconciliation`, parseMoney(sums[name as keyof typeof sums] as string), value);
  const of_act = new Map(made.map((one) => [one.id, one.amount_tiyn]));
  same('entries', entries.length, made.length * 2);
  for (const { act_id, owed, paid } of entries)
    same('an entry', parseMoney(owed ?? paid ?? ''), of_act.get(act_id ?? 0) ?? null);
}

function same(what: string, given: unknown, expected: unknown): void {
  if (given !== expected) throw new Error(`${what}: ${String(given)}, the act: ${String(expected)}`);
}

function all(of: XmlElement, name: string): XmlElement[] {
  return elementsOf(of).flatMap((one) => [...(one.local === name ? [one] : []), ...all(one, name)]);
}

function tiyn(of: XmlElement, name: string): bigint {
  const [only, ...more] = all(of, name);
  const value = only && more.length === 0 ? parseMoney(textOfElement(only) ?? '') : null;
  if (value === null || value === undefined) throw new Error(`no ${name}`);
  return value;
}
