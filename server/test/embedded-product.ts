import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { seedReference } from '../seeds/reference.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../src/platform/db/embedded/start-embedded-postgres.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { bringAuthorities, makeTestApp, type TestApp } from './make-app.ts';

/** A product over a database server of its own, which may be stopped, killed and lost. */
export async function makeEmbeddedProduct(
  data_dir: string,
): Promise<{ postgres: EmbeddedPostgres; app: TestApp }> {
  mkdirSync(data_dir, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataDir: join(data_dir, 'postgres') });
  await migrate(postgres);
  await bringAuthorities(data_dir);
  const app = await makeTestApp({ beside: { database_url: postgres.url, data_dir } });
  await seedReference(app.parts.db);
  return { postgres, app };
}
