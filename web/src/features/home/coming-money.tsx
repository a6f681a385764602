import { useTextByCode, useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import type { Tone } from '../../ui/status-dot.tsx';
import { actHref, comingHref } from './act-links.ts';
import { useToday } from './home.data.ts';
import type { ExecutorHome } from './home.data.ts';
import css from './home.module.css';

const tones: Record<string, Tone> = { signed_by_executor: 'half', signed: 'good-ring', paying: 'moving' };

/** Each sum on its way, and what it waits for; what has come this month. */
export function ComingMoney({ home }: { home: ExecutorHome }) {
  const t = useTexts('home');
  const f = useFormats();
  const step = useTextByCode('home');
  const word = useTextByCode('states');
  const today = useToday();
  const month = f.month(Number(today.slice(0, 4)), Number(today.slice(5, 7)));
  return (
    <Card title={t('executor.coming')}>
      {home.coming.length === 0 ? (
        <p className="k-second k-below-8">{t('executor.coming_empty')}</p>
      ) : (
        <ul className="k-list">
          {home.coming.map((act) => (
            <li key={act.act_id} className="k-flex k-between k-gap-16 k-top k-pad-12-0 k-line-above">
              <span className="k-stack k-gap-2 k-anywhere k-shrink">
                <AppLink
                  href={actHref('executor', act.act_id)}
                  className="k-inline k-middle k-self-start k-medium k-high-24"
                >
                  {t('act', { number: act.number })}
                </AppLink>
                <span className={css.party}>
                  {t('executor.dated', { date: f.date(act.act_date), party: act.party })}
                </span>
                <StatusDot
                  tone={tones[act.status] ?? 'quiet'}
                  label={step(`executor.step_${act.status}`, word(`act.${act.status}`, act.status))}
                />
                {act.late_days > 0 && (
                  <span className="k-fault k-small">
                    {t('executor.late', { count: act.late_days })}
                    {act.party_phone && (
                      <>
                        {' · '}
                        <a href={`tel:${act.party_phone}`}>{f.phone(act.party_phone)}</a>
                      </>
                    )}
                  </span>
                )}
                <span className={`k-small ${css.why}`}>
                  {act.account_end === null
                    ? t('executor.no_account')
                    : t('executor.to_account', { end: act.account_end })}
                  {act.expected_on &&
                    act.late_days === 0 &&
                    ` · ${t(act.term_days === null ? 'executor.expected' : 'executor.due', { date: f.date(act.expected_on) })}`}
                </span>
              </span>
              <span className="k-stack k-gap-2 k-end">
                <span className="k-bold">
                  <Money amount={act.net ?? act.amount} />
                </span>
                {act.net === null ? (
                  <span className={`k-small ${css.why}`}>{t('executor.net_unknown')}</span>
                ) : (
                  act.net !== act.amount && (
                    <span className={`k-small ${css.why}`}>
                      {t('executor.gross', { amount: f.money(act.amount) })}
                    </span>
                  )
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {home.coming_count > 0 && (
        <p className={`k-split k-gap-4-16 k-flat k-bold ${css.paid}`}>
          <span>
            {t('executor.coming_all', { count: home.coming_count, shown: f.number(home.coming_count) })}{' '}
            {home.coming_count > home.coming.length && (
              <AppLink href={comingHref()} className="k-inline k-middle k-high-24">
                {t('executor.coming_open')}
              </AppLink>
            )}
          </span>
          <Money amount={home.coming_net} />
        </p>
      )}
      {home.coming_net !== home.coming_amount && (
        <p className={`k-small k-above-4 ${css.why}`}>
          {t('executor.net_hint', { amount: f.money(home.coming_amount) })}
        </p>
      )}
      <p className={`k-split k-gap-4-16 k-flat k-bold ${css.paid}`}>
        <span>{t('executor.paid', { month: month.toLowerCase() })}</span>
        <Money amount={home.paid_this_month} />
      </p>
    </Card>
  );
}
