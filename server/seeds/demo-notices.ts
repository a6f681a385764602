import { sql } from 'kysely';
import { gatherNotices } from '../src/features/notices/gather-notices.ts';
import type { App } from '../src/app.ts';

/** What the demo people were told stands behind their bells; its letters are only kept, for nobody waits for them. */
export async function makeDemoNotices({ parts }: App): Promise<void> {
  await gatherNotices(parts);
  await sql`update messages set state = 'kept', sent_at = now() where state = 'waiting'
    and (kind like 'act\\_%' or kind like 'contract\\_%')`.execute(parts.db);
}
