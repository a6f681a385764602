import type { App } from '../src/app.ts';
import { makeDemoActs } from './demo-acts.ts';
import { makeDemoContracts } from './demo-contracts.ts';
import { makeDemoEsf } from './demo-esf.ts';
import { inviteDemoEmployee } from './demo-employees.ts';
import { makeDemoNotices } from './demo-notices.ts';
import { makeDemoPeople } from './demo-members.ts';
import { makeDemoTickets } from './demo-support.ts';
import { makeDemoTariffs } from './demo-tariffs.ts';
import {
  addAdministrator,
  addAgreementSample,
  addInvitation,
  addWaitingCompany,
} from './demo-registration.ts';

/**
 * Fills an empty sandbox, unless it is to stay so (`SANDBOX=empty`): two companies, twenty executors, some three hundred acts in every state. Everything is made
 * by the same use cases that people use, with real signatures of the sandbox НУЦ, so the invariants hold on it.
 */
export async function seedDemo(app: App): Promise<void> {
  const { config, db } = app.parts;
  await addAgreementSample(app);
  const any = await db.selectFrom('companies').select('id').limit(1).executeTakeFirst();
  if (any || !config.demo_data) return;
  const members = await makeDemoPeople(app);
  const contracts = await makeDemoContracts(app, members);
  await makeDemoActs(app, members, contracts);
  await addAdministrator(app);
  await addWaitingCompany(app);
  await addInvitation(app, members);
  await inviteDemoEmployee(app, members);
  await makeDemoEsf(app, members);
  await makeDemoTickets(app, members);
  await makeDemoTariffs(app, members);
  await makeDemoNotices(app);
}
