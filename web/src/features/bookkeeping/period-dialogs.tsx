import { addDays, isDate } from '@kelisim/shared/kernel/dates.ts';
import { Textarea } from '@mantine/core';
import limits from 'virtual:form-limits/bookkeeping.close_period';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { ClosingBlockers } from './closing-blockers.tsx';
import { endOfLastMonth, usePeriodCheck, useToday } from './bookkeeping.data.ts';

interface DialogProps {
  closed_until: string | null;
  onClose: () => void;
}

/** Sets the day up to which acts stay as they are. */
function usePeriod(initial: { closed_until: string; note: string }, saved: string, onClose: () => void) {
  const deed = useAction('bookkeeping.close_period', { stale: ['bookkeeping.'], meta: { quiet: true } });
  const form = useForm(initial, { limits });
  const save = async ({ closed_until, note }: typeof initial) => {
    await deed.mutateAsync({ body: { closed_until: closed_until || null, note: note.trim() || null } });
    toasts.success(saved);
    onClose();
  };
  return { form, save };
}

export function ClosePeriodDialog({ closed_until, onClose }: DialogProps) {
  const t = useTexts('bookkeeping');
  const today = useToday();
  const usual = endOfLastMonth(today);
  const first = closed_until && closed_until >= usual ? addDays(today, -1) : usual;
  const { form, save } = usePeriod({ closed_until: first, note: '' }, t('period.saved'), onClose);
  const date = form.values.closed_until;
  const later = isDate(date) && (!closed_until || date > closed_until);
  const { data: check } = usePeriodCheck(later ? date : '');
  const waiting = check?.waiting.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const unfinished = (check?.blockers.length ?? 0) > 0;
  return (
    <FormDialog
      title={t('period.form_title')}
      form={form}
      save={save}
      submit={t('period.save')}
      disabled={!later || waiting > 0 || (unfinished && form.values.note.trim() === '')}
      onClose={onClose}
    >
      <DateInput
        label={t('period.date')}
        {...(closed_until ? { min: addDays(closed_until, 1) } : {})}
        max={addDays(today, -1)}
        data-autofocus
        {...form.field('closed_until')}
      />
      {check && <ClosingBlockers check={check} closed_until={closed_until} until={date} />}
      {waiting === 0 && (
        <Textarea
          label={t(unfinished ? 'period.why_unfinished' : 'period.note')}
          description={t(unfinished ? 'period.unfinished' : 'period.note_hint')}
          {...form.field('note')}
          required={unfinished}
        />
      )}
    </FormDialog>
  );
}

export function OpenPeriodDialog({ closed_until, onClose }: DialogProps) {
  const t = useTexts('bookkeeping');
  const { form, save } = usePeriod({ closed_until: '', note: '' }, t('period.open_saved'), onClose);
  return (
    <FormDialog
      title={t('period.open_title')}
      form={form}
      save={save}
      submit={t('period.open_save')}
      disabled={form.values.note.trim() === ''}
      onClose={onClose}
    >
      <DateInput
        label={t('period.open_date')}
        description={t('period.open_date_hint')}
        {...(closed_until ? { max: addDays(closed_until, -1) } : {})}
        data-autofocus
        {...form.field('closed_until')}
      />
      <Textarea label={t('period.why')} {...form.field('note')} required />
    </FormDialog>
  );
}
