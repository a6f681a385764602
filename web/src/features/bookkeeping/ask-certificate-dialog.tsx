import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useToday } from './bookkeeping.data.ts';
import { MonthSpan, thisYear } from './month-span.tsx';

interface Party {
  id: number;
  name: string;
}

/** A company makes the certificate of a person, or an executor asks a customer for it: with whom, for which months. */
export default function AskCertificateDialog({
  side,
  parties,
  onClose,
}: {
  side: 'business' | 'executor';
  parties: readonly Party[];
  /** With the paper, once it is there. */
  onClose: (document_id?: number) => void;
}) {
  const t = useTexts('certificates');
  const today = useToday();
  const [span, setSpan] = useState(() => thisYear(today));
  const form = useForm({ party: String(parties[0]?.id ?? '') }, {});
  const save = async ({ party }: { party: string }) => {
    const months = { month_from: span.from, month_to: span.to };
    const { document_id } =
      side === 'business'
        ? await api.call('income.issue', { body: { executor_company_id: Number(party), ...months } })
        : await api.call('income.ask', { body: { company_id: Number(party), ...months } });
    await invalidate(['documents.', 'home.']);
    onClose(document_id);
  };
  return (
    <FormDialog
      title={t(`${side}.dialog`)}
      form={form}
      save={save}
      submit={t(`${side}.submit`)}
      onClose={() => onClose()}
    >
      <p className="k-second k-flat">{t(`${side}.about`)}</p>
      <NativeSelect
        label={t(`${side}.party`)}
        data-autofocus
        data={parties.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.field('party')}
      />
      <MonthSpan span={span} today={today} onChange={setSpan} />
    </FormDialog>
  );
}
