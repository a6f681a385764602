import { parseXml } from '@kelisim/eds/xmldsig/xml.ts';
import type { ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import { firstText } from '../../platform/xml.ts';
import type { Parts } from '../../parts.ts';
import { prepareAct } from '../acts/public.ts';
import {
  openPageSession,
  takeFromPage,
  type NewQrItem,
  type QrDocumentKind,
  type QrKinds,
  type QrRequest,
} from '../qr-signing/public.ts';
import { papersRequest } from './esf-requests.ts';
import { revokeEsf } from './revoke-esf.ts';

type Input<Name extends keyof Handlers> = Parameters<Handlers[Name]>[0]['input'];
type Asked = Input<'esf.prepare'>['body'];
type Given = Input<'esf.sign'>['body'];

/** Opens a session for a key at the page; what is signed is kept, so that nothing else can be handed in. */
export async function openHere(parts: Parts, actor: CompanyActor, request: QrRequest, locale: Locale) {
  const { user_id, company_id, session_id } = actor;
  const by = { user_id, company_id, session_id: session_id || null };
  const session = await openPageSession(parts, by, request);
  const items = [];
  for (const [at, item] of request.items.entries())
    items.push({ position: at + 1, ...(await toView(parts, actor, item, locale)) });
  return { ...session, items };
}

export async function requestFor(
  parts: Parts,
  actor: CompanyActor,
  act: QrDocumentKind,
  { what, act_ids, corrects, turnover, esf_id, reason }: Asked,
): Promise<QrRequest> {
  if (what === 'revoke') {
    if (esf_id === undefined) throw new Problem('field.id', { field: 'esf_id' });
    if (reason === undefined) throw new Problem('field.required', { field: 'reason' });
    const request = await revokeEsf(parts, actor, esf_id, reason);
    if (!request) throw new Problem('esf.wrong_state');
    return request;
  }
  if (act_ids === undefined) throw new Problem('field.ids_empty', { field: 'act_ids' });
  const wish = { act_ids, turnover, ...(corrects !== undefined && { corrects }) };
  return papersRequest(parts, actor, { ...wish, act: what === 'acts' ? act : null });
}

async function toView(parts: Parts, actor: CompanyActor, item: NewQrItem, locale: Locale) {
  const { subject_id, sign_method: method, names, content } = item;
  if (content !== null) {
    const party = item.meta.find(({ key }) => key === 'party')?.value ?? null;
    const text = content.toString('utf8');
    return {
      act_id: subject_id,
      label: names[locale],
      party,
      amount: totalIn(text),
      method,
      text,
      file: null,
    };
  }
  const { label, party, amount, file } = await parts.db
    .transaction()
    .execute((tx) => prepareAct(tx, actor, subject_id!));
  return { act_id: subject_id, label, party, amount, method, text: null, file };
}

/** The page shows no code, so that one that is over would be no words for it. */
function asOver(error: unknown): never {
  const over = error instanceof Problem && ['qr.expired', 'qr.used'].includes(error.code);
  throw over ? new Problem('esf.signing_over') : error;
}

/** The sum of an invoice or an electronic act, read from the very text that is signed. */
function totalIn(text: string): string | null {
  const root = parseXml(text)?.root;
  return root ? (firstText(root, 'totalPriceWithTax') ?? firstText(root, 'totalSumWithTax')) : null;
}

/** Judges the signatures as those of a phone are judged. */
export async function takeHere(
  parts: Parts,
  kinds: QrKinds,
  { actor, ip, locale }: { actor: CompanyActor; ip: string | null; locale: Locale },
  session_id: number,
  { signatures, means = 'key_file' }: Given,
) {
  const { user_id, company_id } = actor;
  const documentsToSign = signatures.map(({ position, signature, certificate }) => {
    const data = certificate === undefined ? signature : JSON.stringify({ signature, certificate });
    return { id: position, documentXml: signature, document: { file: { data } } };
  });
  const of = { session_id, user_id, company_id };
  const rows = await takeFromPage(parts, kinds, of, { body: { documentsToSign }, ip, means }).catch(asOver);
  const items = rows.map(({ position, status, code, detail }) => {
    if (status === 'waiting') throw new Problem('in_progress');
    return { position, status, code, message: code ? problemText(code as ProblemCode, locale, detail) : '' };
  });
  return { signed_count: items.filter(({ status }) => status !== 'failed').length, items };
}
