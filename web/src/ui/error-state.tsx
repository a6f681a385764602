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
      <p className="k-title k-balance">{title ?? errorText(error)}</p>
      <p className="k-second k-pretty">{hint ?? t('states.failed_hint')}</p>
      {onRetry && (
        <div className="k-row k-center k-above-16">
          <PlainButton variant="default" icon={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
            {t('retry')}
          </PlainButton>
        </div>
      )}
      {request_id && (
        <p className="k-second k-above-12 k-small">{t('states.request_id', { id: request_id })}</p>
      )}
    </div>
  );
}
