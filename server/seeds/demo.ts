import type { App } from '../src/app.ts';
import { makeDemoActs } from './demo-acts.ts';
import { makeDemoContracts } from './demo-contracts.ts';
import { inviteDemoEmployee } from './demo-employees.ts';
import { makeDemoPeople } from './demo-members.ts';

/**
 * Fills an empty sandbox: two companies, twenty executors, some three hundred acts in every state. Everything is made
 * by the same use cases that people use, with real signatures of the sandbox НУЦ, so the invariants hold on it.
 */
export async function seedDemo(app: App): Promise<void> {
  const { db } = app.parts;
  const any = await db.selectFrom('companies').select('id').limit(1).executeTakeFirst();
  if (any) return;
  const members = await makeDemoPeople(app);
  const contracts = await makeDemoContracts(app, members);
  await makeDemoActs(app, members, contracts);
  await inviteDemoEmployee(app, members);
}
