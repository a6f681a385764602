import type { ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import {
  isContract,
  signersOf,
  type DocumentStatus,
  type OtherPaper,
} from '@kelisim/shared/features/documents/document-status.ts';
import { isIin } from '@kelisim/shared/kernel/bin-iin.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/states.ts';
import ru from '@kelisim/shared/texts/ru/states.ts';
import type { Parts } from '../../parts.ts';
import { listSignaturesOfFile, maskNumber, toSignatureCard } from '../signatures/public.ts';
import { documentStatusView } from '../documents/public.ts';
import { judgeFrozen } from './judge-frozen.ts';
import { toVerdict } from './verdict.view.ts';
import { findFrozenByPublicId, type Frozen } from './verification.queries.ts';

/** Nobody's company: whoever asks sees personal numbers masked. */
const STRANGER = 0;

/** Returns what the id printed on a document leads to. Each signature is verified again over the stored bytes. */
export async function verifyDocument(parts: Parts, public_id: string, ip: string, locale: Locale) {
  await parts.guard.tries('verify', ip);
  const found = await findFrozenByPublicId(parts.db, public_id);
  if (!found) {
    await parts.guard.failed('verify', ip);
    throw new Problem('not_found');
  }
  const { file, subject } = found;
  const kind = file.kind as 'act' | 'document';
  const rows = await listSignaturesOfFile(parts.db, file);
  const signatures = (await judgeFrozen(parts, found, rows)).map(({ row, signer }) => ({
    card: toSignatureCard(row, STRANGER),
    verdict: toVerdict(signer),
  }));
  return {
    public_id,
    kind,
    type: otherPaper(subject),
    signers: [...signersOf(subject.type ?? 'other')],
    number: subject.year === null ? String(subject.number) : `${subject.number}/${subject.year}`,
    title: subject.title,
    months: subject.type === 'income_certificate' ? { from: subject.start_date, to: subject.end_date } : null,
    status: { code: subject.status, name: stateName(subject, locale) },
    is_current: subject.frozen_file_id === file.id,
    is_sample: parts.config.sandbox,
    amount: subject.amount_tiyn === null ? null : formatMoney(subject.amount_tiyn),
    frozen_at: file.created_at.toISOString(),
    size: file.size_bytes,
    sha256: file.sha256.toString('hex'),
    streebog512: file.streebog512.toString('hex'),
    company: { name: subject.company_name, bin: publicNumber(subject.company_bin) },
    contractor_company: { name: subject.contractor_name, bin: publicNumber(subject.contractor_bin) },
    signatures,
  };
}

/** What a paper is that is neither an act nor a contract. */
export const otherPaper = ({ type }: Frozen['subject']): OtherPaper | null =>
  type === null || isContract(type) ? null : type;

/** The state of an act, or of a document of its type, in words. */
export function stateName({ type, status }: Frozen['subject'], locale: Locale): string {
  return type === null
    ? { ru, kz }[locale].act[status as ActStatus]
    : documentStatusView(status as DocumentStatus, locale, type).name;
}

/** A БИН is public, an ИИН is a person's. */
export function publicNumber(bin: string): string {
  return isIin(bin) ? maskNumber(bin) : bin;
}
