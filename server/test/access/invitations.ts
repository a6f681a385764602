import type { Given } from '../calls.ts';
import type { TestApp } from '../make-app.ts';
import { samplePdf, TODAY } from '../papers.ts';
import { makeInvitationContract, newPhone } from '../registrations.ts';
import type { World } from '../two-worlds.ts';
import { inviteOwnExecutor, makeInvitation } from '../waiting-things.ts';
import type { Asking, Cases } from './access.ts';
import { invited } from './things.ts';

/** One contract a world is enough to invite with. */
const contracts = new WeakMap<World, Promise<number>>();

function contractOf(app: TestApp, world: World): Promise<number> {
  const made = contracts.get(world) ?? makeInvitationContract(app, world);
  contracts.set(world, made);
  return made;
}

const byPhone = {
  names: 'path',
  thing: async ({ app, world }: Asking) => Number((await makeInvitation(app, world)).phone),
} as const;

const phonesBody = (id: unknown) => ({ phones: [id === 999_999_999 ? '+77019999999' : String(id)] });

const byPhones = {
  ...byPhone,
  answers: 'row ok',
  names: 'body',
  given: (id: unknown): Given => ({ body: phonesBody(id) }),
} as const;

export const invitationsCases = {
  'invitations.create': {
    given: async (_, { app, world, by }) => ({
      body: {
        name: 'Шақырылған',
        phone: newPhone(),
        end_date: TODAY,
        contract_document_id: by.side === 'executor' ? 1 : await contractOf(app, world),
      },
    }),
  },
  'invitations.get': { ...byPhone, given: invited },
  'invitations.update': { ...byPhone, given: (id) => ({ ...invited(id), body: { name: 'Басқа' } }) },
  'invitations.cancel': { ...byPhone, given: invited },
  'invitations.remind': {
    ...byPhone,
    names: 'body',
    given: (id) => ({ body: { phone: id === 999_999_999 ? '+77019999999' : String(id) } }),
  },
  'invitations.create_many': {
    given: () => ({ body: { end_date: TODAY, rows: [{ name: 'Шақырылған', phone: newPhone() }] } }),
  },
  'invitations.cancel_many': { ...byPhones },
  'invitations.remind_many': { ...byPhones },
  // It lives still.
  'invitations.repeat_many': {
    ...byPhones,
    answers: 'row invitation.exists',
    given: (id) => ({ body: { ...phonesBody(id), end_date: TODAY } }),
  },
  'invitations.copy_link': {
    ...byPhone,
    names: 'body',
    given: (id) => ({ body: { phone: id === 999_999_999 ? '+77019999999' : String(id) } }),
  },
  'invitations.upload_contract': {
    given: async () => ({
      body: { title: 'Шарт', type_id: '1', start_date: TODAY, end_date: TODAY },
      files: { file: { name: 'a.pdf', bytes: await samplePdf() } },
    }),
  },
  'invitations.accept': {
    names: 'path',
    thing: ({ app, world }) => inviteOwnExecutor(app, world),
    given: (invitation_id) => ({ params: { invitation_id } }),
  },
  'invitations.decline': {
    names: 'path',
    thing: ({ app, world }) => inviteOwnExecutor(app, world),
    given: (invitation_id) => ({ params: { invitation_id } }),
  },
  'invitations.link': { given: () => ({ query: { hash: 'a'.repeat(32) } }) },
  'invitations.open_link': { given: () => ({ query: { hash: 'b'.repeat(32) } }) },
} satisfies Cases;
