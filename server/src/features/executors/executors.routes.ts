import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { listExecutorNames } from './executors.queries.ts';

export function executorsRoutes({ db, clock }: Parts): Pick<Handlers, 'executors.names'> {
  return {
    'executors.names': ({ actor }) => listExecutorNames(db, actor.company_id, almatyDate(clock.now())),
  };
}
