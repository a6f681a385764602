import { createHash, randomBytes } from 'node:crypto';
import { toLocale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { plainName } from '../../platform/plain-name.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { lockAct, moverOf, noteDeed, prepareAct } from '../acts/public.ts';
import { findActorOfRun } from '../auth/public.ts';
import { lockDocument, moveDocument, prepareDocument } from '../documents/public.ts';
import { limitRequests, queueMessage } from '../messages/public.ts';
import { getCompanyName, phraseOf, type MakeSignLink } from '../notices/public.ts';
import {
  addQuickSign,
  countWaiting,
  findSigner,
  findSubject,
  isLinkSent,
  type Signer,
} from './quick-sign.queries.ts';

const HOURS = 72;

export type DocType = 'act' | 'document';
export interface AskedPaper {
  doc_type: DocType;
  id: number;
}

type LinkParts = Pick<Parts, 'config' | 'clock'>;

interface Linked {
  asked: AskedPaper;
  company_id: number;
  contractor_company_id: number;
  version: number;
  signer: Signer;
  number: string;
}

/** A link for the executor of one document. Whoever has it still needs the executor's certificate to sign. */
export async function createQuickSign(parts: Parts, actor: CompanyActor, asked: AskedPaper) {
  return parts.db.transaction().execute(async (tx) => {
    const linked = await noteLink(tx, actor, asked, 'link');
    const { url, token_hash } = newLink(parts);
    const expires_at = await addLink(tx, linked, token_hash, actor.user_id);
    const { full_name, phone } = linked.signer;
    return {
      url,
      expires_at: expires_at.toISOString(),
      signer_name: full_name,
      phone,
    };
  });
}

/**
 * Sends the executor of one document a message with such a link. Of one run everybody gets one message: the page behind
 * it leads on to what else waits for them.
 */
export async function sendLink(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  asked: AskedPaper,
  { channel, run_id }: { channel: 'sms' | 'email'; run_id: number },
): Promise<void> {
  const linked = await noteLink(tx, actor, asked, channel);
  const { signer, company_id, contractor_company_id, number } = linked;
  const recipient = addressOf(signer, channel);
  if (recipient === null) throw new Problem(`quick_sign.no_${channel}`);
  const message_key = `sign_link:${run_id}:${signer.id}:${channel}`;
  if (await isLinkSent(tx, message_key)) return;
  await limitRequests(parts, tx, { channel, recipient, asker: { company_id } });
  const { url, token_hash } = newLink(parts);
  const expires_at = await addLink(tx, linked, token_hash, actor.user_id, { channel, message_key });
  const count = await countWaiting(tx, asked.doc_type, { company_id, contractor_company_id });
  const locale = toLocale(signer.locale);
  const words = { party: plainName(await getCompanyName(tx, company_id)), paper: asked.doc_type, number };
  await queueMessage(parts, tx, {
    kind: 'sign_link',
    to: { channel, recipient, locale, user_id: signer.id, company_id: contractor_company_id },
    values: { ...words, ...phraseOf('act_sent', locale, words, count), link: url },
    secret: ['link'],
    in_two_parts: true,
    expires_at,
    event_key: message_key,
  });
}

/** For notices of what waits: a link of the person who signs it, kept with the message that holds it. */
export function signLinksOf(parts: LinkParts): MakeSignLink {
  return async (tx, { paper, company_id, paper_id }, person_id) => {
    const subject = await findSubject(tx, company_id, paper, paper_id);
    const signer = subject && (await findSigner(tx, subject.contractor_company_id));
    if (!subject || signer?.id !== person_id || !subject.is_signable) return null;
    const linked = { asked: { doc_type: paper, id: paper_id }, ...subject, signer, number: '' };
    const { url, token_hash } = newLink(parts);
    return {
      url,
      expires_at: new Date(parts.clock.now().getTime() + HOURS * 3_600_000),
      keep: async (message_key) => {
        await addLink(tx, linked, token_hash, null, { channel: 'sms', message_key });
      },
    };
  };
}

/** A link to another paper of whom a link is for, made by nobody's deed: its holder has just proven who they are. */
export async function makeLinkOf(
  parts: LinkParts & Pick<Parts, 'db'>,
  asked: AskedPaper,
  of: { company_id: number; signer_user_id: number; signer_company_id: number },
): Promise<string> {
  return parts.db.transaction().execute(async (tx) => {
    const reader = await asSigner(tx, of.signer_user_id, of.signer_company_id);
    await prepareFor(tx, reader, asked);
    const subject = await findSubject(tx, of.company_id, asked.doc_type, asked.id);
    const signer = await findSigner(tx, of.signer_company_id);
    if (!subject || signer?.id !== of.signer_user_id) throw new Problem('not_found');
    const { url, token_hash } = newLink(parts);
    await addLink(tx, { asked, ...subject, signer, number: '' }, token_hash, null);
    return url;
  });
}

/** Finds the paper through the actor, writes the deed down, and asks whether its executor could sign it now. */
async function noteLink(tx: Tx, actor: CompanyActor, asked: AskedPaper, means: string): Promise<Linked> {
  const note = asked.doc_type === 'act' ? noteLinkOfAct : noteLinkOfDocument;
  const paper = await note(tx, actor, asked.id, means);
  const signer = orNotFound(await findSigner(tx, paper.contractor_company_id));
  const reader = await asSigner(tx, signer.id, paper.contractor_company_id);
  await prepareFor(tx, { ...reader, locale: actor.locale }, asked);
  return { asked, signer, ...paper };
}

async function noteLinkOfAct(tx: Tx, actor: CompanyActor, act_id: number, means: string) {
  const act = orNotFound(await lockAct(tx, actor, act_id));
  await noteDeed(tx, act, 'send_link', moverOf(actor), { means });
  const { company_id, contractor_company_id, version } = act;
  return { company_id, contractor_company_id, version, number: `${act.number}/${act.year}` };
}

async function noteLinkOfDocument(tx: Tx, actor: CompanyActor, document_id: number, means: string) {
  const document = orNotFound(await lockDocument(tx, actor, document_id));
  await moveDocument(tx, document, 'send_link', actor, { means });
  const { company_id, contractor_company_id, version, number } = document;
  return { company_id, contractor_company_id, version, number };
}

function newLink({ config }: LinkParts): { url: string; token_hash: Buffer } {
  const token = randomBytes(16).toString('base64url');
  return { url: `${config.public_url}/sign/${token}`, token_hash: hashOf(token) };
}

function addLink(
  tx: Tx,
  { asked, company_id, contractor_company_id, version, signer }: Linked,
  token_hash: Buffer,
  created_by: number | null,
  carried: { channel: 'sms' | 'email'; message_key: string } | null = null,
): Promise<Date> {
  return addQuickSign(tx, {
    token_hash,
    company_id,
    act_id: asked.doc_type === 'act' ? asked.id : null,
    document_id: asked.doc_type === 'document' ? asked.id : null,
    version,
    signer_user_id: signer.id,
    signer_company_id: contractor_company_id,
    created_by,
    ...carried,
    hours: HOURS,
  });
}

/** Where a message may go: only to what its owner has confirmed. */
export function addressOf(signer: Signer, channel: 'sms' | 'email'): string | null {
  if (channel === 'sms') return signer.is_phone_verified ? signer.phone : null;
  return signer.is_email_verified ? signer.email : null;
}

export function prepareFor(tx: Tx, actor: CompanyActor, { doc_type, id }: AskedPaper) {
  return doc_type === 'act' ? prepareAct(tx, actor, id) : prepareDocument(tx, actor, id);
}

export function asSigner(tx: Tx, user_id: number, company_id: number): Promise<CompanyActor> {
  return findActorOfRun(tx, { user_id, company_id, session_id: null }, 'sign');
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
