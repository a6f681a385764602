import { useSyncExternalStore } from 'react';
import { useTexts } from '../platform/i18n.ts';
import css from './offline-banner.module.css';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Says that the connection is gone, until it is back, however far down one has read. */
export function OfflineBanner() {
  const t = useTexts('app');
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className={css.banner}>
      {!online && t('offline')}
    </div>
  );
}
