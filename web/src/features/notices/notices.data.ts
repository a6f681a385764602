import { useCall } from '../../platform/query.ts';

export const NEWS_IN_BELL = 8;
export const NOTICES_ON_A_PAGE = 20;
/** Changes are told; this is for who is in no company, and for a stream that is away. */
const SOON_MS = 60_000;

export function useUnread(): number {
  const { data } = useCall('notices.count', undefined, { staleTime: 30_000, refetchInterval: SOON_MS });
  return data?.unread ?? 0;
}

export const useNotices = (query: { page: number; limit: number; unread?: boolean }) =>
  useCall('notices.list', { query });
