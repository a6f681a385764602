import type { EsfAnswer } from '@kelisim/shared/features/esf/esf-status.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/esf.ts';
import ru from '@kelisim/shared/texts/ru/esf.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Parts } from '../../parts.ts';
import type { NewQrItem, QrDocumentKind, QrRequest } from '../qr-signing/public.ts';
import { findTicket, getTicket } from './esf-session.ts';
import type { EsfFault } from './check-paper.ts';
import type { EsfRow } from './esf.queries.ts';
import { gatherPapers, type Gathered, type PaperInput } from './gather-paper.ts';
import { totalsOf } from './esf-paper.ts';
import { getCompany } from '../../platform/db/get-company.ts';

const DESCRIPTION = {
  esf: { ru: 'Вход в ИС ЭСФ', kz: 'ЭШФ АЖ-ға кіру', en: 'Sign-in to IS ESF' },
  invoice: {
    ru: 'Электронные счета-фактуры и акты',
    kz: 'Электрондық шот-фактуралар мен актілер',
    en: 'Electronic invoices and acts',
  },
  act_with_esf: {
    ru: 'Акты и их электронные счета-фактуры',
    kz: 'Актілер және олардың электрондық шот-фактуралары',
    en: 'Acts with their electronic invoices',
  },
};

/** A fault in words: which part, and what is the matter with it. */
export function faultInWords({ field, rule }: EsfFault, locale: 'ru' | 'kz'): string {
  const texts = { ru, kz }[locale];
  return `${texts.fields[field]}: ${texts.rules[rule]}`;
}

/** Papers of one act, ready to be signed. Throws what ИС ЭСФ would refuse. */
async function papersOf(
  parts: Parts,
  actor: CompanyActor,
  act_id: number,
  input: PaperInput,
): Promise<Gathered[]> {
  const papers = await gatherPapers(parts, actor, act_id, input);
  if (papers.length === 0) throw new Problem('esf.exists');
  const fault = papers.flatMap((one) => one.faults)[0];
  if (fault) throw new Problem('esf.incomplete', { values: { what: faultInWords(fault, actor.locale) } });
  return papers;
}

/** What is asked to be signed of acts: their papers, and the acts themselves where `act` gathers them. */
export interface PapersAsked extends PaperInput {
  act_ids: number[];
  act: QrDocumentKind | null;
}

/**
 * All that is to be signed in one gesture: the acts where asked for, their papers, and the ticket of a sign-in where
 * there is none yet.
 */
export async function papersRequest(
  parts: Parts,
  actor: CompanyActor,
  { act_ids, act, corrects, turnover }: PapersAsked,
): Promise<QrRequest> {
  const signed = act ? (await act.gather(actor, act_ids)).items : [];
  const items: NewQrItem[] = [];
  for (const [at, act_id] of act_ids.entries()) {
    const papers = await papersOf(parts, actor, act_id, { corrects: corrects ?? null, turnover });
    if (signed[at]) items.push(signed[at]);
    items.push(...papers.map((one) => toItem(act_id, one)));
  }
  const ticket = await findTicket(parts, actor);
  if (ticket) items.push(ticketItem(ticket));
  return requestOf(parts, actor, act ? 'act_with_esf' : 'invoice', items, act_ids);
}

export async function signInRequest(parts: Parts, actor: CompanyActor): Promise<QrRequest> {
  return requestOf(parts, actor, 'esf', [ticketItem(await getTicket(parts, actor))], []);
}

/** What revokes a registered paper. */
export async function revokeRequest(
  parts: Parts,
  actor: CompanyActor,
  row: EsfRow,
  reason: string,
): Promise<QrRequest> {
  if (!parts.esf || row.external_id === null) throw new Problem('esf.not_connected');
  const kind = row.kind;
  const content = Buffer.from(parts.esf.revokeText({ kind, id: row.external_id, reason }));
  const item: NewQrItem = {
    subject_id: row.act_id,
    file_id: null,
    content,
    sign_method: 'SIGN_BYTES_ARRAY',
    names: {
      ru: `Отзыв: ${ru.kind[kind]} № ${row.number}`,
      kz: `Кері қайтару: № ${row.number} ${kz.kind[kind]}`,
      en: `Revocation No. ${row.number}`,
    },
    meta: [{ key: 'number', value: row.registration_number ?? row.number }],
  };
  const ticket = await findTicket(parts, actor);
  const items = ticket ? [item, ticketItem(ticket)] : [item];
  return requestOf(parts, actor, 'invoice', items, [row.act_id]);
}

const ANSWERED = {
  confirm: { ru: 'Подтверждение', kz: 'Растау', en: 'Confirmation' },
  refuse: { ru: 'Отклонение', kz: 'Қабылдамау', en: 'Refusal' },
};

/** The customer's answer to an electronic act. */
export async function answerRequest(
  parts: Parts,
  actor: CompanyActor,
  row: EsfRow,
  answer: EsfAnswer,
  reason: string | null,
): Promise<QrRequest> {
  if (!parts.esf || row.external_id === null) throw new Problem('esf.not_connected');
  const names = ANSWERED[answer];
  const item: NewQrItem = {
    subject_id: row.act_id,
    file_id: null,
    content: Buffer.from(parts.esf.answerText({ id: row.external_id, answer, reason })),
    sign_method: 'SIGN_BYTES_ARRAY',
    names: {
      ru: `${names.ru}: ${ru.kind.awp} № ${row.number}`,
      kz: `${names.kz}: № ${row.number} ${kz.kind.awp}`,
      en: `${names.en}: electronic act No. ${row.number}`,
    },
    meta: [
      { key: 'number', value: row.registration_number ?? row.number },
      { key: 'amount', value: `${formatMoney(row.amount_tiyn).replace('.', ',')}\u00a0₸` },
    ],
  };
  const ticket = await findTicket(parts, actor);
  const items = ticket ? [item, ticketItem(ticket)] : [item];
  return requestOf(parts, actor, 'invoice', items, [row.act_id]);
}

async function requestOf(
  parts: Parts,
  actor: CompanyActor,
  doc_type: keyof typeof DESCRIPTION,
  items: NewQrItem[],
  act_ids: number[],
): Promise<QrRequest> {
  const { name, bin } = await getCompany(parts.db, actor.company_id, ['name', 'bin']);
  const place = act_ids.length === 1 ? `acts/${act_ids[0]}` : 'esf';
  return {
    doc_type,
    organisation: { ru: name, kz: name, en: name, bin },
    description: DESCRIPTION[doc_type],
    back_url: `${parts.config.public_url}/lk/${actor.role}/${place}`,
    items,
    subjects: act_ids,
  };
}

function toItem(act_id: number, { kind, paper, xml }: Gathered): NewQrItem {
  return {
    subject_id: act_id,
    file_id: null,
    content: Buffer.from(xml),
    sign_method: 'SIGN_BYTES_ARRAY',
    names: {
      ru: `${ru.kind[kind]} № ${paper.number}`,
      kz: `№ ${paper.number} ${kz.kind[kind]}`,
      en: `${kind === 'invoice' ? 'Electronic invoice' : 'Electronic act'} No. ${paper.number}`,
    },
    meta: [
      { key: 'number', value: paper.number },
      { key: 'party', value: paper.customer.name },
      { key: 'amount', value: `${formatMoney(totalsOf(paper).with_tax).replace('.', ',')}\u00a0₸` },
    ],
  };
}

function ticketItem(ticket: string): NewQrItem {
  return {
    subject_id: null,
    file_id: null,
    content: Buffer.from(ticket),
    sign_method: 'XML',
    names: DESCRIPTION.esf,
    meta: [],
  };
}
