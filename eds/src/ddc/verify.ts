import { parseCms } from '../cms/parse.ts';
import type { SignerVerdict } from '../cms/verdict.ts';
import { verifyCms } from '../cms/verify.ts';
import type { Primitives } from '../primitives.ts';
import type { ReasonCode, VerdictStatus } from '../reasons.ts';
import { readRevocationValues } from '../revocation/embed.ts';
import type { TrustStore } from '../x509/chain.ts';
import type { PdfAttachment, PdfAttachments } from './attachments.ts';
import { DDC_FAULTS, readDdc } from './card.ts';

/** What the card asks of a signature beyond the usual checks. */
export const DDC_REASON_CODES = [
  ...DDC_FAULTS,
  'proof_missing', // no answer of OCSP and no list inside
  'proof_too_far', // OCSP more than five minutes off the stamped time, or a list not in force then
  'delta_missing', // the authority has delta lists, and none is inside
] as const;

export type DdcReason = ReasonCode | (typeof DDC_REASON_CODES)[number];

export interface DdcSignature {
  name: string;
  status: VerdictStatus;
  reason?: DdcReason;
  signer?: SignerVerdict;
}

/** One bad signature makes the whole card untrusted. */
export interface DdcVerdict {
  status: VerdictStatus;
  reason?: DdcReason;
  document?: PdfAttachment;
  signatures: DdcSignature[];
}

const NEAR_MS = 5 * 60_000;

/**
 * Verifies a card as its specification says: each signature over the document by the usual rules, with a good time
 * stamp and with a proof of the certificate's status inside, which holds for the stamped time. Nobody is asked.
 */
export async function verifyDdc(input: {
  pdf: Uint8Array;
  trust: TrustStore;
  primitives: Primitives;
  attachments: PdfAttachments;
  /** As for `verifyCms`: cards that were made elsewhere. */
  allow_unbound?: boolean;
}): Promise<DdcVerdict> {
  const read = await readDdc(input.pdf, input.attachments);
  if (read.status === 'error') return { status: 'invalid', reason: read.reason, signatures: [] };
  const { document, signatures } = read.parts;
  const verdicts: DdcSignature[] = [];
  for (const signature of signatures) verdicts.push(await judge(signature, document, input));
  const worst =
    verdicts.find((one) => one.status === 'invalid') ?? verdicts.find((one) => one.status !== 'valid');
  return {
    status: worst?.status ?? 'valid',
    ...(worst?.reason !== undefined && { reason: worst.reason }),
    document,
    signatures: verdicts,
  };
}

async function judge(
  { name, bytes }: PdfAttachment,
  document: PdfAttachment,
  input: { trust: TrustStore; primitives: Primitives; allow_unbound?: boolean },
): Promise<DdcSignature> {
  const { trust, primitives, allow_unbound = false } = input;
  const verdict = await verifyCms({
    cms: bytes,
    content: document.bytes,
    trust,
    primitives,
    require_timestamp: true,
    allow_unbound,
  });
  const [signer] = verdict.signers;
  const out: DdcSignature = { name, status: verdict.status, ...(signer !== undefined && { signer }) };
  if (verdict.reason !== undefined) return { ...out, reason: verdict.reason };
  const fault = signer === undefined ? 'signature_not_single' : faultOf(bytes, signer);
  return fault === null ? out : { ...out, status: 'invalid', reason: fault };
}

function faultOf(cms: Uint8Array, signer: SignerVerdict): DdcReason | null {
  const parsed = parseCms(cms);
  if ('reason' in parsed) return parsed.reason;
  const { content, signers } = parsed.signed_data;
  const [only, ...others] = signers;
  if (only === undefined || others.length > 0) return 'signature_not_single';
  if (content !== null) return 'content_attached';
  const answer = signer.revocation_answer;
  const stamped = signer.stamped_at;
  if (answer?.this_update === undefined || stamped === undefined) return 'proof_missing';
  if (answer.source === 'ocsp') {
    const off = Math.abs(answer.this_update.getTime() - stamped.getTime());
    return off > NEAR_MS ? 'proof_too_far' : null;
  }
  const { crls } = readRevocationValues(only.unsigned_attributes);
  const inForce = crls.every(
    (list) => list.this_update <= stamped && list.next_update !== null && stamped <= list.next_update,
  );
  if (!inForce) return 'proof_too_far';
  const needsDelta = (signer.certificate?.delta_crl_urls.length ?? 0) > 0;
  return needsDelta && !crls.some((list) => list.base_number !== null) ? 'delta_missing' : null;
}
