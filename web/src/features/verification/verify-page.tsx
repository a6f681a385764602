import { useEffect } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { FilesCheck } from './files-check.tsx';
import { IdForm } from './id-form.tsx';
import css from './verification.module.css';

/** `/verify`: by the printed id, or by the files. */
export default function VerifyPage() {
  const t = useTexts('verification');
  useEffect(() => {
    document.title = `${t('title')} · Kelisim`;
  }, [t]);
  return (
    <>
      <h1 className={`k-flat k-size-28 k-bold k-balance ${css.title}`}>{t('title')}</h1>
      <p className="k-second k-above-4 k-below-20 k-pretty">{t('lead')}</p>
      <div className={css.checked}>
        <Card title={t('by_id.title')}>
          <IdForm />
        </Card>
        <FilesCheck />
      </div>
    </>
  );
}
