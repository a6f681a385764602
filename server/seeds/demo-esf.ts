import { signWith } from '@kelisim/eds/x509/sign-with.ts';
import { signXml } from '@kelisim/eds/xmldsig/sign.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { App } from '../src/app.ts';
import { openEsfSession } from '../src/features/esf/esf-session.ts';
import { gatherPapers } from '../src/features/esf/gather-paper.ts';
import { registerByHand } from '../src/features/esf/register-by-hand.ts';
import { takePaper } from '../src/features/esf/take-paper.ts';
import { setEsfCredentials } from '../src/features/registration/public.ts';
import { WITHOUT_ACCOUNT, type DemoMembers, type Member } from './demo-members.ts';
import { issueElsewhere } from './issue-elsewhere.ts';
import { sideBySide } from './side-by-side.ts';

/** A sole trader with a ГОСТ key: an individual issues no invoice. */
const SELLER = 'executor17@demo.example';
/** Never `wrong`: that one the sandbox refuses. */
const PASSWORD = 'esf-demo-2026';

/**
 * Every executor has a login of ИС ЭСФ, so that an invoice is one signature away. One sole trader has acts with numbers from
 * the portal, and one whose papers are signed and wait until somebody signs in. The first company is signed in and finds
 * invoices that were issued elsewhere.
 */
export async function makeDemoEsf(app: App, { businesses, executors }: DemoMembers): Promise<void> {
  const { db, config } = app.parts;
  await sideBySide(
    executors.filter(({ seed }) => seed.email !== WITHOUT_ACCOUNT),
    ({ actor, bin }) => db.transaction().execute((tx) => setEsfCredentials(config, tx, actor, bin, PASSWORD)),
  );
  const first = executors.find(({ seed }) => seed.email === SELLER)!;
  const acts = await db
    .selectFrom('acts')
    .select(['id', 'end_date', 'updated_at'])
    .where('contractor_company_id', '=', first.actor.company_id)
    .where('status', 'in', ['signed', 'paid'])
    .where('end_date', '<=', almatyDate(app.parts.clock.now()))
    .orderBy('id')
    .limit(4)
    .execute();
  for (const [at, { id, end_date, updated_at }] of acts.slice(0, 3).entries()) {
    const registration_number = `ESF-${first.bin}-${end_date.replaceAll('-', '')}-${String(at + 1).padStart(8, '0')}`;
    await registerByHand({ db, clock: dayAfter(app, updated_at) }, first.actor, id, {
      kind: 'invoice',
      registration_number,
    });
  }
  if (acts[3]) await leaveSigned(app, first, acts[3].id);
  await issueToCompany(app, businesses[0]!);
}

/** An invoice is issued on the day after its act was last moved, and not on the day of the seed. */
function dayAfter({ parts: { clock } }: App, moment: Date): App['parts']['clock'] {
  const at = Math.min(moment.getTime() + 86_400_000, clock.now().getTime());
  return { ...clock, now: () => new Date(at) };
}

/** Two name signed acts, one of them with VAT that the act does not have; the others are of suppliers. */
async function issueToCompany(app: App, { actor, name, bin, signing }: Member): Promise<void> {
  const { db, clock, config, esf, nca } = app.parts;
  const buyer = { bin, name };
  const today = almatyDate(clock.now());
  const acts = await db
    .selectFrom('acts as a')
    .innerJoin('companies as s', 's.id', 'a.contractor_company_id')
    .select([
      'a.id',
      'a.number',
      'a.year',
      'a.act_date',
      'a.updated_at',
      'a.amount_tiyn',
      'a.vat_rate',
      's.bin',
      's.name',
    ])
    .where('a.company_id', '=', actor.company_id)
    .where('a.status', 'in', ['signed', 'paid'])
    .where('a.amount_tiyn', '>', 0n)
    .where('s.type', '<>', 'individual')
    .where('a.id', 'not in', (eb) =>
      eb.selectFrom('esf_documents').select('act_id').where('company_id', '=', actor.company_id),
    )
    .orderBy('a.id', 'desc')
    .limit(2)
    .execute();
  for (const [at, act] of acts.entries())
    await issueElsewhere(db, {
      seller: act,
      buyer,
      date: almatyDate(dayAfter(app, act.updated_at).now()),
      number: String(301 + at),
      description: 'Услуги по договору',
      amount_tiyn: act.amount_tiyn,
      vat_rate: at === 1 ? 16 : act.vat_rate,
      delivery: { number: `${act.number}/${act.year}`, date: act.act_date },
    });
  const suppliers = [
    {
      name: 'ТОО «Қағаз және кеңсе»',
      bin: '210140000105',
      number: '4410',
      amount_tiyn: 186_470_00n,
      rate: 16,
    },
    { name: 'ТОО «Байланыс Сервис»', bin: '190540000202', number: '88', amount_tiyn: 43_500_00n, rate: null },
    { name: 'ТОО «Байланыс Сервис»', bin: '190540000202', number: '91', amount_tiyn: 12_000_00n, rate: null },
  ];
  for (const [at, { rate, amount_tiyn, number, ...seller }] of suppliers.entries())
    await issueElsewhere(db, {
      seller,
      buyer,
      date: addDays(today, -8 * (at + 1)),
      number,
      description: at === 0 ? 'Бумага и канцелярские товары' : 'Услуги связи',
      amount_tiyn,
      vat_rate: rate,
      status: at === 2 ? 'REVOKED' : 'CREATED',
    });
  if (!esf || !actor.iin) return;
  await db.transaction().execute((tx) => setEsfCredentials(config, tx, actor, bin, PASSWORD));
  const xml = await esf.makeTicket(actor.iin);
  const ticket = await signXml({ xml, ...signing, primitives: nca.primitives });
  await openEsfSession(app.parts, actor, bin, ticket);
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
