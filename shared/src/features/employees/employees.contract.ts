import { z } from 'zod';
import { callsOf, defineCall, personCall, publicCall } from '../../kernel/call.ts';
import { date, email, id, moment, text } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { EMPLOYEE_RIGHTS } from '../../kernel/rights.ts';

const rights = z
  .array(z.enum(EMPLOYEE_RIGHTS, 'field.choice'), 'field.choice')
  .max(EMPLOYEE_RIGHTS.length, 'field.choice')
  .transform((list) => EMPLOYEE_RIGHTS.filter((right) => list.includes(right)));

export const employee = z.object({
  user_id: id,
  full_name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** 1 director, 2 employee. */
  role_id: z.int(),
  /** Given to an employee; a director has all of them. */
  rights: z.array(z.enum(EMPLOYEE_RIGHTS)),
  /** Both days included. */
  deputy: z.object({ from: date, until: date, is_now: z.boolean() }).nullable(),
  /** Has lately got the right to pay, and agrees to payments above the limit from then on; null: at once, or never. */
  approves_from: moment.nullable(),
  since: moment,
  last_login: moment.nullable(),
});
export type Employee = z.output<typeof employee>;

export const employeeInvitation = z.object({
  id,
  email: z.string(),
  rights: z.array(z.enum(EMPLOYEE_RIGHTS)),
  invited_by: z.string(),
  created_at: moment,
  expires_at: moment,
  is_expired: z.boolean(),
});
export type EmployeeInvitation = z.output<typeof employeeInvitation>;

const token = z.string('field.link').regex(/^[0-9a-f]{64}$/, 'field.link');
const one = z.strictObject({ user_id: id });

const directorCall = callsOf({ access: { who: 'business', director: 'or_deputy' } });
/** What grants rights: a deputy could extend their own term with it. */
const aloneCall = callsOf({ access: { who: 'business', director: 'alone' } });

export const employeesCalls = {
  'employees.list': defineCall('GET /api/v1/company/employees', {
    access: { who: 'business', right: 'manage_settings' },
    summary: 'List the company’s people with their rights, the director first',
    query: z.strictObject(pageQuery),
    answer: pageOf(employee),
  }),
  'employees.update': aloneCall('PUT /api/v1/company/employees/{user_id}', {
    summary: 'Set an employee’s rights; they apply from the employee’s next call',
    params: one,
    body: z.strictObject({ rights }),
    fresh_proof: true,
    answer: employee,
  }),
  'employees.set_deputy': aloneCall('PUT /api/v1/company/employees/{user_id}/deputy', {
    summary: 'Appoint a deputy with the director’s rights from one day to another',
    params: one,
    body: z.strictObject({ from: date, until: date }),
    fresh_proof: true,
    answer: employee,
  }),
  'employees.end_deputy': directorCall('DELETE /api/v1/company/employees/{user_id}/deputy', {
    summary: 'End a deputy’s appointment early; idempotent',
    params: one,
    answer: employee,
  }),
  'employees.remove': directorCall('DELETE /api/v1/company/employees/{user_id}', {
    summary: 'Remove an employee at once; their executors go to the director',
    params: one,
    answer: z.object({ message: z.string(), executors_handed_over: z.int() }),
  }),
  'employees.restore': aloneCall('POST /api/v1/company/employees/{user_id}/restore', {
    summary: 'Undo a removal within an hour, with the employee’s rights and executors; idempotent',
    params: one,
    fresh_proof: true,
    answer: employee,
  }),

  'employee_invitations.list': defineCall('GET /api/v1/company/employees/invitations', {
    access: { who: 'business', right: 'manage_settings' },
    summary: 'List pending employee invitations, newest first',
    answer: z.object({ items: z.array(employeeInvitation) }),
  }),
  'employee_invitations.create': aloneCall('POST /api/v1/company/employees/invitations', {
    summary:
      'Invite an employee by e-mail with a link for seven days, bound to the address; replaces an earlier one',
    body: z.strictObject({ email, rights }),
    fresh_proof: true,
    answer: employeeInvitation,
  }),
  'employee_invitations.cancel': directorCall(
    'DELETE /api/v1/company/employees/invitations/{invitation_id}',
    {
      summary: 'Cancel an employee invitation; its link stops working',
      params: z.strictObject({ invitation_id: id }),
      answer: z.object({ message: z.string() }),
    },
  ),
  'employee_invitations.open': publicCall('POST /api/v1/employee-invitation/open', {
    summary: 'Get what an invitation link is for',
    body: z.strictObject({ token }),
    answer: z.object({
      company_name: z.string(),
      email: z.string(),
      rights: z.array(z.enum(EMPLOYEE_RIGHTS)),
      expires_at: moment,
      /** The address already has an account; its user accepts after signing in. */
      has_account: z.boolean(),
    }),
  }),
  'employee_invitations.join': publicCall('POST /api/v1/employee-invitation/join', {
    summary: 'Accept an invitation as a new user, with name and password',
    body: z.strictObject({ token, full_name: text(200, 1), password: text(1024, 1) }),
    answer: z.object({ email: z.string(), company_name: z.string() }),
  }),
  'employee_invitations.accept': personCall('POST /api/v1/employee-invitation/accept', {
    summary: 'Accept an invitation as the signed-in user with the invited address; idempotent',
    body: z.strictObject({ token }),
    answer: z.object({ company_id: id, company_name: z.string() }),
  }),
};
