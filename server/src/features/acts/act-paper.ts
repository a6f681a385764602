import type { ReadableAct } from '@kelisim/shared/features/acts/readable-act.contract.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { findMissingLetters } from '@kelisim/shared/kernel/paper-letters.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { showHidden } from '@kelisim/shared/kernel/plain-text.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import type { ActDocument, ActParty } from '../../adapters/pdf/pdf.ts';
import type { Handle } from '../../platform/db/database.ts';
import { nameOnPaper } from '@kelisim/shared/kernel/name-on-paper.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { vatOfAct } from '../vat/public.ts';
import { contentHash, type ActContent } from './act-content.ts';
import { actJson, readableOf } from './act-json.ts';
import { listHeadsOfPapers } from './act-paper.queries.ts';
import { getActBrief, listServices, listServicesOf, type LockedAct } from './acts.queries.ts';

const states = { ru, kz };

type ActData = Omit<LockedAct, never>;

/** The content of a stored act, as its hash and its paper need it. */
export async function contentOf(db: Handle, act: ActData) {
  return withLines(act, await listServices(db, act.company_id, act.id));
}

function withLines<Line extends ActContent['services'][number]>(act: ActData, services: Line[]) {
  return {
    contractor_company_id: act.contractor_company_id,
    contract_id: act.contract_id,
    title: act.title,
    act_date: act.act_date,
    start_date: act.start_date,
    end_date: act.end_date,
    knp: act.knp,
    additional_info: act.additional_info,
    amount_tiyn: act.amount_tiyn,
    corrects_act_id: act.corrects_act_id,
    services,
  } satisfies ActContent;
}

/** All that the paper of each act says, as it is now, in the order of the acts. */
export async function readPapers<Act extends ActData>(db: Handle, acts: readonly Act[]) {
  const lines = await listServicesOf(db, acts);
  const heads = await listHeadsOfPapers(db, acts);
  return heads.map(({ vat_rate, ...head }) => {
    const content = withLines(head.act, lines.get(head.act.id) ?? []);
    return { ...head, content, vat: vatOfAct(vat_rate, content.services) };
  });
}

export async function readPaper(db: Handle, act: ActData) {
  const [paper] = await readPapers(db, [act]);
  return orNotFound(paper);
}
export type Paper = Awaited<ReturnType<typeof readPaper>>;

/** Draws form Р-1 in the language the company keeps its documents in. */
export async function drawAct(
  parts: Parts,
  db: Handle,
  paper: Paper,
  public_id: string,
  created_at: Date,
): Promise<Uint8Array> {
  const form = await formOf(parts, db, paper, public_id);
  assertLetters(form);
  return parts.pdf.renderAct({ ...form, json: actJson(form) }, created_at);
}

/** The frozen content of an act as its paper has it; null where the rows are no more what was hashed. */
export async function readFrozenAct(
  parts: Pick<Parts, 'config'>,
  db: Handle,
  act: ActData,
): Promise<ReadableAct | null> {
  const paper = await readPaper(db, act);
  if (!act.content_hash?.equals(contentHash({ ...act, ...paper.content }))) return null;
  return readableOf(await formOf(parts, db, { ...paper, vat: act }, ''));
}

/** What would be frozen of an act if it were sent now. */
export async function readChangingAct(
  parts: Pick<Parts, 'config'>,
  db: Handle,
  act: ActData,
): Promise<ReadableAct> {
  return readableOf(await formOf(parts, db, await readPaper(db, act), ''));
}

async function formOf(
  parts: Pick<Parts, 'config'>,
  db: Handle,
  { act, customer, executor, contract, content, vat: { vat_rate, vat_tiyn } }: Paper,
  public_id: string,
): Promise<Omit<ActDocument, 'json'>> {
  const language = customer.document_language;
  return {
    public_id,
    number: `${act.number}/${act.year}`,
    act_date: act.act_date,
    start_date: act.start_date,
    end_date: act.end_date,
    language,
    check_url: `${parts.config.public_url}/verify/${public_id}`,
    customer: toParty(customer, language),
    executor: toParty(executor, language),
    contract,
    services: content.services.map((row) => ({
      name:
        row.kind === 'work' ? row.description : `${states[language].line_kind[row.kind]}: ${row.description}`,
      description: null,
      // Without a day of its own a service counts as done at the end of the period (decisions 5).
      service_date: row.service_date ?? act.end_date,
      unit: language === 'kz' ? row.unit_kz : row.unit_ru,
      quantity: row.quantity.replace(/\.?0+$/, ''),
      // The form multiplies: a deduction has its minus in the price too.
      rate_tiyn: row.kind === 'deduction' ? -row.rate_tiyn : row.rate_tiyn,
      amount_tiyn: row.amount_tiyn,
    })),
    total_tiyn: content.amount_tiyn,
    additional_info:
      [await correctedInWords(db, act, language), content.additional_info].filter(Boolean).join(' ') || null,
    vat: vat_rate === null || vat_tiyn === null ? null : { rate_percent: vat_rate, amount_tiyn: vat_tiyn },
  };
}

/** What was typed before its letters were judged, or came from a register: nothing is frozen that the paper cannot show. */
function assertLetters({
  number,
  contract,
  customer,
  executor,
  services,
  additional_info,
}: Omit<ActDocument, 'json'>): void {
  const texts = { act: [number, services, additional_info], contract, customer, executor };
  for (const [where, value] of Object.entries(texts)) {
    const letters = findMissingLetters(textsIn(value).join('\n'));
    if (letters !== null) throw new Problem('act.paper_letters', { values: { letters, where } });
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [showHidden(value)];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

const CORRECTED = {
  ru: (number: string, date: string) => `Исправляет акт № ${number} от ${date}.`,
  kz: (number: string, date: string) => `${date} күнгі № ${number} актіні түзетеді.`,
};

/** Stands on the paper of a correcting act whatever people type into it. */
async function correctedInWords(db: Handle, act: ActData, language: Locale): Promise<string | null> {
  if (act.corrects_act_id === null) return null;
  const { number, year, act_date } = await getActBrief(db, act.company_id, act.corrects_act_id);
  return CORRECTED[language](`${number}/${year}`, formatDate(act_date));
}

type PartyRow = Paper['customer'];

function toParty(row: PartyRow, language: Locale): ActParty {
  return {
    name: nameOnPaper(row, language),
    bin: row.bin,
    address: row.address,
    phone: row.phone,
    email: row.email,
    director_name: row.ceo_name,
    director_position: row.director_position,
  };
}
