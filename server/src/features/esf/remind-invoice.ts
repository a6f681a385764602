import { addDays, almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { plainName } from '../../platform/plain-name.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { findActRow } from '../acts/public.ts';
import { isQuiet, listReached, quietUntil, tellPerson } from '../notices/public.ts';
import { listFigures } from '../taxes/public.ts';
import {
  findAwaitedInvoice,
  keepReminder,
  listDueInvoices,
  type AwaitedInvoice,
  type Term,
} from './due.queries.ts';

const AT_ONCE = 200;
/** The clock tells in the last days of the term, once. */
const TOLD_BEFORE_DAYS = 5;

/** What the company asks for by hand, once a day. */
export async function askForInvoice(parts: Parts, actor: CompanyActor, act_id: number): Promise<Date> {
  const now = parts.clock.now();
  await parts.db.transaction().execute(async (tx) => {
    const act = orNotFound(await findActRow(tx, actor, act_id));
    const awaited = await findAwaitedInvoice(tx, act.company_id, act_id, await listTerms(tx));
    if (!awaited) throw new Problem('esf.not_awaited');
    if (!(await keepReminder(tx, awaited, 'company', now))) throw new Problem('esf.reminded');
    await tellSeller(parts, tx, awaited, `asked:${almatyDate(now)}`);
  });
  return now;
}

/** Reminds of invoices that are due within days; of each once. */
export async function remindOfInvoices(parts: Parts): Promise<void> {
  const now = parts.clock.now();
  if (isQuiet(now)) return;
  const today = almatyDate(now);
  const span = { today, due_by: addDays(today, TOLD_BEFORE_DAYS) };
  for (const awaited of await listDueInvoices(parts.db, span, await listTerms(parts.db), AT_ONCE))
    await parts.db.transaction().execute(async (tx) => {
      if (await keepReminder(tx, awaited, 'clock', now)) await tellSeller(parts, tx, awaited, 'due');
    });
}

/** The terms of law that somebody has entered. */
export async function listTerms(db: Handle): Promise<Term[]> {
  return (await listFigures(db)).flatMap(({ figure, value, valid_from, valid_until }) =>
    figure === 'invoice_due_days' && value !== null ? [{ valid_from, valid_until, days: value }] : [],
  );
}

async function tellSeller(parts: Parts, tx: Tx, awaited: AwaitedInvoice, once: string): Promise<void> {
  const now = parts.clock.now();
  const { act_id, seller_company_id, customer, number, due_by } = awaited;
  for (const person of await listReached(tx, seller_company_id, ['sign']))
    await tellPerson(parts, tx, person, {
      kind: 'invoice_due',
      company_id: seller_company_id,
      words: { party: plainName(customer), number, date: formatDate(due_by ?? almatyDate(now)) },
      path: `/lk/executor/acts/${act_id}`,
      once: `${act_id}:${once}`,
      not_before: quietUntil(now),
    });
}
