import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { z } from 'zod';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { contentOf } from './act-paper.ts';
import { findActRow } from './acts.queries.ts';
import { writeAct } from './create-act.ts';
import { moverOf } from './move-act.ts';
import { readActInput } from './read-act-input.ts';
import { asTyped } from './repeat-acts.ts';

export const copyDates = z.object({
  date: z.string().optional(),
  start_date: z.string().optional(),
  end_date: z.string().optional(),
});
export type CopyDates = z.output<typeof copyDates>;

/** A draft that says the same, with other dates where they are given. A correction belongs to one act and is not copied. */
export async function copyAct(
  tx: Tx,
  actor: CompanyActor,
  act_id: number,
  dates: CopyDates,
): Promise<{ id: number; number: string }> {
  const act = orNotFound(await findActRow(tx, actor, act_id));
  if (act.corrects_act_id !== null) throw new Problem('act.correction_not_copied');
  const typed = asTyped(await contentOf(tx, act), (date) => date);
  const { start_date = typed.start_date, end_date = typed.end_date } = dates;
  const content = await readActInput(tx, actor.company_id, {
    ...typed,
    date: dates.date ?? typed.date,
    start_date,
    end_date,
    // A day of a service that lies outside of the new period was a day of the old one.
    services: typed.services.map((service) => {
      const day = service.service_date;
      return { ...service, service_date: day && day >= start_date && day <= end_date ? day : null };
    }),
  });
  return writeAct(tx, actor.company_id, moverOf(actor), content, {
    action: 'copy',
    note: `№ ${act.number}/${act.year}`,
  });
}
