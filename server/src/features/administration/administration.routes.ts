import type { AuditRow } from '@kelisim/shared/features/administration/administration.contract.ts';
import type { Parts } from '../../parts.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import { importKato } from '../addresses/public.ts';
import { checkAuditChain, noteDeskDeed } from '../security-log/public.ts';
import { readHealth } from './read-health.ts';
import { listAudit } from './audit.queries.ts';

type Names = Extract<keyof Handlers, `administration.${string}`>;

export function administrationRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db } = parts;
  return {
    'administration.audit_chain': async () => {
      const { broken, since, last_sealed_at, ...counted } = await checkAuditChain(db);
      return {
        ...counted,
        holds: broken.length === 0,
        since: since?.toISOString() ?? null,
        last_sealed_at: last_sealed_at?.toISOString() ?? null,
        broken,
      };
    },
    'administration.import_kato': async ({ files, actor }) => ({
      places: await importKato(parts, await files.file!.read(), (tx, places) =>
        noteDeskDeed(tx, actor, { kind: 'kato_imported', detail: { places } }),
      ),
    }),
    'administration.health': async () => readHealth(parts),
    'administration.audit': async ({ input }) => {
      const found = await listAudit(db, input.query);
      return pageAnswer(found, input.query.limit, (row) => ({
        id: row.id,
        kind: row.kind as AuditRow['kind'],
        user: { id: row.user_id, full_name: row.full_name },
        by: row.by_user_id === null ? null : { id: row.by_user_id, full_name: row.by_name ?? '' },
        company: row.company_id === null ? null : { id: row.company_id, name: row.company_name ?? '' },
        detail: row.detail as AuditRow['detail'],
        ip: row.ip,
        created_at: row.created_at.toISOString(),
      }));
    },
  };
}
