import kz from '@kelisim/shared/texts/kz/employees.ts';
import ru from '@kelisim/shared/texts/ru/employees.ts';
import type { Parts } from '../../parts.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import { acceptInvitation, joinByInvitation, openInvitation } from './accept-invitation.ts';
import { changeRights, endDeputy, nameDeputy, removeEmployee, restoreEmployee } from './change-employee.ts';
import { listEmployees } from './employees.queries.ts';
import { toEmployee, toInvitation } from './employees.view.ts';
import { listInvitations } from './invitations.queries.ts';
import { inviteEmployee, takeBack } from './invite-employee.ts';

type Names = Extract<keyof Handlers, `employees.${string}` | `employee_invitations.${string}`>;

export function employeesRoutes(app: Parts): Pick<Handlers, Names> {
  const { db } = app;
  return {
    'employees.list': async ({ input, actor }) => {
      const found = await listEmployees(db, actor.company_id, input.query);
      return pageAnswer(found, input.query.limit, toEmployee);
    },
    'employees.update': async ({ input, actor }) =>
      changeRights(app, actor, input.params.user_id, input.body.rights),
    'employees.set_deputy': async ({ input, actor }) =>
      nameDeputy(app, actor, input.params.user_id, input.body),
    'employees.end_deputy': async ({ input, actor }) => endDeputy(app, actor, input.params.user_id),
    'employees.remove': async ({ input, actor, locale }) => ({
      executors_handed_over: await removeEmployee(app, actor, input.params.user_id),
      message: { ru, kz }[locale].said.removed,
    }),
    'employees.restore': async ({ input, actor }) => restoreEmployee(app, actor, input.params.user_id),
    'employee_invitations.list': async ({ actor }) => ({
      items: (await listInvitations(db, actor.company_id)).map(toInvitation),
    }),
    'employee_invitations.create': async ({ input, actor, ip, locale }) =>
      inviteEmployee(app, { ...actor, locale }, { ...input.body, ip }),
    'employee_invitations.cancel': async ({ input, actor, locale }) => {
      await takeBack(app, actor, input.params.invitation_id);
      return { message: { ru, kz }[locale].said.cancelled };
    },
    'employee_invitations.open': async ({ input, ip }) => openInvitation(app, input.body.token, ip),
    'employee_invitations.join': async ({ input, ip, locale }) =>
      joinByInvitation(app, { ...input.body, ip, locale }),
    'employee_invitations.accept': async ({ input, actor }) => acceptInvitation(app, actor, input.body.token),
  };
}
