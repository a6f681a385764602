import type { QrCode, QrProgress } from '@kelisim/shared/features/qr-signing/qr-signing.contract.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import type { Parts } from '../../parts.ts';
import { checkSession, openQrSession } from '../qr-signing/public.ts';
import { phoneKinds } from './phone-kinds.ts';
import { askedOf, getLink, signerOf } from './quick-sign.ts';

/**
 * A code for eGov Mobile by a link: the session is the signer's, bound to the one document, and made without a sign-in
 * because the certificate on the phone proves the person. The way back leads to the public page of the document: the
 * address of the link itself is kept nowhere.
 */
export async function openLinkCode(parts: Parts, token: string, ip: string, locale: Locale): Promise<QrCode> {
  const link = await getLink(parts, token, ip);
  const { doc_type, id } = askedOf(link);
  const actor = await signerOf(parts, link);
  const kind = phoneKinds(parts).find((one) => one.doc_type === doc_type)!;
  const request = await kind.gather(actor, [id]);
  const { user_id, company_id } = actor;
  const back_url = `${parts.config.public_url}/verify/${link.public_id}`;
  return openQrSession(parts, { user_id, company_id, session_id: null }, { ...request, back_url }, locale);
}

/** How far the phone has come with a code of this link. */
export async function checkLinkCode(
  parts: Parts,
  token: string,
  ip: string,
  session_id: number,
  locale: Locale,
): Promise<QrProgress> {
  const link = await getLink(parts, token, ip);
  const { doc_type, id } = askedOf(link);
  const actor = await signerOf(parts, link);
  return checkSession(parts, phoneKinds(parts), actor, { doc_ids: [id], doc_type, session_id }, locale);
}
