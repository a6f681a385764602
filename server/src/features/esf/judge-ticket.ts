import { canonicalDocument } from '@kelisim/eds/xmldsig/c14n.ts';
import { verifyXml } from '@kelisim/eds/xmldsig/verify.ts';
import { parseXml } from '@kelisim/eds/xmldsig/xml.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';

/**
 * Whether the ticket of a sign-in was signed as it was given, by this person and for this company: said here in clear
 * words, for the system only says no. What НУЦ РК says of the certificate is the system's to ask.
 */
export async function judgeTicket(
  { nca, clock }: Pick<Parts, 'nca' | 'clock'>,
  ticket: Buffer,
  signed: string,
  by: { iin: string | null; tin: string },
): Promise<void> {
  const verdict = await verifyXml({
    xml: signed,
    trust: nca.trust,
    purpose: 'login',
    at: clock.now(),
    primitives: nca.primitives,
  });
  const { reason = 'revocation_unknown', iin, bin, content } = verdict;
  if (content === undefined) throw new Problem('signature.invalid', { values: { reason } });
  const shown = parseXml(ticket.toString('utf8'));
  if (!shown || content !== canonicalDocument(shown, 'inclusive', null))
    throw new Problem('signature.other_file');
  if (reason !== 'revocation_unknown') throw new Problem('signature.certificate', { values: { reason } });
  if (!iin || iin !== by.iin) throw new Problem('signature.other_person');
  if (by.tin !== iin && by.tin !== bin) throw new Problem('signature.other_company');
}
