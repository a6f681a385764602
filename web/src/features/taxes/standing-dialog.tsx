import type { StandingView } from '@kelisim/shared/features/taxes/standings.contract.ts';
import {
  CITIZENSHIPS,
  DISABILITIES,
  PENSIONS,
  TAX_REGIMES,
} from '@kelisim/shared/features/taxes/standing.ts';
import type { Standing } from '@kelisim/shared/features/taxes/standing.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import limits from 'virtual:form-limits/taxes.set_standing';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { PAPER_RULES } from './paper-rules.ts';

interface StandingDialogProps {
  data: StandingView;
  is_own: boolean;
  onClose: () => void;
}

/** How an executor works, from a day on, in words of somebody who knows nothing of taxes. */
export default function StandingDialog({ data, is_own, onClose }: StandingDialogProps) {
  const t = useTexts('standings');
  const { executor, now } = data;
  const set = useAction('taxes.set_standing', { stale: ['taxes.', 'bookkeeping.'], meta: { quiet: true } });
  const offered: Standing[] = executor.is_entity ? ['too'] : ['individual', 'self_employed', 'ip'];
  const form = useForm(
    () => ({
      standing: now.standing ?? 'individual',
      valid_from:
        now.standing === null ? `${almatyDate(new Date()).slice(0, 4)}-01-01` : almatyDate(new Date()),
      tax_regime: now.tax_regime ?? ('' as const),
      activity: now.activity ?? '',
      pension: now.pension ?? ('' as const),
      disability: now.disability ?? ('' as const),
      disability_until: now.disability_until ?? '',
      asks_for_opv: now.asks_for_opv,
      is_student: now.is_student,
      has_many_children: now.has_many_children,
      citizenship: now.citizenship,
      has_residence_permit: now.has_residence_permit,
      is_tax_resident: now.is_tax_resident,
      note: '',
      file: [] as File[],
    }),
    { limits },
  );
  const { standing, disability, citizenship } = form.values;
  const is_person = standing === 'individual' || standing === 'self_employed';
  const activity = form.field('activity');
  const box = (name: 'asks_for_opv' | 'is_student' | 'has_many_children' | 'has_residence_permit') => (
    <Checkbox label={t(name)} {...form.field(name)} required={false} />
  );
  return (
    <FormDialog
      title={t(is_own ? 'own_title' : 'other_title')}
      closeOnClickOutside={false}
      form={form}
      submit={t('save')}
      save={async ({ file, ...said }) => {
        const body = {
          ...said,
          executor_company_id: String(executor.id),
          tax_regime: said.tax_regime || undefined,
          activity: said.activity || undefined,
          pension: said.pension || undefined,
          disability: said.disability || undefined,
          disability_until: said.disability_until || undefined,
          note: said.note || undefined,
        };
        await set.mutateAsync({ body, ...(file[0] && { files: { file: file[0] } }) });
        toasts.success(t('saved'));
        onClose();
      }}
      onClose={onClose}
    >
      <NativeSelect
        label={t('how')}
        data={offered.map((value) => ({ value, label: t(`standing.${value}`) }))}
        {...form.field('standing')}
      />
      <DateInput label={t('from')} description={t('from_hint')} {...form.field('valid_from')} />
      {!is_person && (
        <NativeSelect
          label={t('regime')}
          data={[
            { value: '', label: t('regime_unknown') },
            ...TAX_REGIMES.map((value) => ({ value, label: t(`regimes.${value}`) })),
          ]}
          {...form.field('tax_regime')}
        />
      )}
      {standing === 'self_employed' && (
        <TextInput
          label={t('activity')}
          description={t('activity_hint')}
          inputMode="numeric"
          {...activity}
          maxLength={5}
          onChange={(event) => activity.onChange(event.currentTarget.value.replace(/\D/g, ''))}
        />
      )}
      {is_person && (
        <>
          <NativeSelect
            label={t('pension')}
            data={[
              { value: '', label: t('pensions.none') },
              ...PENSIONS.map((value) => ({ value, label: t(`pensions.${value}`) })),
            ]}
            {...form.field('pension')}
          />
          <NativeSelect
            label={t('disability')}
            data={[
              { value: '', label: t('disabilities.none') },
              ...DISABILITIES.map((value) => ({ value, label: t(`disabilities.${value}`) })),
            ]}
            {...form.field('disability')}
          />
          {(disability === '1_2' || disability === '3') && (
            <DateInput
              label={t('disability_until')}
              {...form.field('disability_until')}
              required={disability === '1_2'}
            />
          )}
          {disability === '1_2_for_ever' && box('asks_for_opv')}
          {box('is_student')}
          {box('has_many_children')}
          <NativeSelect
            label={t('citizenship')}
            data={CITIZENSHIPS.map((value) => ({ value, label: t(`citizenships.${value}`) }))}
            {...form.field('citizenship')}
          />
          {citizenship === 'other' && box('has_residence_permit')}
          <Checkbox
            label={t('is_tax_resident')}
            description={t('residence_hint')}
            {...form.field('is_tax_resident')}
            required={false}
          />
        </>
      )}
      <FileDrop label={t('paper')} {...PAPER_RULES} {...form.files('file')} />
      <Textarea label={t('note')} {...form.field('note')} />
    </FormDialog>
  );
}
