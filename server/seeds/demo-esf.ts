import { signWith } from '@kelisim/eds/x509/sign-with.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { App } from '../src/app.ts';
import { gatherPapers } from '../src/features/esf/gather-paper.ts';
import { registerByHand } from '../src/features/esf/register-by-hand.ts';
import { takePaper } from '../src/features/esf/take-paper.ts';
import { setEsfCredentials } from '../src/features/registration/public.ts';
import { WITHOUT_ACCOUNT, type DemoMembers, type Member } from './demo-members.ts';
import { sideBySide } from './side-by-side.ts';

/** Never `wrong`: that one the sandbox refuses. */
const PASSWORD = 'esf-demo-2026';

/**
 * Every executor has a login of ИС ЭСФ, so that an invoice is one signature away. The first has acts with numbers from
 * the portal, and one whose papers are signed and wait until somebody signs in.
 */
export async function makeDemoEsf(app: App, { executors }: DemoMembers): Promise<void> {
  const { db, config } = app.parts;
  await sideBySide(
    executors.filter(({ seed }) => seed.email !== WITHOUT_ACCOUNT),
    ({ actor, bin }) => db.transaction().execute((tx) => setEsfCredentials(config, tx, actor, bin, PASSWORD)),
  );
  const first = executors[0]!;
  const acts = await db
    .selectFrom('acts')
    .select(['id', 'end_date'])
    .where('contractor_company_id', '=', first.actor.company_id)
    .where('status', 'in', ['signed', 'paid'])
    .where('end_date', '<=', almatyDate(app.parts.clock.now()))
    .orderBy('id')
    .limit(4)
    .execute();
  for (const [at, { id, end_date }] of acts.slice(0, 3).entries()) {
    const registration_number = `ESF-${first.bin}-${end_date.replaceAll('-', '')}-${String(at + 1).padStart(8, '0')}`;
    await registerByHand(app.parts, first.actor, id, { kind: 'invoice', registration_number });
  }
  if (acts[3]) await leaveSigned(app, first, acts[3].id);
}

/** As the phone gives them: the bare value over the very text, and the certificate. */
async function leaveSigned(app: App, { actor, signing }: Member, act_id: number): Promise<void> {
  for (const { xml } of await gatherPapers(app.parts, actor, act_id)) {
    const content = Buffer.from(xml);
    const { signature } = await signWith(signing.key, content, app.parts.nca.primitives);
    await takePaper(app.parts, actor, act_id, content, {
      signature: Buffer.from(signature).toString('base64'),
      certificate: Buffer.from(signing.certificate.der),
    });
  }
}
