import type { ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import type { Parts } from '../../parts.ts';
import type { Tx } from '../../platform/db/database.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import { openQrSession, readQrState, type NewQrItem } from '../qr-signing/public.ts';
import type { Evidence } from '../signatures/public.ts';
import { getRegistration } from './registration-key.ts';
import { setRegistration, type RegistrationChange, type RegistrationRow } from './registration.queries.ts';
import type { Step, StepCaller } from './take-step.ts';

/** A step of a registration that a signature takes, and a phone may make it. */
export interface SignedByPhone {
  step(cms: Buffer): Step;
  /** Throws why it may not be shown or signed any more. */
  check(tx: Tx, row: RegistrationRow, file_id: number | null): Promise<void>;
  isOpen(row: RegistrationRow): boolean;
  /** What is said when the step was taken otherwise meanwhile. */
  ended: ProblemCode;
  /** What НУЦ РК and the mathematics say, asked before anything is locked. */
  gather(seen: RegistrationRow, cms: Buffer): Promise<Evidence | null>;
  take(
    tx: Tx,
    row: RegistrationRow,
    seen: RegistrationRow,
    evidence: Evidence | null,
  ): Promise<RegistrationChange>;
}

type ShownItem = Pick<NewQrItem, 'names' | 'meta'> &
  ({ file_id: number; content: null } | { file_id: null; content: Buffer });

/** A code for eGov Mobile. Its session belongs to nobody yet; the key of the registration follows it. */
export async function openCode(
  parts: Parts,
  { locale }: StepCaller,
  row: RegistrationRow,
  description: NewQrItem['names'],
  item: ShownItem,
) {
  const name = row.name ?? '';
  const code = await openQrSession(
    parts,
    null,
    {
      doc_type: 'registration',
      organisation: { ru: name, kz: name, en: name, bin: row.bin ?? '' },
      description,
      back_url: `${parts.config.public_url}/auth/sign-up/${row.kind}`,
      items: [{ ...item, subject_id: row.id, sign_method: 'CMS_SIGN_ONLY' }],
    },
    locale,
  );
  await parts.db
    .transaction()
    .execute((tx) => setRegistration(tx, row.id, { qr_session_id: code.session_id }));
  return code;
}

/** How far the phone has come with the code that was shown last. */
export async function checkCode(parts: Parts, caller: StepCaller) {
  const row = await getRegistration(parts, caller.hash_key, caller.ip);
  const session = row.qr_session_id && (await readQrState(parts.db, row.qr_session_id, parts.clock.now()));
  if (!session) return { stage: row.stage, state: null, expires_at: null, error: null };
  const failed = session.result.find((one) => one.status === 'failed');
  const code = (failed?.code ?? 'internal') as ProblemCode;
  return {
    stage: row.stage,
    state: session.state,
    expires_at: session.expires_at.toISOString(),
    error: failed ? { code, message: problemText(code, caller.locale, failed.detail) } : null,
  };
}
