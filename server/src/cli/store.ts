/**
 * `npm run store`: which database the file store belongs to, and whether it is this one. `npm run store -- adopt` makes
 * this database its owner, after a restore or a move; stop every other copy of the database first.
 */
import { openFileStore } from '../adapters/file-store/open-file-store.ts';
import { readConfig } from '../platform/config.ts';
import { adoptStore, describeStore } from '../platform/files/store-claim.ts';
import { besideProduct } from './beside-product.ts';

const [deed, ...more] = process.argv.slice(2);
if ((deed !== undefined && deed !== 'adopt') || more.length > 0) {
  console.error('Usage: npm run store [-- adopt]');
  process.exit(64);
}
const config = readConfig(process.env.DATABASE_URL ? process.env : { SANDBOX: 'on', ...process.env });
await besideProduct(async (db) => {
  const store = await openFileStore(config);
  await store.check();
  if (deed === 'adopt') {
    const { epoch } = await adoptStore(db, store);
    console.log(`The file store belongs to this database now, in epoch ${epoch}.`);
    return;
  }
  const { database, store: label, fault } = await describeStore(db, store);
  console.log(
    `database  ${database ? `${database.database_id}, epoch ${database.epoch}` : 'has no store yet'}`,
  );
  console.log(
    `store     ${label ? `${label.database_id}, epoch ${label.epoch}, last marked ${label.written_at}` : 'has no owner yet'}`,
  );
  console.log(fault ? `fault     ${fault}` : 'They belong together.');
  process.exitCode = fault ? 1 : 0;
});
