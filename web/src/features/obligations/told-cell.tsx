import { isContribution } from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { StatusDot, type Tone } from '../../ui/status-dot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { offerUndo } from '../../ui/undo.ts';
import { ListFile } from './list-file.tsx';

const TellDialog = lazyPart(() => import('./tell-dialog.tsx'));

type Item = Answer<'obligations.month'>['items'][number];

const TONES: Record<Item['state'], Tone> = {
  nothing: 'quiet',
  due: 'quiet',
  partly: 'half',
  overdue: 'attention',
  paid: 'good',
};

/** Whether it was transferred, as the company says or its bank: by day, each of which can be taken back. */
export function ToldCell({ month, item }: { month: string; item: Item }) {
  const t = useTexts('obligations');
  const f = useFormats();
  const [isTelling, setTelling] = useState(false);
  const name = t(`kind.${item.kind}`);
  const isOpen = item.state !== 'paid' && item.state !== 'nothing';
  return (
    // One box: on a phone its parts would stand beside one another.
    <div>
      <StatusDot tone={TONES[item.state]} label={t(`state.${item.state}`)} />{' '}
      {item.told.map((day) => (
        <ToldDay key={`${day.paid_on} ${day.operation_id}`} month={month} kind={item.kind} day={day} />
      ))}
      {item.returned.map(({ person, amount, returned_on }) => (
        <span key={person?.executor_company_id ?? 0} className="k-block k-small">
          <StatusDot
            tone="attention"
            label={t('returned', { amount: f.money(amount), date: f.date(returned_on) })}
          />
          <span className="k-block k-second">
            {person ? t('returned_of', { name: person.name }) : t('returned_unknown')}
          </span>
          {person && isContribution(item.kind) && <ListFile month={month} kind={item.kind} person={person} />}
        </span>
      ))}
      {isOpen && (
        // Below the state, however short its word is.
        <div>
          <Button
            variant="default"
            mt={8}
            aria-label={t('tell_of', { kind: name })}
            onClick={() => setTelling(true)}
          >
            {t('tell')}
          </Button>
        </div>
      )}
      {isTelling && isOpen && (
        <Suspense>
          <TellDialog month={month} item={item} onClose={() => setTelling(false)} />
        </Suspense>
      )}
    </div>
  );
}

interface ToldDayProps {
  month: string;
  kind: Item['kind'];
  day: Item['told'][number];
}

function ToldDay({ month, kind, day }: ToldDayProps) {
  const t = useTexts('obligations');
  const f = useFormats();
  const [isAsking, setAsking] = useState(false);
  const untell = useAction('obligations.untell', { stale: ['obligations.'], meta: { quiet: true } });
  const tell = useAction('obligations.tell_paid', { stale: ['obligations.'], meta: { quiet: true } });
  const { paid_on, told_by, operation_id, person } = day;
  const hide = useAction('payments.take_back', {
    stale: ['obligations.', 'payments.'],
    meta: { quiet: true },
  });
  const isBack = day.amount.startsWith('-');
  const amount = f.money(day.amount.replace('-', ''));
  const of = { kind: t(`kind.${kind}`), amount, date: f.date(paid_on) };
  const words = operation_id === null ? 'untell' : 'hide';
  return (
    <span className="k-block k-small">
      <span className="k-figures">{t(isBack ? 'back' : 'told', of)}</span>
      <span className="k-block k-second">
        {[
          ...(operation_id === null ? [] : [t('shown')]),
          ...(told_by === null ? [] : [t('told_by', { name: told_by })]),
          ...(person === null ? [] : [person]),
        ].join('. ')}
      </span>
      <Button
        variant="subtle"
        size="compact-xs"
        h="auto"
        py={4}
        aria-label={t(`${words}_of`, of)}
        onClick={() => setAsking(true)}
      >
        {t(words)}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t(`${words}_ask`)}
        confirmLabel={t(words)}
        tone="bad"
        onConfirm={async () => {
          if (operation_id === null) {
            const told = { month, kind, paid_on };
            await untell.mutateAsync({ body: told });
            offerUndo(t('untold'), () => tell.mutateAsync({ body: { ...told, amount: day.amount } }));
          } else {
            await hide.mutateAsync({ params: { operation_id } });
            toasts.success(t('hidden'));
          }
        }}
      >
        {t(`${words}_hint`, of)}
      </ConfirmDialog>
    </span>
  );
}
