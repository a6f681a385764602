import { DOCUMENT_TYPES } from '@kelisim/shared/features/documents/document-status.ts';
import type { InvitationContract } from '@kelisim/shared/features/invitations/invitations.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { makeOnce } from '../../platform/make-once.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import { keepSource } from '../documents/public.ts';
import { acceptInvitation, declineInvitation } from './answer-invitation.ts';
import { countInvitations, listForUser, listInvitations, lockInvitation } from './invitations.queries.ts';
import { addContract, findContract, listContracts } from './contracts.queries.ts';
import { toInvitation } from './invitations.view.ts';
import { cancelInvitation, copyLink, remindInvitation } from './follow-invitation.ts';
import { getInvitation, inviteExecutor, readInvitation, updateInvitation } from './invite-executor.ts';
import { inviteMany } from './invite-many.ts';
import { makeInviteSheet } from './make-invite-sheet.ts';
import { promisedOf } from './promised-contract.ts';
import { runOverPhones } from './run-over-phones.ts';
import { DAY_MS } from './send-link.ts';
import { readLink } from './links.ts';

export function invitationsRoutes(
  parts: Parts,
): Pick<Handlers, Extract<keyof Handlers, `invitations.${string}`>> {
  const { db, clock } = parts;
  const change = <T>(deed: (tx: Tx) => Promise<T>) => db.transaction().execute(deed);
  return {
    'invitations.list': async ({ input, actor }) => {
      const { query } = input;
      const now = clock.now();
      const rested = { before: new Date(now.getTime() - DAY_MS), today: almatyDate(now) };
      const { rows, total } = await listInvitations(db, actor.company_id, query, rested, query);
      return {
        ...pageAnswer({ rows, total }, query.limit, (row) => toInvitation(row, now)),
        ...(await countInvitations(db, actor.company_id, rested)),
      };
    },
    'invitations.create': async (context) => {
      const { input, actor } = context;
      const row = await change(async (tx) => {
        const id = await makeOnce(tx, context, 'invitations', async () => {
          const { name, phone, end_date, ...asked } = input.body;
          const promised = await promisedOf(parts, tx, actor, asked);
          if (!promised) throw new Problem('missing_field', { field: 'contract_document_id' });
          return inviteExecutor(parts, tx, actor, { name, phone, end_date, promised });
        });
        return (await lockInvitation(tx, { id }))!;
      });
      return toInvitation(row, clock.now());
    },
    'invitations.get': ({ input, actor }) => readInvitation(parts, actor, input.params.phone),
    'invitations.update': async ({ input, actor }) => {
      const { phone } = input.params;
      await change(async (tx) => {
        const { name, end_date, ...asked } = input.body;
        const promised = (await promisedOf(parts, tx, actor, asked)) ?? undefined;
        await updateInvitation(parts, tx, actor, phone, { name, end_date, promised });
      });
      return readInvitation(parts, actor, phone);
    },
    'invitations.cancel': async ({ input, actor }) => {
      const { phone } = input.params;
      const { id } = await getInvitation(db, actor, phone);
      await change((tx) => cancelInvitation(tx, actor, id));
      return readInvitation(parts, actor, phone);
    },
    'invitations.remind': async ({ input, actor }) => {
      const { phone } = input.body;
      const { id } = await getInvitation(db, actor, phone);
      await change((tx) => remindInvitation(parts, tx, actor, id));
      return readInvitation(parts, actor, phone);
    },
    'invitations.create_many': (context) => inviteMany(parts, context),
    'invitations.cancel_many': (context) =>
      runOverPhones(parts, context, 'invitations.cancel', context.input.body.phones),
    'invitations.remind_many': (context) =>
      runOverPhones(parts, context, 'invitations.remind', context.input.body.phones),
    'invitations.repeat_many': (context) => {
      const { phones, end_date } = context.input.body;
      return runOverPhones(parts, context, 'invitations.repeat', phones, { end_date });
    },
    'invitations.template': ({ actor, locale }) => makeInviteSheet(parts, actor, locale),
    'invitations.copy_link': ({ input, actor }) =>
      change((tx) => copyLink(parts, tx, actor, input.body.phone)),
    'invitations.contracts': async ({ actor }) => (await listContracts(db, actor.company_id)).map(toContract),
    'invitations.upload_contract': async (context) => {
      const { input, files, actor } = context;
      const { title, type_id, start_date, end_date } = input.body;
      if (end_date < start_date) throw new Problem('document.dates_reversed', { field: 'end_date' });
      const type = DOCUMENT_TYPES[type_id - 1];
      if (!type) throw new Problem('field.choice', { field: 'type_id' });
      const { company_id, user_id: created_by } = actor;
      const id = await change((tx) =>
        makeOnce(tx, context, 'files', async () => {
          const source_file_id = await keepSource(parts, tx, actor, files.file!);
          const contract = { title: title.trim(), type, start_date, end_date, source_file_id };
          return addContract(tx, { company_id, created_by, ...contract });
        }),
      );
      return toContract((await findContract(db, company_id, id))!);
    },
    'invitations.own': async ({ actor }) => {
      const rows = await listForUser(db, actor.user_id, almatyDate(clock.now()));
      return rows.map((row) => ({
        invitation_id: row.id,
        company_name: row.company_name,
        company_bin: row.company_bin,
        contract_title: row.contract_title,
        contract_start_date: row.contract_start_date,
        contract_end_date: row.contract_end_date,
        end_date: row.end_date,
        created_at: row.created_at.toISOString(),
      }));
    },
    'invitations.accept': async ({ input, actor }) => {
      const { invitation_id } = input.params;
      const document_id = await acceptInvitation(parts, actor, invitation_id);
      return { invitation_id, document_id };
    },
    'invitations.decline': async ({ input, actor }) => {
      const { invitation_id } = input.params;
      await change((tx) => declineInvitation(parts, tx, actor, invitation_id, input.body.reason));
      return { invitation_id };
    },
    'invitations.link': ({ input, ip }) => readLink(parts, input.query.hash, ip, false),
    'invitations.open_link': ({ input, ip }) => readLink(parts, input.query.hash, ip, true),
  };
}

function toContract(row: {
  id: number;
  title: string;
  start_date: string;
  end_date: string;
  created_at: Date;
}): InvitationContract {
  return {
    contract_document_id: row.id,
    title: row.title,
    start_date: row.start_date,
    end_date: row.end_date,
    created_at: row.created_at.toISOString(),
  };
}
