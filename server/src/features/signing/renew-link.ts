import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import type { Parts } from '../../parts.ts';
import { signInProven, type Visitor } from '../auth/public.ts';
import { checkCode, CODE_LIFE_S, sendCode } from '../codes/public.ts';
import { addressOf, makeLinkOf } from './make-link.ts';
import { askedOf, getKnownLink } from './quick-sign.ts';
import { findSigner, findSubject, type QuickSignRow } from './quick-sign.queries.ts';

/** Sends a code to the phone of whom an ended link is for: whoever reads it there may go on. */
export async function sendCodeOfLink(
  parts: Parts,
  token: string,
  { ip, locale }: { ip: string; locale: Locale },
): Promise<{ expires_in: number }> {
  const { link } = await getKnownLink(parts, token, ip);
  const { to, ...binding } = await bindingOf(parts, link);
  await parts.db
    .transaction()
    .execute((tx) =>
      sendCode(parts, tx, { ...binding, to: { ...to, locale }, asker: { ip }, by_link: true }),
    );
  return { expires_in: CODE_LIFE_S };
}

/** With the code: a new link while the paper waits, and else the way into the person's own account. */
export async function openByCode(parts: Parts, token: string, visitor: Visitor, code: string) {
  const { link } = await getKnownLink(parts, token, visitor.ip);
  const binding = await bindingOf(parts, link);
  await checkCode(parts, binding, code);
  const asked = askedOf(link);
  const subject = await findSubject(parts.db, link.company_id, asked.doc_type, asked.id);
  if (subject?.is_signable) return { url: await makeLinkOf(parts, asked, link), session: null };
  const { recipient } = binding.to;
  return { url: null, session: await signInProven(parts, visitor, { phone: recipient }) };
}

async function bindingOf(parts: Parts, link: QuickSignRow) {
  const signer = await findSigner(parts.db, link.signer_company_id);
  const recipient = signer?.id === link.signer_user_id ? addressOf(signer, 'sms') : null;
  if (recipient === null) throw new Problem('quick_sign.no_sms');
  return {
    purpose: 'sign_link' as const,
    bound_to: String(link.id),
    to: { channel: 'sms' as const, recipient },
  };
}
