import { multiplyHalfUp, parseQuantity } from '@kelisim/shared/kernel/money.ts';
import type { Invariant } from './invariant.ts';

export const sumsAddUp: Invariant = {
  id: 'I19',
  title: 'the sum of an act is the sum of its lines, and a line is its quantity times its rate, half up',
  async check({ db }) {
    const acts = await db.selectFrom('acts').select(['id', 'amount_tiyn']).orderBy('id').execute();
    const services = await db
      .selectFrom('act_services')
      .select(['act_id', 'position', 'quantity', 'rate_tiyn', 'amount_tiyn'])
      .orderBy('act_id')
      .orderBy('position')
      .execute();
    const ofAct = Map.groupBy(services, (service) => service.act_id);
    const faults: string[] = [];
    for (const act of acts) {
      const lines = ofAct.get(act.id) ?? [];
      const sum = lines.reduce((total, line) => total + line.amount_tiyn, 0n);
      if (sum !== act.amount_tiyn)
        faults.push(`act ${act.id} is over ${act.amount_tiyn} tiyn, its lines over ${sum}`);
      for (const [i, line] of lines.entries()) {
        if (line.position !== i + 1) faults.push(`act ${act.id} misses line ${i + 1}`);
        if (multiplyHalfUp(parseQuantity(line.quantity)!, line.rate_tiyn) !== line.amount_tiyn)
          faults.push(`line ${line.position} of act ${act.id} is not its quantity times its rate`);
      }
    }
    return { checked: acts.length, faults };
  },
};
