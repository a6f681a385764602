import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { hrefWith, searchOneOf, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import css from './admin.module.css';

const LANGUAGES = ['ru', 'kz'] as const;
const read = (raw: RawSearch) => ({ language: searchOneOf(raw, 'language', LANGUAGES) ?? 'ru' });

/** `/admin/outbox/texts`: every message of the product in both languages, as its reader sees it. */
export default function TextsPage() {
  const t = useTexts('admin');
  const [{ language }] = useUrlState(read);
  const { data, error, refetch } = useCall('outbox.texts', { query: { language } });
  return (
    <>
      <PageHeader title={t('texts.title')} sub={t('texts.lead')} />
      <p className="k-below-12">
        {LANGUAGES.map((one) => (
          <AppLink
            key={one}
            href={hrefWith('/admin/outbox/texts', { language: one })}
            aria-current={one === language ? 'page' : undefined}
            className={`k-inline k-middle k-high-24 ${css.language}`}
          >
            {t(`texts.${one}`)}
          </AppLink>
        ))}
      </p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={400} />}
      <div className={css.form} lang={language === 'kz' ? 'kk' : 'ru'}>
        {data?.items.map(({ kind, in_app, sms, sms_parts, subject, email }) => (
          <Card key={kind} title={subject}>
            {in_app !== null && (
              <p>
                <span className="k-under">{t('texts.in_app')}</span>
                {in_app}
              </p>
            )}
            <p>
              <span className="k-under">{t('texts.sms', { count: sms_parts })}</span>
              {sms}
            </p>
            <span className="k-under">{t('texts.email')}</span>
            <pre className={`k-soft-quiet k-flat k-prewrap k-anywhere ${css.letter}`}>{email}</pre>
          </Card>
        ))}
      </div>
    </>
  );
}
