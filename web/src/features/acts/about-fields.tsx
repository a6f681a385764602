import { Alert, Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { formatDate } from '@kelisim/shared/kernel/dates.ts';
import { useTexts } from '../../platform/i18n.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { KnpInput } from '../../ui/knp-input.tsx';
import type { ActDraft, ActField } from './act-draft.ts';
import css from './act-form.module.css';
import { useActPeriods } from './acts.data.ts';
import { monthsAround } from './months.ts';
import type { ActFormState } from './use-act-form.ts';

interface AboutFieldsProps {
  draft: ActDraft;
  change: ActFormState['change'];
  faults: Record<string, string>;
  onLeave: (field: string) => void;
  /** False for a correction, which belongs to one act. */
  repeats: boolean;
  /** Nothing forbids the date of the act, yet it is rarely meant. */
  isOdd: boolean;
}

/** Title, dates, КНП, a note. */
export function AboutFields({ draft, change, faults, onLeave, repeats, isOdd }: AboutFieldsProps) {
  const t = useTexts('acts');
  const periods = useActPeriods();
  const months = monthsAround();
  const field = (name: ActField) => ({
    'data-field': name,
    value: draft[name],
    error: faults[name],
    onBlur: () => onLeave(name),
  });
  const set = (name: ActField) => (value: string) => change({ [name]: value });
  return (
    <>
      <TextInput
        {...field('title')}
        label={t('form.name')}
        placeholder={t('form.name_hint')}
        withAsterisk
        onChange={(event) => set('title')(event.currentTarget.value)}
      />
      <div className={css.dates}>
        <DateInput {...field('date')} label={t('form.date')} withAsterisk onChange={set('date')} />
        <DateInput
          {...field('start_date')}
          label={t('form.start')}
          withAsterisk
          onChange={set('start_date')}
        />
        <DateInput
          {...field('end_date')}
          label={t('form.end')}
          withAsterisk
          min={draft.start_date || undefined}
          onChange={set('end_date')}
        />
        <KnpInput
          {...field('knp')}
          label={t('form.knp')}
          placeholder="859"
          description={t('form.knp_hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={set('knp')}
        />
        {repeats && (
          <div className={`k-row ${css.presets}`}>
            {(['current', 'previous'] as const).map((which) => (
              <Button
                key={which}
                size="compact-sm"
                variant="default"
                onClick={() => change({ start_date: months[which].from, end_date: months[which].to })}
              >
                {t(which === 'current' ? 'form.this_month' : 'form.last_month')}
              </Button>
            ))}
          </div>
        )}
      </div>
      {isOdd && (
        <Alert color="attention" variant="light" role="status">
          {t('form.odd_date', { date: formatDate(draft.date) })}
        </Alert>
      )}
      <Textarea
        {...field('additional_info')}
        label={t('form.info')}
        placeholder={t('form.info_hint')}
        minRows={1}
        maxRows={6}
        onChange={(event) => set('additional_info')(event.currentTarget.value)}
      />
      {repeats && (
        <NativeSelect
          data-field="period_id"
          className={css.repeat}
          label={t('repeat.title')}
          description={draft.period_id ? t('repeat.form_hint') : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.period_id ?? ''}
          error={faults['period_id']}
          data={[
            { value: '', label: t('repeat.not') },
            ...(periods.data ?? []).map((one) => ({ value: String(one.id), label: one.name })),
          ]}
          onChange={(event) => change({ period_id: event.currentTarget.value })}
        />
      )}
    </>
  );
}
