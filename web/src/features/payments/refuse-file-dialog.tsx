import { REFUSAL_RULES, type RefusalRule } from '@kelisim/shared/features/payments/file-rules.ts';
import type { PaymentFile } from '@kelisim/shared/features/payments/payment-files.contract.ts';
import { Radio, Textarea } from '@mantine/core';
import limits from 'virtual:form-limits/payments.refuse_file';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { staleOrders } from './orders.data.ts';

/** The bank did not take the file: its words are kept, and what the file held can be paid again. */
export default function RefuseFileDialog({ file, onClose }: { file: PaymentFile; onClose: () => void }) {
  const t = useTexts('payment-orders');
  const refuse = useAction('payments.refuse_file', { stale: staleOrders, meta: { quiet: true } });
  const form = useForm(
    { rule: 'other' as RefusalRule, words: '' },
    { limits, words: { words: t('refuse.words_missing') } },
  );
  const rules = REFUSAL_RULES.filter((rule) => file.format === 'mt102' || !rule.startsWith('list_'));
  return (
    <FormDialog
      title={t('refuse.title')}
      form={form}
      submit={t('refuse.submit')}
      tone="bad"
      save={async ({ rule, words }) => {
        await refuse.mutateAsync({
          params: { payment_file_id: file.id },
          body: { rule, words: words.trim() },
        });
        toasts.success(t('refuse.done'));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-flat k-anywhere">
        {file.name}. {t('refuse.hint')}
      </p>
      <Textarea
        label={t('refuse.words')}
        description={t('refuse.words_hint')}
        data-autofocus
        {...form.field('words')}
      />
      <Radio.Group label={t('refuse.rule')} {...form.field('rule')} required={false}>
        <div className="k-grid k-gap-12 k-above-8">
          {rules.map((rule) => (
            <Radio key={rule} value={rule} label={t(`rule.${rule}`)} />
          ))}
        </div>
      </Radio.Group>
    </FormDialog>
  );
}
