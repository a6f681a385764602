import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/admin.ts';
import ru from '@kelisim/shared/texts/ru/admin.ts';
import type { Parts } from '../../parts.ts';
import { endSession, listSessions } from '../auth/public.ts';
import { deviceName, noteDeskDeed } from '../security-log/public.ts';
import { findTariffPlanId } from '../tariff/public.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { maskEmail, maskPhone } from '../../platform/mask.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import { blockUser, deleteUser, setPlatformRights, unblockUser } from './administer-user.ts';
import { confirmPhone, sendPhoneCode } from './confirm-phone.ts';
import { findColleague, findHead, getUser, listUsers } from './users.queries.ts';
import { toProfile, toUserRow } from './users.view.ts';

type Names = Extract<keyof Handlers, `users.${string}`>;

export function usersRoutes(app: Parts): Pick<Handlers, Names> {
  const { db } = app;
  return {
    'users.profile': async ({ actor }) => ({
      ...toProfile(await getUser(db, actor.user_id), actor.role_id),
      tariff_plan_id: actor.company_id === null ? null : await findTariffPlanId(db, actor.company_id),
    }),
    'users.sessions': async ({ input }) => ({
      items: (await listSessions(db, input.params.user_id)).map((row) => ({
        id: row.id,
        device: deviceName(row.user_agent),
        ip: row.ip,
        created_at: row.created_at.toISOString(),
        last_seen_at: (row.rotated_at ?? row.created_at).toISOString(),
      })),
    }),
    'users.end_session': async ({ input, actor, locale }) => {
      const { user_id, session_id } = input.params;
      await db.transaction().execute(async (tx) => {
        if (!(await endSession(tx, user_id, session_id))) throw new Problem('not_found');
        await noteDeskDeed(tx, actor, { user_id, kind: 'session_ended' });
      });
      return { message: { ru, kz }[locale].said.session_ended };
    },
    'users.get': async ({ input, actor }) => {
      const { user_id } = input.params;
      if (user_id === actor.user_id) {
        const { id, full_name, email, phone } = await getUser(db, user_id);
        return { id, full_name, email, phone, role_id: actor.role_id };
      }
      const colleague = actor.company_id !== null && (await findColleague(db, actor.company_id, user_id));
      if (!colleague) throw new Problem('not_found');
      return {
        ...colleague,
        email: colleague.email && maskEmail(colleague.email),
        phone: colleague.phone && maskPhone(colleague.phone),
      };
    },
    'users.phone': async ({ input, actor }) => {
      if (input.params.company_id !== actor.company_id) throw new Problem('not_found');
      const head = await findHead(db, actor.company_id);
      return { phone: head?.id === actor.user_id ? head.phone : head?.phone ? maskPhone(head.phone) : null };
    },
    'users.login_success': async ({ input, actor }) => {
      if (input.params.user_id !== actor.user_id) throw new Problem('not_found');
      const user = await getUser(db, actor.user_id);
      return {
        user_id: actor.user_id,
        role_id: actor.role_id,
        redirect_url: actor.role
          ? `/lk/${actor.role}`
          : actor.platform_rights.size
            ? '/admin'
            : '/auth/login',
        last_login: user.last_login?.toISOString() ?? null,
      };
    },
    'users.phone_code': async ({ input, actor, locale }) => {
      await sendPhoneCode(app, { ...actor, locale }, input.body.phone);
      return { message: { ru, kz }[locale].said.code_sent };
    },
    'users.confirm_phone': async ({ input, actor }) => confirmPhone(app, actor, input.body),
    'users.set_platform_rights': async ({ input, actor }) =>
      setPlatformRights(db, actor, input.params.user_id, input.body.rights),
    'users.list': async ({ input }) => {
      const found = await listUsers(db, input.query);
      return pageAnswer(found, input.query.limit, toUserRow);
    },
    'users.block': async ({ input, actor }) => blockUser(db, actor, input.params.user_id),
    'users.unblock': async ({ input, actor }) => unblockUser(db, actor, input.params.user_id),
    'users.delete': async ({ input, actor, locale }) => {
      await deleteUser(db, actor, input.params.user_id);
      return { message: { ru, kz }[locale].said.user_deleted };
    },
  };
}
