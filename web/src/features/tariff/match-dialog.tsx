import type { BillCandidate, IncomingPayment } from '@kelisim/shared/features/tariff/incoming.contract.ts';
import { Button, Checkbox } from '@mantine/core';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Fault } from '../../ui/failure.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import { numberOf, STALE } from './tariff.data.ts';
import css from './tariff.module.css';

/** Bills of one company whose sum is that of the payment: those it seems to be for, and whatever is looked for. */
export function MatchDialog({ payment, onClose }: { payment: IncomingPayment; onClose: () => void }) {
  const t = useTexts('tariff');
  const f = useFormats();
  const [chosen, setChosen] = useState<readonly BillCandidate[]>([]);
  const [search, setSearch] = useState('');
  const found = useCall(
    'tariff.bills',
    { query: { search } },
    { enabled: search !== '', placeholderData: keepPreviousData, meta: { quiet: true } },
  );
  const match = useAction('tariff.match', { stale: STALE, meta: { quiet: true } });
  const { candidates, amount } = payment;
  const seen = search === '' ? candidates : (found.data?.items ?? []);
  const isChosen = ({ entry }: BillCandidate) => chosen.some((one) => one.entry.id === entry.id);
  // What was chosen stays in sight, whatever is looked for after it.
  const away = chosen.filter(({ entry }) => !seen.some((one) => one.entry.id === entry.id));
  const sum = chosen.reduce((all, { entry }) => all + parseMoney(entry.payment_amount)!, 0n);
  const save = () =>
    match.mutate(
      { params: { payment_id: payment.id }, body: { entry_ids: chosen.map(({ entry }) => entry.id!) } },
      {
        onSuccess: () => {
          toasts.success(t('admin.incoming.matched'));
          onClose();
        },
      },
    );
  const isNothing = seen.length === 0 && !(search !== '' && found.isPending);
  return (
    <Window opened onClose={onClose} title={t('admin.incoming.match_title')}>
      <div className="k-stack">
        <p className={css.second}>
          {[payment.payer_name, f.money(amount), payment.purpose].filter(Boolean).join(' · ')}
        </p>
        <div className={css.find}>
          <SearchField label={t('admin.incoming.find')} value={search} onSearch={setSearch} />
        </div>
        {[...away, ...seen].map((bill) => (
          <Checkbox
            key={bill.entry.id}
            label={`${numberOf(bill.entry.id ?? 0)} · ${f.money(bill.entry.payment_amount)}`}
            description={[
              bill.company_name,
              f.period(bill.entry.period_start, bill.entry.period_end),
              bill.entry.status === 'paid' && t('admin.incoming.marked_paid'),
            ]
              .filter(Boolean)
              .join(' · ')}
            checked={isChosen(bill)}
            onChange={(event) => {
              const on = event.currentTarget.checked;
              match.reset();
              setChosen((all) =>
                on ? [...all, bill] : all.filter(({ entry }) => entry.id !== bill.entry.id),
              );
            }}
          />
        ))}
        <div role="status">
          {isNothing && (
            <p className={css.second}>
              {t(search === '' ? 'admin.incoming.none' : 'admin.incoming.not_found')}
            </p>
          )}
          {chosen.length + seen.length > 0 && (
            <p className={css.second}>
              {t('admin.incoming.match_sum', { chosen: f.money(formatMoney(sum)), amount: f.money(amount) })}
            </p>
          )}
        </div>
        <Fault text={(match.error ?? found.error) && errorText(match.error ?? found.error)} />
        <div className="k-row k-end">
          <Button disabled={formatMoney(sum) !== amount} loading={match.isPending} onClick={save}>
            {t('admin.incoming.match')}
          </Button>
        </div>
      </div>
    </Window>
  );
}
