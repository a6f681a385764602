import { createHash } from 'node:crypto';
import type { StandRow, StandSigner } from '@kelisim/shared/features/sandbox/stand.contract.ts';
import type { Call } from '@kelisim/shared/kernel/call.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../../platform/actor.ts';
import type { CallContext, Handlers } from '../../../platform/http/bind-calls.ts';
import { problemText } from '../../../platform/http/problem-reply.ts';
import type { Parts } from '../../../parts.ts';
import { findActorOfRun } from '../../auth/public.ts';
import { findMember, listContractors } from './stand.queries.ts';

/** Calls of people that the stand makes in their place: what comes of one is what would come of theirs. */
export type Deeds = Pick<
  Handlers,
  | 'signing.prepare'
  | 'qr.make'
  | 'qr.init'
  | 'qr.documents'
  | 'qr.take'
  | 'qr.check'
  | 'acts.sign'
  | 'documents.sign'
  | 'acts.return'
  | 'documents.refuse'
  | 'acts.pay'
  | 'esf.prepare'
  | 'esf.sign'
>;

export type StandContext = Pick<CallContext<Call>, 'locale' | 'ip' | 'request_hash'> &
  Omit<CallContext<Call>, 'actor' | 'input'> & { actor: CompanyActor };

export interface Papers {
  act_ids?: number[] | undefined;
  document_ids?: number[] | undefined;
}
export type PaperKind = StandRow['kind'];

export interface Group {
  kind: PaperKind;
  ids: number[];
  /** Whose turn it is. */
  by: StandSigner;
  company_id: number;
}

/** The company's own papers by their other side, acts after contracts; `missing` are not of this company. */
export async function groupPapers(
  { db }: Pick<Parts, 'db'>,
  company_id: number,
  { act_ids = [], document_ids = [] }: Papers,
): Promise<{ groups: Omit<Group, 'by'>[]; missing: { kind: PaperKind; id: number }[] }> {
  const groups: Omit<Group, 'by'>[] = [];
  const missing: { kind: PaperKind; id: number }[] = [];
  for (const [kind, ids] of [
    ['contract', [...new Set(document_ids)]],
    ['act', [...new Set(act_ids)]],
  ] as const) {
    const contractors = await listContractors(db, company_id, kind, ids);
    missing.push(...ids.filter((id) => !contractors.has(id)).map((id) => ({ kind, id })));
    for (const [of, rows] of Map.groupBy(contractors, ([, contractor]) => contractor))
      groups.push({ kind, company_id: of, ids: rows.map(([id]) => id) });
  }
  return { groups, missing };
}

/** The person who acts for an executor. */
export async function executorOf({ db }: Pick<Parts, 'db'>, company_id: number): Promise<CompanyActor> {
  const { user_id } = await findMember(db, company_id);
  return db.transaction().execute((tx) => findActorOfRun(tx, { user_id, company_id, session_id: null }));
}

/** The one who called, as the person and not as their key. */
export function directorOf({ db }: Pick<Parts, 'db'>, actor: CompanyActor): Promise<CompanyActor> {
  const { user_id, company_id } = actor;
  return db.transaction().execute((tx) => findActorOfRun(tx, { user_id, company_id, session_id: null }));
}

/** What a handler is told when a person makes its call. */
export function contextOf<Input>(context: StandContext, actor: CompanyActor, what: string, input: Input) {
  const { request_hash, ip, locale } = context;
  return {
    ...context,
    actor: { ...actor, ip, locale },
    input,
    idempotency_key: null,
    request_hash: createHash('sha256').update(request_hash).update(what).digest(),
    responds_async: false,
    accepted: () => undefined,
  };
}

export function refusedRow(
  row: Pick<StandRow, 'kind' | 'id' | 'by'>,
  error: unknown,
  { locale }: Pick<StandContext, 'locale'>,
): StandRow {
  if (!(error instanceof Problem)) throw error;
  return {
    ...row,
    status: 'failed',
    code: error.code,
    message: problemText(error.code, locale, error.detail),
  };
}

export function missingRows(
  missing: { kind: PaperKind; id: number }[],
  by: StandSigner,
  context: StandContext,
): StandRow[] {
  return missing.map((one) => refusedRow({ ...one, by }, new Problem('not_found'), context));
}
