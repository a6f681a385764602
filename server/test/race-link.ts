import type { CallName } from '@kelisim/shared/calls.ts';
import type { Given } from './calls.ts';
import type { TestApp } from './make-app.ts';
import { makeOwnDeal } from './deal-app.ts';
import {
  actBody,
  becomeIndividual,
  makeDraftContract,
  makeSentAct,
  makeSignedActs,
  type Deal,
} from './papers.ts';
import type { Person } from './people.ts';
import { newPhone } from './registrations.ts';
import { signDigests } from './signing-keys.ts';

type Deed = [name: CallName, by: Person | null, given: Given];

/** What may be said to who came too late. */
const FAIR = [200, 403, 404, 409, 429];
/** НУЦ had no time to answer on a machine that others use: the product asks it again later, and the visitor too. */
const isFair = ({ status, text }: { status: number; text: string }) =>
  FAIR.includes(status) ? !text.includes('"code":"internal"') : text.includes('"signature.indeterminate"');

/** A company that withholds of its executor, whom codes and messages reach. */
export async function makeRacedDeal(app: TestApp): Promise<Deal> {
  const deal = await makeOwnDeal(app);
  await becomeIndividual(app, deal);
  await app.ok('bookkeeping.set_withholding', deal.company.director, { body: { is_on: true } });
  await app.parts.db
    .updateTable('users')
    .set({ phone: newPhone(), is_phone_verified: true })
    .where('id', '=', deal.executor.person.user_id)
    .execute();
  return deal;
}

/**
 * One paper with its link, and at the same moment visitors who open, sign, ask and return by it, and a company that
 * recalls, corrects, deletes, sends again and pays it, each deed in another process of the product and a moment apart.
 * Beside them the same person is paid for another act. Returns what was answered with an error of ours.
 */
export async function faultsOfLink(
  processes: readonly TestApp[],
  deal: Deal,
  doc_type: 'act' | 'document',
): Promise<string[]> {
  const [app] = processes as [TestApp];
  const { director } = deal.company;
  const executor = deal.executor.person;
  const id = doc_type === 'act' ? await makeSentAct(app, deal) : await makeSentContract(app, deal);
  const { url } = await app.ok('quick_sign.create', director, { body: { doc_type, id } });
  const of = { params: { token: url.split('/').at(-1)! } };
  const { item } = await app.ok('quick_sign.get', null, of);
  const { session_id } = await app.ok('quick_sign.qr', null, of);
  const cms = await signDigests(executor.key, item.file);
  const ours = await signDigests(director.key, item.file);
  const [other] = await makeSignedActs(app, deal, 1);
  const because = { body: { reason: 'Спор' } };
  const visitors: Deed[] = [
    ['quick_sign.get', null, of],
    ['quick_sign.get', null, of],
    ['quick_sign.file', null, of],
    ['quick_sign.changes', null, of],
    ['quick_sign.qr', null, of],
    ['quick_sign.qr_check', null, { ...of, query: { session_id } }],
    ['quick_sign.sign', null, { ...of, body: { cms } }],
    ['quick_sign.sign', null, { ...of, body: { cms } }],
    ['quick_sign.after', null, of],
    ['quick_sign.next', null, of],
    ['quick_sign.code', null, of],
    ['quick_sign.return', null, { ...of, ...because }],
    ['quick_sign.ask', null, { ...of, body: { question: 'Почему столько?' } }],
    ['quick_sign.get', null, of],
    ['acts.pay', director, { body: { act_ids: [other] } }],
  ];
  const act = { params: { act_id: id } };
  const document = { params: { doc_id: id } };
  const company: Deed[] =
    doc_type === 'act'
      ? [
          ['acts.recall', director, act],
          ['acts.send', director, { body: { act_ids: [id] } }],
          ['acts.update', director, { ...act, body: actBody(deal, { title: 'Другой' }) }],
          ['acts.delete', director, act],
          ['acts.sign', director, { body: { signatures: [{ act_id: id, cms: ours }] } }],
          ['acts.sign', executor, { body: { signatures: [{ act_id: id, cms }] } }],
          ['acts.return', executor, { ...act, ...because }],
          ['acts.annul', executor, { ...act, ...because }],
          ['acts.pay', director, { body: { act_ids: [id] } }],
          ['quick_sign.create', director, { body: { doc_type, id } }],
          ['quick_sign.send_acts', director, { body: { act_ids: [id], channel: 'sms' } }],
        ]
      : [
          ['documents.delete', director, document],
          ['documents.send', director, document],
          ['documents.refuse', executor, { ...document, ...because }],
          ['documents.sign', executor, { body: { signatures: [{ document_id: id, cms }] } }],
          ['documents.sign', director, { body: { signatures: [{ document_id: id, cms: ours }] } }],
          ['quick_sign.create', director, { body: { doc_type, id } }],
          ['quick_sign.send_documents', director, { body: { document_ids: [id], channel: 'sms' } }],
        ];
  // One of the company's deeds at a time would mostly come too late, all of them would end the paper at once.
  const theirs = company.toSorted(() => Math.random() - 0.5).slice(0, 4);
  const replies = await Promise.all(
    [...visitors, ...theirs].map(async ([name, by, given], at) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
      const reply = await processes[at % processes.length]!.raw(name, by, given);
      return { name, reply };
    }),
  );
  return replies
    .filter(({ reply }) => !isFair(reply))
    .map(({ name, reply }) => `${name} was answered ${reply.status}: ${reply.text.slice(0, 300)}`);
}

async function makeSentContract(app: TestApp, { company, executor }: Deal): Promise<number> {
  const id = await makeDraftContract(app, company, executor);
  await app.ok('documents.send', company.director, { params: { doc_id: id } });
  return id;
}
