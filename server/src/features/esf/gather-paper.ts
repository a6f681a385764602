import { billedLines } from '@kelisim/shared/features/acts/act-totals.ts';
import { fittingRule, turnoverDay, type TurnoverRule } from '@kelisim/shared/features/esf/turnover.ts';
import type { EsfKind } from '@kelisim/shared/features/esf/esf-status.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { formatQuantity, parseQuantity } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { findActRow, findPartiesOnPaper, listServices } from '../acts/public.ts';
import { findContractOnPaper } from '../documents/public.ts';
import { findVat } from '../vat/public.ts';
import { findIssues, findSignedOn, findTurnoverRule } from './due.queries.ts';
import { checkPaper, type EsfFault } from './check-paper.ts';
import type { EsfPaper, EsfParty } from './esf-paper.ts';
import { listCompanyTypes, listEsfBanks, listOfSeller, listUnitCodes, type EsfRow } from './esf.queries.ts';
import { listInboundOfAct } from './inbound.queries.ts';
import { writeAwp } from './write-awp.ts';
import { writeInvoice } from './write-invoice.ts';

const DEAD = ['declined', 'revoked', 'cancelled'];

/** Codes of МКЕИ for our units; a service that is not measured is one piece. */
const UNIT_CODES: Record<string, string> = { hour: '356', day: '359', month: '362', km: '008', m2: '055' };
const PIECE = '796';

const PARTY_KINDS: Record<string, EsfParty['kind']> = { ip: 'ENTREPRENEUR', individual: 'INDIVIDUAL' };

export interface PaperInput {
  /** The registered invoice to be replaced. */
  corrects?: number | null | undefined;
  /** Left out: as the seller chose last. */
  turnover?: TurnoverRule | undefined;
}

export interface Gathered {
  kind: EsfKind;
  paper: EsfPaper;
  act: NonNullable<Awaited<ReturnType<typeof findActRow>>>;
  faults: EsfFault[];
  xml: string;
}

/**
 * The papers that can be issued by an act now: those kinds of which none lives. With `corrects` the corrected invoice
 * alone. Only its executor issues them.
 * @throws Problem `esf.not_issued` of who issues none
 */
export async function gatherPapers(
  parts: Pick<Parts, 'db' | 'clock'>,
  actor: CompanyActor,
  act_id: number,
  { corrects = null, turnover }: PaperInput = {},
): Promise<Gathered[]> {
  const { db } = parts;
  const act = orNotFound(await findActRow(db, actor, act_id));
  // Who issued one may correct it, whatever they are by now.
  if (corrects === null && !(await findIssues(db, act))) throw new Problem('esf.not_issued');
  const seller_id = act.contractor_company_id;
  const issued = await listOfSeller(db, seller_id, [act_id, act.corrects_act_id ?? act_id]);
  const of_act = issued.filter((one) => one.act_id === act_id);
  const living = (kind: EsfKind) =>
    of_act.some((one) => one.kind === kind && !one.is_corrected && !DEAD.includes(one.status));
  const here = new Set(of_act.map((one) => one.registration_number));
  const inbound = await listInboundOfAct(db, act.company_id, act_id);
  const elsewhere = inbound.some((one) => one.status === 'registered' && !here.has(one.registration_number));
  const today = almatyDate(parts.clock.now());
  const rule = turnover ?? fittingRule(await findTurnoverRule(db, seller_id), act.end_date, today);
  const signed_on = await findSignedOn(db, act);
  const turnover_date = turnoverDay(rule, { end_date: act.end_date, signed_on }, today);
  const common = { ...(await readPaper(db, actor, act, today)), turnover_date };

  /** The one that stands, or that is issued in the same step. */
  const pairOf = (kind: EsfKind): EsfPaper['pair'] => {
    const other = kind === 'invoice' ? 'awp' : 'invoice';
    const issued_before = of_act.filter((one) => one.kind === other);
    const there = issued_before.find((one) => !one.is_corrected && !DEAD.includes(one.status));
    if (there)
      return { number: there.number, date: there.issued_on, registration_number: there.registration_number };
    // What takes back is no work done: it has an invoice alone.
    if (act.amount_tiyn <= 0n || corrects !== null) return null;
    return { number: numberOf(act_id, issued_before.length), date: today, registration_number: null };
  };
  const make = (kind: EsfKind, change: Partial<EsfPaper>): Gathered => {
    const so_far = of_act.filter((one) => one.kind === kind).length;
    const number = numberOf(act_id, so_far);
    const paper: EsfPaper = { ...common, number, pair: pairOf(kind), ...change };
    const faults = checkPaper(paper, kind, today);
    const fits = faults.every((one) => one.rule !== 'characters');
    return {
      kind,
      paper,
      act,
      faults,
      xml: fits ? (kind === 'invoice' ? writeInvoice : writeAwp)(paper) : '',
    };
  };

  if (corrects !== null) {
    const wrong = of_act.find((one) => one.id === corrects && one.kind === 'invoice');
    if (!wrong) throw new Problem('not_found');
    if (wrong.status !== 'registered' || wrong.is_corrected) throw new Problem('esf.wrong_state');
    // What is mended keeps its turnover, unless that is what was wrong.
    const kept = turnover ? {} : { turnover_date: wrong.turnover_on };
    return [make('invoice', { type: 'FIXED_INVOICE', related: relatedOf(wrong), ...kept })];
  }
  const first = issued.find(
    (one) => one.act_id === act.corrects_act_id && one.kind === 'invoice' && one.status === 'registered',
  );
  const papers: Gathered[] = [];
  if (!living('invoice') && !elsewhere) {
    const additional = act.corrects_act_id !== null && (first || act.amount_tiyn < 0n);
    papers.push(
      make(
        'invoice',
        additional ? { type: 'ADDITIONAL_INVOICE', related: first ? relatedOf(first) : null } : {},
      ),
    );
  }
  if (!living('awp') && act.amount_tiyn > 0n) papers.push(make('awp', {}));
  return papers;
}

const DIGITS_OF_REPEAT = 9;

/**
 * The schema takes digits only, thirty at most. The id of the act, and for what is issued again the id and a count of
 * nine digits, so that it is never the id of another act.
 */
function numberOf(act_id: number, issued_before: number): string {
  if (issued_before === 0) return String(act_id);
  return `${act_id}${String(issued_before + 1).padStart(DIGITS_OF_REPEAT, '0')}`;
}

function relatedOf(row: EsfRow): NonNullable<EsfPaper['related']> {
  return { date: row.issued_on, number: row.number, registration_number: row.registration_number ?? '' };
}

async function readPaper(
  db: Handle,
  actor: CompanyActor,
  act: Gathered['act'],
  today: string,
): Promise<Omit<EsfPaper, 'number' | 'turnover_date' | 'pair'>> {
  const { company_id, contractor_company_id: seller_id } = act;
  const both = [company_id, seller_id];
  const parties = await findPartiesOnPaper(db, company_id, seller_id);
  const contract = await findContractOnPaper(db, company_id, act.contract_id);
  const services = await listServices(db, company_id, act.id);
  // What both signed says whether there is VAT and how much; the certificate is a requisite of the seller.
  const vat = act.vat_rate === null ? null : await findVat(db, seller_id, act.end_date);
  const types = new Map((await listCompanyTypes(db, both)).map((row) => [row.id, row.type]));
  const banks = new Map((await listEsfBanks(db, both)).map(({ company_id: of, ...bank }) => [of, bank]));
  const units = new Map((await listUnitCodes(db)).map((row) => [row.id, UNIT_CODES[row.code] ?? PIECE]));
  const toParty = ({ id, bin, name, address }: typeof parties.executor): EsfParty => ({
    tin: bin,
    name,
    address,
    kind: PARTY_KINDS[types.get(id) ?? ''] ?? 'ENTERPRISE',
    bank: banks.get(id) ?? null,
  });
  return {
    type: 'ORDINARY_INVOICE',
    date: today,
    related: null,
    signer_name: actor.full_name,
    seller: {
      ...toParty(parties.executor),
      vat_certificate: vat ? { series: vat.certificate_series, number: vat.certificate_number } : null,
    },
    customer: toParty(parties.customer),
    contract: { number: contract.number, date: contract.date },
    delivery: { number: `${act.number}/${act.year}`, date: act.act_date },
    lines: billedLines(services).map((row) => ({
      description: row.description,
      unit_code: units.get(row.unit_id) ?? PIECE,
      quantity: formatQuantity(parseQuantity(row.quantity)!),
      rate_tiyn: row.lessened ? null : row.rate_tiyn,
      amount_tiyn: row.amount_tiyn,
    })),
    vat_rate: act.vat_rate,
  };
}
