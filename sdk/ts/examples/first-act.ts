// Key, contract, act, signatures, payment and webhooks, in a sandbox and with nobody beside it.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createClient, KelisimError, webhooks } from '@kelisim/client';

const { KELISIM_URL = 'http://localhost:4400', CONTRACT_PDF = 'contract.pdf' } = process.env;
const today = new Date(Date.now() + 5 * 3600_000).toISOString().slice(0, 10);

// A test company of our own. Elsewhere a director makes the key.
const mine = await createClient({ base_url: KELISIM_URL, key: '' }).sandbox.begin({ body: { executors: 1 } });
const kelisim = createClient({ base_url: KELISIM_URL, key: mine.key });
const contractor = mine.executors[0]?.executor_company_id ?? 0;

const seen = new Set<string>();
let heard = () => {};
let secret = '';
const server = createServer(async (request, response) => {
  const { type, data } = await webhooks.verify(await text(request), request.headers, secret);
  seen.add(`${type} ${data.id}`);
  response.writeHead(204).end();
  heard();
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const { port } = server.address() as { port: number };
({ secret } = await kelisim.webhooks.create({ body: { url: `http://127.0.0.1:${port}/` } }));

async function hear(type: string, id: number): Promise<void> {
  while (!seen.has(`${type} ${id}`)) await new Promise<void>((done) => (heard = done));
  console.log(type, id);
}

try {
  const file = new File([await readFile(CONTRACT_PDF)], 'договор.pdf', { type: 'application/pdf' });
  const dates = { start_date: today, end_date: `${today.slice(0, 4)}-12-31` };
  const body = { title: 'Договор на услуги', contractor_id: contractor, type_id: 1, ...dates };
  const { id: contract_id } = await kelisim.documents.create({ body, files: { file } });
  await kelisim.documents.send({ params: { doc_id: contract_id } });
  await kelisim.sandbox.sign({ body: { document_ids: [contract_id] } });
  await hear('contract.signed', contract_id);

  const service = { category_id: 1, unit_id: 1, description: 'Доставка', quantity: 3, rate: '1500.00' };
  const days = { date: today, start_date: today, end_date: today };
  const parties = { contract_id, contractor_company_id: contractor };
  const { id } = await kelisim.acts.create({
    body: { title: 'Курьерские услуги', ...parties, ...days, knp: '859', services: [service] },
  });
  await kelisim.acts.send({ body: { act_ids: [id] } });
  await kelisim.sandbox.sign({ body: { act_ids: [id] } });
  await hear('act.signed', id);
  await kelisim.sandbox.pay({ body: { act_ids: [id] } });
  await hear('act.paid', id);
} catch (error) {
  if (!(error instanceof KelisimError)) throw error;
  console.error(error.code, error.field, error.message, error.request_id);
  process.exitCode = 1;
}
server.close();
