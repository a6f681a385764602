import type { ToSign } from '@kelisim/shared/features/signing/signing.contract.ts';
import { Alert, Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useMe } from '../../platform/use-who.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import { onePress } from '../../ui/one-press.ts';
import { DocumentPreview } from './document-preview.tsx';
import { PaperList } from './paper-list.tsx';
import type { DocType } from './sending.ts';
import css from './signing.module.css';
import { usePrepared } from './signing.data.ts';
import type { Prepared } from './signing.data.ts';
import { cardHref } from './card-href.ts';

interface WhatStepProps {
  doc_type: DocType;
  ids: readonly number[];
  onClose: () => void;
  /** How they are signed; `list` is to be shown as long as nothing is chosen. */
  children: (items: readonly ToSign[], list: ReactNode) => ReactNode;
}

/** Which documents; each can be read before it is signed. */
export function WhatStep({ doc_type, ids, onClose, children }: WhatStepProps) {
  const t = useTexts('signing');
  const { data, error, refetch, done } = usePrepared(doc_type, ids);
  const [shown, setShown] = useState<ToSign | null>(null);
  /** Opened ones whose bytes are not those that would be signed. */
  const [others, setOthers] = useState<readonly ToSign[]>([]);

  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Reading done={done} total={ids.length} />;
  if (shown) {
    return (
      <DocumentPreview
        doc_type={doc_type}
        document={shown}
        onBack={() => setShown(null)}
        onOther={() => setOthers((known) => [...known, shown])}
      />
    );
  }
  if (data.items.length === 0) {
    return (
      <>
        <EmptyState title={t('what.nothing')} hint={t('what.nothing_hint')} noAction="beside" />
        <Refused doc_type={doc_type} refused={data.refused} />
        <div className={`k-actions ${css.actions}`} {...onePress}>
          <Button variant="default" onClick={onClose}>
            {t('done.close')}
          </Button>
        </div>
      </>
    );
  }
  const list = (
    <>
      <PaperList papers={data.items} keyOf={(item) => item.id} onShow={setShown} />
      <Refused doc_type={doc_type} refused={data.refused} />
    </>
  );
  if (others.length === 0) return children(data.items, list);
  return (
    <>
      {list}
      <Alert color="bad" role="alert" title={[...new Set(others.map(({ label }) => label))].join(', ')}>
        {t('what.other_bytes')}
      </Alert>
    </>
  );
}

function Reading({ done, total }: { done: number; total: number }) {
  const t = useTexts('signing');
  const late = useDelayed(true);
  return (
    <div aria-busy className="k-grid k-gap-12" style={{ visibility: late ? undefined : 'hidden' }}>
      <p role="status" className={css.second}>
        {t('what.reading', { done, total })}
      </p>
      <Skeleton h={28} w={220} />
      <Skeleton h={44} />
      <Skeleton h={44} />
    </div>
  );
}

/** The same sentence of many documents is said once. */
function Refused({ doc_type, refused }: { doc_type: DocType; refused: Prepared['refused'] }) {
  const t = useTexts('signing');
  const me = useMe();
  if (refused.length === 0) return null;
  const messages = [...new Set(refused.map(({ message }) => message))];
  return (
    <section
      className={`k-stack k-gap-6 k-first ${css.refused}`}
      aria-label={t('what.refused', { count: refused.length })}
    >
      <p className="k-line k-attention k-bold">
        <IconAlertTriangle size={18} aria-hidden />
        {t('what.refused', { count: refused.length })}
      </p>
      {messages.map((message) => (
        <div key={message}>
          {message}
          <span className={css.cards}>
            {refused
              .filter((one) => one.message === message)
              .map(({ id, label }) => (
                <AppLink key={id} href={cardHref(me?.role, doc_type, id)}>
                  {label || t('what.card', { number: id })}
                </AppLink>
              ))}
          </span>
        </div>
      ))}
    </section>
  );
}
