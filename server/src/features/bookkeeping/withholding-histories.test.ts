import fc from 'fast-check';
import { afterAll, test } from 'vitest';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { isWhole } from '../../../test/whole.ts';
import { history } from '../../../test/withholding-deeds.ts';
import { readFigures } from '../../../test/taxed-people.ts';
import { WithholdingLife } from '../../../test/withholding-life.ts';

const app = await makeTestApp();
const figures = await readFigures(app.parts.db);
afterAll(() => closeSound(app));

test('whatever is paid, comes back, is told and closed: nothing withheld is lost, and no month lacks what it could withhold', async () => {
  const lives = fc.asyncProperty(history, fc.boolean(), async (deeds, comes_back) => {
    const life = await WithholdingLife.begin(app, figures);
    for (const one of deeds) {
      await life.perform(one);
      await life.check();
    }
    if (comes_back) await life.bringBack();
  });
  // To shrink a history takes longer than a test may: by its seed it can be lived again.
  await fc.assert(lives, { numRuns: isWhole ? 100 : 4, endOnFailure: true });
});
