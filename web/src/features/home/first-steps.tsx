import type { FirstStep } from '@kelisim/shared/features/home/home.contract.ts';
import type { EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconCircleDot } from '@tabler/icons-react';
import { useTexts } from '../../platform/i18n.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import type { DeedsOverAll } from '../acts/public.ts';
import { actsHref, TO_PAY_FILTER, toPayHref, toSignFilter, toSignHref } from './act-links.ts';
import { useExecutorFirst, useRights } from './home.data.ts';
import css from './home.module.css';

const STAGES = ['company', 'executor', 'contract', 'act', 'payment'] as const;

interface Lead {
  stage: (typeof STAGES)[number];
  href: string;
  right: EmployeeRight;
  /** The other side has its turn: one may look, and need not. */
  waits?: true;
}

const executors = '/lk/business/executors';
const contracts = '/lk/business/contracts';

function leadOf(step: FirstStep, executor_first: boolean): Lead {
  switch (step) {
    case 'invite':
      return { stage: 'executor', href: `${executors}?invite=true`, right: 'manage_executors' };
    case 'wait_executor':
      return { stage: 'executor', href: `${executors}?view=invited`, right: 'manage_executors', waits: true };
    case 'make_contract':
      return { stage: 'contract', href: `${contracts}?upload=true`, right: 'manage_contracts' };
    case 'send_contract':
      return { stage: 'contract', href: contracts, right: 'manage_contracts' };
    case 'sign_contract':
      return { stage: 'contract', href: `${contracts}?waiting=true`, right: 'sign' };
    case 'wait_contract':
      return { stage: 'contract', href: contracts, right: 'manage_contracts', waits: true };
    case 'make_act':
      return { stage: 'act', href: '/lk/business/acts/creating-act', right: 'manage_acts' };
    case 'send_act':
      return { stage: 'act', href: actsHref('business', ['draft']), right: 'manage_acts' };
    case 'sign_act':
      return { stage: 'act', href: toSignHref('business', executor_first), right: 'sign' };
    case 'wait_act':
      return {
        stage: 'act',
        href: actsHref('business', ['sent', 'signed_by_business']),
        right: 'manage_acts',
        waits: true,
      };
    case 'pay_act':
      return { stage: 'payment', href: toPayHref(), right: 'pay' };
    case 'wait_payment':
      return { stage: 'payment', href: '/lk/business/payments', right: 'pay', waits: true };
  }
}

/** The way of a new company to its first paid act: what is done, and the one thing to do now. */
export function FirstSteps({ step, deeds }: { step: FirstStep; deeds: DeedsOverAll }) {
  const t = useTexts('home');
  const may = useRights();
  const executor_first = useExecutorFirst();
  const lead = leadOf(step, executor_first);
  const atOnce = {
    sign_act: () => deeds.begin('sign', toSignFilter('business', executor_first)),
    pay_act: () => deeds.begin('pay', TO_PAY_FILTER),
  };
  const now = STAGES.indexOf(lead.stage);
  return (
    <Card
      title={t('first.title')}
      aside={<AppLink href="/lk/business/example">{t('first.example')}</AppLink>}
    >
      <ol className={`k-list k-below-20 ${css.stages}`}>
        {STAGES.map((stage, at) => (
          <li
            key={stage}
            className={`k-line k-gap-6 k-second ${css.stage}`}
            data-at={at < now ? 'done' : at === now ? 'now' : 'later'}
            aria-current={at === now ? 'step' : undefined}
          >
            {at < now ? (
              <IconCircleCheck size={20} aria-hidden />
            ) : at === now ? (
              <IconCircleDot size={20} aria-hidden />
            ) : (
              <IconCircle size={20} aria-hidden />
            )}
            {stage === 'company' && may('manage_settings') ? (
              <AppLink href="/lk/business/settings/company">{t('first.stages.company')}</AppLink>
            ) : (
              t(`first.stages.${stage}`)
            )}
            {at < now && <span className="k-visually-hidden">{t('first.done')}</span>}
          </li>
        ))}
      </ol>
      <h3 className={css.nextTitle}>{t(`first.${step}.title`)}</h3>
      <p className="k-second k-below-8">{t(`first.${step}.hint`)}</p>
      {may(lead.right) ? (
        <div className="k-row">
          {step === 'sign_act' || step === 'pay_act' ? (
            <Button size="md" loading={deeds.busy !== null} aria-haspopup="dialog" onClick={atOnce[step]}>
              {t(`first.${step}.go`)}
            </Button>
          ) : (
            <Button
              component={AppLink}
              href={lead.href}
              size="md"
              variant={lead.waits ? 'default' : 'filled'}
            >
              {t(`first.${step}.go`)}
            </Button>
          )}
          {step === 'make_act' && (
            <Button component={AppLink} href="/lk/business/acts/import" size="md" variant="default">
              {t('first.import')}
            </Button>
          )}
        </div>
      ) : (
        !lead.waits && <p className="k-second k-below-8 k-small">{t('first.no_right')}</p>
      )}
    </Card>
  );
}
