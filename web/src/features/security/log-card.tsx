import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { useSecurityEvents } from './security.data.ts';
import css from './security.module.css';

/** What happened to the account, newest first. */
export function LogCard() {
  const t = useTexts('security');
  const f = useFormats();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useSecurityEvents(page);
  return (
    <Card title={t('log.title')}>
      <p className={css.second}>{t('log.lead')}</p>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={200} />}
      {data?.items.length === 0 && <p className="k-medium">{t('log.empty')}</p>}
      <ol className={`k-list k-rows k-above-8 ${css.rows}`}>
        {data?.items.map(({ id, kind, by_name, detail, device, ip, created_at }) => (
          <li key={id}>
            <span className={css.words}>
              <span className="k-medium">
                {t(`events.${kind}`)}
                {detail['is_new_device'] === true && <span className={css.tag}>{t('log.new_device')}</span>}
              </span>
              <span className={css.second}>
                {[
                  f.moment(created_at),
                  ...(detail['api_key'] ? [t('log.key', { key: String(detail['api_key']) })] : []),
                  ...(device === '—' ? [] : [device]),
                  ...(ip ? [ip] : []),
                  ...(by_name ? [t('log.by', { name: by_name })] : []),
                ].join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ol>
      {data && (data.pages > 1 || page > data.pages) && (
        <Pager page={page} pages={data.pages} limit={10} total={data.total} onPage={setPage} />
      )}
    </Card>
  );
}
