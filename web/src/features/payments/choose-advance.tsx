import type { BankOperation } from '@kelisim/shared/features/payments/statements.contract.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { PartyPicker } from '../../ui/party-picker.tsx';
import { usePayees } from './orders.data.ts';

/** Whose advance an operation is that belongs to no order: money that went out before its payment was made here. */
export function ChooseAdvance({
  operation,
  busy,
  onChoose,
}: {
  operation: BankOperation;
  busy: boolean;
  onChoose: (wish: { orders: []; advance_to: number }) => void;
}) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const payees = usePayees();
  const [opened, setOpened] = useState(false);
  const [payee, setPayee] = useState<number | null>(null);
  const name = payees.find(({ id }) => id === payee)?.name;
  return (
    <section className="k-stack" aria-label={t('match.advance')}>
      <h3 className="k-title">{t('match.advance')}</h3>
      <p className="k-flat k-second">{t('match.advance_hint')}</p>
      {opened ? (
        <PartyPicker
          parties={payees}
          chosen={payee}
          onPick={(id) => {
            setPayee(id);
            setOpened(false);
          }}
        />
      ) : (
        <div className="k-row">
          {payee !== null && name !== undefined && (
            <Button loading={busy} onClick={() => onChoose({ orders: [], advance_to: payee })}>
              {t('match.advance_confirm', { name, amount: f.money(operation.amount) })}
            </Button>
          )}
          <Button variant="default" onClick={() => setOpened(true)}>
            {t(payee === null ? 'match.advance_choose' : 'match.advance_other')}
          </Button>
        </div>
      )}
    </section>
  );
}
