import { seedDemo } from '../seeds/demo.ts';
import { seedReference } from '../seeds/reference.ts';
import { makeApp, type App, type AppOptions } from './app.ts';
import { ownsTables } from './platform/db/application-role.ts';
import { assertDatabaseFit } from './platform/db/database-fitness.ts';
import { migrate } from './platform/db/migrate.ts';
import { assertMasterKey } from './platform/master-keys.ts';
import { assertInstallation, refuseOtherKind } from './platform/installation.ts';
import { connectionsOf } from './platform/process-settings.ts';
import { underLock } from './platform/db/under-lock.ts';
import { hasClaims } from './platform/files/store-claim.ts';
import { lockOf } from './platform/db/advisory-lock.ts';

/** Of two processes that start on an empty database one fills it, and the other finds it filled. */
const SEED_LOCK = lockOf('seed');

/**
 * The product over its database, ready to serve. Everything that may refuse the start is looked at before the database
 * is changed: the server itself, certificates, the file store and whose it is, both clocks. Only tests take a database
 * that is not `durable`.
 */
export async function openProduct(options: AppOptions, durable = true): Promise<App> {
  const { config } = options;
  await assertDatabaseFit(config.database_url, durable, connectionsOf(config.process));
  const app = await makeApp(options);
  try {
    const { db, store } = app.parts;
    await app.clocks.assertRight();
    await store.check();
    if (await hasClaims(db)) {
      await refuseOtherKind(db, config);
      await app.claim.check();
    }
    await migrate({ url: config.database_url, owner_url: config.database_owner_url });
    if (await ownsTables(db)) options.log.warn({ event: 'database.role_owns_tables' });
    await assertMasterKey(db, config);
    await assertInstallation(db, config);
    await app.claim.check();
    await underLock(config.database_url, SEED_LOCK, async () => {
      await seedReference(db);
      if (config.sandbox) await seedDemo(app);
    });
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}
