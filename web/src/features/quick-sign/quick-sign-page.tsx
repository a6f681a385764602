import { Suspense, useEffect, useState } from 'react';
import { withTexts, useTexts } from '../../platform/i18n.ts';
import { useTextParam } from '../../platform/url-state.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import { closedBy } from './closed-by.ts';
import { ClosedLink } from './closed-link.tsx';
import { QuickSignAsk } from './quick-sign-ask.tsx';
import { useQuickSign, useQuickSignFile } from './quick-sign.data.ts';
import type { SignedByLink } from './quick-sign.data.ts';
import css from './quick-sign.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';

const QuickSignDone = lazyPart(() => withTexts(import('./quick-sign-done.tsx'), ['verification']));

/** `/sign/{token}`: one document, one signer, no sign-in. */
export default function QuickSignPage() {
  const t = useTexts('quick-sign');
  const token = useTextParam('token');
  const { data, error, again } = useQuickSign(token);
  const read = useQuickSignFile(token, data);
  const [signed, setSigned] = useState<SignedByLink | null>(null);
  const [returned, setReturned] = useState(false);
  const waiting = useDelayed(!data && !error);
  const title = t(data?.doc_type === 'document' ? 'title_document' : 'title_act');
  useEffect(() => {
    document.title = `${title} · Kelisim`;
  }, [title]);

  if (returned)
    return (
      <EmptyState
        drawing="paper"
        title={t('answer.returned')}
        hint={t('answer.returned_hint')}
        noAction="done"
      />
    );
  if (data && signed) {
    return (
      <Suspense fallback={<Bones />}>
        <QuickSignDone token={token} asked={data} file={read.data?.file} signed={signed} />
      </Suspense>
    );
  }
  if (data)
    return (
      <QuickSignAsk
        token={token}
        asked={data}
        read={read}
        onSigned={setSigned}
        onReturned={() => setReturned(true)}
      />
    );
  if (!error) return waiting ? <Bones /> : null;
  const closed = closedBy(error);
  return (
    <>
      <h1 className="k-visually-hidden">{t('link.title')}</h1>
      {closed ? <ClosedLink token={token} closed={closed} /> : <ErrorState error={error} onRetry={again} />}
    </>
  );
}

function Bones() {
  return (
    <div aria-busy className={css.page}>
      <div className={css.words}>
        <Skeleton height={35} width={220} />
        <Skeleton height={220} />
      </div>
      <Skeleton className={css.paper} height={480} />
    </div>
  );
}
