import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AppLink } from '../../ui/app-link.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { CostsNote } from './costs-note.tsx';
import { RegisterNote } from './register-note.tsx';
import { operationsHref } from './orders-state.ts';
import css from './pay.module.css';
import type { ActsToPay } from './pay-acts.ts';
import { useExplanation, type usePayees } from './payments.data.ts';

type Payee = NonNullable<ReturnType<typeof usePayees>['preview']>['payees'][number];

/** Of many payees those who wait, whose account is missing or new, or who may be paid already, would be out of sight. */
const isInQuestion = ({ waits, iban, account_changed_on, undecided }: Payee) =>
  Boolean(waits || !iban || account_changed_on || undecided);
const thoseInQuestionFirst = (one: Payee, other: Payee) =>
  Number(isInQuestion(other)) - Number(isInQuestion(one));

const PARTS = ['opv', 'vosms', 'so', 'ipn'] as const;
const SINGLE = ['self_employed'] as const;

/** From which account, and to whom, to which account and how much: what is to be checked before money goes. */
export function Payees({ acts, preview, error, retry }: ReturnType<typeof usePayees> & { acts: ActsToPay }) {
  const t = useTexts('payments');
  const f = useFormats();
  if (error) return <ErrorState title={t('payees_failed')} error={error} onRetry={retry} />;
  if (!preview) return <Skeleton height={120} />;
  const account = (of: { iban: string | null; bank_name: string | null }) => (
    <>
      <span className="k-figures">{f.iban(of.iban ?? '')}</span>
      {of.bank_name && <span>{of.bank_name}</span>}
    </>
  );
  const sumOf = (of: (payee: Payee) => number) => preview.payees.reduce((sum, payee) => sum + of(payee), 0);
  const [going, all] = [sumOf((payee) => payee.going_acts), sumOf((payee) => payee.acts)];
  return (
    <>
      <section className="k-stack k-gap-2 k-anywhere k-shrink" aria-label={t('from')}>
        <span className="k-second">{t('from')}</span>
        <strong>{preview.payer.name}</strong>
        {preview.payer.iban ? account(preview.payer) : <Missing text={t('own_no_account')} />}
      </section>
      <section className={css.payees}>
        <h3 className="k-second">{t('payees', { count: preview.payees.length })}</h3>
        <ul
          className={`k-list k-scroll k-framed k-round-12 ${css.payeeList}`}
          tabIndex={preview.payees.length > 4 ? 0 : undefined}
        >
          {[...preview.payees].sort(thoseInQuestionFirst).map((payee) => (
            <li key={payee.company_id} className={`k-split k-gap-4-16 k-pad-8-0 ${css.payee}`}>
              <span className="k-stack k-gap-2 k-anywhere k-shrink">
                <strong>{payee.name}</strong>
                <span className="k-second">{payee.bin}</span>
                {payee.iban ? account(payee) : <Missing text={t('no_account')} />}
                {payee.account_changed_on && (
                  <Missing text={t('account_changed', { date: f.date(payee.account_changed_on) })} />
                )}
              </span>
              <span className={css.share}>
                <span className="k-figures">{f.money(payee.amount)}</span>
                <span className="k-second">{t('acts', { count: payee.acts })}</span>
                {payee.advance !== '0.00' && (
                  <span className="k-second">{t('advance', { amount: f.money(payee.advance) })}</span>
                )}
              </span>
              {payee.gross !== payee.amount && (
                <span className={css.withheld}>
                  <span>{t('gross', { amount: f.money(payee.gross) })}</span>
                  {(payee.self_employed === '0.00' ? PARTS : SINGLE).map((part) => (
                    <span key={part}>{t(`part.${part}`, { amount: f.money(payee[part]) })}</span>
                  ))}
                </span>
              )}
              {payee.is_explained && <Why acts={acts} executor_company_id={payee.company_id} />}
              {payee.undecided && <Undecided executor={payee.company_id} {...payee.undecided} />}
              {payee.waits && (
                <span className={css.waits}>
                  <Missing text={t(`waits.${payee.waits}`)} />
                  {payee.going_acts > 0 && (
                    <span>
                      {t('going', { count: payee.going_acts, all: payee.acts, amount: f.money(payee.going) })}
                    </span>
                  )}
                </span>
              )}
            </li>
          ))}
        </ul>
      </section>
      {(preview.withheld !== '0.00' || preview.payees.some(({ waits, iban }) => waits || !iban)) && (
        <dl className={css.sums}>
          <dt>{t('withheld')}</dt>
          <dd className="k-figures">{f.money(preview.withheld)}</dd>
          <dt>{t('to_pay')}</dt>
          <dd className="k-figures">{f.money(preview.amount)}</dd>
          {going < all && (
            <>
              <dt>{t('going_acts')}</dt>
              <dd className="k-figures">{`${going} / ${all}`}</dd>
            </>
          )}
        </dl>
      )}
      <RegisterNote payees={preview.payees} />
      <CostsNote payees={preview.payees} />
      {preview.withholding === 'off' && <Missing text={t('withholding_off')} />}
      {preview.above_limit > 0 && <Missing text={t('above_limit', { count: preview.above_limit })} />}
      {preview.left_out > 0 && <Missing text={t('left_out', { count: preview.left_out })} />}
    </>
  );
}

/** Money that has gone to the payee and is of no order yet: paid again, an act would be paid twice. */
function Undecided({ executor, ...of }: NonNullable<Payee['undecided']> & { executor: number }) {
  const t = useTexts('payments');
  const f = useFormats();
  const said = { count: of.operations, amount: f.money(of.amount), date: f.date(of.last_on) };
  return (
    <span className={css.waits}>
      <Missing text={t('undecided', said)} />
      <AppLink href={operationsHref(executor)} className="k-inline k-middle k-high-24">
        {t('undecided_open')}
      </AppLink>
    </span>
  );
}

/** How the month was reckoned, asked for when somebody wants to know. */
function Why(of: { acts: ActsToPay; executor_company_id: number }) {
  const t = useTexts('payments');
  const [opened, setOpened] = useState(false);
  const { sentences, error } = useExplanation(of, opened);
  return (
    <details className={css.why} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{t('why')}</summary>
      {error && <p role="alert">{errorText(error)}</p>}
      {!sentences && !error && opened && <Skeleton height={80} />}
      <ul>
        {sentences?.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}

function Missing({ text }: { text: string }) {
  return (
    <span className={css.missing}>
      <IconAlertTriangle size={16} aria-hidden />
      {text}
    </span>
  );
}
