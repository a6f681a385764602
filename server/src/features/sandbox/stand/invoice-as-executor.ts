import { signBare } from '@kelisim/eds/x509/sign-bare.ts';
import { signXml } from '@kelisim/eds/xmldsig/sign.ts';
import type { StandRow } from '@kelisim/shared/features/sandbox/stand.contract.ts';
import {
  contextOf,
  executorOf,
  groupPapers,
  missingRows,
  refusedRow,
  type Deeds,
  type StandContext,
} from './as-person.ts';
import { openOwnKey, type Stand } from './sign-as-people.ts';

type Asked = StandContext & { input: { body: { act_ids: number[] } } };
type ToSign = Awaited<ReturnType<Deeds['esf.prepare']>>['items'][number];
type Signer = Awaited<ReturnType<typeof openOwnKey>>;

/** Each executor signs in to the sandbox ИС ЭСФ and issues what can be issued by their signed acts. */
export async function invoiceAsExecutor(stand: Stand, context: Asked): Promise<{ items: StandRow[] }> {
  const { parts, deeds } = stand;
  const { groups, missing } = await groupPapers(parts, context.actor.company_id, context.input.body);
  const items = missingRows(missing, 'executor', context);
  for (const { company_id, ids } of groups) {
    const actor = await executorOf(parts, company_id);
    const signer = await openOwnKey(stand, actor);
    for (const id of ids) {
      const row = { kind: 'act' as const, id, by: 'executor' as const };
      try {
        const body = { what: 'papers' as const, act_ids: [id] };
        const prepared = await deeds['esf.prepare'](contextOf(context, actor, `papers ${id}`, { body }));
        const signatures = [];
        for (const one of prepared.items) signatures.push(await signPaper(stand, one, signer));
        const input = { params: { session_id: prepared.session_id }, body: { signatures } };
        const done = await deeds['esf.sign'](contextOf(context, actor, `sign ${id}`, input));
        const fault = done.items.find(({ status }) => status !== 'ok');
        const { status, code, message } = fault ?? { status: 'ok' as const, code: null, message: '' };
        items.push({ ...row, status, code, message });
      } catch (error) {
        items.push(refusedRow(row, error, context));
      }
    }
  }
  return { items };
}

/** A ticket is signed as XML, a paper as its bare bytes. */
async function signPaper({ parts }: Stand, { position, method, text }: ToSign, signer: Signer) {
  const { primitives } = parts.nca;
  const xml = text ?? '';
  if (method === 'XML') return { position, signature: await signXml({ xml, ...signer, primitives }) };
  return { position, ...(await signBare({ text: xml, ...signer, primitives })) };
}
