import type { SignedBody } from '@kelisim/shared/features/qr-signing/qr-signing.contract.ts';
import type { StandRow } from '@kelisim/shared/features/sandbox/stand.contract.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../../platform/actor.ts';
import { contextOf, refusedRow, type Deeds, type Group, type StandContext } from './as-person.ts';

type Errors = { id: number; code: string; message: string }[];

/**
 * What eGov Mobile does of a code: reads it, fetches the papers, signs each and sends them back. What came of them is asked
 * as the page asks that shows the code: a signature may wait for НУЦ РК, or for its turn among others.
 * @param sign answers the signature of a paper in base64
 */
export async function signByPhone(
  deeds: Deeds,
  context: StandContext,
  actor: CompanyActor,
  { kind, ids, by }: Group,
  sign: (content: Uint8Array) => Promise<string>,
): Promise<StandRow[]> {
  const as = <Input>(step: string, input: Input, bearer: string | null = null) => ({
    ...contextOf(context, actor, `phone ${step}`, input),
    bearer,
    user_agent: 'Kelisim stand',
  });
  try {
    const papers = { doc_type: kind === 'act' ? ('act' as const) : ('document' as const), doc_ids: [...ids] };
    const { text, session_id } = await deeds['qr.make'](as('make', { query: papers }));
    const mgovSign = new URL((text ?? '').replace(/^mobileSign:/, '')).searchParams.get('mgovSign') ?? '';
    const { document } = await deeds['qr.init'](as('init', { query: { mgovSign } }));
    const query = { doc_ids: [...ids], user_id: actor.user_id };
    const shown = await deeds['qr.documents'](as('documents', { query }, document.auth_token));
    const documentsToSign = await Promise.all(
      shown.documentsToSign.map(async (one) => {
        if (!one.document) throw new Error('a paper came to the phone without its file');
        const { file } = one.document;
        const data = await sign(Buffer.from(file.data, 'base64'));
        return { ...one, document: { file: { ...file, data } } };
      }),
    );
    const body: SignedBody = { ...shown, documentsToSign };
    const errors = await deeds['qr.take'](as('take', { query, body }, document.auth_token)).then(
      (): Errors => [],
      errorsOf,
    );
    const { items } = await deeds['qr.check'](as('check', { query: { ...papers, session_id } }));
    return ids.map((id, at) => {
      const fault = errors.find((one) => one.id === shown.documentsToSign[at]?.id);
      if (fault) return { kind, id, by, status: 'failed' as const, code: fault.code, message: fault.message };
      const now = items.find(({ doc_id }) => doc_id === id);
      const status = now?.is_signed ? 'ok' : now?.is_awaited ? 'pending_proof' : 'waiting';
      return { kind, id, by, status, code: null, message: '' };
    });
  } catch (error) {
    return ids.map((id) => refusedRow({ kind, id, by }, error, context));
  }
}

/** What the phone is told of each paper that was not taken; nothing yet where the signing takes longer than it waits. */
function errorsOf(error: unknown): Errors {
  if (error instanceof Problem && error.code === 'in_progress') return [];
  const body = error instanceof Problem ? error.detail.body : undefined;
  if (!body || !('errors' in body)) throw error;
  return body.errors as Errors;
}
