import type { App } from '../src/app.ts';
import { openDatabase } from '../src/platform/db/database.ts';
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
import { AT_ONCE } from './side-by-side.ts';

/** Who waits for a start gives up sooner. */
const LONGEST_PAUSE_MS = 600_000;

/**
 * Fills an empty sandbox, unless it is to stay so (`SANDBOX=empty`): two companies, twenty executors, some three hundred acts in every state. Everything is made
 * by the same use cases that people use, with real signatures of the sandbox НУЦ, so the invariants hold on it.
 */
export async function seedDemo(app: App): Promise<void> {
  const { config, db, log } = app.parts;
  await addAgreementSample(app);
  const any = await db.selectFrom('companies').select('id').limit(1).executeTakeFirst();
  if (any || !config.demo_data) return;
  // Of its own, as patient as nobody else may be: papers are drawn and signed within transactions, ten at once, and on a
  // machine that is busy with other things each waits long for its turn. Nobody wants their locks before the start is done.
  const patient = openDatabase({
    url: config.database_url,
    log,
    max: Math.max(config.process.pools.people, AT_ONCE),
    name: 'kelisim demo data',
    prepares: config.process.prepares,
    longest_pause_ms: LONGEST_PAUSE_MS,
  });
  try {
    await fill({ ...app, parts: { ...app.parts, db: patient } });
  } finally {
    await patient.destroy();
  }
}

async function fill(app: App): Promise<void> {
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
