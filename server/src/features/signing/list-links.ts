import type { Calls } from '@kelisim/shared/calls.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { z } from 'zod';
import { addressOf, type AskedPaper } from './make-link.ts';
import { findSigner, findSubject, listLinks } from './quick-sign.queries.ts';

/** The links of a document of this company, and how each fares with whoever it is for. */
export async function listSentLinks(
  db: Handle,
  { company_id }: CompanyActor,
  { doc_type, id }: AskedPaper,
): Promise<z.output<Calls['quick_sign.list']['answer']>> {
  const subject = await findSubject(db, company_id, doc_type, id);
  const signer = subject && (await findSigner(db, subject.contractor_company_id));
  if (!signer) throw new Problem('not_found');
  const rows = await listLinks(db, company_id, doc_type, id);
  const links = rows.map((row) => ({
    id: row.id,
    signer_name: row.full_name,
    channel: row.channel,
    delivery: row.state && {
      state: row.state,
      said: row.gateway_says,
      sent_at: row.sent_at?.toISOString() ?? null,
    },
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    opened_at: row.opened_at?.toISOString() ?? null,
    used_at: row.used_at?.toISOString() ?? null,
  }));
  const of = { phone: addressOf(signer, 'sms'), email: addressOf(signer, 'email') };
  return { signer: { name: signer.full_name, ...of }, links };
}
