import type { ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import type { DeedsOverAll } from '../acts/public.ts';
import {
  actHref,
  actsHref,
  TO_PAY_FILTER,
  toDoHref,
  toPayHref,
  toSignFilter,
  toSignHref,
} from './act-links.ts';
import { useExecutorFirst, useOverdueTaxes, useRights } from './home.data.ts';
import type { BusinessHome } from './home.data.ts';
import css from './home.module.css';
import { WaitingCard } from './waiting-card.tsx';

/** To sign, to pay, to answer: each a number that leads to the list of just those, a sum, and the deed over all of them. */
export function WaitingForYou({ home, deeds }: { home: BusinessHome; deeds: DeedsOverAll }) {
  const t = useTexts('home');
  const f = useFormats();
  const may = useRights();
  const executor_first = useExecutorFirst();
  const { questions, questions_count } = home;
  const acts_to_answer = home.acts_annulment_requested + home.acts_returned;
  const answers = acts_to_answer + questions_count;
  const {
    contracts_pending_sign: contracts,
    reconciliations_waiting: reconciliations,
    certificates_waiting: certificates,
    payments_silent: silent,
  } = home;
  const taxes = useOverdueTaxes(may('pay'));
  const earliest = taxes?.items[0];
  const papers = contracts + reconciliations + certificates;
  const nothing = home.acts_pending_sign + home.acts_to_pay + answers + papers + silent === 0 && !earliest;
  // A returned act is mended by whoever makes acts, a request to annul is answered by whoever signs.
  const mine: ActStatus[] = [
    ...(may('sign') && home.acts_annulment_requested > 0 ? (['annulment_requested'] as const) : []),
    ...(may('manage_acts') && home.acts_returned > 0 ? (['returned'] as const) : []),
  ];
  const [first] = questions;
  // Where nothing but questions waits, the button opens the one that has waited longest.
  const answersHref =
    first && (acts_to_answer === 0 || (mine.length === 0 && may('manage_acts')))
      ? actHref('business', first.act_id)
      : mine.length > 0
        ? toDoHref('business', mine)
        : // Who may only look finds nothing among what waits for them.
          actsHref('business', ['annulment_requested', 'returned']);
  return (
    <section aria-labelledby="waiting" className="k-stack k-gap-12">
      <h2 id="waiting" className="k-title">
        {t('waiting.title')}
      </h2>
      {nothing ? (
        <p className="k-surface k-flat k-good k-medium k-pad-20">{t('waiting.nothing')}</p>
      ) : (
        <div className={css.tiles}>
          <WaitingCard
            title={t('waiting.sign')}
            count={home.acts_pending_sign}
            amount={home.acts_pending_sign_amount}
            href={toSignHref('business', executor_first)}
            onDeed={() => deeds.begin('sign', toSignFilter('business', executor_first))}
            busy={deeds.busy === 'sign'}
            deed={t('waiting.go_sign')}
            allowed={may('sign')}
            otherwise={t('waiting.no_sign_right')}
          >
            {contracts > 0 && (
              <AppLink href="/lk/business/contracts?waiting=true" className="k-inline k-middle k-high-24">
                {t('waiting.contracts', { count: contracts })}
              </AppLink>
            )}
            {certificates > 0 && (
              <AppLink href="/lk/business/income?waiting=true" className="k-inline k-middle k-high-24">
                {t('waiting.certificates', { count: certificates })}
              </AppLink>
            )}
          </WaitingCard>
          <WaitingCard
            title={t('waiting.pay')}
            count={home.acts_to_pay}
            amount={home.acts_total_amount_to_pay}
            href={toPayHref()}
            onDeed={() => deeds.begin('pay', TO_PAY_FILTER)}
            busy={deeds.busy === 'pay'}
            deed={t('waiting.go_pay')}
            allowed={may('pay')}
            otherwise={t('waiting.no_pay_right')}
          >
            {taxes && earliest && (
              <AppLink
                href={`/lk/business/taxes?month=${earliest.month}`}
                className="k-inline k-middle k-high-24 k-fault"
              >
                {t('waiting.taxes', {
                  count: taxes.items.length,
                  date: f.date(earliest.due_on),
                  left: f.money(taxes.total),
                })}
              </AppLink>
            )}
            {silent > 0 && (
              <AppLink href="/lk/business/payments?view=bank" className="k-inline k-middle k-high-24 k-fault">
                {t('waiting.silent', { count: silent })}
              </AppLink>
            )}
          </WaitingCard>
          <WaitingCard
            title={t('waiting.answer')}
            count={answers}
            href={answersHref}
            deed={t('waiting.go_answer')}
            allowed={mine.length > 0 || (questions_count > 0 && may('manage_acts'))}
            otherwise={t('waiting.no_answer_right')}
          >
            {questions.map(({ act_id, number, party }) => (
              <AppLink
                key={act_id}
                href={actHref('business', act_id)}
                className="k-inline k-middle k-high-24 k-anywhere"
              >
                {t('waiting.question', { number, party })}
              </AppLink>
            ))}
            {questions_count > questions.length && (
              <span className="k-second">
                {t('waiting.questions_more', { count: questions_count - questions.length })}
              </span>
            )}
            {reconciliations > 0 && (
              <AppLink
                href="/lk/business/reconciliation/acts?waiting=true"
                className="k-inline k-middle k-high-24"
              >
                {t('waiting.reconciliations', { count: reconciliations })}
              </AppLink>
            )}
            {home.acts_returned > 0 && (
              <AppLink href={actsHref('business', ['returned'])} className="k-inline k-middle k-high-24">
                {t('waiting.returned', { count: home.acts_returned })}
              </AppLink>
            )}
            {home.acts_annulment_requested > 0 && (
              <AppLink
                href={(may('sign') ? toDoHref : actsHref)('business', ['annulment_requested'])}
                className="k-inline k-middle k-high-24"
              >
                {t('waiting.annulment', { count: home.acts_annulment_requested })}
              </AppLink>
            )}
            {home.reasons.map(({ act_id, number, party, reason }) => (
              <span key={act_id} className="k-small k-anywhere">
                <AppLink href={actHref('business', act_id)}>{t('act', { number })}</AppLink> {party}: {reason}
              </span>
            ))}
          </WaitingCard>
        </div>
      )}
    </section>
  );
}
