import type { NoticeView } from '@kelisim/shared/features/notices/notices.contract.ts';
import { ahead, showAhead } from '../../platform/ahead.ts';
import type { Input } from '../../platform/api.ts';
import { useAction } from '../../platform/query.ts';

const STALE = ['notices.list', 'notices.count'];

const showRead = (is_meant: (notice: NoticeView) => boolean, unread: (before: number) => number) => [
  showAhead('notices.list', {}, (shown) => ({
    ...shown,
    items: shown.items.map((notice) => (is_meant(notice) ? { ...notice, is_read: true } : notice)),
  })),
  showAhead('notices.count', {}, (shown) => ({ ...shown, unread: unread(shown.unread) })),
];

export const useRead = () =>
  useAction('notices.read', {
    stale: STALE,
    ...ahead(({ params }: Input<'notices.read'>) =>
      showRead(
        ({ id }) => id === params.notice_id,
        (before) => Math.max(0, before - 1),
      ),
    ),
  });

export const useReadAll = () =>
  useAction('notices.read_all', {
    stale: STALE,
    ...ahead(({ body }: Input<'notices.read_all'>) =>
      showRead(
        ({ id }) => id <= body.up_to,
        () => 0,
      ),
    ),
  });
