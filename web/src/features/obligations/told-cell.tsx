import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useDeed } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { StatusDot, type Tone } from '../../ui/status-dot.tsx';
import { toasts } from '../../ui/toasts.ts';

const TellDialog = lazyPart(() => import('./tell-dialog.tsx'));

type Item = Answer<'obligations.month'>['items'][number];

const TONES: Record<Item['state'], Tone> = {
  nothing: 'quiet',
  due: 'quiet',
  partly: 'half',
  overdue: 'attention',
  paid: 'good',
};

/** Whether it was transferred, as the company says: by day, each of which can be taken back. */
export function ToldCell({ month, item }: { month: string; item: Item }) {
  const t = useTexts('obligations');
  const [isTelling, setTelling] = useState(false);
  const name = t(`kind.${item.kind}`);
  const isOpen = item.state !== 'paid' && item.state !== 'nothing';
  return (
    <>
      <StatusDot tone={TONES[item.state]} label={t(`state.${item.state}`)} />
      {item.told.map((day) => (
        <ToldDay key={day.paid_on} month={month} kind={item.kind} day={day} />
      ))}
      {isOpen && (
        <Button
          variant="default"
          size="xs"
          mt={4}
          aria-label={t('tell_of', { kind: name })}
          onClick={() => setTelling(true)}
        >
          {t('tell')}
        </Button>
      )}
      {isTelling && isOpen && (
        <Suspense>
          <TellDialog month={month} item={item} onClose={() => setTelling(false)} />
        </Suspense>
      )}
    </>
  );
}

interface ToldDayProps {
  month: string;
  kind: Item['kind'];
  day: Item['told'][number];
}

function ToldDay({ month, kind, day: { paid_on, amount, told_by } }: ToldDayProps) {
  const t = useTexts('obligations');
  const f = useFormats();
  const [isAsking, setAsking] = useState(false);
  const untell = useDeed('obligations.untell', { stale: ['obligations.'], meta: { quiet: true } });
  const of = { kind: t(`kind.${kind}`), amount: f.money(amount), date: f.date(paid_on) };
  return (
    <span className="k-block k-small">
      <span className="k-figures">{t('told', of)}</span>
      <span className="k-block k-second">{t('told_by', { name: told_by })}</span>
      <Button
        variant="subtle"
        size="compact-xs"
        aria-label={t('untell_of', of)}
        onClick={() => setAsking(true)}
      >
        {t('untell')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('untell_ask')}
        confirmLabel={t('untell')}
        tone="bad"
        onConfirm={async () => {
          await untell.mutateAsync({ body: { month, kind, paid_on } });
          toasts.success(t('untold'));
        }}
      >
        {t('untell_hint', of)}
      </ConfirmDialog>
    </span>
  );
}
