import type { ActivityRow } from '@kelisim/shared/features/taxes/activities.contract.ts';
import { Checkbox, TextInput } from '@mantine/core';
import limits from 'virtual:form-limits/activities.set';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';

/** A kind of activity for a span of days. What it replaces stays beneath it as its history. */
export function ActivityDialog({ edited, onClose }: { edited: Partial<ActivityRow>; onClose: () => void }) {
  const t = useTexts('taxes');
  const set = useAction('activities.set', { stale: ['activities.'], meta: { quiet: true } });
  const form = useForm(
    {
      oked: edited.oked ?? '',
      name: edited.name ?? '',
      valid_from: edited.valid_from ?? '2026-01-01',
      is_open: (edited.valid_until ?? null) === null,
      valid_until: edited.valid_until ?? '',
      source: edited.source ?? '',
    },
    { limits },
  );
  return (
    <FormDialog
      title={t(edited.id === undefined ? 'activities.add' : 'activities.change')}
      form={form}
      submit={t('save')}
      save={async ({ is_open, valid_until, name, source, ...rest }) => {
        await set.mutateAsync({
          body: {
            ...rest,
            name: name.trim(),
            source: source.trim(),
            valid_until: is_open ? null : valid_until,
          },
        });
        toasts.success(t('activities.saved'));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-second">{t('activities.dialog_hint')}</p>
      <TextInput
        label={t('activities.oked')}
        inputMode="numeric"
        disabled={edited.id !== undefined}
        {...form.field('oked')}
      />
      <TextInput label={t('activities.name')} {...form.field('name')} />
      <DateInput label={t('from')} {...form.field('valid_from')} />
      <Checkbox label={t('activities.always')} {...form.field('is_open')} required={false} />
      {!form.values.is_open && <DateInput label={t('until')} {...form.field('valid_until')} required />}
      <TextInput label={t('columns.source')} description={t('source_hint')} {...form.field('source')} />
    </FormDialog>
  );
}
