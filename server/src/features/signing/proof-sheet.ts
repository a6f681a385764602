import { almatyTime, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import proofsKz from '@kelisim/shared/texts/kz/proofs.ts';
import statesKz from '@kelisim/shared/texts/kz/states.ts';
import kz from '@kelisim/shared/texts/kz/verification.ts';
import proofsRu from '@kelisim/shared/texts/ru/proofs.ts';
import statesRu from '@kelisim/shared/texts/ru/states.ts';
import ru from '@kelisim/shared/texts/ru/verification.ts';
import type { FactSection, FactSheet } from '../../adapters/pdf/pdf.ts';
import { nameOnPaper } from '@kelisim/shared/kernel/name-on-paper.ts';
import { maskNumber } from '../signatures/public.ts';
import type { JudgedRow } from './judge-frozen.ts';
import type { Frozen } from './verification.queries.ts';
import { otherPaper, publicNumber, stateName } from './verify-document.ts';

const words = {
  ru: { proofs: proofsRu, check: ru, states: statesRu },
  kz: { proofs: proofsKz, check: kz, states: statesKz },
};
type Words = (typeof words)[Locale];

export interface SheetInput {
  frozen: Frozen;
  /** The name under which the frozen file is handed out. */
  file_name: string;
  judged: readonly JudgedRow[];
  /** Names of what lies inside the card, the document first; null for the sheet of signatures alone. */
  inside: readonly string[] | null;
  check_url: string;
  made_at: Date;
}

/** Who signed what by which right, when and with which proof, in the language the company keeps its documents in. */
export function makeProofSheet(input: SheetInput): FactSheet {
  const { frozen, judged, inside } = input;
  const { file, subject } = frozen;
  const language = subject.language as Locale;
  const t = words[language];
  const kind = file.kind as 'act' | 'document';
  const number = numberOf(subject);
  const type = otherPaper(subject);
  const nameOfKind = type ? t.states.document_type[type] : t.check.document[kind];
  return {
    language,
    public_id: file.public_id,
    check_url: input.check_url,
    check: fill(t.proofs.check, { url: input.check_url }),
    identity: fill(t.proofs.identity, { id: file.public_id }),
    page: t.proofs.page,
    kind: inside ? t.proofs.ddc : t.proofs.sign_info,
    title: fill(t.proofs.title, { kind: nameOfKind, number }),
    lead: subject.title,
    sections: [
      aboutDocument(input, t),
      ...judged.map((one) => aboutSignature(one, t)),
      ...(inside ? [aboutInside(inside, t)] : []),
    ],
    notes: [
      ...(judged.some(({ row }) => row.certificate_issuer.startsWith('SANDBOX'))
        ? [t.proofs.note_sandbox]
        : []),
      inside ? t.proofs.note_visual : t.proofs.note_copy,
      t.proofs.note_state,
    ],
  };
}

function aboutDocument({ frozen, file_name, made_at }: SheetInput, t: Words) {
  const { file, subject } = frozen;
  const d = t.check.document;
  const language = subject.language as Locale;
  const customer = nameOnPaper({ name: subject.company_name, name_kz: subject.company_name_kz }, language);
  const executor = nameOnPaper(
    { name: subject.contractor_name, name_kz: subject.contractor_name_kz },
    language,
  );
  return section(d.about, [
    [d.customer, `${customer}, ${publicNumber(subject.company_bin)}`],
    [d.executor, `${executor}, ${publicNumber(subject.contractor_bin)}`],
    [d.amount, subject.amount_tiyn === null ? null : `${showMoney(subject.amount_tiyn)} ₸`],
    [d.state, stateName(subject, language)],
    [t.proofs.name, file_name],
    [d.size, fill(t.proofs.bytes, { count: String(file.size_bytes) })],
    [d.bytes, file.sha256.toString('hex')],
    [t.proofs.streebog, file.streebog512.toString('hex')],
    [d.frozen, moment(file.created_at, t)],
    [t.proofs.made, moment(made_at, t)],
    [t.proofs.system, 'Kelisim'],
  ]);
}

function aboutSignature({ row, signer }: JudgedRow, t: Words): FactSection {
  const v = t.check.verdict;
  const side = row.side === 'business' ? t.check.document.customer : t.check.document.executor;
  const reasons: Record<string, string> = t.check.reason;
  const why = signer.reason && (reasons[signer.reason] ?? reasons['other']!);
  const means: Record<string, string> = t.check.means;
  const algorithms: Record<string, string> = { gost512: v.gost512, rsa: v.rsa };
  return {
    heading: fill(t.proofs.signature, { side, name: row.name }),
    verdict: why ? `${v[signer.status]}. ${why}` : v[signer.status],
    tone: ({ valid: 'good', invalid: 'bad', indeterminate: 'unsure' } as const)[signer.status],
    rows: rows([
      [v.organization, row.organization],
      [v.bin, row.bin],
      [v.iin, maskNumber(row.iin)],
      [v.right, rightsInWords(row.rights, t)],
      [v.timestamp, stampInWords(signer, t)],
      [t.proofs.proof, proofInWords(signer, t)],
      [v.revocation, t.check.revocation[signer.revocation]],
      [v.received, `${moment(row.signed_at, t)}. ${v.received_hint}`],
      [v.claimed, signer.signing_time ? `${moment(signer.signing_time, t)}. ${v.claimed_hint}` : null],
      [
        v.bytes,
        signer.status === 'valid' ? v[signer.algorithm === 'rsa' ? 'bytes_rsa' : 'bytes_gost512'] : null,
      ],
      [v.means, means[row.means] ?? null],
      [v.issuer, row.certificate_issuer],
      [v.serial, row.certificate_serial],
      [v.valid_from, moment(row.certificate_valid_from, t)],
      [v.valid_until, moment(row.certificate_valid_until, t)],
      [v.algorithm, algorithms[row.algorithm] ?? row.algorithm],
    ]),
  };
}

function aboutInside(inside: readonly string[], t: Words): FactSection {
  return section(
    t.proofs.inside,
    inside.map((name, place) => [place === 0 ? t.proofs.inside_document : t.proofs.inside_signature, name]),
  );
}

/** «On behalf of an organisation» says nothing beside what the person is there. */
function rightsInWords(rights: readonly string[], t: Words): string {
  const closer = rights.filter((right) => right !== 'organisation');
  const names: Record<string, string> = t.check.rights;
  const said = (closer.length > 0 ? closer : rights).map((right) => names[right] ?? right);
  return said.join(', ') || t.check.rights.none;
}

function stampInWords({ stamped_at, timestamp }: JudgedRow['signer'], t: Words): string {
  const says = t.check.timestamp[timestamp];
  return stamped_at ? `${moment(stamped_at, t)}. ${says}` : says;
}

function proofInWords({ revocation_answer: answer }: JudgedRow['signer'], t: Words): string | null {
  if (!answer?.source || !answer.this_update) return null;
  const pattern = answer.source === 'ocsp' ? t.proofs.proof_ocsp : t.proofs.proof_crl;
  return fill(pattern, { moment: moment(answer.this_update, t) });
}

function section(heading: string, all: [string, string | null | undefined][]): FactSection {
  return { heading, verdict: null, tone: 'good', rows: rows(all) };
}

function rows(all: [string, string | null | undefined][]): [string, string][] {
  return all.filter((row): row is [string, string] => Boolean(row[1]));
}

function numberOf(subject: { number: number | string; year: number | null }): string {
  return subject.year === null ? String(subject.number) : `${subject.number}/${subject.year}`;
}

function moment(at: Date, t: Words): string {
  const [date, time] = almatyTime(at).split(' ') as [string, string];
  return fill(t.proofs.zone, { moment: `${formatDate(date)} ${time}` });
}

/** «1 234 567,80», the spaces unbreakable. */
function showMoney(amount_tiyn: bigint): string {
  const [whole = '', part = '00'] = formatMoney(amount_tiyn).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0')},${part}`;
}
