import { ACT_STATUS_IDS } from '@kelisim/shared/features/acts/act-status.ts';
import { addDays, isDate } from '@kelisim/shared/kernel/dates.ts';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useDeed } from '../../platform/query.ts';
import { hrefWith } from '../../platform/url-state.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import { useProof } from '../auth/public.ts';
import { endOfLastMonth, usePeriodCheck, useToday } from './bookkeeping.data.ts';
import css from './bookkeeping.module.css';

interface DialogProps {
  closed_until: string | null;
  onClose: () => void;
}

export function ClosePeriodDialog({ closed_until, onClose }: DialogProps) {
  const t = useTexts('bookkeeping');
  const today = useToday();
  const usual = endOfLastMonth(today);
  const [date, setDate] = useState(closed_until && closed_until >= usual ? addDays(today, -1) : usual);
  const [note, setNote] = useState('');
  const later = isDate(date) && (!closed_until || date > closed_until);
  const { data: check } = usePeriodCheck(later ? date : '');
  const waiting = check?.waiting.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return (
    <PeriodForm
      title={t('period.form_title')}
      save={t('period.save')}
      saved={t('period.saved')}
      ready={later && waiting === 0}
      value={{ closed_until: date, note: note.trim() || null }}
      onClose={onClose}
    >
      <DateInput
        label={t('period.date')}
        value={date}
        onChange={setDate}
        {...(closed_until ? { min: addDays(closed_until, 1) } : {})}
        max={addDays(today, -1)}
        data-autofocus
      />
      {check && (
        <ul className={css.notes} role="status">
          {waiting > 0 && (
            <li className="k-fault">
              {t('period.waiting', { count: waiting })}{' '}
              <AppLink
                href={hrefWith('/lk/business/acts', {
                  status_id: check.waiting.map(({ status }) => String(ACT_STATUS_IDS[status])),
                  date_to: date,
                })}
              >
                {t('period.waiting_link')}
              </AppLink>
            </li>
          )}
          {check.drafts > 0 && <li>{t('period.drafts', { count: check.drafts })}</li>}
          {check.unpaid > 0 && <li>{t('period.unpaid', { count: check.unpaid })}</li>}
          {waiting + check.drafts + check.unpaid === 0 && <li>{t('period.ready')}</li>}
        </ul>
      )}
      <Textarea
        label={t('period.note')}
        description={t('period.note_hint')}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </PeriodForm>
  );
}

export function OpenPeriodDialog({ closed_until, onClose }: DialogProps) {
  const t = useTexts('bookkeeping');
  const [date, setDate] = useState('');
  const [note, setNote] = useState('');
  return (
    <PeriodForm
      title={t('period.open_title')}
      save={t('period.open_save')}
      saved={t('period.open_saved')}
      ready={note.trim() !== ''}
      value={{ closed_until: date || null, note: note.trim() || null }}
      onClose={onClose}
    >
      <DateInput
        label={t('period.open_date')}
        description={t('period.open_date_hint')}
        value={date}
        onChange={setDate}
        {...(closed_until ? { max: addDays(closed_until, -1) } : {})}
        data-autofocus
      />
      <Textarea
        label={t('period.why')}
        required
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </PeriodForm>
  );
}

interface FormProps {
  title: string;
  save: string;
  saved: string;
  ready: boolean;
  value: { closed_until: string | null; note: string | null };
  onClose: () => void;
  children: ReactNode;
}

function PeriodForm({ title, save, saved, ready, value, onClose, children }: FormProps) {
  const t = useTexts('bookkeeping');
  const [fault, setFault] = useState<unknown>(null);
  const deed = useDeed('bookkeeping.close_period', { stale: ['bookkeeping.'], meta: { quiet: true } });
  const { withProof, proofWindow } = useProof(title, 'other');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFault(null);
    try {
      if (!(await withProof(() => deed.mutateAsync({ body: value })))) return;
      toasts.success(saved);
      onClose();
    } catch (error) {
      setFault(error);
    }
  };
  return (
    <>
      <Window opened onClose={onClose} title={title}>
        <form className="k-stack" noValidate onSubmit={(event) => void submit(event)}>
          {children}
          {fault !== null && (
            <p role="alert" className="k-fault">
              {errorText(fault)}
            </p>
          )}
          <div className="k-row k-end">
            <Button variant="default" onClick={onClose}>
              {t('close')}
            </Button>
            <Button type="submit" disabled={!ready} loading={deed.isPending}>
              {save}
            </Button>
          </div>
        </form>
      </Window>
      {proofWindow}
    </>
  );
}
