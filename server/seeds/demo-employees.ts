import type { App } from '../src/app.ts';
import { inviteEmployee } from '../src/features/employees/public.ts';
import type { DemoMembers } from './demo-members.ts';

export const INVITED_EMPLOYEE = 'manager@alatau.example';

/** Somebody who was invited and has not come yet: the link lies in the outbox. */
export async function inviteDemoEmployee({ parts }: App, { businesses }: DemoMembers): Promise<void> {
  await inviteEmployee(parts, businesses[0]!.actor, {
    email: INVITED_EMPLOYEE,
    rights: ['manage_acts', 'manage_executors'],
    ip: '127.0.0.1',
  });
}
