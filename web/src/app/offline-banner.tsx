import { useSyncExternalStore } from 'react';
import { useTexts } from '../platform/i18n.ts';
import css from './top-bar.module.css';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Says that the connection is gone, until it is back. */
export function OfflineBanner() {
  const t = useTexts('app');
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return <div role="status">{!online && <div className={css.offline}>{t('offline')}</div>}</div>;
}
