// From a contract to a paid act with a key: people sign and pay in the product, the program hears of it.
import { readFile } from 'node:fs/promises';
import { createClient, KelisimError, type EventType } from '@kelisim/client';

const {
  KELISIM_URL = 'http://localhost:4400',
  KELISIM_KEY = '',
  EXECUTOR_BIN,
  CONTRACT_PDF = '',
} = process.env;
const kelisim = createClient({ base_url: KELISIM_URL, key: KELISIM_KEY });
const today = new Date(Date.now() + 5 * 3600_000).toISOString().slice(0, 10);

// What happens from here on.
let after: string | undefined;
for await (const batch of kelisim.events({ poll_ms: 0 })) after = batch.next;

async function waitFor(type: EventType, id: number): Promise<void> {
  for await (const { items } of kelisim.events({ after, types: [type], poll_ms: 500 }))
    if (items.some(({ data }) => data.id === id)) return console.log(type, id);
}

try {
  const { items: executors } = await kelisim.executors.list({ query: { search: EXECUTOR_BIN } });
  const executor = executors[0];
  if (!executor) throw new Error(`${EXECUTOR_BIN} is no executor of ours`);
  const file = new File([await readFile(CONTRACT_PDF)], 'договор.pdf', { type: 'application/pdf' });
  const dates = { start_date: today, end_date: `${today.slice(0, 4)}-12-31` };
  const contract = await kelisim.documents.create({
    body: { title: 'Договор на услуги', contractor_id: executor.executor_company_id, type_id: 1, ...dates },
    files: { file },
  });
  await kelisim.documents.send({ params: { doc_id: contract.id } });
  console.log('contract.sent', contract.id);
  await waitFor('contract.signed', contract.id);

  const [[category], [unit]] = await Promise.all([kelisim.acts.categories(), kelisim.acts.units()]);
  // The product has some of both from the start.
  const service = { category_id: category!.id, unit_id: unit!.id, description: 'Доставка документов' };
  const act = await kelisim.acts.create({
    body: {
      title: 'Курьерские услуги',
      contract_id: contract.id,
      contractor_company_id: executor.executor_company_id,
      date: today,
      start_date: today,
      end_date: today,
      knp: '859',
      services: [{ ...service, quantity: 3, rate: '1500.00' }],
    },
  });
  await kelisim.acts.send({ body: { act_ids: [act.id] } });
  console.log('act.sent', act.id);
  await waitFor('act.signed', act.id);
  await waitFor('act.paid', act.id);
} catch (error) {
  if (!(error instanceof KelisimError)) throw error;
  console.error(error.code, error.field, error.message, error.request_id);
  process.exitCode = 1;
}
