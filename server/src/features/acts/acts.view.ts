import type {
  ActLink,
  ActListItem,
  ActView,
  HistoryEntry,
} from '@kelisim/shared/features/acts/acts.contract.ts';
import {
  ACT_STATUS_IDS,
  BOTH_SIGNED,
  IN_SIGNING,
  type ActStatus,
} from '@kelisim/shared/features/acts/act-status.ts';
import type { FrozenFile } from '@kelisim/shared/features/signing/signing.contract.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { bothParties } from '../../platform/db/both-parties.ts';
import type { Handle } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import {
  findSignedFile,
  listCurrentSignatures,
  listPendingSignatures,
  toAwaitedProofs,
  toSignatureCard,
  type SignedFile,
} from '../signatures/public.ts';
import { openOf, paidOf } from '../statistics/public.ts';
import {
  findActRow,
  findLastOrder,
  findShownAct,
  listLinkedActs,
  listServices,
  type ShownActRow,
} from './acts.queries.ts';
import { listHistory } from './act-history.queries.ts';
import { findPaperBefore } from './read-versions.ts';
import { getScheduleView } from './schedules.view.ts';

const states = { ru, kz };

export function actStatusView(status: ActStatus, locale: Locale) {
  return { id: ACT_STATUS_IDS[status], code: status, name: states[locale].act[status] };
}

export function toActListItem(row: ShownActRow, locale: Locale): ActListItem {
  const status = row.status;
  return {
    id: row.id,
    ...(row.external_id !== null && { external_id: row.external_id }),
    number: `${row.number}/${row.year}`,
    title: row.title,
    status: actStatusView(status, locale),
    act_date: row.act_date,
    start_date: row.start_date,
    end_date: row.end_date,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
    amount: formatMoney(row.amount_tiyn),
    paid: formatMoney(paidOf(row)),
    open: formatMoney(openOf(row)),
    additional_info: row.additional_info,
    auto_generate: row.auto_generate,
    is_copy: row.is_copy,
    is_signed: BOTH_SIGNED.includes(status),
    is_payed: status === 'paid',
    knp: row.knp,
    contract_id: row.contract_id,
    document_id: row.frozen_file_id,
    ...bothParties(row),
    version: row.version,
    annulment_requested_by: row.annulment_requested_by,
    executor_signs_first: row.executor_signs_first,
    reason: row.reason,
    corrects_act_id: row.corrects_act_id,
    comments_unread: row.comments_unread,
  };
}

export function toFrozenFile(file: SignedFile, frozen_at: Date): FrozenFile {
  return {
    file_id: file.id,
    public_id: file.public_id,
    name: file.name,
    size: file.size_bytes,
    sha256: file.sha256.toString('hex'),
    streebog512: file.streebog512!.toString('hex'),
    frozen_at: frozen_at.toISOString(),
  };
}

type LinkRow = Awaited<ReturnType<typeof listLinkedActs>>[number];

function toActLink(row: LinkRow, locale: Locale): ActLink {
  return {
    id: row.id,
    number: `${row.number}/${row.year}`,
    act_date: row.act_date,
    amount: formatMoney(row.amount_tiyn),
    status: actStatusView(row.status, locale),
  };
}

/** The whole act as its page shows it; not found for a stranger. */
export async function getActView(
  db: Handle,
  actor: CompanyActor,
  act_id: number,
  locale: Locale,
): Promise<ActView> {
  const row = orNotFound(await findShownAct(db, actor, act_id));
  const key = { company_id: row.company_id, act_id };
  const [services, signatures, proofs, order, file, links, schedule, earlier] = await Promise.all([
    listServices(db, row.company_id, act_id),
    listCurrentSignatures(db, { company_id: row.company_id, act_id }),
    row.frozen_file_id === null
      ? []
      : listPendingSignatures(db, { company_id: row.company_id, act_id, file_id: row.frozen_file_id }),
    findLastOrder(db, row.company_id, act_id),
    row.frozen_file_id === null ? undefined : findSignedFile(db, row.company_id, row.frozen_file_id),
    listLinkedActs(db, actor, row),
    actor.role === 'business' ? getScheduleView(db, key, locale) : null,
    findPaperBefore(db, actor, row),
  ]);
  const linked = (id: number | null) => {
    const link = links.find((one) => one.id === id);
    return link ? toActLink(link, locale) : null;
  };
  return {
    ...toActListItem(row, locale),
    contract_title: row.contract_title,
    services: services.map((service) => ({
      id: service.id,
      act_id,
      amount: formatMoney(service.amount_tiyn),
      category: {
        id: service.category_id,
        name: locale === 'kz' ? service.category_kz : service.category_ru,
      },
      description: service.description,
      quantity: service.quantity.replace(/\.?0+$/, ''),
      rate: formatMoney(service.rate_tiyn),
      service_date: service.service_date,
      unit: { id: service.unit_id, name: locale === 'kz' ? service.unit_kz : service.unit_ru },
      kind: service.kind,
      taxed: service.taxed,
      created_at: service.created_at.toISOString(),
    })),
    was_sent: row.frozen_at !== null,
    has_earlier: earlier !== undefined,
    sign_by: IN_SIGNING.includes(row.status) ? row.sign_by : null,
    file: file && row.frozen_at ? toFrozenFile(file, row.frozen_at) : null,
    signatures: signatures.map((signature) => toSignatureCard(signature, actor.company_id)),
    signed_by_you: signatures.some(({ side, user_id }) => side === actor.role && user_id === actor.user_id),
    proofs: toAwaitedProofs(proofs, signatures, locale),
    corrects: linked(row.corrects_act_id),
    corrections: links
      .filter((link) => link.corrects_act_id === act_id)
      .map((link) => toActLink(link, locale)),
    repeats: linked(row.repeats_act_id),
    schedule,
    payment: order
      ? {
          id: order.id,
          status: order.status as NonNullable<ActView['payment']>['status'],
          amount: formatMoney(order.amount_tiyn),
          created_at: order.created_at.toISOString(),
          settled_on: order.settled_on,
          reason: order.reason,
          number: order.end_to_end_id,
          knp: order.knp,
          payee_name: order.payee_name,
          payee_iban: order.payee_iban,
        }
      : null,
  };
}

export async function getActHistory(
  db: Handle,
  actor: CompanyActor,
  act_id: number,
): Promise<HistoryEntry[]> {
  const act = orNotFound(await findActRow(db, actor, act_id));
  const rows = await listHistory(db, act.company_id, act_id);
  return rows.map((row) => ({
    id: row.id,
    act_id: row.act_id,
    action: row.action,
    company_id: row.actor_company_id,
    company_name: row.company_name,
    user_name: row.user_name,
    api_key: row.actor_company_id === actor.company_id ? row.api_key : null,
    from_status: row.from_status,
    to_status: row.to_status,
    side: row.actor_side,
    version: row.version,
    note: row.note,
    // The address of the other side's device is none of our business.
    ip: row.actor_company_id === actor.company_id ? row.ip : null,
    means: row.means,
    hash_before: row.hash_before?.toString('hex') ?? null,
    hash_after: row.content_hash?.toString('hex') ?? null,
    created_at: row.created_at.toISOString(),
  }));
}
