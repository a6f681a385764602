import { Button, Radio } from '@mantine/core';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { ApiError } from '../../platform/api-error.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { useRepeatKey } from '../../platform/repeat-key.ts';
import { useGo } from '../../ui/app-link.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { toasts } from '../../ui/toasts.ts';
import css from './act-beside.module.css';
import { STALE_AFTER_ACT } from './acts.data.ts';
import type { Actor } from './actor.ts';
import { CopiedDates, CopyDates, useCopyDates } from './copy-dates.tsx';

type Deed = 'copy' | 'correct';

/** What makes another act of this one. */
export function ActMore({ act, actor }: { act: ActView; actor: Actor }) {
  const t = useTexts('acts');
  const [open, setOpen] = useState<Deed | null>(null);
  if (actor.side !== 'business' || !actor.rights.has('manage_acts') || act.corrects_act_id !== null)
    return null;
  const deeds: Deed[] = act.status.code === 'paid' ? ['correct', 'copy'] : ['copy'];
  return (
    <div className="k-row k-bottom">
      {deeds.map((deed) => (
        <Button key={deed} variant="subtle" size="compact-sm" ml={-8} onClick={() => setOpen(deed)}>
          {t(`more.${deed}`)}
        </Button>
      ))}
      {open === 'copy' && <CopyDialog act={act} onClose={() => setOpen(null)} />}
      {open === 'correct' && <CorrectDialog act={act} onClose={() => setOpen(null)} />}
    </div>
  );
}

function CopyDialog({ act, onClose }: { act: ActView; onClose: () => void }) {
  const t = useTexts('acts');
  const go = useGo();
  const keyOf = useRepeatKey();
  const dates = useCopyDates(act);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('copy.title', { number: act.number })}
      confirmLabel={t('copy.confirm')}
      disabled={!dates.isRight}
      onConfirm={async () => {
        const body = { act_ids: [act.id], ...dates.value };
        const { items } = await api.call('acts.copy', { body }, { idempotency_key: keyOf(body) });
        const row = items[0]!;
        if (row.status === 'failed') throw new ApiError(409, row.code ?? 'conflict', row.message);
        toasts.success(t('copy.done'));
        await invalidate(STALE_AFTER_ACT);
        go(`/lk/business/acts/${row.act_id}`);
      }}
    >
      <p>{t('copy.hint')}</p>
      <CopyDates dates={dates} />
      <CopiedDates act={act} dates={dates} />
    </ConfirmDialog>
  );
}

/** A difference, which way it goes, and for what. */
function CorrectDialog({ act, onClose }: { act: ActView; onClose: () => void }) {
  const t = useTexts('acts');
  const go = useGo();
  const keyOf = useRepeatKey();
  const [way, setWay] = useState<'less' | 'more'>('less');
  const [sum, setSum] = useState('');
  const [reason, setReason] = useState('');
  const [date, setDate] = useState(() => almatyDate(new Date()));
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('correct.title', { number: act.number })}
      confirmLabel={t('correct.confirm')}
      disabled={!Number(sum) || !reason.trim() || !date}
      onConfirm={async () => {
        const body = { amount: way === 'less' ? `-${sum}` : sum, reason: reason.trim(), date };
        const made = await api.call(
          'acts.correct',
          { params: { act_id: act.id }, body },
          { idempotency_key: keyOf(body) },
        );
        toasts.success(t('correct.done', { number: made.number }));
        await invalidate(STALE_AFTER_ACT);
        go(`/lk/business/acts/${made.id}`);
      }}
    >
      <p>{t('correct.hint')}</p>
      <Radio.Group label={t('correct.way')} value={way} onChange={(value) => setWay(value as typeof way)}>
        <div className={css.ways}>
          <Radio value="less" label={t('correct.less')} />
          <Radio value="more" label={t('correct.more')} />
        </div>
      </Radio.Group>
      <div className={css.dates}>
        <NumberInput
          label={t('correct.sum')}
          fraction={2}
          whole={13}
          value={sum}
          onChange={setSum}
          data-autofocus
          required
        />
        <DateInput label={t('form.date')} value={date} onChange={setDate} withAsterisk />
      </div>
      <ReasonField
        label={t('correct.reason')}
        description={t('correct.reason_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={reason}
        onChange={setReason}
      />
    </ConfirmDialog>
  );
}
