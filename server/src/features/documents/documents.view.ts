import type {
  DocumentEvent,
  DocumentRow,
  DocumentView,
} from '@kelisim/shared/features/documents/documents.contract.ts';
import {
  DOCUMENT_STATUS_IDS,
  isContract,
  PAPER_TYPES,
  type DocumentStatus,
  type PaperType,
} from '@kelisim/shared/features/documents/document-status.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { bothParties } from '../../platform/db/both-parties.ts';
import type { Handle } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import {
  listCurrentSignatures,
  listPendingSignatures,
  toAwaitedProofs,
  toSignatureCard,
} from '../signatures/public.ts';
import { namesOf } from '../external-ids/public.ts';
import { findTemplateName } from '../templates/public.ts';
import { findDocumentRow, findFile, listRelatives, type DocumentRowData } from './documents.queries.ts';
import { listDocumentHistory } from './document-history.queries.ts';
import { findHand, handState, type HandRow, type listDisputeRows } from './hand-signatures.queries.ts';

const states = { ru, kz };

export function documentStatusView(status: DocumentStatus, locale: Locale, type: PaperType = 'other') {
  const { document, other_paper } = states[locale];
  const names: Partial<Record<DocumentStatus, string>> = isContract(type) ? document : other_paper;
  return { id: DOCUMENT_STATUS_IDS[status], code: status, name: names[status] ?? document[status] };
}

export function documentTypeView(type: PaperType, locale: Locale) {
  return { id: PAPER_TYPES.indexOf(type) + 1, code: type, name: states[locale].document_type[type] };
}

export function toDocumentRow(row: DocumentRowData, locale: Locale, external_id?: string): DocumentRow {
  const type = documentTypeView(row.type, locale);
  return {
    id: row.id,
    ...(external_id !== undefined && { external_id }),
    title: row.title,
    number: row.number,
    date: row.date,
    type_id: type.id,
    type,
    file_id: row.frozen_file_id ?? row.source_file_id,
    status: documentStatusView(row.status, locale, row.type),
    start_date: row.start_date,
    end_date: row.end_date,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...bothParties(row),
    customer_signed_at: row.customer_signed_at?.toISOString() ?? null,
    contractor_signed_at: row.contractor_signed_at?.toISOString() ?? null,
    sign_info_file_id: row.sign_info_file_id,
    signed_cms_file_id: row.signed_cms_file_id,
    additional_info: row.additional_info,
    reason: row.reason,
    terminates_on: row.terminates_on,
  };
}

export async function getDocumentView(
  db: Handle,
  actor: CompanyActor,
  document_id: number,
  locale: Locale,
): Promise<DocumentView> {
  const row = orNotFound(await findDocumentRow(db, actor, document_id));
  const file =
    row.frozen_file_id === null ? undefined : await findFile(db, row.company_id, row.frozen_file_id);
  const of = { company_id: row.company_id, document_id };
  const names = await namesOf(db, actor, 'contract', [document_id]);
  const signatures = await listCurrentSignatures(db, of);
  const proofs =
    row.frozen_file_id === null
      ? []
      : await listPendingSignatures(db, { ...of, file_id: row.frozen_file_id });
  const template =
    actor.role === 'business' && row.template_id !== null
      ? await findTemplateName(db, row.company_id, row.template_id)
      : undefined;
  return {
    ...toDocumentRow(row, locale, names.get(document_id)),
    file:
      file && row.frozen_at
        ? {
            file_id: file.id,
            public_id: file.public_id,
            name: file.name,
            size: file.size_bytes,
            sha256: file.sha256.toString('hex'),
            streebog512: file.streebog512!.toString('hex'),
            frozen_at: row.frozen_at.toISOString(),
          }
        : null,
    signatures: signatures.map((signature) => toSignatureCard(signature, actor.company_id)),
    proofs: toAwaitedProofs(proofs, signatures, locale),
    has_original: actor.role === 'business' && row.original_file_id !== null,
    template: template ?? null,
    ...(await relativesOf(db, actor, row, locale)),
    hand: toHand(await findHand(db, row)),
  };
}

async function relativesOf(db: Handle, actor: CompanyActor, row: DocumentRowData, locale: Locale) {
  const found = await listRelatives(db, actor, row);
  const toRelative = (one: (typeof found)[number]) => ({
    id: one.id,
    title: one.title,
    number: one.number,
    date: one.date,
    status: documentStatusView(one.status, locale),
    start_date: one.start_date,
    end_date: one.end_date,
    terminates_on: one.terminates_on,
  });
  const one = (id: number | null) => {
    const relative = found.find((other) => other.id === id);
    return relative ? toRelative(relative) : null;
  };
  return {
    parent: one(row.parent_id),
    addenda: found.filter((other) => other.parent_id === row.id).map(toRelative),
    renewed_from: one(row.renewed_from_id),
    renewals: found.filter((other) => other.renewed_from_id === row.id).map(toRelative),
  };
}

function toHand(hand: HandRow | undefined): DocumentView['hand'] {
  if (!hand) return null;
  return {
    state: handState(hand),
    marked_at: hand.marked_at.toISOString(),
    counts_on: hand.counts_on,
    confirmed_at: hand.confirmed_at?.toISOString() ?? null,
    disputed_at: hand.disputed_at?.toISOString() ?? null,
    dispute_reason: hand.dispute_reason,
    decided_at: hand.decided_at?.toISOString() ?? null,
  };
}

/** Who did what when. People of the other side are told by their side alone. */
export async function getDocumentHistory(
  db: Handle,
  actor: CompanyActor,
  document_id: number,
): Promise<DocumentEvent[]> {
  const row = orNotFound(await findDocumentRow(db, actor, document_id));
  const events = await listDocumentHistory(db, row);
  return events
    .filter((event) => actor.role === 'business' || event.to_status !== 'draft')
    .map((event) => ({
      id: event.seq,
      action: event.action,
      side: event.actor_side,
      person: event.actor_company_id === actor.company_id ? event.full_name : null,
      api_key: event.actor_company_id === actor.company_id ? event.api_key : null,
      from_status: event.from_status,
      to_status: event.to_status,
      version: event.version,
      note: event.note,
      means: event.means,
      created_at: event.created_at.toISOString(),
    }));
}

export function toDispute(row: Awaited<ReturnType<typeof listDisputeRows>>['rows'][number]) {
  return {
    document_id: row.id,
    title: row.title,
    number: row.number,
    company: { id: row.company_id, name: row.company_name, bin: row.company_bin, phone: row.company_phone },
    contractor_company: {
      id: row.contractor_company_id,
      name: row.contractor_name,
      bin: row.contractor_bin,
      phone: row.contractor_phone,
    },
    reason: row.dispute_reason!,
    has_scan: row.scan_file_id !== null,
    disputed_at: row.disputed_at!.toISOString(),
  };
}
