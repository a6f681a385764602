import type { BankOperation } from '@kelisim/shared/features/payments/statements.contract.ts';
import { Checkbox, Radio, TextInput } from '@mantine/core';
import limits from 'virtual:form-limits/payments.add_rule';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { staleOrders } from './orders.data.ts';

const KINDS = ['commission', 'own_transfer', 'other'] as const;

/** A rule made from an operation: such ones are set aside from now on, those that wait too. */
export default function RuleDialog({
  operation,
  onClose,
}: {
  operation: BankOperation;
  onClose: () => void;
}) {
  const t = useTexts('payment-orders');
  const add = useAction('payments.add_rule', { stale: staleOrders, meta: { quiet: true } });
  const { bin, iban, name } = operation.counterparty;
  const kind = operation.candidate?.kind;
  const form = useForm(
    {
      kind: (kind === 'commission' || kind === 'own_transfer' ? kind : 'other') as (typeof KINDS)[number],
      of_counterparty: bin !== null || iban !== null,
      words: operation.purpose.split(/[\d№]/)[0]!.trim().slice(0, 60),
    },
    { limits, words: { words: t('aside_rule.words_missing') } },
  );
  const who = [name, bin ?? iban].filter(Boolean).join(', ');
  return (
    <FormDialog
      title={t('aside_rule.title')}
      form={form}
      submit={t('aside_rule.submit')}
      save={async ({ kind, of_counterparty, words }) => {
        const rule = await add.mutateAsync({
          body: {
            direction: operation.direction,
            kind,
            words: words.trim() || null,
            ...(of_counterparty && (bin ? { counterparty_bin: bin } : { counterparty_iban: iban })),
          },
        });
        toasts.success(t('aside_rule.done', { count: rule.operations }));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-flat">{t('aside_rule.hint')}</p>
      <Radio.Group label={t('aside_rule.kind')} {...form.field('kind')} required={false}>
        <div className="k-grid k-gap-12 k-above-8">
          {KINDS.map((one) => (
            <Radio key={one} value={one} label={t(`operation.kind.${one}`)} />
          ))}
        </div>
      </Radio.Group>
      {(bin !== null || iban !== null) && (
        <Checkbox
          label={t('aside_rule.of', { who })}
          checked={form.values.of_counterparty}
          onChange={(event) => form.set({ of_counterparty: event.currentTarget.checked })}
        />
      )}
      <TextInput
        label={t('aside_rule.words')}
        description={t('aside_rule.words_hint')}
        data-autofocus
        {...form.field('words')}
        required={false}
      />
    </FormDialog>
  );
}
