import { EMPLOYEE_RIGHTS, ROLE_DIRECTOR } from '@kelisim/shared/kernel/rights.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useMe } from '../../platform/use-who.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { WhenWhole } from '../../ui/late-parts.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SettingsTabs } from '../settings/public.ts';
import { EndpointsCard } from '../webhooks/public.ts';
import { KeysCard } from './keys-card.tsx';

/** `/lk/business/settings/api`: with what the programs of the company call, and where they are told of events. */
export default function ApiPage() {
  const t = useTexts('api-keys');
  const me = useMe();
  // A director, or their deputy today.
  const may_look = me && EMPLOYEE_RIGHTS.every((right) => me.rights.includes(right));
  return (
    <>
      <PageHeader title={t('title')} sub={t('lead')} />
      <SettingsTabs current="api" />
      <WhenWhole className="k-stack k-narrow">
        {me && !may_look && (
          <Card>
            <EmptyState title={t('no_right')} hint={t('no_right_hint')} noAction="no_right" />
          </Card>
        )}
        {me && may_look && <KeysCard me={me} />}
        {me && may_look && <EndpointsCard is_director={me.role_id === ROLE_DIRECTOR} />}
        <p className="k-second">
          {t('guides')} <AppLink href="/developers">{t('guides_link')}</AppLink>
        </p>
      </WhenWhole>
    </>
  );
}
