import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTexts } from '../../platform/i18n.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Money } from '../../ui/money.tsx';
import type { DeedsOverAll } from '../acts/public.ts';
import { toDoHref, toSignFilter, toSignHref } from './act-links.ts';
import type { ExecutorHome } from './home.data.ts';
import css from './home.module.css';

const RECONCILIATIONS = '/lk/executor/reconciliation/acts?waiting=true';

/** The one thing to do: acts, else contracts, else reconciliations, else the account. What is left stands below, smaller. */
export function SignNow({ home, deeds }: { home: ExecutorHome; deeds: DeedsOverAll }) {
  const t = useTexts('home');
  const {
    acts_pending_sign: acts,
    contracts_pending_sign: contracts,
    reconciliations_waiting: reconciliations,
  } = home;
  const annulments = home.acts_annulment_requested;
  return (
    <section className={`k-surface ${css.signNow}`} aria-labelledby="sign-now">
      {acts > 0 ? (
        <>
          <h2 id="sign-now" className={`k-flat k-size-28 k-bold k-balance ${css.signTitle}`}>
            {t('executor.sign_title', { count: acts })}
          </h2>
          <p className="k-second k-above-4 k-below-16 k-size-16">
            {t('executor.sign_sum')} <Money amount={home.acts_pending_sign_amount} />
          </p>
          <div className="k-row k-gap-8-16 k-middle">
            <Button
              size="lg"
              className={css.signButton}
              loading={deeds.busy === 'sign'}
              aria-haspopup="dialog"
              onClick={() => deeds.begin('sign', toSignFilter('executor'))}
            >
              {t('executor.sign')}
            </Button>
            <AppLink href={toSignHref('executor')} className="k-inline k-middle k-high-24">
              {t('executor.list')}
            </AppLink>
          </div>
        </>
      ) : contracts > 0 ? (
        <Lead
          title={t('executor.contracts', { count: contracts })}
          hint={t('executor.contracts_hint')}
          href="/lk/executor/contracts?waiting=true"
          go={t('executor.open_contracts')}
        />
      ) : reconciliations > 0 ? (
        <Lead
          title={t('executor.reconciliations', { count: reconciliations })}
          hint={t('executor.reconciliations_hint')}
          href={RECONCILIATIONS}
          go={t('executor.open_reconciliations')}
        />
      ) : !home.has_account ? (
        <Lead
          title={t('executor.account')}
          hint={t('executor.account_hint')}
          href="/lk/executor/settings/company"
          go={t('executor.open_account')}
        />
      ) : (
        <>
          <h2 id="sign-now" className="k-line k-title k-below-4 k-good">
            <IconCircleCheck size={22} aria-hidden /> {t('executor.nothing')}
          </h2>
          <p className="k-second k-below-8">{t('executor.nothing_hint')}</p>
        </>
      )}
      {acts > 0 && contracts > 0 && (
        <p className={css.also}>
          <span>{t('executor.contracts', { count: contracts })}</span>
          <Button component={AppLink} href="/lk/executor/contracts?waiting=true" variant="default">
            {t('executor.open_contracts')}
          </Button>
        </p>
      )}
      {acts + contracts > 0 && reconciliations > 0 && (
        <p className={css.also}>
          <span>{t('executor.reconciliations', { count: reconciliations })}</span>
          <Button component={AppLink} href={RECONCILIATIONS} variant="default">
            {t('executor.open_reconciliations')}
          </Button>
        </p>
      )}
      {annulments > 0 && (
        <p className={css.also}>
          <span>{t('executor.annulment', { count: annulments })}</span>
          <Button component={AppLink} href={toDoHref('executor', ['annulment_requested'])} variant="default">
            {t('executor.open_annulment')}
          </Button>
        </p>
      )}
    </section>
  );
}

/** Nothing is to be signed but this, or nothing is to be paid to. */
function Lead({ title, hint, href, go }: { title: string; hint: string; href: string; go: string }) {
  return (
    <>
      <h2 id="sign-now" className={`k-flat k-size-28 k-bold k-balance ${css.signTitle}`}>
        {title}
      </h2>
      <p className="k-second k-below-8">{hint}</p>
      <Button component={AppLink} href={href} size="lg" className={css.signButton}>
        {go}
      </Button>
    </>
  );
}
