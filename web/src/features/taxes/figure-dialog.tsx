import type { TaxFigureRow } from '@kelisim/shared/features/taxes/taxes.contract.ts';
import { TAX_FIGURES } from '@kelisim/shared/features/taxes/tax-figures.ts';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import limits from 'virtual:form-limits/taxes.set_figure';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { unitOf } from './unit-of.ts';

interface FigureDialogProps {
  edited: Pick<TaxFigureRow, 'figure'> & Partial<TaxFigureRow>;
  year: number;
  onClose: () => void;
}

/** A figure for a span of days. What it replaces stays beneath it as its history. */
export function FigureDialog({ edited, year, onClose }: FigureDialogProps) {
  const t = useTexts('taxes');
  const set = useAction('taxes.set_figure', {
    stale: ['taxes.', 'bookkeeping.'],
    meta: { quiet: true },
  });
  const form = useForm(
    {
      figure: edited.figure,
      valid_from: edited.valid_from ?? `${year}-01-01`,
      valid_until: edited.valid_until ?? `${year}-12-31`,
      value: edited.value === undefined || edited.value === null ? '' : String(edited.value),
      is_none: edited.value === null,
      source: edited.source ?? '',
      note: edited.note ?? '',
    },
    { limits },
  );
  const { figure, is_none } = form.values;
  return (
    <FormDialog
      title={t(edited.id === undefined ? 'add' : 'change')}
      form={form}
      submit={t('save')}
      save={async ({ is_none: none, value, source, note, ...rest }) => {
        await set.mutateAsync({
          body: { ...rest, value: none ? null : value, source: source.trim(), note: note.trim() },
        });
        toasts.success(t('saved'));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-second">{t('dialog_hint')}</p>
      <NativeSelect
        label={t('columns.figure')}
        data={TAX_FIGURES.map((one) => ({ value: one, label: t(`figure.${one}`) }))}
        disabled={edited.id !== undefined}
        {...form.field('figure')}
      />
      <Checkbox label={t('is_none')} {...form.field('is_none')} required={false} />
      {!is_none && (
        <NumberInput
          label={`${t('columns.value')}, ${unitOf(t, figure)}`}
          fraction={2}
          whole={9}
          {...form.field('value')}
          required
        />
      )}
      <DateInput label={t('from')} {...form.field('valid_from')} />
      <DateInput label={t('until')} {...form.field('valid_until')} />
      <TextInput label={t('columns.source')} description={t('source_hint')} {...form.field('source')} />
      <Textarea label={t('note')} {...form.field('note')} />
    </FormDialog>
  );
}
