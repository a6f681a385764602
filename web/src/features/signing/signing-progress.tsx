import { Button, Progress } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { onePress } from '../../ui/one-press.ts';
import css from './signing.module.css';

/** The key at work, document by document. */
export function SigningProgress({
  done,
  total,
  onStop,
}: {
  done: number;
  total: number;
  onStop: () => void;
}) {
  const t = useTexts('signing');
  const words = t('how.signing', { done, total });
  return (
    <>
      <div className="k-grid k-gap-12">
        <p role="status" className="k-title">
          {words}
        </p>
        <Progress value={total === 0 ? 100 : (done / total) * 100} aria-label={words} />
        <p className={css.second}>{t('how.signing_hint')}</p>
      </div>
      <div className={`k-actions ${css.actions}`} {...onePress}>
        <Button variant="default" autoFocus onClick={onStop}>
          {t('how.stop')}
        </Button>
      </div>
    </>
  );
}
