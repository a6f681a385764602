import { IconRefresh } from '@tabler/icons-react';
import { ApiError } from '../platform/api-error.ts';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { LineDrawing } from './line-drawing.tsx';
import { PlainButton } from './plain-button.tsx';
import css from './states.module.css';

export interface ErrorStateProps {
  error: unknown;
  /** What happened; otherwise the words of the error. */
  title?: string;
  /** What is safe and what to do. */
  hint?: string;
  onRetry?: () => void;
}

/** A part that could not be loaded: what happened, what is safe, what to do. */
export function ErrorState({ error, title, hint, onRetry }: ErrorStateProps) {
  const t = useTexts('ui');
  const request_id = error instanceof ApiError ? error.request_id : null;
  return (
    <div className={css.state} role="alert">
      <LineDrawing name="broken" />
      <p className={css.title}>{title ?? errorText(error)}</p>
      <p className={css.hint}>{hint ?? t('states.failed_hint')}</p>
      {onRetry && (
        <div className={css.actions}>
          <PlainButton variant="default" icon={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
            {t('retry')}
          </PlainButton>
        </div>
      )}
      {request_id && <p className={css.code}>{t('states.request_id', { id: request_id })}</p>}
    </div>
  );
}
