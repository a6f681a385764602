import type { LinkEnd, QuickSign } from '@kelisim/shared/features/quick-sign/quick-sign.contract.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { maskPhone } from '@kelisim/shared/kernel/mask.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { readFileOf } from '../../platform/files/files.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { signAct } from '../acts/public.ts';
import { signDocument } from '../documents/public.ts';
import { gatherAll, listSignedBy, maskNumber } from '../signatures/public.ts';
import { checkSession } from '../qr-signing/public.ts';
import { phoneKinds } from './phone-kinds.ts';
import { readActChanges } from './act-changes.ts';
import { readLinked } from './read-linked.ts';
import { addressOf, asSigner, hashOf, prepareFor, type AskedPaper } from './make-link.ts';
import {
  findLinkedFile,
  findQuickSign,
  findSigner,
  findSubject,
  lockQuickSign,
  markQuickSign,
  type QuickSignRow,
} from './quick-sign.queries.ts';

/** What the page behind the link shows. A used link says so; one whose document was changed is gone. */
export async function openQuickSign(
  parts: Parts,
  token: string,
  ip: string,
  locale: Locale,
): Promise<QuickSign> {
  const link = await getLink(parts, token, ip);
  const asked = askedOf(link);
  const actor = await signerOf(parts, link);
  const { item, ...shown } = await parts.db
    .transaction()
    .execute(async (tx) => ({
      item: await prepareFor(tx, { ...actor, locale }, asked),
      ...(await readLinked(parts, tx, actor, asked, link.company_id)),
    }))
    .catch(async (error: unknown) => {
      await usedByPhone(parts, link, actor, locale);
      throw await saidBySigned(parts.db, link, error);
    });
  await markQuickSign(parts.db, link.id, 'opened_at');
  return {
    doc_type: asked.doc_type,
    item,
    company: link.company_name,
    signer_name: link.full_name,
    signer_iin: maskNumber(link.iin ?? ''),
    expires_at: link.expires_at.toISOString(),
    used_at: link.used_at?.toISOString() ?? null,
    ...shown,
  };
}

export async function readQuickSignFile(parts: Parts, token: string, ip: string) {
  const { link } = await getLinkToSign(parts, token, ip);
  const file = orNotFound(await findLinkedFile(parts.db, link));
  return { bytes: await readFileOf(parts.store, file), name: file.name };
}

/** In what the act of a link differs from what was sent before. */
export async function readLinkChanges(parts: Parts, token: string, ip: string) {
  const { link, actor } = await getLinkToSign(parts, token, ip);
  return link.act_id === null ? null : readActChanges(parts, actor, link.act_id);
}

/** For signing alone: after it, and to a signer who may not sign, the link opens nothing. */
async function getLinkToSign(parts: Parts, token: string, ip: string) {
  const link = await getLink(parts, token, ip);
  const actor = await signerOf(parts, link);
  await parts.db
    .transaction()
    .execute((tx) => prepareFor(tx, actor, askedOf(link)))
    .catch(async (error: unknown) => {
      throw await saidBySigned(parts.db, link, error);
    });
  return { link, actor };
}

/** Takes the signature as if its owner had signed in: the certificate proves their identity. */
export async function signByLink(parts: Parts, token: string, ip: string, cms: Buffer) {
  const link = await getLink(parts, token, ip);
  const asked = askedOf(link);
  const [evidence = null] = await gatherAll(parts, asked.doc_type, [{ id: asked.id, cms }]);
  const taken = await parts.db.transaction().execute(async (tx) => {
    await lockQuickSign(tx, link.id);
    const actor = { ...(await asSigner(tx, link.signer_user_id, link.signer_company_id)), ip };
    const sign = asked.doc_type === 'act' ? signAct : signDocument;
    const given = { evidence, means: 'quick_sign', quick_sign_id: link.id };
    const taken = await sign(tx, actor, asked.id, given).catch(async (error: unknown) => {
      throw await saidBySigned(tx, link, error);
    });
    // A signature that waits may yet be refused; its link is used up when it is taken.
    if (taken.pending_signature_id === null) await markQuickSign(tx, link.id, 'used_at');
    return taken;
  });
  const signed = taken.pending_signature_id === null;
  return { signed, pending_proof: !signed, public_id: link.public_id };
}

/** The phone has told its signature to the session of its code; the link learns of it when it is opened again. */
async function usedByPhone(parts: Parts, link: QuickSignRow, actor: CompanyActor, locale: Locale) {
  const { doc_type, id } = askedOf(link);
  const { session } = await checkSession(
    parts,
    phoneKinds(parts),
    actor,
    { doc_ids: [id], doc_type },
    locale,
  );
  if (session?.state === 'signed' && session.signed_count > 0)
    await markQuickSign(parts.db, link.id, 'used_at');
}

/** A document that its signer has signed by now, by this link or another way, says so, and where to see the signature. */
export async function saidBySigned(
  db: Handle,
  link: QuickSignRow & { public_id: string | null },
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Problem)) return error;
  const { doc_type, id } = askedOf(link);
  const by = { company_id: link.signer_company_id, side: 'executor' } as const;
  const signed = await listSignedBy(db, by, doc_type, [id]);
  if (!signed.has(id)) return error;
  const { public_id } = link;
  return new Problem('quick_sign.used', { body: { public_id, ...(await sayWhose(db, link)) } });
}

export async function getLink(
  parts: Parts,
  token: string,
  ip: string,
): Promise<QuickSignRow & { public_id: string }> {
  const { link, file } = await getKnownLink(parts, token, ip);
  // A document that was frozen again is another document: the old link no longer leads to it.
  if (!link.is_expired && file?.version === link.version) return { ...link, public_id: file.public_id };
  const ended = new Problem('quick_sign.ended', {
    body: { reason: await whyEnded(parts.db, link), ...(await sayWhose(parts.db, link)) },
  });
  throw await saidBySigned(parts.db, { ...link, public_id: file?.public_id ?? null }, ended);
}

/** The link, be it ended; guesses of others are counted. */
export async function getKnownLink(parts: Parts, token: string, ip: string) {
  await parts.guard.tries('quick-sign', ip);
  const link = await findQuickSign(parts.db, hashOf(token));
  if (link) return { link, file: await findLinkedFile(parts.db, link) };
  await parts.guard.failed('quick-sign', ip);
  throw new Problem('not_found');
}

/** Whom to ask, and the phone to which a code for a new link goes; hidden but for its ends. */
async function sayWhose(db: Handle, link: QuickSignRow) {
  const signer = await findSigner(db, link.signer_company_id);
  const phone = signer?.id === link.signer_user_id ? addressOf(signer, 'sms') : null;
  return {
    company: link.company_name,
    company_phone: link.company_phone,
    phone: phone && maskPhone(phone),
  };
}

/** Why a link that is known leads to nothing to sign. */
async function whyEnded(db: Handle, link: QuickSignRow): Promise<LinkEnd> {
  const { doc_type, id } = askedOf(link);
  const subject = await findSubject(db, link.company_id, doc_type, id);
  if (subject?.is_signable) return subject.version === link.version ? 'expired' : 'replaced';
  switch (subject?.status) {
    case 'returned':
    case 'refused':
      return 'returned';
    case undefined:
    case 'draft':
    case 'deleted':
      return 'recalled';
    default:
      return 'over';
  }
}

export function askedOf(link: QuickSignRow): AskedPaper {
  return link.act_id ? { doc_type: 'act', id: link.act_id } : { doc_type: 'document', id: link.document_id! };
}

/** Who signs by a link, with the rights of this moment. */
export function signerOf({ db }: Parts, link: QuickSignRow): Promise<CompanyActor> {
  return db.transaction().execute((tx) => asSigner(tx, link.signer_user_id, link.signer_company_id));
}
