import type { Given } from '../calls.ts';
import { makeInbound, makePageSession, makeReadyEsf } from '../esf-papers.ts';
import type { Asking, Cases } from './access.ts';
import { act, reason } from './things.ts';

const esf = (id: unknown): Given => ({ params: { esf_id: id } });

/** An electronic invoice of an act of this world, of which there is one at most. */
const readyEsf = async ({ app, world }: Asking): Promise<number> => {
  const act_id = world.see('signed');
  const there = await app.parts.db
    .selectFrom('esf_documents')
    .select('id')
    .where((eb) => eb.and({ act_id, kind: 'invoice', status: 'ready' }))
    .executeTakeFirst();
  if (there) return there.id;
  const gone = app.owner.selectFrom('esf_documents').select('id').where('act_id', '=', act_id);
  await app.owner.deleteFrom('esf_history').where('esf_id', 'in', gone).execute();
  await app.owner.deleteFrom('esf_documents').where('act_id', '=', act_id).execute();
  return makeReadyEsf(app, world, act_id);
};

/** An electronic act that ИС ЭСФ has and that waits for the customer's answer. */
const registeredAwp = async (asking: Asking): Promise<number> => {
  const id = await readyEsf(asking);
  await asking.app.owner
    .updateTable('esf_documents')
    .set({ kind: 'awp', status: 'registered', external_id: String(id), registration_number: `AWP-${id}` })
    .where('id', '=', id)
    .execute();
  return id;
};

const inbound = (id: unknown): Given => ({ params: { inbound_id: id } });

const inboundInvoice = ({ app, world }: Asking) => makeInbound(app, world);

/** Who signs in to ИС ЭСФ has a login there. */
const withEsfLogin = async (_: unknown, { app, by, world }: Asking): Promise<Given> => {
  const body = { login_esf: by.iin, password: 'сынақ' };
  if (by.side === 'executor') await app.ok('credentials.set_esf', by, { body });
  if (by.user_id === world.company.director.user_id) await app.ok('esf.set_login', by, { body });
  return {};
};

export const esfCases = {
  'esf.prepare': {
    answers: 422,
    names: 'body',
    thing: ({ world }) => world.see('signed'),
    given: (id) => ({ body: { what: 'papers', act_ids: [id] } }),
  },
  'esf.sign': {
    answers: { director: 404 },
    names: 'path',
    thing: ({ app, world }) => makePageSession(app, world.executor.person, world.see('signed')),
    given: (id) => ({
      params: { session_id: id },
      body: { signatures: [{ position: 1, signature: 'AA==' }] },
    }),
  },
  'esf.set_login': { given: () => ({ body: { login_esf: '900101300123', password: 'сынақ' } }) },
  'esf.prepare_sign_in': { given: withEsfLogin },
  'esf.qr_sign_in': { given: withEsfLogin },
  // No company here has an address, which an invoice needs.
  'esf.qr_invoice': {
    answers: 422,
    names: 'query',
    thing: ({ world }) => world.see('signed'),
    given: (id) => ({ query: { act_ids: [id] } }),
  },
  'esf.qr_act': {
    answers: 422,
    names: 'query',
    thing: ({ world }) => world.see('sent'),
    given: (id) => ({ query: { act_ids: [id] } }),
  },
  'esf.get': { names: 'path', thing: readyEsf, given: esf },
  'esf.xml': { names: 'path', thing: readyEsf, given: esf },
  'esf.of_act': { names: 'path', thing: ({ world }) => world.see('signed'), given: act },
  'esf.act_xml': {
    answers: 422,
    names: 'path',
    thing: ({ world }) => world.see('signed'),
    given: (id) => ({ ...act(id), query: { kind: 'awp' } }),
  },
  'esf.by_hand': {
    names: 'path',
    thing: 'signed',
    given: (id) => ({
      ...act(id),
      body: { kind: 'awp', registration_number: 'AWP-180340099996-20261120-00000001' },
    }),
  },
  // Nobody of the world is signed in to ИС ЭСФ.
  'esf.inbound_ask': { answers: 409 },
  'esf.inbound_get': { names: 'path', thing: inboundInvoice, given: inbound },
  'esf.inbound_xml': { names: 'path', thing: inboundInvoice, given: inbound },
  'esf.remind': { names: 'path', thing: 'signed', given: act },
  'esf.send': { names: 'path', thing: readyEsf, given: esf },
  'esf.confirm': { names: 'path', thing: registeredAwp, given: esf },
  'esf.refuse': { names: 'path', thing: registeredAwp, given: (id) => ({ ...esf(id), body: reason }) },
  'esf.prepare_answer': {
    names: 'path',
    thing: registeredAwp,
    given: (id) => ({ ...esf(id), body: { answer: 'confirm' } }),
  },
  'esf.history': { names: 'path', thing: readyEsf, given: esf },
  'esf.revoke': { names: 'path', thing: readyEsf, given: (id) => ({ ...esf(id), body: reason }) },
  'esf.set_vat': { given: () => ({ body: { vat: null } }) },
} satisfies Cases;
