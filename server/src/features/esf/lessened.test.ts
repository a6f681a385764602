import { afterAll, expect, test } from 'vitest';
import type { ServiceInputBody } from '@kelisim/shared/features/acts/acts.contract.ts';
import { readyForEsf } from '../../../test/esf-papers.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeDeal, makeSignedActs } from '../../../test/papers.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';

const app = await makeTestApp();
const company = await makeCompany(app);
const deal = await makeDeal(app, company, await makeExecutor(app, company));
await readyForEsf(app, deal);
afterAll(() => app.close());

const line = (kind: ServiceInputBody['kind'], rate: string): ServiceInputBody => ({
  category_id: 1,
  unit_id: 1,
  description: 'Доставка',
  quantity: '2',
  rate,
  ...(kind && { kind }),
});

test('both sides are told where the prices of an act were lessened, before it is issued and after', async () => {
  const { person } = deal.executor;
  const { director } = deal.company;
  for (const [services, lessened, price] of [
    [[line('work', '1000.00'), line('deduction', '250.00')], true, '750.00'],
    [[line('work', '1000.00'), line('bonus', '250.00')], false, '1000.00'],
  ] as const) {
    const [act_id] = await makeSignedActs(app, deal, 1, { services: [...services] });
    const params = { act_id: act_id! };
    for (const by of [person, director])
      expect(await app.ok('esf.of_act', by, { params })).toMatchObject({ is_lessened: lessened });
    const { text } = await app.raw('esf.act_xml', person, { params, query: { kind: 'invoice' } });
    expect(/<unitPrice>([^<]+)/.exec(text)?.[1]).toBe(price);
    const { id } = await app.ok('esf.by_hand', person, {
      params,
      body: {
        kind: 'invoice',
        registration_number: `ESF-${deal.executor.bin}-20261101-${String(act_id).padStart(8, '0')}`,
      },
    });
    for (const by of [person, director]) {
      const { items } = await app.ok('esf.list', by, { query: {} });
      expect(items.find((one) => one.id === id)).toMatchObject({ is_lessened: lessened });
    }
  }
});
