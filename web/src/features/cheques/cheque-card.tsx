import type { ActCheque } from '@kelisim/shared/features/taxes/act-cheques.contract.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate, useCall, useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import type { Tone } from '../../ui/status-dot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { AddCheque } from './add-cheque.tsx';

type Cheque = NonNullable<ActCheque['cheque']>;

const STALE = ['act_cheques.'];
/** The issuer answers within seconds, or is asked again minutes later. */
const WAITING_MS = 2_000;

const tones: Record<Cheque['state'], Tone> = {
  waiting: 'moving',
  right: 'good',
  wrong: 'bad',
  silent: 'attention',
  unchecked: 'quiet',
};

/** The cheque of a self-employed executor: what the issuer says of it, and in what it differs from the act. */
export default function ChequeCard({ act_id }: { act_id: number }) {
  const t = useTexts('cheques');
  const { data } = useCall(
    'act_cheques.get',
    { params: { act_id } },
    {
      refetchInterval: ({ state }) =>
        !state.error && state.data?.cheque?.state === 'waiting' ? WAITING_MS : false,
    },
  );
  if (!data || (!data.is_expected && !data.cheque)) return null;
  const { activity, cheque, may_add } = data;
  return (
    <Card
      title={t('title')}
      aside={
        <StatusDot
          tone={cheque ? tones[cheque.state] : 'attention-ring'}
          label={t(cheque ? `state.${cheque.state}` : 'state.none')}
        />
      }
    >
      <div className="k-stack k-gap-12">
        {activity && !activity.is_listed && (
          <p role="note" className="k-flat">
            {activity.oked === null ? t('activity.unknown') : t('activity.unlisted', { oked: activity.oked })}
          </p>
        )}
        {cheque && <Shown act_id={act_id} found={data} cheque={cheque} />}
        {!cheque && <p className="k-second">{t(may_add ? 'hint' : 'none_hint')}</p>}
        {may_add && <AddCheque act_id={act_id} stale={STALE} />}
      </div>
    </Card>
  );
}

function Shown({ act_id, found, cheque }: { act_id: number; found: ActCheque; cheque: Cheque }) {
  const t = useTexts('cheques');
  const f = useFormats();
  const [leaving, setLeaving] = useState(false);
  const check = useAction('act_cheques.check', { stale: STALE });
  const { report } = cheque;
  const { activity } = found;
  return (
    <>
      {cheque.differs.length > 0 && (
        <ul className="k-stack k-gap-6 k-list k-fault">
          {cheque.differs.map((one) => (
            <li key={one}>{t(`differs.${one}`)}</li>
          ))}
        </ul>
      )}
      {cheque.state === 'silent' && (
        <p className="k-flat">
          {cheque.next_try_at ? t('silent_until', { moment: f.moment(cheque.next_try_at) }) : t('silent')}
        </p>
      )}
      {cheque.state === 'unchecked' && <p className="k-flat">{t('unchecked')}</p>}
      <KeyValue
        rows={[
          { label: t('issuer'), value: t(`issuers.${cheque.issuer}`) },
          ...(report
            ? [
                { label: t('number'), value: report.number, copy: report.number },
                { label: t('day'), value: f.date(report.issued_on) },
                { label: t('iin'), value: report.iin, copy: report.iin },
                ...(report.full_name ? [{ label: t('full_name'), value: report.full_name }] : []),
                ...(report.service ? [{ label: t('service'), value: report.service }] : []),
                { label: t('total'), value: <Money amount={report.total} />, copy: report.total },
              ]
            : []),
          ...(activity?.is_listed
            ? [{ label: t('activity.label'), value: `${activity.oked} ${activity.name}`.trim() }]
            : []),
          { label: t('added'), value: `${cheque.company_name}, ${f.moment(cheque.created_at)}` },
        ]}
      />
      <div className="k-row k-gap-8">
        <Button
          component="a"
          href={cheque.address}
          target="_blank"
          rel="noopener noreferrer"
          size="compact-sm"
          variant="default"
        >
          {t('open')}
        </Button>
        {cheque.state !== 'waiting' && cheque.state !== 'unchecked' && (
          <Button
            size="compact-sm"
            variant="default"
            loading={check.isPending}
            onClick={() => check.mutate({ params: { act_id } })}
          >
            {t('check')}
          </Button>
        )}
        {found.may_remove && (
          <Button size="compact-sm" variant="subtle" color="bad" onClick={() => setLeaving(true)}>
            {t('remove')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={leaving}
        onClose={() => setLeaving(false)}
        title={t('remove_ask')}
        confirmLabel={t('remove')}
        tone="bad"
        onConfirm={async () => {
          await api.call('act_cheques.remove', { params: { act_id } });
          await invalidate(STALE);
          toasts.success(t('removed'));
        }}
      >
        {t('remove_hint')}
      </ConfirmDialog>
    </>
  );
}
