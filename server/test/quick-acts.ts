import { actInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import { findActorOfRun } from '../src/features/auth/public.ts';
import { lockActOf } from '../src/features/acts/acts.queries.ts';
import { createAct } from '../src/features/acts/create-act.ts';
import { freezeAct } from '../src/features/acts/send-act.ts';
import { moverOf } from '../src/features/acts/move-act.ts';
import type { TestApp } from './make-app.ts';
import { actBody, TODAY, type Deal } from './papers.ts';

/**
 * Acts made and sent by the deeds themselves, in one transaction, without the calls around them. Their papers are one
 * drawing with a line of its own in each, since drawing is what takes longest: for tests that need hundreds of acts
 * and look at none of them.
 */
export async function makeManySentActs(app: TestApp, deal: Deal, count: number): Promise<number[]> {
  const { db, pdf } = app.parts;
  let drawn: Promise<Uint8Array> | null = null;
  let copies = 0;
  const parts = {
    ...app.parts,
    pdf: {
      ...pdf,
      async renderAct(...of: Parameters<typeof pdf.renderAct>) {
        drawn ??= pdf.renderAct(...of);
        return Buffer.concat([await drawn, Buffer.from(`\n% ${++copies}\n`)]);
      },
    },
  };
  return db.transaction().execute(async (tx) => {
    const actor = await findActorOfRun(tx, deal.company.director, 'manage_acts');
    const ids: number[] = [];
    for (let n = 0; n < count; n++) {
      const { id } = await createAct(tx, actor, actInput.parse(actBody(deal)), TODAY);
      await freezeAct(parts, tx, (await lockActOf(tx, actor.company_id, id))!, moverOf(actor));
      ids.push(id);
    }
    return ids;
  });
}
