import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../platform/query.ts';

/** In what it differs from what was sent before; read again when it has changed. */
export function useActChanges({ id: act_id, updated_at }: Pick<ActView, 'id' | 'updated_at'>) {
  const { queryKey, queryFn } = callQuery('acts.changes', { params: { act_id } });
  return useQuery({ queryKey: [...queryKey, updated_at], queryFn, placeholderData: keepPreviousData });
}
