/**
 * `npm run migrate`: brings the database of DATABASE_URL to the newest shape as the role of DATABASE_OWNER_URL and gives
 * the application's role its privileges, so the address of the owner never reaches the process that serves.
 */
import { migrate } from '../platform/db/migrate.ts';
import { StartRefused } from '../platform/start-refused.ts';

const { DATABASE_URL: url, DATABASE_OWNER_URL: owner_url } = process.env;
if (!url) {
  console.error('Set DATABASE_URL, and DATABASE_OWNER_URL where another role owns the tables.');
  process.exit(64);
}
try {
  const { applied } = await migrate({ url, owner_url: owner_url || null });
  console.log(applied.length > 0 ? applied.join('\n') : 'Nothing to do.');
} catch (error) {
  if (!(error instanceof StartRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
