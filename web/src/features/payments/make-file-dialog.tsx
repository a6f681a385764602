import { PAYMENT_FILE_FORMATS } from '@kelisim/shared/features/payments/order-status.ts';
import type { PaymentFile } from '@kelisim/shared/features/payments/payment-files.contract.ts';
import type { PaymentOrder } from '@kelisim/shared/features/payments/payments.contract.ts';
import { Button, Radio } from '@mantine/core';
import { useRef, useState } from 'react';
import { isIban } from '@kelisim/shared/kernel/iban.ts';
import { newRandomKey } from '../../platform/http.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { IbanInput } from '../../ui/id-inputs.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Window } from '../../ui/window.tsx';
import { downloadFile } from './download-file.ts';
import { FileCheck } from './file-check.tsx';
import type { FileInput } from './file-check.tsx';
import css from './orders.module.css';
import { staleOrders } from './orders.data.ts';

type Format = (typeof PAYMENT_FILE_FORMATS)[number];

export interface MakeFileDialogProps {
  /** Null is all that wait. */
  orders: readonly PaymentOrder[] | null;
  onClose: (made: boolean) => void;
}

/** Puts orders into a file for the bank's program, and hands it over at once. */
export default function MakeFileDialog({ orders, onClose }: MakeFileDialogProps) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const key = useRef(newRandomKey());
  const form = useForm({ format: '1c' as Format, transit: {} as Record<string, string> });
  const { format, transit } = form.values;
  const [made, setMade] = useState<PaymentFile | null>(null);
  const make = useAction('payments.make_file', { stale: staleOrders, meta: { quiet: true } });
  const banks = [...new Map(orders?.map(({ payee }) => [payee.bic, payee.bank_name ?? payee.bic]))];
  const wish: FileInput = {
    format,
    ...(orders && { order_ids: orders.map(({ id }) => id) }),
    ...(format === 'mt102' && {
      transit_accounts: Object.entries(transit)
        .filter(([, iban]) => isIban(iban))
        .map(([bic, iban]) => ({ bic, iban })),
    }),
  };
  const save = async () => {
    try {
      const file = await make.mutateAsync({
        body: wish,
        options: { idempotency_key: key.current },
      });
      setMade(file);
      await downloadFile(file);
    } catch (error) {
      // Another wish is another request: its key must not be taken for the one that was refused.
      key.current = newRandomKey();
      throw error;
    }
  };
  if (made)
    return (
      <Window opened onClose={() => onClose(true)} title={t('file.made')}>
        <div className="k-stack">
          <p className="k-flat">
            {t('file.holds', { count: made.orders })}{' '}
            <span className="k-figures">{f.money(made.amount)}</span>. {t('file.next')}
          </p>
          {made.changed.length > 0 && <Changed changed={made.changed} />}
          <div className="k-row k-end">
            <DownloadButton onClick={() => void downloadFile(made)}>
              {t('file.download_again')}
            </DownloadButton>
            <Button data-autofocus onClick={() => onClose(true)}>
              {t('file.finish')}
            </Button>
          </div>
        </div>
      </Window>
    );
  return (
    <FormDialog
      title={t('file.title')}
      form={form}
      save={save}
      submit={t('file.submit')}
      onClose={() => onClose(false)}
    >
      <Radio.Group label={t('file.format')} {...form.field('format')}>
        <div className="k-grid k-gap-12 k-above-8">
          {PAYMENT_FILE_FORMATS.filter((code) => code !== 'mt102' || orders).map((code) => (
            <Radio
              key={code}
              value={code}
              label={t(`format.${code}`)}
              description={t(`format_hint.${code}`)}
            />
          ))}
        </div>
      </Radio.Group>
      {format === 'mt102' &&
        banks.map(([bic, name]) => (
          <IbanInput
            key={bic}
            label={t('file.transit', { bank: name })}
            required
            value={transit[bic] ?? ''}
            onChange={(iban) => form.set({ transit: { ...transit, [bic]: iban } })}
          />
        ))}
      <FileCheck wish={wish} />
    </FormDialog>
  );
}

/** The characters that the file cannot hold: people should know what the bank will see. */
function Changed({ changed }: Pick<PaymentFile, 'changed'>) {
  const t = useTexts('payment-orders');
  return (
    <p className={css.notice}>
      <span>
        {t('file.changed')}{' '}
        <span className="k-figures">
          {changed.map(({ from, to }) => `${from} → ${to || t('file.removed')}`).join(', ')}
        </span>
      </span>
    </p>
  );
}
