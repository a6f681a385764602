import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconHelpCircle,
  IconInfoCircle,
  IconX,
} from '@tabler/icons-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useTexts } from '../platform/i18n.ts';
import css from './toast-area.module.css';
import { toasts } from './toasts.ts';
import type { Toast } from './toasts.ts';

const icons = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconCircleX,
  question: IconHelpCircle,
};

/** Where toasts appear. Once, at the root of the app. */
export function ToastArea() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.shown);
  const t = useTexts('ui');
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A dialog that is open takes Escape for itself.
      if (event.key === 'Escape' && !document.querySelector('[role="dialog"]')) toasts.closeNewest();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <section className={`k-column k-gap-0 k-bottom k-no-print ${css.area}`} aria-label={t('toast.area')}>
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const t = useTexts('ui');
  const Icon = icons[toast.kind];
  const hold = { onMouseEnter: () => toasts.pause(toast.id), onFocus: () => toasts.pause(toast.id) };
  const release = { onMouseLeave: () => toasts.resume(toast.id), onBlur: () => toasts.resume(toast.id) };
  return (
    // A click anywhere closes it; the button beside does the same for the keyboard.
    <div
      className={css.slot}
      data-phase={toast.phase}
      role={toast.kind === 'error' ? 'alert' : 'status'}
      onClick={() => toasts.close(toast.id)}
      {...hold}
      {...release}
    >
      <div className={css.card} data-kind={toast.kind}>
        <Icon size={20} className={css.icon} aria-hidden />
        <div className={css.words}>
          <span className="k-visually-hidden">{t(`toast.${toast.kind}`)}. </span>
          {toast.title && <div className="k-bold">{toast.title}</div>}
          <div>{toast.message}</div>
          {toast.action && (
            <button
              type="button"
              className={`k-press k-above-4 k-accent k-medium ${css.action}`}
              aria-keyshortcuts={toast.action.keys}
              onClick={toast.action.run}
            >
              {toast.action.label}
            </button>
          )}
        </div>
        <button
          type="button"
          className={`k-hover ${css.close}`}
          aria-label={t('close')}
          onClick={() => toasts.close(toast.id)}
        >
          <IconX size={16} aria-hidden />
        </button>
        {toast.life_ms !== null && (
          <div
            className={css.progress}
            data-running={(toast.phase === 'opened' && !toast.paused) || undefined}
            style={{ animationDuration: `${toast.life_ms}ms` }}
          />
        )}
      </div>
    </div>
  );
}
