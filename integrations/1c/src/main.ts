// One run of the exchange: `node integrations/1c/src/main.ts [statement.txt]`, by a schedule beside the base.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createClient } from '../../../sdk/ts/src/client.ts';
import { runExchange } from './exchange.ts';
import { holdAlone } from './hold-alone.ts';
import { openBase } from './odata.ts';

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Не задана переменная ${name}`);
  return value;
}

const kelisim = createClient({ base_url: setting('KELISIM_URL'), key: setting('KELISIM_KEY') });
const base = openBase({
  url: setting('ONEC_URL'),
  user: setting('ONEC_USER'),
  password: setting('ONEC_PASSWORD'),
});
const place_file = setting('PLACE_FILE');
const place = {
  read: async () => (await readFile(place_file, 'utf8').catch(() => '')).trim() || undefined,
  async write(next: string) {
    await writeFile(`${place_file}.new`, next);
    await rename(`${place_file}.new`, place_file);
  },
};

const letGo = await holdAlone(`${place_file}.lock`);
try {
  const [statement] = process.argv.slice(2);
  if (statement) {
    // The file of the bank that the accountant loads into 1C.
    const file = new File([await readFile(statement)], 'statement.txt', { type: 'text/plain' });
    const { added, already_read } = await kelisim.payments.read_statement({ body: {}, files: { file } });
    console.log(`Операций добавлено: ${added}, уже было: ${already_read}`);
  }
  const defaults = {
    knp: setting('KNP'),
    category_id: Number(setting('CATEGORY_ID')),
    unit_id: Number(setting('UNIT_ID')),
  };
  for (const message of await runExchange({ kelisim, base, defaults, place })) console.log(message);
} finally {
  await letGo();
}
