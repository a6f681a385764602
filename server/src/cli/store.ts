/**
 * `npm run store`: which database the file store belongs to, and whether it is this one. `npm run store -- adopt` makes
 * this database its owner, after a restore or a move; stop every other copy of the database first. Only `adopt` changes
 * anything.
 */
import { StoreAway } from '../adapters/file-store/file-store.ts';
import { openFileStore } from '../adapters/file-store/open-file-store.ts';
import { ConfigError, readConfig } from '../platform/config.ts';
import type { Database } from '../platform/db/database.ts';
import { adoptStore, describeStore, FAULT_SENTENCES } from '../platform/files/store-claim.ts';
import { besideProduct } from './beside-product.ts';

const [deed, ...more] = process.argv.slice(2);
if ((deed !== undefined && deed !== 'adopt') || more.length > 0) {
  console.error('Usage: npm run store [-- adopt]');
  process.exit(64);
}
try {
  const config = readConfig(process.env.DATABASE_URL ? process.env : { SANDBOX: 'on', ...process.env });
  const store = await openFileStore(config);
  await store.check();
  const work = async (db: Database) => {
    if (deed !== 'adopt') return show(await describeStore(db, store));
    const { epoch } = await adoptStore(db, store);
    console.log(`The file store belongs to this database now, in epoch ${epoch}.`);
  };
  await besideProduct(work, deed === 'adopt');
} catch (error) {
  if (!(error instanceof StoreAway || error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function show({ database, store, fault }: Awaited<ReturnType<typeof describeStore>>): void {
  const owner = database && `${database.database_id}, epoch ${database.epoch}`;
  const label = store && `${store.database_id}, epoch ${store.epoch}, last marked ${store.written_at}`;
  console.log(`database  ${owner ?? 'has no store yet'}`);
  console.log(`store     ${label ?? 'has no owner yet'}`);
  if (fault) console.log(`fault     ${fault}: ${FAULT_SENTENCES[fault]}`);
  else console.log(database ? 'They belong together.' : 'The next start binds them to each other.');
  process.exitCode = fault ? 1 : 0;
}
