import { formatMonth } from '@kelisim/shared/kernel/dates.ts';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useTextParam } from '../../platform/url-state.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import { readPublicId } from './public-id.ts';
import { useVerifiedDocument } from './verification.data.ts';
import { VerifiedDocument } from './verified-document.tsx';
import { useKindName } from './kind-name.ts';
import css from './verification.module.css';

/** `/verify/{public_id}`: where the QR code on a document leads. */
export default function VerifiedPage() {
  const t = useTexts('verification');
  const asked = useTextParam('public_id');
  const id = readPublicId(asked);
  return (
    <>
      <AppLink href="/verify" className={css.back}>
        <IconArrowLeft size={16} aria-hidden /> {t('document.another')}
      </AppLink>
      {id ? <Checked public_id={id} /> : <NotFound />}
    </>
  );
}

function Checked({ public_id }: { public_id: string }) {
  const t = useTexts('verification');
  const { data, error, again, at } = useVerifiedDocument(public_id);
  const waiting = useDelayed(!data && !error);
  const kindOf = useKindName();
  const title = data ? `${kindOf(data)} № ${data.number}` : t('title');
  useEffect(() => {
    document.title = `${title} · Kelisim`;
  }, [title]);
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (error) {
    return (
      <>
        <h1 className="k-visually-hidden">{title}</h1>
        <ErrorState error={error} onRetry={again} />
      </>
    );
  }
  if (!data) return waiting ? <Bones /> : null;
  return (
    <>
      <h1 className={`k-flat k-size-28 k-bold k-balance ${css.title}`}>{title}</h1>
      <p className="k-second k-above-4 k-below-20 k-pretty">
        {data.months
          ? t('document.months', { from: formatMonth(data.months.from), to: formatMonth(data.months.to) })
          : data.title}
      </p>
      <VerifiedDocument document={data} checked_at={at} />
    </>
  );
}

function NotFound() {
  const t = useTexts('verification');
  return (
    <>
      <h1 className="k-visually-hidden">{t('title')}</h1>
      <EmptyState
        drawing="search"
        title={t('document.not_found')}
        hint={t('document.not_found_hint')}
        action={{ label: t('document.another'), href: '/verify' }}
      />
    </>
  );
}

function Bones() {
  return (
    <div aria-busy className={css.checked}>
      <Skeleton height={35} width={240} />
      <Skeleton height={72} />
      <div className={css.columns}>
        <Skeleton height={330} />
        <Skeleton height={220} />
      </div>
    </div>
  );
}
